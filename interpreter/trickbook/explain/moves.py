"""Why a card may not be played, or an answer not be given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards.combinations import alike
from trickbook.engine.ask import AskStep
from trickbook.engine.clauses import rounds
from trickbook.engine.moves import spoken
from trickbook.engine.tricks import TrickStep
from trickbook.explain.reason import Reason, reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.engine.engine import Engine
    from trickbook.source.nodes import Entry
    from trickbook.state import State


def explain(
    table: Engine, s: State, step: AskStep | TrickStep, seat: int, move: str | None
) -> dict[str, Reason | None] | Reason | None:
    """Of a move, None or the reason why it may not be made; without one, that of each card or answer.

    MoveError if the move is none at all: an unknown card, or one not held.
    """
    if move is None:
        return each(table, s, step, seat)
    _, clause = step.judged(table, s, seat, move)
    return reason(clause.entry) if clause else None


def each(table: Engine, s: State, step: AskStep | TrickStep, seat: int) -> dict[str, Reason | None]:
    """For each card held, None or the reason why it may not be played or chosen.

    Where a number or a word is asked for, the same for each answer.
    """
    if isinstance(step, AskStep) and step.source is None:
        return answers(table, s, step, seat)
    against, marked = refused(table, s, step, seat), table.marked(s)
    names = (table.deck.written(copies[0], marked)[0] for copies in _held(table, s, seat))
    return {name: reason(against[name]) if name in against else None for name in names}


def answers(table: Engine, s: State, step: AskStep, seat: int) -> dict[str, Reason | None]:
    """For each number or word that could be answered, None or the reason why it may not."""
    against = _unsaid(table, s, step, seat)
    names = map(spoken, step.values(s, seat))
    return {name: reason(against[name]) if name in against else None for name in names}


def refused(table: Engine, s: State, step: AskStep | TrickStep, seat: int) -> dict[str, Entry]:
    """The cards held that are in no legal move, or the answers that are none, with the entry behind each.

    A card that a step does not ask for is forbidden by the step itself.
    """
    if step.source is None:
        return _unsaid(table, s, step, seat)
    offered, marked = step.source.run(s, seat, 0), table.marked(s)
    left = list(map(sum, _held(table, s, seat)))
    found: dict[str, Entry] = {}
    for entry, cards in _narrowing(table, s, step, seat):
        gone = [copies for copies in left if not copies & offered & cards]
        if gone:
            found |= {table.deck.written(copies, marked)[0]: entry for copies in gone}
            left = [copies for copies in left if copies not in gone]
    return found


def _narrowing(table: Engine, s: State, step: AskStep | TrickStep, seat: int) -> Iterator[tuple[Entry, int]]:
    """The cards that a step asks for, then those that each rule of it leaves."""
    if isinstance(step, TrickStep):
        yield step.entry, table.deck.cards
        for clause, cards in step.narrowing(table, s, seat):
            yield clause.entry, cards
        return
    for rule, cards in step.narrowing(s, seat):
        yield rule.entry if rule else step.entry, cards


def _held(table: Engine, s: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """The cards of a seat, in hand and open, in groups that look alike."""
    piles = table.layout.piles
    held = sum(s.piles[piles[name].base + seat] for name in ("hand", "table"))
    return alike(table.deck, held, table.marked(s))


def _unsaid(table: Engine, s: State, step: AskStep, seat: int) -> dict[str, Entry]:
    """The numbers and words that may not be answered, each with the rule that forbids it."""
    values: list[Any] = step.values(s, seat)
    found: dict[str, Entry] = {}
    for clause, before, rest in rounds(step.rules, step.foreseen(table, s, seat, values), seat, values):
        left = set(rest)
        found.update({spoken(value): clause.entry for value in before if value not in left})
    return found
