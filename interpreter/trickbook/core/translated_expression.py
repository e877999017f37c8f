"""Expressions of the subset as LLVM's intermediate language: numbers, and conditions that branch.

``and`` and ``or`` stop early, as Python's do, and give the operand that decided.
"""

from __future__ import annotations

import ast
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from trickbook.core.instructions import ALIGNMENT, Instructions, SubsetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

COMPARISONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip

OPERATIONS: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
}  # fmt: skip
"""What one instruction does."""

GROWING: Final = (ast.Add, ast.Sub, ast.Mult)
"""What may become too large for its width."""

MOST_NEGATIVE: Final = -(1 << 63)
"""The number whose opposite 64 bits do not hold."""

SHIFTS: Final[Mapping[type[ast.operator], str]] = {ast.LShift: "shl", ast.RShift: "lshr"}


class Expressions(Instructions):
    """The instructions of a function while its expressions are translated."""

    # Values

    def value(self, node: ast.expr) -> str:
        """Translate an expression to a number."""
        found: str = self.visit(node)
        return found

    def generic_visit(self, node: ast.AST) -> None:
        """Refuse what has no method of its own."""
        raise SubsetError(node)

    def visit_Constant(self, node: ast.Constant) -> str:
        """A whole number that the width can hold."""
        if type(node.value) is not int:
            raise SubsetError(node)
        return self.number(node, node.value)

    def visit_Name(self, node: ast.Name) -> str:
        """A number of the source, or what was put under a name."""
        return self.get(node)

    def visit_BinOp(self, node: ast.BinOp) -> str:
        """Two numbers combined; of what is cut to the width anyway, no more need be kept."""
        kind = type(node.op)
        if kind is ast.BitAnd and self._is_whole(node.right):
            with self._cut():
                left = self.value(node.left)
            return self.combine(node, kind, left, self.value(node.right))
        with self._cut(on=self.cuts and kind in OPERATIONS):
            left, right = self.value(node.left), self.value(node.right)
        return self.combine(node, kind, left, right)

    def _is_whole(self, node: ast.expr) -> bool:
        """Return whether a number has all bits of the width."""
        return isinstance(node, ast.Name) and self.names.numbers.get(node.id) == (1 << self.names.width) - 1

    @contextmanager
    def _cut(self, *, on: bool = True) -> Iterator[None]:
        """Let numbers be cut to the width for a while, or not: of a quotient, say, the upper bits decide."""
        before, self.cuts = self.cuts, on or self.always
        yield
        self.cuts = before

    def combine(self, node: ast.AST, operation: type[ast.operator], one: str, other: str) -> str:
        """Combine two numbers; division is rounded down."""
        if operation in GROWING and not self.cuts:
            return self._combine_checked(OPERATIONS[operation], one, other)
        if operation in OPERATIONS:
            return self.gives(f"{OPERATIONS[operation]} {self.word} {one}, {other}")
        if operation in SHIFTS:
            self.guard(f"icmp ult {self.word} {other}, {self.names.width}")
            return self.gives(f"{SHIFTS[operation]} {self.word} {one}, {other}")
        if operation not in (ast.FloorDiv, ast.Mod):
            raise SubsetError(node)
        return self._divide(one, other, rest=operation is ast.Mod)

    def _combine_checked(self, operation: str, one: str, other: str) -> str:
        """Combine two numbers, and fail where the width does not hold what comes of it."""
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

    def visit_UnaryOp(self, node: ast.UnaryOp) -> str:
        """A number on the other side of zero, all that is not in a set, or whether something is not so."""
        match node.op:
            case ast.USub():
                return self.gives(f"sub {self.word} 0, {self.value(node.operand)}")
            case ast.Invert():
                return self.gives(f"xor {self.word} {self.value(node.operand)}, -1")
            case ast.Not():
                return self._truth(node)
        raise SubsetError(node)

    def _truth(self, node: ast.expr) -> str:
        """1 if a condition is true, else 0."""
        return self.visit_IfExp(ast.IfExp(node, ast.Constant(1), ast.Constant(0)))

    def visit_Compare(self, node: ast.Compare) -> str:
        """1 if a comparison is true, else 0."""
        return self.gives(f"zext i1 {self._comparison(node)} to {self.word}")

    def _comparison(self, node: ast.Compare) -> str:
        """Return the truth of a comparison; they are not chained."""
        if len(node.ops) != 1 or type(node.ops[0]) not in COMPARISONS:
            raise SubsetError(node)
        with self._cut(on=False):
            one, other = self.value(node.left), self.value(node.comparators[0])
        return self.gives(f"icmp {COMPARISONS[type(node.ops[0])]} {self.word} {one}, {other}")

    def visit_BoolOp(self, node: ast.BoolOp) -> str:
        """The first operand that decides, else the last; where each is cheap, all are found at once."""
        if all(map(self._is_cheap, node.values)):
            return self._select(node)
        after, name = self.label(), f".{self.label()}"
        for index, part in enumerate(node.values, 1):
            found = self.value(part)
            self.put(name, found)
            if index < len(node.values):
                on, some = self.label(), self.gives(f"icmp ne {self.word} {found}, 0")
                self.branch(some, *((on, after) if isinstance(node.op, ast.And) else (after, on)))
                self.at(on)
        self.at(after)
        return self.load(name)

    def _is_cheap(self, node: ast.expr) -> bool:
        """Return whether an expression takes an instruction or two and cannot fail."""
        match node:
            case ast.Constant() | ast.Name():
                return True
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor()):
                return self._is_cheap(node.left) and self._is_cheap(node.right)
            case ast.UnaryOp(op=ast.Invert()):
                return self._is_cheap(node.operand)
            case ast.Subscript(value=ast.Name(id="v"), slice=ast.Name(id=name)):
                return 0 <= self.names.numbers.get(name, -1) < self.names.cells
        return False

    def _select(self, node: ast.BoolOp) -> str:
        """The first operand that decides, without a branch: a processor could not guess it."""
        *first, last = map(self.value, node.values)
        for one in reversed(first):
            some = self.gives(f"icmp ne {self.word} {one}, 0")
            yes, no = (last, one) if isinstance(node.op, ast.And) else (one, last)
            last = self.gives(f"select i1 {some}, {self.word} {yes}, {self.word} {no}")
        return last

    def visit_IfExp(self, node: ast.IfExp) -> str:
        """One of two numbers."""
        yes, no, after, name = self.label(), self.label(), self.label(), f".{self.label()}"
        self.test(node.test, yes, no)
        for label, part in ((yes, node.body), (no, node.orelse)):
            self.at(label)
            self.put(name, self.value(part))
            self.jump(after)
        self.at(after)
        return self.load(name)

    def visit_Subscript(self, node: ast.Subscript) -> str:
        """A number of the list or of a table."""
        return self.gives(f"load {self.word}, ptr {self.address(node)}, align {ALIGNMENT}")

    def address(self, node: ast.Subscript) -> str:
        """Return where a number of the list or of a table is; the index is checked."""
        if not isinstance(node.value, ast.Name):
            raise SubsetError(node)
        name, tables = node.value.id, self.names.tables
        if name != "v" and name not in tables:
            raise SubsetError(node)
        with self._cut():
            index = self.value(node.slice)
        self.guard(f"icmp ult {self.word} {index}, {self.names.cells if name == 'v' else len(tables[name])}")
        index = self._as("i64", index)
        start = "%v" if name == "v" else f"@{name}"
        return self.gives(f"getelementptr inbounds {self.word}, ptr {start}, i64 {index}")

    def visit_Call(self, node: ast.Call) -> str:
        """What a function returns, or how many are in a set."""
        with self._cut(on=False):
            return self._call(node)

    def _call(self, node: ast.Call) -> str:
        if node.keywords:
            raise SubsetError(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count" and not node.args:
            return self.gives(
                f"call {self.word} @llvm.ctpop.{self.word}({self.word} {self.value(node.func.value)})"
            )
        if not isinstance(node.func, ast.Name) or node.func.id not in self.names.functions:
            raise SubsetError(node)
        expected = self.names.functions[node.func.id].args.args
        if len(expected) != len(node.args):
            raise SubsetError(node)
        given = ", ".join(
            "ptr %v" if one.arg == "v" else f"{self.word} {self.value(part)}"
            for one, part in zip(expected, node.args, strict=True)
        )
        return self.gives(f"call {self.word} @{node.func.id}({given})")

    # Conditions

    def test(self, node: ast.expr, yes: str, no: str) -> None:
        """Go on at a label if a condition holds, else at another; what need not be asked is not."""
        if isinstance(node, ast.BoolOp):
            *first, last = node.values
            for part in first:
                on = self.label()
                self.test(part, *((on, no) if isinstance(node.op, ast.And) else (yes, on)))
                self.at(on)
            self.test(last, yes, no)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.test(node.operand, no, yes)
        elif isinstance(node, ast.Compare):
            self.branch(self._comparison(node), yes, no)
        else:
            self.branch(self.gives(f"icmp ne {self.word} {self.value(node)}, 0"), yes, no)
