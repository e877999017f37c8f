"""The text of a function in the subset: expressions with the brackets that they need, lines in blocks."""

from __future__ import annotations

from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.source.nodes import Entry


class Level(IntEnum):
    """How tightly an expression binds; what binds tighter needs no brackets inside."""

    CHOICE = 0
    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    UNION = 5
    DIFFERENCE = 6
    INTERSECTION = 7
    SHIFT = 8
    SUM = 9
    PRODUCT = 10
    SIGN = 11
    ATOM = 12


OPERATORS: Final = {
    "or": Level.OR,
    "and": Level.AND,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), Level.COMPARISON),
    "|": Level.UNION,
    "^": Level.DIFFERENCE,
    "&": Level.INTERSECTION,
    "<<": Level.SHIFT,
    ">>": Level.SHIFT,
    "+": Level.SUM,
    "-": Level.SUM,
    "*": Level.PRODUCT,
    "//": Level.PRODUCT,
    "%": Level.PRODUCT,
}
"""The operators between two expressions; of equal ones the left comes first."""


class Code(NamedTuple):
    """An expression: its text, and how tightly it binds."""

    text: str
    level: Level = Level.ATOM

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def at(self, level: Level) -> str:
        """Return the text, in brackets if it binds less tightly than this."""
        return self.text if self.level >= level else f"({self.text})"


def number(value: int) -> Code:
    """Return a whole number."""
    return Code(str(int(value)), Level.ATOM if value >= 0 else Level.SIGN)


ZERO: Final = number(0)
ONE: Final = number(1)


def binary(sign: str, left: Code, right: Code) -> Code:
    """Return two expressions with an operator between them; comparisons are not chained."""
    level = OPERATORS[sign]
    tighter = Level(level + 1)
    first = left.at(tighter if level is Level.COMPARISON else level)
    return Code(f"{first} {sign} {right.at(tighter)}", level)


def every(sign: str, parts: Iterable[Code], none: Code = ZERO) -> Code:
    """Return several expressions with an operator between each two; ``none`` if there are none."""
    conditions = [*parts]
    level = OPERATORS[sign]
    if len(conditions) <= 1:
        return conditions[0] if conditions else none
    first, *others = conditions
    return Code(f" {sign} ".join([first.at(level), *(one.at(Level(level + 1)) for one in others)]), level)


def complement(code: Code) -> Code:
    """Return all that is not in a set; to be met with another set."""
    return Code(f"~{code.at(Level.SIGN)}", Level.SIGN)


def negation(code: Code) -> Code:
    """Return whether a condition does not hold."""
    return Code(f"not {code.at(Level.NOT)}", Level.NOT)


def choice(test: Code, yes: Code, no: Code) -> Code:
    """Return one expression or the other."""
    text = f"{yes.at(Level.OR)} if {test.at(Level.OR)} else {no.at(Level.CHOICE)}"
    return Code(text, Level.CHOICE)


def call(name: str, *arguments: Code | str) -> Code:
    """Return a call of a function."""
    return Code(f"{name}({', '.join(map(str, arguments))})")


def item(index: Code | str) -> Code:
    """Return a number of the list."""
    return Code(f"v[{index}]")


def count(cards: Code) -> Code:
    """Return how many are in a set."""
    return Code(f"{cards.at(Level.ATOM)}.bit_count()")


def only(index: Code | str) -> Code:
    """Return the set of one number."""
    return binary("<<", ONE, index if isinstance(index, Code) else Code(index))


INDENT = "    "


class Function(NamedTuple):
    """A function of the source, and the entry of the ruleset that it says."""

    text: str
    entry: Entry | None

    def lines(self, before: Entry | None = None) -> Iterator[str]:
        """Yield an empty line, what the function says as a comment, and its own lines, for people to read.

        A function of the same entry as the one before follows it.
        """
        if self.entry is not before:
            yield ""
        if self.entry is not None and self.entry is not before:
            yield f"# {visible(f'{self.entry.name}, {self.entry.place}')}"
        yield from self.text.split("\n")


class Body:
    """The lines of a function while it is written."""

    def __init__(self) -> None:
        """Begin without a line."""
        self.lines: list[str] = []
        self.depth = 1

    def add(self, line: str) -> None:
        """Add a line."""
        self.lines.append(INDENT * self.depth + line)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a line that ends in a colon; what is added meanwhile stands under it."""
        self.add(f"{head}:")
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def members(self, member: str, seats: int, group: Code | None) -> Iterator[None]:
        """Go through the seats of a set by their numbers, or through all seats."""
        with self.block(f"for {member} in range({seats})"):
            if group is None:
                yield
            else:
                with self.block(f"if {group} >> {member} & 1"):
                    yield

    @contextmanager
    def bits(self, one: str, cards: str, left: str = "left") -> Iterator[None]:
        """Go through a set of cards, each as a set of one, the lowest first."""
        self.add(f"{left} = {cards}")
        with self.block(f"while {left}"):
            self.add(f"{one} = {left} & -{left}")
            self.add(f"{left} ^= {one}")
            yield
