"""Reasons: why a card may not be played, or a move not be made: the entry of the ruleset that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.concepts.moves import MoveError
from trickbook.selections import alike

if TYPE_CHECKING:
    from trickbook.concepts.asking import Asking
    from trickbook.concepts.reading import Entry
    from trickbook.concepts.tricks import Tricks
    from trickbook.state import State
    from trickbook.table import Table


class Reason(NamedTuple):
    """Why a card may not be played: the clause's name, what it says, where it stands, its source rules."""

    name: str
    says: str | None
    place: str
    source: tuple[str, ...]

    def __str__(self) -> str:
        """The reason as one line."""
        return f"{self.name}: {self.says} ({self.place})" if self.says else f"{self.name} ({self.place})"


def reason(entry: Entry) -> Reason:
    """An entry of a ruleset as a reason."""
    return Reason(entry.name, entry.says, f"{entry.place.file}:{entry.place.line}", entry.source)


def explain(
    table: Table, s: State, step: Asking | Tricks, seat: int, move: str | None
) -> dict[str, Reason | None] | Reason | None:
    """Of a move, None or the reason why it may not be made; without one, that of each card held.

    MoveError if the move is none at all: an unknown card, or one not held.
    """
    if move is None:
        return _each(table, s, step, seat)
    try:
        step.read(table, s, seat, move)
    except MoveError as error:
        if error.clause is None:
            raise
        return reason(error.clause.entry)
    return None


def _each(table: Table, s: State, step: Asking | Tricks, seat: int) -> dict[str, Reason | None]:
    """For each card held, None or the reason why it may not be played or chosen."""
    piles = table.layout.piles
    held = sum(s.piles[piles[name].base + seat] for name in ("hand", "table"))
    marked, deck = table.marked(s), table.deck
    reasons: dict[str, Reason | None] = {}
    for copies in map(sum, alike(deck, held, marked)):
        entry = _forbids(table, s, step, seat, copies)
        reasons[deck.written(copies, marked)[0]] = reason(entry) if entry else None
    return reasons


def _forbids(table: Table, s: State, step: Asking | Tricks, seat: int, copies: int) -> Entry | None:
    """The entry that forbids a card, of which these copies are held; None if some legal move holds one.

    A card that a step does not ask for is forbidden by the step itself.
    """
    offered = copies & step.source.run(s, seat, 0) if step.source else 0
    if not offered:
        return step.entry
    clause = step.forbids(table, s, seat, offered)
    return clause.entry if clause else None
