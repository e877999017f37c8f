"""Shortens user input that is quoted in messages."""

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
"""Formats for programs, which are never shortened."""


def truncated(text: str, style: str = "full") -> str:
    """Cut the middle out of very long words and lines."""
    if style in PROGRAMS:
        return text
    return WORD_LIMIT.sub(lambda found: f"{found[0][:BEGIN]}…{found[0][-END:]}", text)


def shell_line(words: Iterable[str]) -> str:
    """A command as typed into a shell, with every character visible."""
    return " ".join(map(_word, words))


def _word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = word.replace("\\", "\\\\").replace("'", "\\'")
    return f"$'{visible(escaped)}'"
