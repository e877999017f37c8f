"""``worth``: what each card is worth, before anything happened. Later entries overrule earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.scores import GREATEST
from trickbook.expression.types import BROKEN, CARDS, COLUMN, Kind, Term, beyond, constant
from trickbook.problems import shown
from trickbook.sections.context import WORTH

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def read(reading: Context) -> None:
    """Make ``worth`` a word, worked out when it is first used: words and worth may rest on each other."""
    known: list[Term] = []

    def understand(_scope: Scope) -> Term:
        if not known:
            if WORTH in reading.resting:
                from trickbook.sections.diagnostics.entries import circle

                circle(reading, WORTH, reading.record(WORTH).place)
                return BROKEN
            reading.resting.append(WORTH)
            known.append(_column(reading))
            reading.resting.pop()
        return known[0]

    reading.author[WORTH] = understand


def _column(reading: Context) -> Term:
    values = [0] * len(reading.layout.deck.names)
    for entry in reading.entries("worth"):
        reading.weighing.append(entry)
        for bit, value in _values(reading, entry, len(values)):
            values[bit] = value
        reading.weighing.pop()
    return constant(COLUMN, tuple(values))


def origins(reading: Context) -> list[Entry | None]:
    """The entry that says what each card is worth, by bit; of several the last is right."""
    found: list[Entry | None] = [None] * len(reading.layout.deck.names)
    for entry in reading.entries("worth"):
        for bit, _ in _values(reading, entry, len(found)):
            found[bit] = entry
    return found


def _values(reading: Context, entry: Entry, size: int) -> list[tuple[int, int]]:
    """The value of each card of an entry, by bit."""
    cards, value = entry["cards"], entry["is"]
    if cards is None or value is None:
        reading.wrong(
            "missing-key", f"{shown(entry.name)} needs `cards:` and what each `is:` worth", entry.place
        )
        return []
    which, what = reading.term(cards, CARDS, frozenset()), reading.term(value, None, frozenset())
    if BROKEN.type in (which.type, what.type):
        return []
    if not which.constant or not what.constant:
        reading.wrong(
            "not-fixed",
            f"the worth of {shown(entry.name)} must be fixed before the first deal",
            entry.place,
            "use points: for what depends on play",
        )
        return []
    number = (Kind.NUMBER, Kind.COMPLEX) if reading.layout.complex else (Kind.NUMBER,)
    if what.type.kind not in (*number, Kind.COLUMN):
        hint = "write `match: {scores: complex}`" if what.type.kind is Kind.COMPLEX else None
        reading.wrong("wrong-type", f"`is:` asks for a number, and this is {what.type}", value.place, hint)
        return []
    bits = [bit for bit in range(size) if which.value >> bit & 1]
    found = [(bit, what.value[bit] if what.type.kind is Kind.COLUMN else what.value) for bit in bits]
    if any(beyond(worth, GREATEST) for _, worth in found):
        message = f"no card is worth more than {GREATEST}, or less than -{GREATEST}"
        reading.wrong("bad-number", message, value.place)
        return []
    return found
