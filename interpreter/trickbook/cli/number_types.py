"""Parameter types for numbers, stricter than Python's own parsing."""

from __future__ import annotations

import re
from typing import Any, Final

import click

RANDOM_SEEDS: Final = 1_000_000
"""Random seeds are below this number, so that they are easy to type."""

WRITTEN: Final = re.compile("[+-]?[0-9]+")
"""The accepted digits. Python would also accept digits of other scripts, and underscores."""

PARTED: Final = re.compile(r"[0-9]+(\.[0-9]+)?|\.[0-9]+")


class Seconds(click.FloatRange):
    """Seconds: digits 0 to 9 with an optional decimal part, within limits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse seconds."""
        if isinstance(value, str) and not PARTED.fullmatch(value):
            self.fail(f"{value!r} is not a number of seconds, such as 0.8.", param, ctx)
        return super().convert(value, param, ctx)


class Number(click.IntRange):
    """A whole number: digits 0 to 9 with an optional sign, within optional limits."""

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        """Set the limits."""
        super().__init__(least, most)
        self.free = least is None and most is None
        self.name = "integer" if self.free else self.name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse a number."""
        if isinstance(value, str) and not WRITTEN.fullmatch(value):
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return super().convert(value, param, ctx)

    def _describe_range(self) -> str:
        return "" if self.free else super()._describe_range()
