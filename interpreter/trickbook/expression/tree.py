"""The tree of an expression: what the grammar makes of its text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator


class Token(str):
    """A word, number or sign, with the characters that it covers."""

    __slots__ = ("begin", "end")
    begin: int
    end: int

    def __new__(cls, text: str, begin: int, end: int) -> Self:
        """Make a token."""
        made = super().__new__(cls, text)
        made.begin, made.end = begin, end
        return made


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of an expression: its rule in the grammar, its own parts, and the characters that it covers.

    Its parts are trees, tokens, and None for what may stand there and does not. Brackets round it are not
    among its characters. Equal trees may stand in different places.
    """

    data: str
    children: tuple[Any, ...]
    begin: int = field(default=0, compare=False)
    end: int = field(default=1, compare=False)

    def tokens(self) -> Iterator[Token]:
        """All tokens, in the order written."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.tokens()
            elif isinstance(child, Token):
                yield child

    def named(self, data: str) -> Iterator[Tree]:
        """All parts of a rule of the grammar, the innermost first."""
        levels = [[self]]
        while level := [child for part in levels[-1] for child in part.children if isinstance(child, Tree)]:
            levels.append(level)
        return (part for level in reversed(levels) for part in level if part.data == data)
