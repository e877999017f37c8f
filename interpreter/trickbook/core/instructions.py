"""Instructions of LLVM's intermediate language, and between which two numbers their values lie.

What surely fits into the width needs no guard. Of cells and parameters nothing is known, of local names only
what a loop counts, and the bits that it goes through.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping


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
        self.width, self.numbers = width, numbers
        self.known: Mapping[str, Interval] = {}
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
                low, high = self._of_name(name)
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

    def _of_name(self, name: str) -> Interval:
        number = self.numbers.get(name)
        return self.known.get(name, self.all) if number is None else Interval(number, number)

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


SYMBOL: Final = "own."
"""The prefix of a name of the source in machine code, so that it is none of the system's."""

ALIGNMENT: Final = 8
"""Data outside a function begins at a multiple of so many bytes, also where numbers are wider."""


NUMBER: Final = 64
"""So many bits hold every number that is no set."""


BEYOND: Final = -1
"""The number in the cell that says that something went too far."""


class SubsetError(TrickbookError):
    """Something is no part of the subset."""

    def __init__(self, node: ast.AST, what: str = "") -> None:
        """Say what, and in which line of the source."""
        line = getattr(node, "lineno", None)
        where = f"line {line}" if line else "the source"
        super().__init__(f"{where} is no part of the subset: {what or _text(node)}")


def _text(node: ast.AST) -> str:
    """The text of a node, as far as it can be read."""
    try:
        return ast.unparse(node)
    except RecursionError:
        return "what is nested too deeply"


class Names(NamedTuple):
    """The meanings of the names of a source, how long the list is, and how wide a number.

    ``fault`` is the cell that says that something went too far. ``rare`` functions are hardly ever called.
    """

    numbers: Mapping[str, int]
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, ast.FunctionDef]
    cells: int
    width: int
    fault: int
    rare: Collection[str] = ()


def failure(names: Names) -> Iterator[str]:
    """Yield the end of a function that would do what it must not: a cell says so."""
    yield "fail:"
    yield f"  %error = getelementptr inbounds i{names.width}, ptr %v, i64 {names.fault}"
    yield f"  store i{names.width} {BEYOND}, ptr %error, align {ALIGNMENT}"
    yield f"  ret i{names.width} 0"


class Instructions(ast.NodeVisitor):
    """The instructions of a function while it is translated.

    Each local name has a slot of memory, which LLVM turns into registers.
    """

    def __init__(self, names: Names) -> None:
        """Begin without an instruction."""
        self.names, self.word = names, f"i{names.width}"
        self.intervals = Intervals(names.numbers, names.width)
        self.code: list[str] = []
        self.slots: dict[str, str] = {}
        self.count = 0
        self.open, self.fails = True, False
        self.cuts = self.has_words = False

    def do(self, instruction: str) -> None:
        """Add an instruction; behind a jump there is nothing to be done."""
        if self.open:
            self.code.append(f"  {instruction}")

    def gives(self, instruction: str) -> str:
        """Add an instruction that gives a value; return its name."""
        self.count += 1
        name = f"%t{self.count}"
        self.do(f"{name} = {instruction}")
        return name

    def end(self, instruction: str) -> None:
        """Add an instruction that ends a block."""
        self.do(instruction)
        self.open = False

    def label(self) -> str:
        """Return a new label."""
        self.count += 1
        return f"l{self.count}"

    def at(self, label: str) -> None:
        """Begin a block; what comes before goes on there."""
        if self.open:
            self.jump(label)
        self.code.append(f"{label}:")
        self.open = True

    def jump(self, label: str) -> None:
        """Go on at a label."""
        self.end(f"br label %{label}")

    def branch(self, test: str, yes: str, no: str) -> None:
        """Go on at one of two labels."""
        self.end(f"br i1 {test}, label %{yes}, label %{no}")

    def guard(self, comparison: str) -> None:
        """Fail unless a comparison is true."""
        self.fails, on = True, self.label()
        self.end(f"br i1 {self.gives(comparison)}, label %{on}, label %fail, !prof !2")
        self.at(on)

    def put(self, name: str, value: str) -> None:
        """Keep a value under a local name."""
        slot = self.slots.setdefault(name, f"%s{len(self.slots)}")
        self.do(f"store {self.word} {value}, ptr {slot}")

    def load(self, name: str) -> str:
        """Return the value of a local name."""
        return self.gives(f"load {self.word}, ptr {self.slots[name]}")

    def get(self, node: ast.Name) -> str:
        """Return the value of a name: a number of the source, or what was put there."""
        if node.id in self.names.numbers:
            return self.number(node, self.names.numbers[node.id])
        if node.id not in self.slots:
            raise SubsetError(node, f"{node.id}, which has no value")
        return self.load(node.id)

    def number(self, node: ast.AST, number: int) -> str:
        """A number, of which the highest bit is the sign; a function of words has numbers without one."""
        width = self.names.width
        if not -(1 << width - 1) <= number < 1 << width - (not self.has_words):
            raise SubsetError(node, f"{number}, which is too large for {width} bits")
        return str(number - (1 << width) if number >> (width - 1) == 1 else number)
