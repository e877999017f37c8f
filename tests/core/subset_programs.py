"""Programs of the subset, drawn at random, and such as are nearly of the subset.

TRICKBOOK_PROGRAMS says how many each test tries; `make soak` tries many more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

EXAMPLES: Final = int(os.environ.get("TRICKBOOK_PROGRAMS", "25"))
PROGRAMS: Final = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None)

CELLS: Final = 6
ODD: Final = (0, 1, 2, 3, 5, 7, 62, 63, 64, 100, 255, 10**18, (1 << 62) + 5, (1 << 63) - 1)
NUMBERS: Final = [*ODD[:6] * 3, *ODD, *(-number for number in ODD), -(1 << 63)]
LARGE: Final = [*NUMBERS, 1 << 63, 1 << 100, -(1 << 100), (1 << 127) - 1, -(1 << 127)]
"""What cells and parameters hold: small numbers, and those at which a width ends."""

TABLES: Final = "FEW = 3\nFAR = -9223372036854775808\nTABLE = (4, -1, 9223372036854775807)\nNONE = ()\n"
SHARED: Final = (
    ("held", 1), ("times", 2), ("power", 2), ("quotient", 2), ("remainder", 2), ("size", 1), ("lesser", 2),
    ("onward", 3), ("has_only", 2), ("first_in_turn", 4), ("beside", 2), ("nth", 2), ("norm", 2),
    ("capped", 1),
    ("real_times", 4), ("imaginary_times", 4),
)  # fmt: skip
BINARY: Final = ("+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%")
SHAPES: Final = (
    "(<> <op> <>)", "(<> <op> <>)", "(<> <op> <>)", "(<> <is> <>)", "(-<>)", "(~<>)", "(not <>)",
    "(<> and <>)", "(<> or <>)", "(<> if <> else <>)", "(<>).bit_count()", "v[<> & 3]", "v[<> & 3]",
    "v[<>]", "TABLE[<>]", "TABLE[<> & 1]", "NONE[<>]", "(<> + <> & 7)", "(<> * <> << 2 & 255)",
    "v[<> + <> - 1]", "(1 << (<> & 15))", "(<> & 255)", "<call>",
)  # fmt: skip
COMPARISONS: Final = ("==", "!=", "<", "<=", ">", ">=")
CHANGES: Final = ("=", "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", "//=", "%=")


class Writer:
    """A program while it is drawn: which functions it has, and which names have a value."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.functions: list[tuple[str, int]] = []

    def one(self, things: Sequence[Any]) -> Any:
        return self.draw(st.sampled_from(things))

    def number(self, known: Sequence[str], depth: int) -> str:
        """An expression."""
        if depth == 0 or not self.draw(st.integers(0, 2)):
            return str(
                self.one([*known, *known, "FEW", "FAR", *map(str, ODD[:9]), f"v[{self.one(range(CELLS))}]"])
            )
        shape = self.one(SHAPES)
        while "<>" in shape:
            shape = shape.replace("<>", self.number(known, depth - 1), 1)
        shape = shape.replace("<op>", self.one(BINARY)).replace("<is>", self.one(COMPARISONS))
        return str(shape.replace("<call>", self.call(known, depth - 1) if "<call>" in shape else ""))

    def call(self, known: Sequence[str], depth: int) -> str:
        """A call of a function of the program, or of one that is shared."""
        name, many = self.one([*self.functions, *SHARED])
        own = ["v"] if (name, many) in self.functions else []
        return f"{name}({', '.join([*own, *(self.number(known, depth) for _ in range(many))])})"

    def block(self, known: list[str], depth: int, *, loop: bool = False) -> Iterator[str]:
        """Statements, each with what is under it; ``known`` grows."""
        for _ in range(self.draw(st.integers(1, 3))):
            yield from self.statement(known, depth)
        if loop and self.draw(st.booleans()):
            yield f"if {self.number(known, 1)}:"
            yield "    break"

    def statement(self, known: list[str], depth: int) -> Iterator[str]:
        shape = self.draw(st.integers(0, 6 if depth else 2))
        name, some = self.one("abc"), self.number(known, 2)
        if shape == 0:
            yield f"{name} = {some}"
            known += [name] if name not in known else []
        elif shape == 1:
            change = self.one(CHANGES)
            names = [name for name in known if not name.startswith("bit")]
            yield f"{self.one([*names, f'v[{self.number(known, 1)}]'])} {change} {some}"
        elif shape == 2:
            yield f"v[{self.one(range(CELLS))}] {self.one(CHANGES)} {some}"
        elif shape in {3, 4}:
            yield from self.branches(known, depth, some)
        elif shape == 5:
            counted, end = f"i{depth}", self.one(["3", "FEW", f"lesser({some}, 5)"])
            yield f"for {counted} in range({end}):"
            yield from indented(self.block([*known, counted], depth - 1, loop=True))
        else:
            left, bit = f"left{depth}", f"bit{depth}"
            yield f"{left} = {some}"
            yield f"while {left}:"
            yield from indented([f"{bit} = {left} & -{left}", f"{left} ^= {bit}"])
            yield from indented(self.block([*known, bit], depth - 1, loop=True))

    def branches(self, known: list[str], depth: int, test: str) -> Iterator[str]:
        """One thing or another; what both give a value to has one."""
        yes, no = [*known], [*known]
        yield f"if {test}:"
        yield from indented(self.block(yes, depth - 1))
        if self.draw(st.booleans()):
            yield from indented([f"return {self.number(yes, 1)}"])
            yes = no
        yield "else:"
        yield from indented(self.block(no, depth - 1))
        known += [name for name in yes if name in no and name not in known]

    def function(self, name: str, given: Sequence[str]) -> Iterator[str]:
        known = [*given]
        yield f"def {name}({', '.join(['v', *given])}):"
        yield from indented(self.block(known, 2))
        yield from indented([f"return {self.number(known, 3)}"])
        self.functions.append((name, len(given)))


def indented(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """Lines a step further in."""
    return (f"    {line}" for line in lines)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A program with a function `door` of the list and of two numbers."""
    writer = Writer(draw)
    heads = [("one", ["p"]), ("two", ["p", "x"]), ("door", ["p", "x"])]
    lines = [line for name, given in heads for line in writer.function(name, given)]
    return TABLES + "\n".join([*lines, ""])


SPOILT: Final = (
    "", "v", "w", "p", "a", "(", ")", ":", ",", " ", "\n", "    ", "def ", "return", "break", "if ", "else:",
    "elif p:", "while p:", "for v in range(3):", "range", "TABLE", "FEW", "one", "held", "door", "'a'", "1.5",
    "True", "None", "é", "\U0001d491", "\0", "\t", "\\", "#", "=", ":=", "==", "**", "//", "@", "[", "]",
    "{}", "lambda: 0", "0x", "9" * 30, "__debug__", "import os", "global p", "del p", "pass", "*p", "...",
    "async ", "yield", "in", "is", "not ", "-", "~", "p.real", ".bit_count()", "(v)", "(p)", "; ", "nth(",
)  # fmt: skip
"""What is put into a program somewhere."""


@st.composite
def spoilt_programs(draw: st.DrawFn) -> str:
    """A program in which a few pieces are deleted, doubled or replaced: of the subset, or nearly."""
    pieces = [piece for line in draw(programs()).splitlines(keepends=True) for piece in _pieces(line)]
    for _ in range(draw(st.integers(1, 2))):
        place = draw(st.integers(0, len(pieces) - 1))
        other = draw(st.sampled_from([*SPOILT, draw(st.sampled_from(pieces)), pieces[place] * 2]))
        pieces[place] = other
    return "".join(pieces)


def _pieces(line: str) -> list[str]:
    found, now = list[str](), ""
    for letter in line:
        if now and (letter.isalnum() or letter == "_") != (now[-1].isalnum() or now[-1] == "_"):
            found.append(now)
            now = ""
        now += letter
    return [*found, now]
