"""A change of a text."""

from __future__ import annotations

from typing import NamedTuple


class Edit(NamedTuple):
    """The characters from ``begin`` to ``end`` of a text, and what to write there instead."""

    begin: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text with the edit made."""
        return text[: self.begin] + self.text + text[self.end :]
