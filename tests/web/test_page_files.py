"""The files of the page: small, nothing from other hosts, no text of their own."""

import re
from collections.abc import Iterable
from pathlib import Path

from tests.web.conftest import ROOT

from trickbook.seat.texts import languages, texts

PAGE = ROOT / "interpreter" / "trickbook" / "server" / "page"
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file() and "bundle" not in path.parts)
DESK = [path for path in FILES if "desk" in path.parts]
"""What is loaded only in the room where rulesets are written."""

SCRIPTS = {str(path.relative_to(PAGE)): path.read_text("utf-8") for path in FILES if path.suffix == ".js"}


def size(files: Iterable[Path]) -> int:
    """What a browser may load of some files; guides are for readers of the code."""
    return sum(path.stat().st_size for path in files if path.suffix != ".md")


def test_it_is_small() -> None:
    assert size(FILES) - size(DESK) < 190_000
    assert size(DESK) < 50_000


def test_nothing_comes_from_elsewhere() -> None:
    for path in (one for one in FILES if one.suffix != ".png"):
        hosts = re.findall(r"https?://[\w.-]+", path.read_text("utf-8"))
        assert set(hosts) <= {"http://www.w3.org"}, path.name


def test_every_text_is_there_and_is_asked_for() -> None:
    source = "\n".join(SCRIPTS.values())
    for language in languages():
        told = texts(language)["page"]
        for name in re.findall(r'\bt\("([\w.]+)"', source):
            assert _found(told, name), name
    assert {
        name for name in texts("en")["page"] if f'"{name}' not in source and f"`{name}." not in source
    } == set()


def _found(told: object, name: str) -> bool:
    for part in name.split("."):
        if not isinstance(told, dict) or part not in told:
            return False
        told = told[part]
    return True


def test_no_game_is_named() -> None:
    for name, source in SCRIPTS.items():
        assert not re.search(r"hearts|spades|queen|chinese|\bQS\b", source, re.IGNORECASE), name
