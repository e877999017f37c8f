"""Interval arithmetic: between which two numbers an expression of the subset lies, as far as its text shows.

What surely fits into the width needs no guard. Of cells and parameters nothing is known, of local names only
what a loop counts, and the bits that it goes through.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


SMALL: Final = 1 << 40
"""No list has so many cells, and no source a sum of so many numbers that they come near to 64 bits."""


class Interval(NamedTuple):
    """The least and the greatest number that may come of an expression."""

    low: int
    high: int


class Intervals:
    """The intervals of expressions, for numbers of one width and the constants of a source."""

    def __init__(self, numbers: Mapping[str, int], width: int) -> None:
        """Begin with all that the width holds."""
        self.width = width
        self.known = {name: Interval(number, number) for name, number in numbers.items()}
        self.all = Interval(-(1 << width - 1), (1 << width - 1) - 1)

    def fits(self, found: Interval) -> bool:
        """Return whether the width holds all of an interval."""
        return self.all.low <= found.low and found.high <= self.all.high

    @contextmanager
    def knowing(self, more: Mapping[str, Interval]) -> Iterator[None]:
        """Know the intervals of some local names for a while."""
        before, self.known = self.known, {**self.known, **more}
        yield
        self.known = before

    def is_small(self, node: ast.expr) -> bool:
        """Return whether so many such numbers can be added that no source has more."""
        found = self.of(node)
        return found.low >= -SMALL and found.high <= SMALL

    def of(self, node: ast.AST) -> Interval:
        """Return the interval of an expression, once it is guarded."""
        found = self.exact(node)
        return Interval(max(found.low, self.all.low), min(found.high, self.all.high))

    def exact(self, node: ast.AST) -> Interval:
        """Return the interval of an expression without a guard, as Python would have it."""
        low, high = self.all
        match node:
            case ast.Constant(value=int(number)):
                low = high = number
            case ast.Name(id=name):
                low, high = self.known.get(name, self.all)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                low, high = 0, 1
            case ast.Call(func=ast.Attribute(attr="bit_count")):
                low, high = 0, self.width
            case ast.IfExp(body=one, orelse=other):
                (low, high), (less, more) = self.of(one), self.of(other)
                low, high = min(low, less), max(high, more)
            case ast.UnaryOp(op=ast.USub(), operand=one):
                high, low = (-number for number in self.of(one))
            case (
                ast.BinOp(left=one, op=operation, right=other)
                | ast.AugAssign(target=one, op=operation, value=other)
            ):
                low, high = self._combined(operation, self.of(one), self.of(other))
        return Interval(low, high)

    def _combined(self, operation: ast.operator, one: Interval, other: Interval) -> Interval:
        low, high = self.all
        match operation:
            case ast.Add():
                low, high = one.low + other.low, one.high + other.high
            case ast.Sub():
                low, high = one.low - other.high, one.high - other.low
            case ast.Mult():
                corners = [a * b for a in one for b in other]
                low, high = min(corners), max(corners)
            case ast.BitAnd() if one.low >= 0 or other.low >= 0:
                low, high = 0, min(each.high for each in (one, other) if each.low >= 0)
            case ast.Mod() if other.low > 0:
                low, high = 0, other.high - 1
            case ast.LShift() if one.low >= 0:
                low = one.low
            case ast.RShift() | ast.BitOr() | ast.BitXor() if one.low >= 0 <= other.low:
                low = 0
        return Interval(low, high)
