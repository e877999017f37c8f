"""The program as a shell sees it: exit codes, broken pipes, interrupts, and what is imported."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Run

EXTRAS = (
    "rich",
    "jsonschema",
    "llvmlite",
    "numpy",
    "duckdb",
    "matplotlib",
    "dask",
    "starlette",
    "textual",
    "pettingzoo",
)


@pytest.mark.parametrize(
    ("words", "code"),
    [(["list"], 0), (["replay", "nowhere"], 1), (["play", "hearts", "--seed", "x"], 2), (["shuffle"], 2)],
)
def test_the_exit_code_tells(run: Run, words: list[str], code: int) -> None:
    result = run(*words)
    assert result.returncode == code
    assert "Traceback" not in result.stderr
    assert bool(result.stderr) == (code > 0)


def test_help_imports_no_more_than_it_needs(run: Run) -> None:
    asked = (
        "import sys; sys.argv[1:] = ['--help']\n"
        "from trickbook.cli import main\ntry: main()\nexcept SystemExit: pass\n"
    )
    found = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{asked}print([name for name in {EXTRAS} if name in sys.modules])",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=300,
    )
    assert "Usage: trickbook" in found.stdout
    assert found.stdout.endswith("[]\n")


def test_the_same_seed_is_the_same_game_in_another_process(run: Run, tmp_path: Path) -> None:
    records = []
    for hashes in ("1", "2"):
        path = tmp_path / hashes
        result = run("play", "chinese-hearts", "--seed", "12", "--record", str(path), PYTHONHASHSEED=hashes)
        assert result.returncode == 0
        records.append(path.read_bytes())
    assert records[0] == records[1]


def heeding() -> None:
    """Heed interrupts, which a shell has its background jobs ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def begun(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], bytes]]:
    """A command that is running, and the first line that it says."""
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline()


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of Unix")
def test_a_reader_that_leaves_is_no_trouble() -> None:
    with begun("play", "hearts", "--seed", "1", "--show", "all") as (process, _):
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of Unix")
def test_an_interrupt_is_quiet() -> None:
    """More is told than a pipe holds: nobody reads on, so it waits."""
    with begun("play", "chinese-hearts", "--option", "limit=100000", "--show", "all") as (process, _):
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=300)
    assert (process.returncode, complaint) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals and pipes of Unix")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_told_to_stop_says_where_its_tables_are(
    tmp_path: Path, sign: signal.Signals
) -> None:
    with begun("serve", "--port", "0", "--data", str(tmp_path)) as (process, first):
        assert b"http://127.0.0.1:" in first
        process.send_signal(sign)
        said, complaint = process.communicate(timeout=300)
    assert said.decode() == f"The server has stopped. The tables are kept in {tmp_path}.\n"
    assert (process.returncode, complaint) == (0, b"")


IMPORTING = """
import signal, sys, threading
def halfway(name, *_):
    if name == "%s":
        signal.raise_signal(signal.SIGINT)
sys.addaudithook(lambda event, args: event == "import" and halfway(*args))
sys.argv = ["trickbook", "show", "--resolved", *sys.argv[1:]]
from trickbook.cli import main
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("module", ["click", "trickbook.problems", "yaml", "trickbook.loading.files"])
def test_an_interrupt_is_quiet_while_modules_are_imported(module: str, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("trickbook: 1\nextends: hearts\n", "utf-8")
    found = subprocess.run(
        [sys.executable, "-c", IMPORTING % module, str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        check=False,
        timeout=300,
        preexec_fn=heeding,
    )
    assert (found.returncode, found.stdout, found.stderr) == (130, b"", b"")


def test_every_name_is_fetched_when_it_is_asked_for() -> None:
    asked = "import sys, trickbook; print(*(name for name in sys.modules if name.startswith('trickbook.')))"
    every = (
        "from trickbook import *; import trickbook; print(*map(trickbook.__dir__().count, trickbook.__all__))"
    )
    for code, says in ((asked, "\n"), (every, " ".join("1" * 17) + "\n")):
        found = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=300,
        )
        assert found.stdout == says


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", [["--help"], ["list"], ["play", "hearts", "--deals", "1"], ["nowhere"]])
@pytest.mark.parametrize("both", [True, False])
def test_a_full_disk_is_told(words: list[str], *, both: bool) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "interpreter")}
    with Path("/dev/full").open("w") as full:
        found = subprocess.run(
            [sys.executable, "-m", "trickbook", *words],
            env=environment,
            stdout=full,
            stderr=full if both else subprocess.PIPE,
            check=False,
            timeout=300,
        )
    code = 1 if both or words != ["nowhere"] else 2
    assert found.returncode == code
    if code == 1 and not both:
        assert found.stderr == b"Error: the output cannot be written: No space left on device\n"
