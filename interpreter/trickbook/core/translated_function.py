"""A function of the subset as LLVM's intermediate language, statement by statement."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.core.definitions import parts_of
from trickbook.core.instructions import ALIGNMENT, SYMBOL, Interval, Names, SubsetError, failure
from trickbook.core.translated_expression import Expressions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST: Final = 1 << 16
"""The most rounds of a loop."""

MANY: Final = 16
"""From so many rounds on it pays to do several side by side."""

SIDE_BY_SIDE: Final = ", !llvm.loop !0"


class Loop(NamedTuple):
    """Where a loop goes on, and where it ends."""

    following: str
    end: str


def translated_function(node: ast.FunctionDef, names: Names, *, exported: bool) -> list[str]:
    """Translate a function; SubsetError for what is no part of the subset."""
    return Statements(node, names).lines(exported=exported)


class Statements(Expressions):
    """The instructions of a function while it is translated."""

    def __init__(self, node: ast.FunctionDef, names: Names) -> None:
        """Begin with its parameters."""
        super().__init__(names)
        self.node, self.loops = node, list[Loop]()
        self.apart = False
        self.parameters = [one.arg for one in node.args.args]
        self.has_words = any(map(self._is_all_bits, parts_of(node).names))
        if "v" in self.parameters[1:] or any(name in names.numbers for name in self.parameters):
            raise SubsetError(node, f"the head of {node.name}")

    def lines(self, *, exported: bool) -> list[str]:
        """Return the function, line by line."""
        word = self.word
        for name in self.parameters:
            if name != "v":
                self.put(name, f"%given.{name}")
        self._block(self.node.body)
        self.end(f"ret {word} 0")
        given = "".join(f", {word} %given.{one}" for one in self.parameters if one != "v")
        link = "" if exported else "internal "
        kind = "noinline " if self.apart or self.node.name in self.names.rare else ""
        room = [f"  {slot} = alloca {word}" for slot in self.slots.values()]
        room += [f"  store {word} 0, ptr {slot}" for slot in self.slots.values()]
        return [
            f"define {link}{word} @{SYMBOL}{self.node.name}(ptr noalias %v{given}) {kind}nounwind {{",
            "entry:",
            *room,
            *self.code,
            *(failure(self.names) if self.fails else ()),
            "}",
        ]

    def _block(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            self.visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call, or a description of the function; nothing else stands by itself."""
        if isinstance(node.value, ast.Call):
            self.value(node.value)
            return
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            raise SubsetError(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Put a number under a name, or into the list."""
        if len(node.targets) != 1:
            raise SubsetError(node)
        value = self.value(node.value)
        self._store(node.targets[0], value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Change a name, or a number of the list at an index that is computed once."""
        if isinstance(node.target, ast.Name):
            now = self.get(node.target)
            self.put(node.target.id, self.combine(node, now, self.value(node.value)))
        elif isinstance(node.target, ast.Subscript):
            at = self.address(node.target)
            now = self.gives(f"load {self.word}, ptr {at}, align {ALIGNMENT}")
            found = self.combine(node, now, self.value(node.value))
            self.do(f"store {self.word} {found}, ptr {at}, align {ALIGNMENT}")
        else:
            raise SubsetError(node)

    def _store(self, target: ast.expr, value: str) -> None:
        if isinstance(target, ast.Name) and target.id != "v" and target.id not in self.names.numbers:
            self.put(target.id, value)
        elif (
            isinstance(target, ast.Subscript)
            and isinstance(target.value, ast.Name)
            and target.value.id == "v"
        ):
            self.do(f"store {self.word} {value}, ptr {self.address(target)}, align {ALIGNMENT}")
        else:
            raise SubsetError(target)

    def visit_Return(self, node: ast.Return) -> None:
        """End the function."""
        self.end(f"ret {self.word} {self.value(node.value) if node.value else 0}")

    def visit_If(self, node: ast.If) -> None:
        """Do one thing or another."""
        yes, no, after = self.label(), self.label(), self.label()
        self.test(node.test, yes, no)
        for label, body in ((yes, node.body), (no, node.orelse)):
            self.at(label)
            self._block(body)
            self.jump(after)
        self.at(after)

    def visit_For(self, node: ast.For) -> None:
        """Go through a range, whose end is computed once and bounds the rounds."""
        if not (isinstance(node.target, ast.Name) and not node.orelse and self._is_range(node.iter)):
            raise SubsetError(node)
        if node.target.id == "v" or node.target.id in self.names.numbers:
            raise SubsetError(node.target)
        assert isinstance(node.iter, ast.Call)  # noqa: S101 - seen above
        end = self.value(node.iter.args[0])
        self.guard(f"icmp sle {self.word} {end}, {LONGEST}")
        count, head, body, following, after = f".{self.label()}", *(self.label() for _ in range(4))
        self.put(count, "0")
        self.at(head)
        now = self.load(count)
        self.branch(self.gives(f"icmp slt {self.word} {now}, {end}"), body, after)
        self.at(body)
        self.put(node.target.id, now)
        with self.intervals.knowing(self._rounds(node.target.id, node)):
            self._loop(node.body, Loop(following, after))
        self.at(following)
        self.put(count, self.gives(f"add {self.word} {self.load(count)}, 1"))
        plain = self._is_plain(node)
        self.apart |= plain
        self.end(f"br label %{head}{SIDE_BY_SIDE if plain else ''}")
        self.at(after)

    def _rounds(self, name: str, node: ast.For) -> Mapping[str, Interval]:
        """Return how far a name counts, unless the loop changes it."""
        assert isinstance(node.iter, ast.Call)  # noqa: S101 - seen before
        most = min(self.intervals.of(node.iter.args[0]).high, LONGEST) - 1
        return {} if name in assigned_names(node.body) else {name: Interval(0, max(most, 0))}

    def _is_plain(self, node: ast.For) -> bool:
        """Return whether many rounds do one thing each, so that several can be done side by side."""
        assert isinstance(node.iter, ast.Call)  # noqa: S101 - seen before
        end = node.iter.args[0]
        many = isinstance(end, ast.Constant) and isinstance(end.value, int) and end.value >= MANY
        return many and len(node.body) == 1 and isinstance(node.body[0], ast.Assign)

    def _is_range(self, node: ast.expr) -> bool:
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "range"
            and len(node.args) == 1
            and not node.keywords
        )

    def visit_While(self, node: ast.While) -> None:
        """Go through the bits of a set: each round takes the lowest one away; below 0 it would not end."""
        left = node.test
        if not (isinstance(left, ast.Name) and not node.orelse and takes_lowest_bit(node.body, left.id)):
            raise SubsetError(node, "a loop that is none through a range or the bits of a set")
        head, body, after = self.label(), self.label(), self.label()
        self.guard(f"icmp sge {self.word} {self.value(left)}, 0")
        self.at(head)
        self.test(left, body, after)
        self.at(body)
        with self.cut():  # the lowest bit of a set from 0 on
            self.visit(node.body[0])
        most, bit = self.intervals.all.high, ast.unparse(node.body[0]).partition(" ")[0]
        with self.intervals.knowing({left.id: Interval(0, most), bit: Interval(1, most)}):
            self._loop(node.body[1:], Loop(head, after))
        self.jump(head)
        self.at(after)

    def _loop(self, body: Sequence[ast.stmt], loop: Loop) -> None:
        self.loops.append(loop)
        self._block(body)
        self.loops.pop()

    def visit_Break(self, node: ast.Break) -> None:
        """End the loop."""
        if not self.loops:
            raise SubsetError(node)
        self.jump(self.loops[-1].end)


def takes_lowest_bit(body: Sequence[ast.stmt], left: str) -> bool:
    """Return whether a loop begins with ``x = left & -left`` and ``left ^= x``, and changes neither later."""
    first, second, *others = map(ast.unparse, body[:2]) if len(body) > 1 else ("", "")
    name = first.partition(" = ")[0]
    return (
        not others
        and name.isidentifier()
        and name != left
        and first == f"{name} = {left} & -{left}"
        and second == f"{left} ^= {name}"
        and not assigned_names(body[2:]) & {name, left}
    )


def assigned_names(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that some statements change."""
    names = (one for node in body for one in ast.walk(node) if isinstance(one, ast.Name))
    return {one.id for one in names if isinstance(one.ctx, ast.Store)}
