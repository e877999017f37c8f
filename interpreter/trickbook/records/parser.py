"""A record as it is written: its head, and the lines of its deals with their numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from trickbook.cards import gaussian
from trickbook.problems import nearest, shown
from trickbook.problems.remedies import meant
from trickbook.records import HEAD, RecordError, damaged
from trickbook.texts.message import Message

LONGEST: Final = 1_000_000
"""The most characters of a record."""

LINE: Final = re.compile(r"(?P<step>[a-z][a-z0-9_]*) *(?P<kind>[:=]) *(?P<rest>.*)")
DEAL: Final = re.compile(r"Deal (?P<deal>[0-9]{1,6}) dealer (?P<dealer>[0-9]{1,2})")

ONCE: Final = ("ruleset", "house", "digest", "players", "seed", "scores", "leader")
NAMED: Final = ("option", "fact", "hands")
DRAWS: Final = "draws"
ORDER: Final = "order"
"""The keys of the head: once in all, once for each name, or one after the other."""


class Given(NamedTuple):
    """An option, a fact, the hands or an order of the pack of a deal at the head; ``name`` is which."""

    line: int
    key: str
    name: str
    value: str


@dataclass
class ParsedRecord:
    """A record taken apart.

    ``head`` holds the lines that stand there once, with their numbers, ``given`` the options, facts and
    hands, ``draws`` what chance gives in each deal with its line, ``lines`` all that follows the head,
    ``said`` the lines of what may be said but once.
    """

    text: str
    head: dict[str, tuple[int, str]] = field(default_factory=dict)
    given: list[Given] = field(default_factory=list)
    draws: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    lines: list[tuple[int, str]] = field(default_factory=list)
    line_of: dict[str, int] = field(default_factory=dict)

    def damaged(self, line: int, message: Message, hint: Message | None = None) -> RecordError:
        """An error at a line of this record."""
        return damaged(line, message, self.text, hint)

    def once(self, line: int, what: str) -> None:
        """Take note of what a line says; RecordError if another said it."""
        if what in self.line_of:
            raise self.damaged(
                line,
                Message(
                    "{word} was said already, in line {number}", word=shown(what), number=self.line_of[what]
                ),
            )
        self.line_of[what] = line

    def whole(self, key: str) -> int:
        """The whole number that stands at the head."""
        line, value = self.head[key]
        if value.startswith("-") or not is_whole(value):
            raise self.damaged(
                line, Message("`{key}` is a whole number, not {value}", key=key, value=shown(value))
            )
        return int(value)

    def numbers(self, line: int, text: str, *, complex_too: bool) -> list[Any]:
        """The numbers of a line at the head, whole or where scores are complex complex ones."""
        what = Message("a whole or complex number, such as `5+13i`" if complex_too else "a whole number")
        values: list[Any] = []
        for word in text.split() or [""]:
            number = int(word) if is_whole(word) else gaussian.read(word) if complex_too else None
            if number is None:
                raise self.damaged(
                    line, Message("a score is {what}, not {word}", what=what, word=shown(word))
                )
            values.append(number)
        return values


def is_whole(text: str) -> bool:
    """Return whether a text is a whole number that a record can hold."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 20  # noqa: PLR2004 - the largest seed and number have 19


def parse_record(text: str) -> ParsedRecord:
    """Take a record apart, line by line."""
    written, deal = ParsedRecord(text), None
    ahead: list[tuple[int, str]] = []
    for number, line in _lines(text):
        if found := DEAL.fullmatch(line):
            deal = int(found["deal"])
            written.once(number, f"Deal {deal}")
            ahead = written.draws.setdefault(deal, [])[:1]
        if deal is None:
            _head(written, number, line)
        else:
            if (move := LINE.fullmatch(line)) and move["kind"] == "=":
                for before, _ in ahead:
                    raise written.damaged(
                        number,
                        Message(
                            "deal {deal} has its draws twice, see line {before}", deal=deal, before=before
                        ),
                    )
                written.draws[deal].append((number, move["rest"]))
            written.lines.append((number, line))
    for key in ("ruleset", "digest", "players", "seed"):
        if key not in written.head:
            raise written.damaged(1, Message("the record does not say its `{key}`", key=key))
    return written


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a record that say something, with their numbers, after the first."""
    if len(text) > LONGEST:
        raise damaged(1, Message("a record has at most {number} characters", number=LONGEST), "")
    text = text.removeprefix("\ufeff")  # some editors put this mark before all text
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1] != HEAD:
        raise damaged(lines[0][0] if lines else 1, Message("a record begins with `{line}`", line=HEAD), text)
    return lines[1:]


def _head(written: ParsedRecord, number: int, line: str) -> None:
    """Take up a line of the head."""
    key, _, value = line.partition(" ")
    if key == DRAWS:
        name, _, drawn = value.partition(" ")
        written.draws.setdefault(_deal(written, number, name), []).append((number, drawn))
    elif key == ORDER:
        name, _, order = value.partition(" ")
        written.given.append(Given(number, key, str(_deal(written, number, name)), order))
    elif key in NAMED:
        name, _, setting = value.partition(" ")
        if key == "hands":
            name = str(_deal(written, number, name))
        written.once(number, f"{key} {name}")
        written.given.append(Given(number, key, name, setting))
    elif key in ONCE:
        written.once(number, key)
        written.head[key] = (number, _house_names(written, number, value) if key == "house" else value)
    else:
        near = nearest(key, (*ONCE, *NAMED, DRAWS, ORDER))
        hint = Message("a deal begins so: `Deal 1 dealer 0`") if key.lower() == "deal" else None
        message = Message("{word} does not belong at the head of a record", word=shown(line))
        raise written.damaged(number, message, meant(near) if near else hint)


def _deal(written: ParsedRecord, number: int, name: str) -> int:
    """The number of a deal in a line of the head."""
    if not is_whole(name):
        raise written.damaged(
            number, Message("the number of a deal belongs here, not {word}", word=shown(name))
        )
    return int(name)


def _house_names(written: ParsedRecord, number: int, value: str) -> str:
    """The house rules of a record, with nothing but commas between."""
    names = [name.strip() for name in value.split(",")]
    if not all(names):
        raise written.damaged(
            number, Message("a house rule is missing here"), Message("they stand with commas between them")
        )
    return ",".join(names)
