"""Why a card may not be played, or an answer not be given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.concepts.asking import Asking
from trickbook.concepts.clauses import rounds
from trickbook.concepts.moves import MoveError, spoken
from trickbook.reasons.reason import Reason, reason
from trickbook.selections import alike

if TYPE_CHECKING:
    from trickbook.concepts.reading import Entry
    from trickbook.concepts.tricks import Tricks
    from trickbook.state import State
    from trickbook.table import Table


def explain(
    table: Table, s: State, step: Asking | Tricks, seat: int, move: str | None
) -> dict[str, Reason | None] | Reason | None:
    """Of a move, None or the reason why it may not be made; without one, that of each card or answer.

    MoveError if the move is none at all: an unknown card, or one not held.
    """
    if move is None:
        return each(table, s, step, seat)
    try:
        step.read(table, s, seat, move)
    except MoveError as error:
        if error.clause is None:
            raise
        return reason(error.clause.entry)
    return None


def each(table: Table, s: State, step: Asking | Tricks, seat: int) -> dict[str, Reason | None]:
    """For each card held, None or the reason why it may not be played or chosen.

    Where a number or a word is asked for, the same for each answer.
    """
    if isinstance(step, Asking) and step.source is None:
        return answers(table, s, step, seat)
    piles = table.layout.piles
    held = sum(s.piles[piles[name].base + seat] for name in ("hand", "table"))
    marked, deck = table.marked(s), table.deck
    reasons: dict[str, Reason | None] = {}
    for copies in map(sum, alike(deck, held, marked)):
        entry = _forbids(table, s, step, seat, copies)
        reasons[deck.written(copies, marked)[0]] = reason(entry) if entry else None
    return reasons


def answers(table: Table, s: State, step: Asking, seat: int) -> dict[str, Reason | None]:
    """For each number or word that could be answered, None or the reason why it may not."""
    values: list[Any] = step.values(s, seat)
    reasons: dict[str, Reason | None] = {spoken(value): None for value in values}
    for clause, before, rest in rounds(step.rules, step.foreseen(table, s, seat, values), seat, values):
        left = set(rest)
        reasons.update({spoken(value): reason(clause.entry) for value in before if value not in left})
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
