"""``worth``: what each card is worth, before anything happened. Later entries overrule earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import numbers
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    COLUMN,
    GREATEST,
    NUMBER,
    Kind,
    Term,
    beyond,
    constant,
)
from trickbook.problems import shown
from trickbook.sections.context import WORTH, asking
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def read(context: Context) -> None:
    """Make ``worth`` a word, worked out when it is first used: words and worth may rest on each other."""
    known: list[Term] = []

    def understand(_scope: Scope) -> Term:
        if not known:
            if WORTH in context.understanding:
                from trickbook.sections.diagnostics import circle

                circle(context, WORTH, context.record(WORTH).place)
                return BROKEN
            context.understanding.append(WORTH)
            known.append(_column(context))
            context.understanding.pop()
        return known[0]

    context.symbols[WORTH] = understand


def _column(context: Context) -> Term:
    return constant(COLUMN, tuple(value for _, value in _by_card(context)))


def origins(context: Context) -> list[Entry | None]:
    """The entry that says what each card is worth, by bit."""
    return [entry for entry, _ in _by_card(context)]


def _by_card(context: Context) -> list[tuple[Entry | None, int]]:
    """The worth of each card, by bit, and the entry that says it: of several the last is right."""
    found: list[tuple[Entry | None, int]] = [(None, 0)] * len(context.layout.deck.names)
    for entry in context.entries("worth"):
        context.weighing.append(entry)
        for bit, value in _values(context, entry, len(found)):
            found[bit] = entry, value
        context.weighing.pop()
    return found


def _values(context: Context, entry: Entry, size: int) -> list[tuple[int, int]]:
    """The value of each card of an entry, by bit."""
    cards, value = entry["cards"], entry["is"]
    if cards is None or value is None:
        context.wrong(
            "missing-key",
            Message("{name} needs `cards:` and what each `is:` worth", name=shown(entry.name)),
            entry.place,
        )
        return []
    which, what = context.term(cards, CARDS, frozenset()), context.term(value, None, frozenset())
    if BROKEN.type in (which.type, what.type):
        return []
    if not which.constant or not what.constant:
        context.wrong(
            "not-fixed",
            Message("the worth of {name} must be fixed before the first deal", name=shown(entry.name)),
            entry.place,
            Message("use points: for what depends on play"),
        )
        return []
    number = (Kind.NUMBER, Kind.COMPLEX) if context.layout.complex else (Kind.NUMBER,)
    if what.type.kind not in (*number, Kind.COLUMN):
        hint = Message("write `match: {scores: complex}`") if what.type.kind is Kind.COMPLEX else None
        message = asking("is:", NUMBER.phrase, what.type.phrase)
        context.wrong("wrong-type", message, value.place, hint)
        return []
    bits = numbers(which.value)
    found = [(bit, what.value[bit] if what.type.kind is Kind.COLUMN else what.value) for bit in bits]
    if any(beyond(worth, GREATEST) for _, worth in found):
        template = "no card is worth more than {number}, or less than {number_low}"
        message = Message(template, number=GREATEST, number_low=-GREATEST)
        context.wrong("bad-number", message, value.place)
        return []
    return found
