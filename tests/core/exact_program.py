"""A program of the subset in Python, with exact numbers: what it comes to, and whether it passed a limit.

Machine code may fail where a number passes a limit: where it has more bits than the width, where an index
counts from the end, where a set is below 0. Anywhere else it does what Python does.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any, Final

from trickbook.core import subset
from trickbook.core.instructions import NUMBER
from trickbook.core.translated_function import LONGEST

SHARED: Final = inspect.getsource(subset)

MOST_BITS: Final = 5000
"""With more, Python would need too much memory."""

MOST_ROUNDS: Final = 30_000
"""So many rounds of loops are tried."""

CHANGING: Final = ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod")
ALONE: Final = ("neg", "invert", "bit_count")
COMPARING: Final = ("eq", "ne", "lt", "le", "gt", "ge")


class EndlessError(Exception):
    """A program takes too long, or its numbers too much room."""


class Limits:
    """How wide numbers are, whether one passed a limit, and how many rounds there were."""

    def __init__(self, width: int) -> None:
        self.width, self.passed, self.rounds = width, False, 0

    def number(self, value: int) -> Any:
        """A number, which may have passed the limit."""
        self.check(value, self.width)
        if value.bit_length() > MOST_BITS:
            raise EndlessError
        return self.kind(value)

    def check(self, value: int, width: int = NUMBER) -> None:
        self.passed |= not -(1 << width - 1) <= value < 1 << width - 1

    def place(self, index: int) -> int:
        """An index, which should not count from the end."""
        self.passed |= index < 0
        return index

    def count(self, many: int) -> Iterator[Any]:
        """The numbers of a range."""
        self.passed |= many > LONGEST
        for index in range(many):
            self.step()
            yield self.kind(index)

    def bits(self, some: int) -> int:
        """A set whose bits a loop goes through; one below 0 has no last bit."""
        self.step()
        if some < 0:
            raise EndlessError
        return some

    def step(self) -> None:
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise EndlessError

    def operate(self, name: str, one: int, *others: int) -> Any:
        """The result of an operation, and whether machine code may fail at it."""
        if name in {"lshift", "rshift"}:
            self.passed |= others[0] >= self.width
            if others[0] > MOST_BITS:
                raise EndlessError
        if name in {"floordiv", "mod"} or (name == "mul" and self.width > NUMBER):
            for each in (one, *others):
                self.check(each)
            self.passed |= name == "mod" and one == -(1 << 63) and others[0] == -1
        return self.number(getattr(int, name if name == "bit_count" else f"__{name}__")(one, *others))

    @property
    def kind(self) -> type[int]:
        """The numbers of a program."""
        found = self.__dict__.get("_kind")
        if found is None:
            body: dict[str, Any] = {"__hash__": int.__hash__}
            for name in (*CHANGING, *ALONE, *COMPARING):
                body[name if name == "bit_count" else f"__{name}__"] = self._method(name)
            found = self.__dict__["_kind"] = type("Number", (int,), body)
        kind: type[int] = found
        return kind

    def _method(self, name: str) -> Any:
        return lambda *given: self.operate(name, *map(int, given))


class _Exact(ast.NodeTransformer):
    """Lets a program work with exact numbers."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return _call("_number", node) if type(node.value) is int else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return _call("_not", node.operand) if isinstance(node.op, ast.Not) else node

    def visit_While(self, node: ast.While) -> ast.AST:
        self.generic_visit(node)
        node.test = _call("_bits", node.test)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        node.slice = _call("_place", node.slice)
        return node


def _call(name: str, given: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [given], [])


@cache
def _compiled(source: str) -> CodeType:
    """The functions and numbers of a source, which work with exact numbers."""
    tree = ast.parse(source)
    tree.body = [
        node for node in tree.body if not isinstance(node, ast.ImportFrom | ast.Expr | ast.AnnAssign)
    ]
    future = ast.parse("from __future__ import annotations").body
    whole = ast.Module([*future, *_Exact().visit(tree).body], [])
    return compile(ast.fix_missing_locations(whole), "<program>", "exec")


def result(source: str, cells: list[int], given: list[int], width: int) -> tuple[Any, Limits]:
    """What `door` returns, and the cells behind it; an exception in its place, if there is one."""
    limits = Limits(width)
    names: dict[str, Any] = {
        "_number": limits.kind, "_bits": limits.bits, "_place": limits.place, "range": limits.count,
        "_not": lambda one: limits.kind(not one),
    }  # fmt: skip
    library = names | {name: limits.kind(one) for name, one in vars(subset).items() if name.isupper()}
    exec(_compiled(SHARED), library)  # noqa: S102 - the package's own
    names = {**library, "nth": _nth(limits, library["nth"])}
    v = [limits.kind(number) for number in cells]
    try:
        exec(_compiled(source), names)  # noqa: S102 - drawn by a test
        found = int(names["door"](v, *map(limits.kind, given)))
    except Exception as error:  # noqa: BLE001 - whatever the program raises
        return error, limits
    return (found, [*map(int, v)]), limits


def _nth(limits: Limits, plain: Any) -> Any:
    """The shared function that a processor has, for sets and places from 0 on."""

    def nth(cards: int, n: int) -> Any:
        limits.passed |= cards < 0 or n < 0
        return plain(cards, n)

    return nth
