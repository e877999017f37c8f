"""Every file in bad/ is answered with exactly the text that stands beside it."""

from pathlib import Path

import pytest

from trickbook.problems.rendering import render
from trickbook.source import fetch, read

BAD = sorted((Path(__file__).parent / "bad").glob("*.yaml"))


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_bad_file_is_answered_as_the_text_beside_it_says(path: Path) -> None:
    text = path.read_bytes().decode()
    _, problems = read(text, path.name)
    assert render(problems, {path.name: text}) + "\n" == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_reading_a_bad_file_from_disk_and_from_its_bytes_is_the_same(path: Path) -> None:
    text, from_disk = fetch(path)
    if text is not None:
        _, from_disk = read(text, str(path))
    _, from_bytes = read(path.read_bytes(), str(path))
    assert from_disk == from_bytes


def test_there_are_bad_files_for_the_commonest_slips() -> None:
    assert {"unquoted-comma", "unquoted-colon", "tab", "star", "at"} <= {path.stem for path in BAD}
