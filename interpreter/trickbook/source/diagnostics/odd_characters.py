"""Characters that look like others or like nothing: blanks that are none to YAML, signs in full width."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import name, normalize

from trickbook.problems import Place, Problem, shown
from trickbook.source.text import Page

_UNSEEN: Final = re.compile(r"(?<=:)[^\S \t\r\n]+|[\u00ad\u200b-\u200f\u2060\ufeff]")
_UNSEEN_BEFORE: Final = re.compile(
    r"(?:(?<=:)|^[ ]*(?:-[ ]+)?)([^\S \t\r\n]+|[\u00ad\u200b-\u200f\u2060\ufeff]+)", re.MULTILINE
)
"""A blank that is none to YAML behind a colon, or that indents a line."""

_WIDE: Final = re.compile(r"(?<=\w)[：，](?=\s*(?:[\w\[{-]|$))|^[｛［]", re.ASCII)  # noqa: RUF001 - it seeks these
"""A sign in full width beside a word of the language; in a Chinese sentence it stands beside others."""


def wide_in(text: str, place: Place) -> Problem | None:
    """Tell of a sign in full width, which YAML takes for a letter; None if there is none beside a key."""
    found = _WIDE.search(text)
    if found is None:
        return None
    at = place._replace(column=place.column + found.start(), length=1)
    message = f"{shown(found[0])} is in full width, and reads as text"
    code = {":": "missing-colon", ",": "missing-comma"}.get(
        normal := normalize("NFKC", found[0]), "broken-yaml"
    )
    return Problem(code, message, at, f"write {shown(normal)} in half width")


def unseen_near(sheet: Page, begin: int, end: int) -> Problem | None:
    """Tell of such a blank on the lines that the parser stumbled over, or on the one above."""
    start = sheet.line_start(max(0, sheet.line_start(begin) - 1))
    found = list(_UNSEEN_BEFORE.finditer(sheet.source, start, sheet.line_end(end)))
    if not found:
        return None
    place = sheet.between(*found[-1].span(1))
    return unseen_in(f":{found[-1][1]}", place._replace(column=place.column - 1))


def unseen_in(text: str, place: Place) -> Problem | None:
    """Tell of a blank behind a colon that is none to YAML, and that nobody sees; None if there is none."""
    found = _UNSEEN.search(text)
    if found is None:
        return None
    at = place._replace(column=place.column + found.start(), length=len(found[0]))
    message = f"there is an invisible character here ({name(found[0][0], 'unnamed').lower()})"
    return Problem("missing-colon", message, at, "write a plain blank in its place")
