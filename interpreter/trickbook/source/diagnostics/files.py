"""Files that cannot be read: there is none, or it holds bytes and characters that no ruleset has."""

from __future__ import annotations

from itertools import islice
from os.path import islink
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.problems import Place, Problem, nearest
from trickbook.problems.remedies import meant
from trickbook.source.text import BOM, UNWANTED, source_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.source.text import SourceText

_NEIGHBOURS: Final = 1_000
"""How many files of the same folder are looked at for a better name."""

_SAVE_AS_UTF8: Final = Message("save the file as UTF-8")


def missing(file: str) -> Problem:
    """Say that there is no file, and which was most likely meant."""
    better = nearest_file(file)
    hint = meant(better, most=len(better)) if better else None
    what = Message("there is no such file")
    if islink(file):  # noqa: PTH114 - no name is too odd for it
        what = Message("this is a link to a file that is not there")
    return Problem("missing-file", what, Place(file), hint)


def nearest_file(file: str) -> str | None:
    """The file beside one that is not there which was most likely meant."""
    path = Path(file)
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), _NEIGHBOURS) if entry.exists()]
    except (OSError, ValueError):
        names = []
    better = nearest(path.name, names)
    return str(path.with_name(better)) if better else None


def not_utf8(error: UnicodeDecodeError, file: str) -> Problem:
    """Say where a file stops being UTF-8."""
    data = error.object
    good = source_text(file, data[: error.start].decode("utf-8", "ignore"))
    place = good.between(len(good.source), len(good.source) + 1)
    if error.reason == "UTF-16":
        return Problem("not-utf8", Message("the file is UTF-16, not UTF-8"), place, _SAVE_AS_UTF8)
    if b"\0" in data:
        return _binary(Place(file))
    code = f"0x{data[error.start]:02x}"
    message = Message("byte {number} ({name_code}) is not UTF-8", number=error.start, name_code=code)
    return Problem("not-utf8", message, place, _SAVE_AS_UTF8)


def unwanted(document: SourceText) -> list[Problem]:
    """Tell of every character that may not stand in a ruleset."""
    if "\0" in document.source:
        first = document.source.index("\0")
        return [_binary(document.between(first, first + 1))]
    return [
        _control_character(match[0], document.between(*match.span()))
        for match in UNWANTED.finditer(document.source)
    ]


def _binary(place: Place) -> Problem:
    return Problem("binary-file", Message("this is a binary file, not text"), place)


def _control_character(found: str, place: Place) -> Problem:
    name = Message("the character {name}", name=f"U+{ord(found[0]):04X}")
    if found[0] == BOM:
        name = Message("a byte order mark")
    message = Message("{what} may not stand in a ruleset", what=name)
    return Problem("control-character", message, place, Message("delete it; it does not show in an editor"))
