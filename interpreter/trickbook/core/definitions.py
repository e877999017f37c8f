"""Definitions of a source: numbers, tables and functions by name.

Each name must have a value wherever it is read, whichever way leads there. A compiler of Java or of C# asks
the same. Python would raise an error where machine code would read what happened to lie in a register. So the
subset refuses such a function, and one that is asked for a value and may end without one.
"""

from __future__ import annotations

import ast
import inspect
import re
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from trickbook.core.instructions import SubsetError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from types import ModuleType

    Known: TypeAlias = frozenset[str] | None
    """The names that have a value at some point; None where nothing leads to it."""


MOST_LOOPS: Final = 20
"""So many loops may stand inside one another in Python."""


class Parts(NamedTuple):
    """The names of a function, those that it stores and calls, and the calls that it asks for a value."""

    names: frozenset[str]
    stored: frozenset[str]
    called: tuple[str, ...]
    asked: Mapping[str, ast.Call]


_PARTS: Final = WeakKeyDictionary[ast.FunctionDef, Parts]()
_SILENT: Final = WeakKeyDictionary[ast.FunctionDef, bool]()
"""What is known of functions as long as they exist: those that programs share are examined once."""


def parts_of(node: ast.FunctionDef) -> Parts:
    """Return the names and calls of a function."""
    if node not in _PARTS:
        names, calls, alone = list[ast.Name](), list[tuple[str, ast.Call]](), set[int]()
        for one in ast.walk(node):
            match one:
                case ast.Name():
                    names.append(one)
                case ast.Call(func=ast.Name(id=name)):
                    calls.append((name, one))
                case ast.Expr():
                    alone.add(id(one.value))
        _PARTS[node] = Parts(
            frozenset(one.id for one in names),
            frozenset(one.id for one in names if isinstance(one.ctx, ast.Store)),
            tuple(dict.fromkeys(name for name, _ in calls)),
            {name: one for name, one in calls if id(one) not in alone},
        )
    return _PARTS[node]


def ends_without_value(node: ast.FunctionDef) -> bool:
    """Return whether a function may end without a value; SubsetError for a name that may have none."""
    if node not in _SILENT:
        flow = _Flow(node)
        left = flow.block(node.body, frozenset(one.arg for one in node.args.args))
        _SILENT[node] = flow.silent or left is not None
    return _SILENT[node]


def check_calls(node: ast.FunctionDef, silent: Collection[str]) -> None:
    """SubsetError if a function asks one for a value that may end without."""
    for name, call in parts_of(node).asked.items():
        if name in silent:
            raise SubsetError(call, f"the value of {name}, which may end without one")


class _Flow:
    """The ways through a function: which names have a value behind each statement."""

    def __init__(self, node: ast.FunctionDef) -> None:
        """Begin with the names that are the function's own."""
        self.own = {*(one.arg for one in node.args.args), *parts_of(node).stored}
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
                case ast.Name(id=name):
                    if name in self.own and name not in known and isinstance(one.ctx, ast.Load):
                        raise SubsetError(one, f"{name}, which may have no value here")
                case ast.Call(func=ast.Name(id=name)) if name in self.own:
                    raise SubsetError(one, f"{name}, which is a name of this function's own")
                case ast.Subscript(value=ast.Name(id=name)) if name in self.own and name != "v":
                    raise SubsetError(one, f"{name}, which is a name of this function's own")


def _assigned_name(target: ast.expr) -> frozenset[str]:
    """The name that gets a value, if it is one."""
    return frozenset({target.id}) if isinstance(target, ast.Name) else frozenset()


def _either(one: Known, other: Known) -> Known:
    """The names that have a value behind both of two ways."""
    if one is None or other is None:
        return other if one is None else one
    return one & other


NAME: Final = re.compile("(?!__)[A-Za-z_][A-Za-z_0-9]*")
"""A name that LLVM knows as Python does, and that means nothing to Python."""

PLAIN: Final = re.compile(r"(?:(?!\b__)[\x00-\x7f])*+")
"""A source that can have no other names."""

RESERVED: Final = frozenset({"v", "range"})
"""The list, and what counts rounds: nothing that a source defines is called so."""


class Definitions(NamedTuple):
    """The definitions of a source, by name."""

    numbers: Mapping[str, int]
    tables: Mapping[str, tuple[int, ...]]
    functions: Mapping[str, ast.FunctionDef]


def definitions(source: str) -> Definitions:
    """Return what a source defines; SubsetError for anything but numbers, tables and functions."""
    numbers, tables, functions = dict[str, int](), dict[str, tuple[int, ...]](), dict[str, ast.FunctionDef]()
    for node in _parse(source).body:
        if isinstance(node, ast.FunctionDef):
            name = node.name
            _check_head(node)
            functions[name] = node
        elif (
            isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        ):
            name, value = node.targets[0].id, _constant(node.value)
            if isinstance(value, int):
                numbers[name] = value
            else:
                tables[name] = value
        else:
            raise SubsetError(node)
        if name in RESERVED or (name in numbers) + (name in tables) + (name in functions) > 1:
            raise SubsetError(node, f"{name}, which is something else already")
    return Definitions(numbers, tables, functions)


def _parse(source: str) -> ast.Module:
    """Parse a source, in which every name is plain."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise SubsetError(ast.Module([], []), f"what is no Python: {error}") from None
    if not PLAIN.fullmatch(source):
        for node in ast.walk(tree):
            for name in _names(node):
                if not NAME.fullmatch(name):
                    raise SubsetError(node, f"the name {name!a}")
    return tree


def _names(node: ast.AST) -> Iterator[str]:
    """The names that stand in a node itself."""
    match node:
        case ast.Name(id=name) | ast.arg(arg=name) | ast.FunctionDef(name=name):
            yield name


def _check_head(node: ast.FunctionDef) -> None:
    """SubsetError if a function has more than plain parameters, each with a name of its own."""
    given, names = node.args, [one.arg for one in node.args.args]
    others = given.defaults, given.posonlyargs, given.kwonlyargs, given.vararg, given.kwarg
    notes = node.returns, *(one.annotation for one in given.args)
    if any(others) or any(notes) or node.decorator_list or getattr(node, "type_params", None):
        raise SubsetError(node, f"the head of {node.name}")
    if len({*names}) < len(names):
        raise SubsetError(node, f"the head of {node.name}, which names a parameter twice")


def _constant(node: ast.expr) -> int | tuple[int, ...]:
    """A number, or a table of numbers."""
    if isinstance(node, ast.Tuple):
        return tuple(map(_number, node.elts))
    return _number(node)


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if type(number) is int:
            return -number
    raise SubsetError(node)


@cache
def definitions_of(module: ModuleType) -> Definitions:
    """Return the functions and numbers of a module that programs share."""
    tree = ast.parse(inspect.getsource(module))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    numbers = {
        name: value for name, value in vars(module).items() if name.isupper() and isinstance(value, int)
    }
    return Definitions(numbers, {}, functions)


def together(own: Definitions, shared: Sequence[ModuleType]) -> Definitions:
    """Return what a source can name; SubsetError if it has a name of what is shared for something else."""
    parts = [definitions_of(module) for module in shared]
    numbers = reduce(or_, ({**one.numbers} for one in parts), dict[str, int]())
    functions = reduce(or_, ({**one.functions} for one in parts), dict[str, ast.FunctionDef]())
    for name, number in own.numbers.items():
        if numbers.get(name, number) != number:
            raise SubsetError(ast.Name(name), f"{name}, which is another number in what is shared")
    called = {one for node in functions.values() for one in parts_of(node).called}
    for name in functions:
        if name in own.numbers or name in own.tables or (name in called and name in own.functions):
            raise SubsetError(ast.Name(name), f"{name}, which is a function in what is shared")
    for name in numbers:
        if name in own.functions or name in own.tables:
            raise SubsetError(ast.Name(name), f"{name}, which is a number in what is shared")
    return Definitions({**numbers, **own.numbers}, own.tables, {**functions, **own.functions})
