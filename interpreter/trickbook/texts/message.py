"""Messages: English templates with blanks, and their values. A message becomes text when it is shown.

The template is also the key of the message in the catalogues of other languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self, TypeAlias

BLANK: Final = re.compile(r"\{([a-z][a-z_0-9]*)\}")
"""A blank of a template; other braces stand for themselves."""

Value: TypeAlias = "str | int | Message | Listing | OwnText"
"""What may stand in a blank. Text and numbers are copied; a message and a listing are translated."""


class OwnText(NamedTuple):
    """A text of an author, and what it is in other languages."""

    text: str
    languages: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Give the text itself."""
        return self.text


class FileLine(str):
    """A line of a file, written as ``file:line``, also with its column."""

    __slots__ = ("column", "file", "line")

    file: str
    line: int
    column: int | None

    def __new__(cls, file: str, line: int, column: int | None = None) -> Self:
        """Write the line, and keep its parts."""
        made = super().__new__(cls, f"{file}:{line}" + (f":{column}" if column else ""))
        made.file, made.line, made.column = file, line, column
        return made

    def __getnewargs__(self) -> tuple[str, int, int | None]:  # type: ignore[override]
        """Return what copies are made of."""
        return self.file, self.line, self.column


class Listing(NamedTuple):
    """Several values in a row, with ``comma`` between them, and ``joint`` before the last."""

    items: tuple[Value, ...]
    joint: str = ", "
    comma: str = ", "

    def __str__(self) -> str:
        """Write the values in English."""
        return joined([str(item) for item in self.items], self.comma, self.joint)


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A text of the program, such as what is wrong with a file."""

    template: str
    values: tuple[tuple[str, Value], ...]

    def __init__(self, template: str, /, **values: Value) -> None:
        """Keep a template, and what stands in each of its blanks."""
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", tuple(values.items()))

    def __str__(self) -> str:
        """Write the message in English."""
        values = dict(self.values)
        return BLANK.sub(lambda blank: str(values.get(blank[1], blank[0])), self.template)


def with_lines(value: Value, write: Callable[[FileLine], Value]) -> Value:
    """A value of a message with each line of a file as ``write`` has it."""
    if isinstance(value, FileLine):
        return write(value)
    if isinstance(value, Message):
        return Message(value.template, **{name: with_lines(one, write) for name, one in value.values})
    if isinstance(value, Listing):
        return value._replace(items=tuple(with_lines(one, write) for one in value.items))
    return value


def verbatim(text: object) -> Message:
    """A message that is the same in all languages, such as code."""
    return Message("{text}", text=str(text))


def paragraph(lines: Iterable[Value], indent: int = 0) -> Listing:
    """Values as lines, all but the first indented."""
    joint = "\n" + " " * indent
    return Listing(tuple(lines), joint, joint)


def listing(items: Iterable[Value]) -> Listing:
    """Values with commas between them."""
    return Listing(tuple(items))


def every(items: Iterable[Value]) -> Listing:
    """Values joined by commas and "and"."""
    return Listing(tuple(items), " and ")


def either(items: Iterable[Value]) -> Listing:
    """Values joined by commas and "or"."""
    return Listing(tuple(items), " or ")


def joined(items: list[str], comma: str, last: str) -> str:
    """Join texts with one joint, and the last with another."""
    return last.join([comma.join(items[:-1]), items[-1]]) if len(items) > 1 else "".join(items)
