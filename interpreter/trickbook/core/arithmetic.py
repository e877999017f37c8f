"""Arithmetic of the subset: what each operator is in LLVM's language, and what it must not do.

Numbers have a sign and one width. Python's have any width; where the two would differ, the operation fails.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from trickbook.core.instructions import NUMBER, Instructions, SubsetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.core.instructions import Interval

OPERATIONS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
"""The instruction of each operator."""

GROWING: Final = (ast.Add, ast.Sub, ast.Mult)
"""The operators whose results may become too large for their width."""

MOST_NEGATIVE: Final = -(1 << 63)
"""The number whose opposite 64 bits do not hold."""


class Arithmetic(Instructions):
    """The instructions of a function while its numbers are combined."""

    def constant(self, node: ast.AST) -> int | None:
        """Return a number that stands in the source; None for what is computed."""
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name):
                return self.names.numbers.get(name)
        return None

    def _is_mask(self, node: ast.expr) -> bool:
        """Return whether a number from 0 on stands there: it leaves only bits that are there."""
        return self.intervals.of(node).low >= 0

    def _is_all_bits(self, name: str) -> bool:
        """Return whether a number has all bits of the width, as those of words without a sign."""
        return self.names.numbers.get(name) == (1 << self.names.width) - 1

    @contextmanager
    def cut(self, *, on: bool = True) -> Iterator[None]:
        """Let numbers be cut to the width for a while, or not: of a quotient, say, the upper bits decide."""
        before, self.cuts = self.cuts, on
        yield
        self.cuts = before

    def combine(self, node: ast.BinOp | ast.AugAssign, one: str, other: str) -> str:
        """Combine two numbers; division is rounded down."""
        operation = type(node.op)
        if operation in GROWING and not (self.cuts or self.intervals.fits(self.intervals.exact(node))):
            return self._combine_checked(OPERATIONS[operation], one, other)
        if operation in OPERATIONS:
            return self.gives(f"{OPERATIONS[operation]} {self.word} {one}, {other}")
        if operation is ast.LShift:
            return self._shift_left(
                self.intervals.of(node.left) if isinstance(node, ast.BinOp) else None, one, other
            )
        if operation is ast.RShift:
            self.guard(f"icmp ult {self.word} {other}, {self.names.width}")
            return self.gives(f"{'lshr' if self.has_words else 'ashr'} {self.word} {one}, {other}")
        if operation not in (ast.FloorDiv, ast.Mod):
            raise SubsetError(node)
        return self._divide(one, other, rest=operation is ast.Mod)

    def _shift_left(self, known: Interval | None, one: str, other: str) -> str:
        """Shift a number; no bit may get lost at the upper end, but where it is cut anyway."""
        width, word = self.names.width, self.word
        is_short = known is not None and known.low >= 0 and known.high.bit_length() < width // 2
        room = known.high.bit_length() if known and is_short and not self.cuts else 0
        self.guard(f"icmp ult {word} {other}, {width - room}")
        found = self.gives(f"shl {word} {one}, {other}")
        if not (is_short or self.cuts):
            self.guard(f"icmp eq {word} {self.gives(f'ashr {word} {found}, {other}')}, {one}")
        return found

    def _combine_checked(self, operation: str, one: str, other: str) -> str:
        """Combine two numbers, and fail where the width does not hold what comes of it."""
        if operation == "mul" and self.names.width > NUMBER:  # LLVM has a call for that which not all know
            one, other = (self._from("i64", self._narrow(number)) for number in (one, other))
            return self.gives(f"mul {self.word} {one}, {other}")
        both, word = f"{{{self.word}, i1}}", self.word
        checked = f"@llvm.s{operation}.with.overflow.{word}"
        pair = self.gives(f"call {both} {checked}({word} {one}, {word} {other})")
        over = self.gives(f"extractvalue {both} {pair}, 1")
        self.guard(f"xor i1 {over}, true")
        return self.gives(f"extractvalue {both} {pair}, 0")

    def _divide(self, one: str, other: str, *, rest: bool) -> str:
        """Divide numbers, which 64 bits must hold; LLVM rounds towards zero, and Python down."""
        a, b = (self._narrow(number) for number in (one, other))
        self.guard(f"icmp ne i64 {b}, 0")
        most, turned = self.gives(f"icmp eq i64 {a}, {MOST_NEGATIVE}"), self.gives(f"icmp eq i64 {b}, -1")
        beyond = self.gives(f"and i1 {most}, {turned}")
        self.guard(f"xor i1 {beyond}, true")
        left = self.gives(f"srem i64 {a}, {b}")
        signs = self.gives(f"xor i64 {left}, {b}")
        below, some = self.gives(f"icmp slt i64 {signs}, 0"), self.gives(f"icmp ne i64 {left}, 0")
        off = self.gives(f"and i1 {below}, {some}")
        if rest:
            more = self.gives(f"select i1 {off}, i64 {b}, i64 0")
            return self._from("i64", self.gives(f"add i64 {left}, {more}"))
        whole, less = self.gives(f"sdiv i64 {a}, {b}"), self.gives(f"zext i1 {off} to i64")
        return self._from("i64", self.gives(f"sub i64 {whole}, {less}"))

    def _narrow(self, number: str) -> str:
        """A number in 64 bits; it fails where they do not hold it."""
        found = self._as("i64", number)
        if found != number:
            self.guard(f"icmp eq {self.word} {self._from('i64', found)}, {number}")
        return found

    def _as(self, kind: str, number: str) -> str:
        """A number as one of another width."""
        return number if kind == self.word else self.gives(f"trunc {self.word} {number} to {kind}")

    def _from(self, kind: str, number: str) -> str:
        """A number of another width as one of the usual."""
        return number if kind == self.word else self.gives(f"sext {kind} {number} to {self.word}")
