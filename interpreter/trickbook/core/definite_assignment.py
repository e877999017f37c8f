"""Definite assignment: each name has a value wherever it is read, whichever way leads there.

A compiler of Java or of C# asks the same. Here Python would raise an error where machine code would find
what happened to lie in a register, so a function of which it cannot be shown is no part of the subset. Nor is
one that is asked for a value and may end without one.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, TypeAlias

from trickbook.core.instructions import SubsetError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    Known: TypeAlias = frozenset[str] | None
    """The names that have a value at some point; None where nothing leads to it."""

MOST_LOOPS: Final = 20
"""So many loops may stand inside one another in Python."""


def ends_without_value(node: ast.FunctionDef) -> bool:
    """Return whether a function may end without a value; SubsetError for a name that may have none."""
    flow = _Flow(node)
    left = flow.block(node.body, frozenset(one.arg for one in node.args.args))
    return flow.silent or left is not None


def check_calls(node: ast.FunctionDef, silent: Collection[str]) -> None:
    """SubsetError if a function asks one for a value that may end without."""
    alone = {id(one.value) for one in ast.walk(node) if isinstance(one, ast.Expr)}
    for one in ast.walk(node):
        match one:
            case ast.Call(func=ast.Name(id=name)) if name in silent and id(one) not in alone:
                raise SubsetError(one, f"the value of {name}, which may end without one")


class _Flow:
    """The ways through a function: which names have a value behind each statement."""

    def __init__(self, node: ast.FunctionDef) -> None:
        """Begin with the names that are the function's own."""
        stored = (one.id for one in ast.walk(node) if isinstance(one, ast.Name) and _is_stored(one))
        self.own = {*(one.arg for one in node.args.args), *stored}
        self.silent, self.loops = False, 0

    def block(self, nodes: Sequence[ast.stmt], known: Known) -> Known:
        """Go through statements one by one."""
        for node in nodes:
            if known is None:
                return None  # machine code has nothing for what nothing leads to
            known = self._statement(node, known)
        return known

    def _statement(self, node: ast.stmt, known: frozenset[str]) -> Known:
        match node:
            case ast.If():
                self._check_reads(node.test, known)
                return _either(self.block(node.body, known), self.block(node.orelse, known))
            case ast.For():
                self._loop(node.body, node.iter, known, known | _assigned_name(node.target))
                return known
            case ast.While():
                self._loop(node.body, node.test, known, known)
                return known
        self._check_reads(node, known)
        self.silent |= isinstance(node, ast.Return) and node.value is None
        return None if isinstance(node, ast.Return | ast.Break) else known | self._assigned_names(node, known)

    def _assigned_names(self, node: ast.stmt, known: frozenset[str]) -> frozenset[str]:
        """The names that get a value; one that is changed has one already."""
        match node:
            case ast.Assign():
                return frozenset[str]().union(*map(_assigned_name, node.targets))
            case ast.AugAssign() if not _assigned_name(node.target) <= known:
                raise SubsetError(node, f"{ast.unparse(node.target)}, which may have no value here")
        return frozenset()

    def _loop(
        self, body: Sequence[ast.stmt], end: ast.expr, known: frozenset[str], inside: frozenset[str]
    ) -> None:
        """Go through a loop once; it may as well do nothing."""
        self._check_reads(end, known)
        self.loops += 1
        if self.loops > MOST_LOOPS:
            raise SubsetError(body[0], "a loop inside too many others")
        self.block(body, inside)
        self.loops -= 1

    def _check_reads(self, node: ast.AST, known: frozenset[str]) -> None:
        """Check that all that an expression reads has a value, and is neither a function nor a table."""
        for one in ast.walk(node):
            match one:
                case ast.Call(func=ast.Name(id=name)) if name in self.own:
                    raise SubsetError(one, f"{name}, which is a name of this function's own")
                case ast.Subscript(value=ast.Name(id=name)) if name in self.own and name != "v":
                    raise SubsetError(one, f"{name}, which is a name of this function's own")
                case ast.Name(id=name, ctx=ast.Load()) if name in self.own - known:
                    raise SubsetError(one, f"{name}, which may have no value here")


def _is_stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _assigned_name(target: ast.expr) -> frozenset[str]:
    """The name that gets a value, if it is one."""
    return frozenset({target.id}) if isinstance(target, ast.Name) else frozenset()


def _either(one: Known, other: Known) -> Known:
    """The names that have a value behind both of two ways."""
    if one is None or other is None:
        return other if one is None else one
    return one & other
