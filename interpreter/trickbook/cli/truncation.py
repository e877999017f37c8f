"""What somebody wrote, said again: however long it was, a message stays short."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Final

from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

WORD_LIMIT: Final = re.compile(r"\S{240,}|[^\n]{2000,}")
BEGIN, END = 120, 60


PROGRAMS: Final = ("json", "github")
"""Forms that programs read, of which nothing is left out."""


def truncated(text: str, style: str = "full") -> str:
    """Leave out the middle of a word or a line that no screen would hold."""
    if style in PROGRAMS:
        return text
    return WORD_LIMIT.sub(lambda found: f"{found[0][:BEGIN]}…{found[0][-END:]}", text)


def shell_line(words: Iterable[str]) -> str:
    """A call as it may be typed into a shell, with every character visible."""
    return " ".join(map(_word, words))


def _word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{visible(escaped)}'"
