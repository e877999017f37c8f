"""A function of the subset: its lines while it is written, and its text."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.core.expression import Code
    from trickbook.source.nodes import Entry

INDENT = "    "


class Function(NamedTuple):
    """A function of the source, and the entry of the ruleset that it says."""

    text: str
    entry: Entry | None

    def lines(self, before: Entry | None = None) -> Iterator[str]:
        """Yield an empty line, what the function says as a comment, and its own lines, for people to read.

        A function of the same entry as the one before follows it.
        """
        if self.entry is None or self.entry is not before:
            yield ""
        if self.entry is not None and self.entry is not before:
            yield f"# {visible(f'{self.entry.name}, {self.entry.place}')}"
        yield from self.text.split("\n")


class Body:
    """The lines of a function while it is written."""

    def __init__(self) -> None:
        """Begin without a line."""
        self.lines: list[str] = []
        self.depth = 1

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.append(INDENT * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line that ends in a colon; what is added meanwhile stands under it."""
        self.add(f"{head}:")
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def members(self, member: str, seats: int, group: Code | None) -> Iterator[None]:
        """Go through the seats of a set by their numbers, or through all seats."""
        with self.block(f"for {member} in range({seats})"):
            if group is None:
                yield
            else:
                with self.block(f"if {group} >> {member} & 1"):
                    yield

    @contextmanager
    def bits(self, one: str, cards: str, left: str = "left") -> Iterator[None]:
        """Go through a set of cards, each as a set of one, the lowest first."""
        self.add(f"{left} = {cards}")
        with self.block(f"while {left}"):
            self.add(f"{one} = {left} & -{left}")
            self.add(f"{left} ^= {one}")
            yield
