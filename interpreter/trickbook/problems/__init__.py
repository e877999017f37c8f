"""Problems, places, errors, and text for messages. A problem says where, what, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import FileLine, Message, Value

__all__ = [
    "MOST_PROBLEMS",
    "Edit",
    "EndlessError",
    "MissingError",
    "Place",
    "Problem",
    "Remedy",
    "RulesetError",
    "TrickbookError",
    "capped",
    "described",
    "has_repr",
    "in_order",
    "nearest",
    "needs",
    "short",
    "shown",
    "visible",
    "within",
]


MOST_PROBLEMS = 50
"""How many problems of one file are told before the rest is only counted."""


class Place(NamedTuple):
    """A stretch of one line of a file.

    Lines and columns count from 1, columns and length in characters; ``path``
    names the place in the tree, such as ``play.follow_suit.keep``.
    """

    file: str
    line: int = 1
    column: int = 1
    length: int = 1
    path: str = ""

    def __str__(self) -> str:
        """Write the place as ``file:line:column``."""
        return self.at_column()

    def at_line(self) -> FileLine:
        """The line, as a value of a message."""
        return FileLine(self.file, self.line)

    def at_column(self) -> FileLine:
        """The line and the column, as a value of a message."""
        return FileLine(self.file, self.line, self.column)


class Edit(NamedTuple):
    """What to write, and in the place of which characters: those of the problem if no place is named.

    The place of an edit may go on over the end of its line.
    """

    text: str
    place: Place | None = None


@dataclass(frozen=True, slots=True, init=False)
class Remedy(Message):
    """A hint that says what to write, and the edit that writes it."""

    edit: Edit | None

    def __init__(self, template: str, edit: Edit | str | None, /, **values: Value) -> None:
        """Keep a hint with its edit; a text is written in the place of the problem."""
        Message.__init__(self, template, **values)
        object.__setattr__(self, "edit", Edit(edit) if isinstance(edit, str) else edit)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (an error) or worth knowing (a note)."""

    code: str
    message: Message
    place: Place | None = None
    hint: Message | None = None
    severity: Literal["error", "note"] = "error"
    related: tuple[Place, ...] = ()

    @property
    def fix(self) -> Edit | None:
        """The edit that mends it, with its place; None unless the hint says exactly what to write."""
        edit = self.hint.edit if isinstance(self.hint, Remedy) else None
        return edit and edit._replace(place=edit.place or self.place)


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by file, line and column; those without a place come first."""
    return tuple(sorted(problems, key=lambda problem: problem.place or Place("", 0, 0)))


def capped(problems: Sequence[Problem], most: int = MOST_PROBLEMS) -> tuple[Problem, ...]:
    """Keep the first ``most`` problems, errors before notes, and say in a note how many more there were.

    What was capped before keeps its own note.
    """
    found = [problem for problem in problems if problem.code != "more-problems"]
    if len(found) <= most:
        return tuple(problems)
    first = sorted(range(len(found)), key=lambda place: found[place].severity == "note")
    kept, left = sorted(first[:most]), sorted(first[most:])
    count = Message("{number} more problems from here on", number=len(left))
    if len(left) == 1:
        count = Message("1 more problem from here on")
    note = Problem("more-problems", count, found[left[0]].place, severity="note")
    before = (problem for problem in problems if problem.code == "more-problems")
    return (*(found[place] for place in kept), *before, note)


class TrickbookError(Exception):
    """Anything that Trickbook refuses: a bad file, an illegal move, a wrong seat.

    Its argument is a ``Message``, or a text that is written in English only.
    """

    @property
    def message(self) -> Message:
        """What is refused, and why."""
        first = self.args[0] if self.args else ""
        return first if isinstance(first, Message) else Message(str(self))


class MissingError(TrickbookError, ImportError):
    """Something that has to be installed first."""


def numbered_seat(text: str) -> Message | None:
    """Return how to write a seat that was written as in an expression."""
    number = re.fullmatch(r"seat\s*([0-9]{1,2})", text)
    if number is None:
        return None
    return Message("a seat is written as its number here: {number}", number=shown(number[1]))


@contextmanager
def needs(message: Message | str) -> Iterator[None]:
    """Say what to install where a package cannot be imported; a module of our own is no such package.

    Of several within each other the outermost is told.
    """
    try:
        yield
    except ImportError as error:
        missing = error.__cause__ if isinstance(error, MissingError) else error
        if not isinstance(missing, ModuleNotFoundError) or str(missing.name).startswith("trickbook."):
            raise
        raise MissingError(message) from missing


class EndlessError(TrickbookError):
    """A deal or a match that would go on for ever, or a choice without measure; ``step`` is to blame."""

    def __init__(self, message: Message | str, step: str | None = None) -> None:
        """Keep the name of the step."""
        super().__init__(message)
        self.step = step


class RulesetError(TrickbookError):
    """A ruleset with problems; as text, all of them with their places."""

    def __init__(
        self, problems: Iterable[Problem], sources: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Keep the problems, and the text of the files that they point into."""
        self.problems = tuple(problems)
        self.sources = dict(sources)
        super().__init__(self.problems, self.sources)

    def __str__(self) -> str:
        """Render every problem in full."""
        return self.text(ENGLISH)

    def text(self, language: str) -> str:
        """Render every problem in full, in a language."""
        from trickbook.problems.rendering import render

        return render(capped(self.problems), self.sources, language=language)


_LONGEST_WORD = 80


_CLOSE_ENOUGH = 0.7


def visible(text: str) -> str:
    """Write every character that a terminal would not simply show as its escape."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text
    )


def shown(text: str, most: int = 60) -> str:
    """Quote a piece of a file for a message: one line, safe, at most ``most`` characters."""
    quote = '"' if "`" in text else "`"
    return f"{quote}{short(text, most)}{quote}"


def short(text: str, most: int = 60) -> str:
    """Cut text to ``most`` characters, and make all of them visible."""
    return visible(text if len(text) <= most else text[: most - 1] + "…")


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """Find the candidate that somebody who wrote ``word`` most likely meant, if any.

    The same letters in another case or with other joints come first, then another
    number (``heart`` for ``hearts``), the same parts in another order, then the closest spelling.
    """
    return None if len(word) > _LONGEST_WORD else _nearest(word, tuple(dict.fromkeys(candidates)))


@lru_cache(maxsize=1024)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Find the nearest candidate; a word that is misspelt is so in each configuration."""
    folded: dict[str, str] = {}
    for candidate in known:
        folded.setdefault(_folded(candidate), candidate)
    bare = _folded(word)
    for form in (bare, *_other_numbers(bare)):
        if form in folded:
            return folded[form]
    if turned := [one for one in known if "_" in one and sorted(one.split("_")) == sorted(word.split("_"))]:
        return turned[0]
    close = get_close_matches(bare, folded, n=1, cutoff=_CLOSE_ENOUGH)
    return folded[close[0]] if close else None


def _folded(word: str) -> str:
    return word.casefold().translate({ord(joint): None for joint in "_- ."})


def _other_numbers(word: str) -> tuple[str, ...]:
    singulars = [word[: -len(end)] for end in ("s", "es") if word.endswith(end)]
    if word.endswith("ies"):
        singulars.append(word[:-3] + "y")
    plurals = [word + "s", word + "es"]
    if word.endswith("y"):
        plurals.append(word[:-1] + "ies")
    return (*plurals, *filter(None, singulars))


def described(value: object) -> str:
    """A value as a message shows it: short, on one line, whatever it is."""
    return short(repr(value)) if has_repr(value) else f"a {type(value).__name__} too large to be shown"


def has_repr(value: object) -> bool:
    """Return whether a value can be written at all: Python writes no number of thousands of digits."""
    try:
        repr(value)
    except (ValueError, RecursionError, TypeError, OverflowError):
        return False
    return True


def within(name: Message | str, number: object, low: int, high: int) -> int:
    """A whole number has its limits; TrickbookError beyond them."""
    if type(number) is not int or not low <= number <= high:
        message = Message(
            "{what} is a whole number from {number} to {number_high}, not {text}",
            what=name,
            number=low,
            number_high=high,
            text=described(number),
        )
        raise TrickbookError(message)
    return number
