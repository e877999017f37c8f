"""Numbers: how they are written in a call."""

from __future__ import annotations

import re
from typing import Any, Final

import click

WRITTEN: Final = re.compile("[+-]?[0-9]+")
"""Python reads more as a number: digits of all scripts, and with underlines between them."""


PARTED: Final = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")


class Seconds(click.FloatRange):
    """Seconds, in the digits 0 to 9, with parts of one behind a point; within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a time."""
        if isinstance(value, str) and not PARTED.fullmatch(value):
            self.fail(f"{value!r} is no number of seconds, such as 0.8.", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.IntRange):
    """A whole number, in the digits 0 to 9, with a sign or without; within limits, where it has any."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Set the limits."""
        super().__init__(least, most)
        self.free = least is None and most is None
        self.name = "integer" if self.free else self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number."""
        if isinstance(value, str) and not WRITTEN.fullmatch(value):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        return "" if self.free else super()._describe_range()
