"""What may be written in examples: options and their values, clauses, steps, seats, answers, cards."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.examples.courses import ANNOUNCE
from trickbook.examples.positions import IMPOSSIBLE, LEGAL
from trickbook.language_server.example_names import CLAUSES, FACTS, entries, homes_of_key
from trickbook.language_server.phrases import phrases
from trickbook.language_server.proposal import Proposal, names, option_values, sentence
from trickbook.sections.answers import answers
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document

CARDS: Final = frozenset(
    f"hand hands trick played exposed shown taken held aside left_out open {LEGAL}".split()
)
"""Keys under which cards are named."""

ANSWERS: Final = frozenset({"decide", "decision", "facts", LEGAL})
"""Keys under which answers are named."""

SEAT: Final = re.compile(r"\d+ ")
"""A seat, before what its player does."""


def example_keys(document: Document, inner: Path, language: str) -> Iterator[Proposal]:
    """The author's names that are keys under some keys of an example; cards that may not be played."""
    for path in entries(document, homes_of_key(inner)):
        yield Proposal(f"{path[-1]}: ", str(path[0]).removesuffix("s"), "", _says(document, path, language))
    if inner[:1] == ("illegal",) and document.rules:
        yield from (Proposal(f"{card}: ", "card") for card in dict.fromkeys(document.rules.deck.names))


def example_values(document: Document, inner: Path, where: Cursor, language: str) -> Iterator[Proposal]:
    """What may stand under some keys of an example."""
    key = str(next((step for step in inner if step != "given"), ""))
    if key in CARDS:
        yield from _cards(document, language)
    if key in ANSWERS:
        yield from _answers(document, language)
    if key == "course":
        yield from _course(document, inner, where, language)
    if key == "options" and len(inner) > 2:  # noqa: PLR2004 - an option
        yield from option_values(document, str(inner[2]), language)
    yield from _named(document, key, language)


def _named(document: Document, key: str, language: str) -> Iterator[Proposal]:
    """Clauses and steps by name, and the values of facts."""
    match key:
        case "illegal":
            for path in entries(document, CLAUSES):
                yield Proposal(str(path[-1]), "clause", "", _says(document, path, language))
            yield from (Proposal(word, "word") for word in (IMPOSSIBLE, LEGAL))
        case "phase":
            yield from names(document, ("steps",), "step", language)
        case "facts":
            yield from (Proposal(answer, "word") for answer in ("yes", "no", "nobody"))


def _course(document: Document, inner: Path, where: Cursor, language: str) -> Iterator[Proposal]:
    """A step, a seat, or what a player does."""
    if where.text.startswith(f"{ANNOUNCE} "):
        yield from names(document, FACTS, "fact", language)
    elif SEAT.match(where.text):
        yield from _answers(document, language)
        yield from _cards(document, language)
    else:
        if isinstance(inner[-1], int) and inner[:-1] == ("course",):
            for one in names(document, ("steps",), "step", language):
                yield one._replace(text=f"{one.text}: ")
            yield Proposal(f"{ANNOUNCE} ", "word")
        seats = document.rules.layout.seats if document.rules else 0
        yield from (Proposal(f"{seat} ", "seat") for seat in range(seats))


def _answers(document: Document, language: str) -> Iterator[Proposal]:
    """The answers to the questions of all steps, by name."""
    for path in entries(document, (("steps",),)):
        step = document.node(path, merged=True)
        for one in answers(step) if isinstance(step, Mapping) else ():
            yield Proposal(str(one), "choice", phrases(language).say("completion.answer", name=path[-1]))


def _cards(document: Document, language: str) -> Iterator[Proposal]:
    """The cards by name, and the words of the ruleset that mean cards before the first deal."""
    if document.rules:
        yield from (Proposal(name, "card") for name in dict.fromkeys(document.rules.deck.names))
    for path in entries(document, (("words",), ("deck", "suits"), ("deck", "ranks"))):
        term = document.term(str(path[-1]))
        if term is not None and term.constant and str(term.type) == "cards":
            says = _says(document, path, language)
            yield Proposal(str(path[-1]), str(path[0]).removesuffix("s"), "", says)


def _says(document: Document, path: Path, language: str) -> str:
    return sentence(document.node(path, merged=True), language)
