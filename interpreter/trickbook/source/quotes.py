"""Text that needs quotes: how far it goes, and how it looks in them."""

from __future__ import annotations

import re
from typing import Final

from trickbook.problems import short
from trickbook.source.text import Page

LONGEST_HINT: Final = 200
"""Characters of a text that is written out, better, in a hint."""
_UNTIL_FLOW_ENDS: Final = re.compile(r"[^\n,{}\[\]]*")


def quoted(text: str) -> str:
    """Put text in double quotes, or in single ones if it holds double ones or a backslash."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def write_quoted(text: str) -> str:
    """Advise to write a text in quotes."""
    return f"write {short(quoted(text), LONGEST_HINT)}"


def text_at(sheet: Page, begin: int) -> str:
    """Give the text from a character on: to the end of its entry, or of its line."""
    before = sheet.source[sheet.line_start(begin) : begin]
    if before.count("{") + before.count("[") > before.count("}") + before.count("]"):
        found = _UNTIL_FLOW_ENDS.match(sheet.source, begin)
        text = found[0] if found else ""
    else:
        text = sheet.source[begin : sheet.line_end(begin)]
    return text.partition(" #")[0].rstrip()
