"""Brackets that are missing round what is asked of each of several seats: `any of players score >= 100`."""

from __future__ import annotations

import re
from typing import Final

BEFORE: Final = re.compile(
    r"\b(?:(?:any|all) of (?!(?:the|an?)\b)\w+|(?:count|total|highest|lowest) of (?:players|others))\s+$"
)
"""A phrase that asks each of several seats, up to where its brackets should open."""

ASKED: Final = re.compile(r".+?(?=\s+(?:and|or|then|else)\s|$)", re.DOTALL)
"""What is asked, up to the next joint."""


def asked_of_each(text: str, begin: int) -> str | None:
    """Return how to bracket what stands right after `any of players`; None if no such phrase precedes it."""
    before, asked = BEFORE.search(text[:begin]), ASKED.match(text, begin)
    if before is None or asked is None or text[begin] in "()":
        return None
    opened = asked[0].count("(") - asked[0].count(")")
    inside = asked[0][:opened] if opened < 0 else asked[0]
    return f"write `{before[0].rstrip()} ({inside.strip()})`"
