"""The page about the tests lists every folder of them, and says where only a sample is tried."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.sample import BREADTH, CASES

TESTS: Final = Path(__file__).parents[1]
ROW: Final = re.compile(r"^\| `([a-z]+)/` \| .+ \| (.+) \| .+ \|$", re.MULTILINE)
LISTED: Final = dict(ROW.findall((TESTS / "README.md").read_text("utf-8")))
NAMED: Final = [*CASES, *BREADTH]


def folders() -> Iterator[str]:
    """The folders of tests; what Python and editors leave behind is none."""
    for path in TESTS.iterdir():
        if path.is_dir() and any(file.suffix != ".pyc" for file in path.rglob("*") if file.is_file()):
            yield path.name


def test_every_folder_of_tests_is_listed_in_order() -> None:
    assert [*LISTED] == sorted(folders())


def test_the_page_says_which_folders_are_sampled() -> None:
    sampled = {name for name, what in LISTED.items() if what not in {"all", "none"}}
    assert {name.partition("/")[0] for name in NAMED} <= sampled


@pytest.mark.parametrize("name", NAMED)
def test_what_the_sample_names_is_there(name: str) -> None:
    path, _, test = name.partition("::")
    assert (TESTS / path).exists()
    assert not test or f"def {test}(" in (TESTS / path).read_text("utf-8")
