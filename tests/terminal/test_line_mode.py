"""Plain mode, read as a document: what is typed stands behind ``>``, and all else must be told just so.

The first line of a transcript is the call. `python -m tests.terminal.test_line_mode` writes them anew.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import copy

import pytest
from click.testing import CliRunner

from trickbook.cli.program import program

TRANSCRIPTS = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
RECORDS = sorted(Path(__file__).with_name("transcripts").glob("*.record"))


def held(transcript: str, folder: Path) -> str:
    """A conversation held again."""
    call, *lines = transcript.splitlines()
    typed = "".join(f"{line[2:]}\n" for line in lines if line.startswith("> ") and line != "> ")
    for record in RECORDS:
        copy(record, folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        found = CliRunner().invoke(program, shlex.split(call)[1:], typed, prog_name="trickbook")
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return f"{call}\n{found.output}"


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_conversation_reads_like_this(path: Path, tmp_path: Path) -> None:
    transcript = path.read_text("utf-8")
    assert held(transcript, tmp_path) == transcript


def test_there_are_conversations() -> None:
    assert TRANSCRIPTS


if __name__ == "__main__":
    from tempfile import TemporaryDirectory

    for one in TRANSCRIPTS:
        with TemporaryDirectory() as empty:
            one.write_text(held(one.read_text("utf-8"), Path(empty)), "utf-8")
