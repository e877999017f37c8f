"""The page about the tests lists every folder of them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
ROW: Final = re.compile(r"^\| `([a-z]+)/` \| .+ \|$", re.MULTILINE)


def folders() -> Iterator[str]:
    """The folders of tests; what Python and editors leave behind is none."""
    for path in TESTS.iterdir():
        if path.is_dir() and any(file.suffix != ".pyc" for file in path.rglob("*") if file.is_file()):
            yield path.name


def test_every_folder_of_tests_is_listed_once() -> None:
    assert sorted(ROW.findall((TESTS / "README.md").read_text("utf-8"))) == sorted(folders())
