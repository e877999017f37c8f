"""Expressions of the subset as LLVM's intermediate language: numbers, and conditions that branch.

``and`` and ``or`` stop early, as Python's do, and give the operand that decided.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from trickbook.core.arithmetic import OPERATIONS, Arithmetic
from trickbook.core.instructions import ALIGNMENT, SYMBOL, SubsetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

COMPARISONS: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


class Expressions(Arithmetic):
    """The instructions of a function while its expressions are translated."""

    parameters: Sequence[str] = ()

    # Values

    def value(self, node: ast.expr) -> str:
        """Translate an expression to a number."""
        value_text: str = self.visit(node)
        return value_text

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
        """Two numbers combined; of what is cut to some bits anyway, no more need be kept."""
        kind = type(node.op)
        if kind is ast.BitAnd and self._is_mask(node.right):
            with self.cut():
                left = self.value(node.left)
            return self.combine(node, left, self.value(node.right))
        with self.cut(on=self.cuts and kind in OPERATIONS):
            left, right = self.value(node.left), self.value(node.right)
        return self.combine(node, left, right)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> str:
        """A number on the other side of zero, all that is not in a set, or whether something is not so."""
        match node.op:
            case ast.USub():
                return self._opposite(node.operand)
            case ast.Invert():
                return self.gives(f"xor {self.word} {self.value(node.operand)}, -1")
            case ast.Not():
                return self._truth(node)
        raise SubsetError(node)

    def _opposite(self, node: ast.expr) -> str:
        """A number on the other side of zero."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return self.number(node, -node.value)
        number = self.value(node)
        return (
            self.gives(f"sub {self.word} 0, {number}")
            if self.cuts
            else self._combine_checked("sub", "0", number)
        )

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
        with self.cut(on=False):
            one, other = self.value(node.left), self.value(node.comparators[0])
        return self.gives(f"icmp {COMPARISONS[type(node.ops[0])]} {self.word} {one}, {other}")

    def visit_BoolOp(self, node: ast.BoolOp) -> str:
        """The first operand that decides, else the last; where each is cheap, all are found at once."""
        with self.cut(on=False):
            return self._select(node) if all(map(self._is_cheap, node.values)) else self._decide(node)

    def _decide(self, node: ast.BoolOp) -> str:
        """The first operand that decides; those behind it are not found."""
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
        if name not in (self.parameters if name == "v" else tables):
            raise SubsetError(node)
        index = self._index(node.slice)
        self.guard(f"icmp ult {self.word} {index}, {self.names.cells if name == 'v' else len(tables[name])}")
        index = self._as("i64", index)
        start = "%v" if name == "v" else f"@{SYMBOL}{name}"
        return self.gives(f"getelementptr inbounds {self.word}, ptr {start}, i64 {index}")

    def _index(self, node: ast.expr) -> str:
        """An index, which is checked anyway.

        A sum of one number and small ones that is too large for its width is still beyond every list.
        """
        large = [one for one in summands(node) if not self.intervals.is_small(one)]
        with self.cut(on=False):
            if len(large) > 1:
                return self.value(node)
        return self._sum(node)

    def _sum(self, node: ast.expr) -> str:
        """A sum, whose parts alone are checked."""
        match node:
            case ast.BinOp(left=one, op=ast.Add() | ast.Sub(), right=other):
                left, right = self._sum(one), self._sum(other)
                return self.gives(f"{OPERATIONS[type(node.op)]} {self.word} {left}, {right}")
        with self.cut(on=False):
            return self.value(node)

    def visit_Call(self, node: ast.Call) -> str:
        """A call: the value of a function, or the number of bits in a set."""
        with self.cut(on=False):
            return self._call(node)

    def _call(self, node: ast.Call) -> str:
        if node.keywords:
            raise SubsetError(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count" and not node.args:
            return self._count(node.func.value)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.names.functions:
            raise SubsetError(node)
        expected = self.names.functions[node.func.id].args.args
        if len(expected) != len(node.args):
            raise SubsetError(node)
        given = "".join(
            self._pass_list(part) if one.arg == "v" else f", {self.word} {self.value(part)}"
            for one, part in zip(expected, node.args, strict=True)
        )
        return self.gives(f"call {self.word} @{SYMBOL}{node.func.id}(ptr %v{given})")

    def _pass_list(self, node: ast.expr) -> str:
        """The list, which every function has in machine code, whether or not it names it."""
        if not (isinstance(node, ast.Name) and node.id == "v" and "v" in self.parameters):
            raise SubsetError(node, f"{ast.unparse(node)}, where the list is wanted")
        return ""

    def _count(self, node: ast.expr) -> str:
        """How many bits are in a number; Python counts those of its distance from zero."""
        number = self.value(node)
        if not self.has_words and self.intervals.of(node).low < 0:
            number = self.gives(f"call {self.word} @llvm.abs.{self.word}({self.word} {number}, i1 false)")
        return self.gives(f"call {self.word} @llvm.ctpop.{self.word}({self.word} {number})")

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
            with self.cut(on=False):
                number = self.value(node)
            self.branch(self.gives(f"icmp ne {self.word} {number}, 0"), yes, no)


def summands(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what a sum or a difference is made of."""
    match node:
        case ast.BinOp(left=one, op=ast.Add() | ast.Sub(), right=other):
            yield from summands(one)
            yield from summands(other)
        case _:
            yield node
