"""Every code that a problem may bear, read off the interpreter's source."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from trickbook.expression.scope import MISSING

ASKING = {"command", "explain", "snippet"}
"""What takes a code to look it up, and makes no problem."""

SOURCE = Path(__file__).parents[2] / "interpreter" / "trickbook"

LACKS = {f"no-{lack}" for lack in MISSING if lack not in {"secret", "size"}} | {"secret"}
"""What an expression may lack: the one code that is put together. A play's size is told of as the play."""


@cache
def trees() -> list[ast.Module]:
    """The modules of the interpreter; the codes of the server are those of its protocol."""
    paths = (path for path in sorted(SOURCE.rglob("*.py")) if SOURCE / "server" not in path.parents)
    return [ast.parse(path.read_text("utf-8")) for path in paths]


def functions() -> Iterator[tuple[str, int]]:
    """Whatever takes a code: its name, and the place of the code among its arguments."""
    yield "Problem", 0
    yield "StuckError", 0
    for tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name not in ASKING:
                names = [arg.arg for arg in node.args.args if arg.arg not in ("self", "cls")]
                if "code" in names:
                    yield node.name, names.index("code")


def codes() -> set[str]:
    """All codes that stand in a call of these, or in what a call's variable was set to before."""
    taking = set(functions())
    found = set(LACKS)
    for tree in trees():
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.ClassDef):
                found |= set(defaults(scope))
            if isinstance(scope, ast.FunctionDef):
                for call in ast.walk(scope):
                    if isinstance(call, ast.Call):
                        found |= set(given(scope, call, taking))
    return found


def defaults(scope: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """What the code is where none is given: of a function's argument, or a field of a class."""
    if isinstance(scope, ast.ClassDef):
        fields = [line for line in scope.body if isinstance(line, ast.AnnAssign) and line.value]
        pairs = [(getattr(field.target, "id", ""), field.value) for field in fields]
    else:
        names = [argument.arg for argument in scope.args.args]
        values = scope.args.defaults
        pairs = list(zip(names[len(names) - len(values) :], values, strict=True))
    for name, value in pairs:
        if name == "code" and isinstance(value, ast.Constant):
            yield str(value.value)


def given(scope: ast.FunctionDef, call: ast.Call, taking: set[tuple[str, int]]) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for function, place in taking:
        if name == function and len(call.args) > place:
            yield from constants(scope, call.args[place])
    for keyword in call.keywords:
        if keyword.arg == "code":
            yield from constants(scope, keyword.value)


def constants(scope: ast.FunctionDef, value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=body, orelse=orelse):
            yield from constants(scope, body)
            yield from constants(scope, orelse)
        case ast.Name(id=name):
            for node in ast.walk(scope):
                if isinstance(node, ast.Assign) and len(node.targets) == 1:
                    yield from assigned(scope, node.targets[0], node.value, name)


def assigned(scope: ast.FunctionDef, target: ast.expr, value: ast.expr, name: str) -> Iterator[str]:
    match target, value:
        case ast.Name(id=found), _ if found == name:
            yield from constants(scope, value)
        case ast.Tuple(elts=[ast.Name(id=found), *_]), ast.IfExp(body=body, orelse=orelse) if found == name:
            for choice in (body, orelse):
                if isinstance(choice, ast.Tuple):
                    yield from constants(scope, choice.elts[0])
        case ast.Tuple(elts=[ast.Name(id=found), *_]), ast.Tuple(elts=[first, *_]) if found == name:
            yield from constants(scope, first)
