"""What the environments lack is told."""

import subprocess
import sys

import pytest

WITHOUT = """
import sys
sys.modules["%s"] = None
from trickbook.problems import MissingError
try:
    import trickbook.rl.%s
except MissingError as error:
    print(error)
"""

TOLD = {
    ("gymnasium", "seat_env"): "`gym_env` needs Gymnasium: run `make rl` in your clone of Trickbook",
    ("llvmlite", "vector"): "`vector_env` needs llvmlite: run `make rl` in your clone of Trickbook",
    ("pettingzoo", "table_env"): (
        "`aec_env` needs Gymnasium and PettingZoo: run `make rl` in your clone of Trickbook"
    ),
    ("pyspiel", "openspiel"): "OpenSpiel is not installed: run `pip install open_spiel`",
}


@pytest.mark.parametrize("case", TOLD)
def test_a_missing_package_is_told(case: tuple[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT % case], stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == f"{TOLD[case]}\n"


NUMPY_ALONE = """
import sys
from trickbook.rl import spaces
import trickbook.rl.table_spaces
print({"gymnasium", "pettingzoo"} & sys.modules.keys())
"""


def test_spaces_need_no_environment() -> None:
    done = subprocess.run([sys.executable, "-c", NUMPY_ALONE], stdout=subprocess.PIPE, text=True, check=True)
    assert done.stdout == "set()\n"
