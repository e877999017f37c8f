"""What everybody knows at an event: the cards that it shows, and what a play or an answer tells of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import MoveStep, ShowStep
from trickbook.expression.operations import Operation
from trickbook.expression.types import Kind, meaning
from trickbook.sections.facts import slots
from trickbook.sections.secrets import hidden, terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.engine.engine import Step
    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.state import Layout

    Known = Callable[[Term], bool]

PARTED = (Operation.AND, Operation.HAS, Operation.HAS_NO, Operation.HAS_ALL)
"""What tells only of the cards that are in all of its parts."""


def discloses(layout: Layout, fact: Fact, step: Step | None) -> bool:
    """Return whether an event, a play or the event of a step, lets everybody work out the fact."""
    if isinstance(step, ShowStep):
        return step.who is None and not _left(layout, fact, lambda term: covers(step.cards, term))
    if isinstance(step, MoveStep):
        return step.cards.constant and not step.cards.value and step.entry["says"] is not None
    if isinstance(step, AskStep):
        return not step.covered and _answered(layout, fact, step.slot)
    return step is None and _played(layout, fact)


def covers(cards: Term, term: Term) -> bool:
    """Return whether a term is about none but some cards."""
    asked = [*_factors(term)]
    return all(any(_within(part, limit) for part in asked) for limit in _factors(cards))


def names_cards(term: Term) -> bool:
    """Return whether a term asks hidden cards only for some that a play names: the queen of its suit, say."""
    if term.operation == Operation.HAS_ONLY:
        return any(part.operation == "play" for part in _joined(term.parts[0], Operation.OR))
    asked = [*_factors(term)]
    ranks = [part for part in asked if part.operation in (Operation.SUIT, Operation.RANK)]
    shared = [part for part in ranks if part.parts[0].operation == "play"]
    named = len(shared) + sum(part.constant for part in asked)
    return any(part.operation == "play" for part in asked) or (bool(shared) and named > 1)


def _answered(layout: Layout, fact: Fact, slot: int) -> bool:
    """Return whether a player's answer tells the fact: the answer is a part of its condition."""
    given = [one for one in _open_conditions(layout, fact) if slot in slots(one)]
    own = any("player" in one.reads for one in given)
    return (own if fact.owned else bool(given)) and _about_own_hand(fact)


def _played(layout: Layout, fact: Fact) -> bool:
    """Return whether a play tells the fact: it asks the hand only for cards that the play names."""
    conditions = _open_conditions(layout, fact)
    by_player = not fact.owned or any(
        one.operation == Operation.IS and any(part.operation == "player" for part in one.parts)
        for one in conditions
    )
    told = by_player and any("play" in one.reads for one in conditions) and _about_own_hand(fact)
    return told and not _left(layout, fact, names_cards)


def _open_conditions(layout: Layout, fact: Fact) -> list[Term]:
    """The conditions on which a fact changes, of which everybody knows whether they hold."""
    joined = () if fact.when is None else _joined(fact.when, Operation.AND)
    return [one for one in joined if not any(hidden(layout, one))]


def _about_own_hand(fact: Fact) -> bool:
    return not any("secret" in term.reads for term in terms(fact))


def _left(layout: Layout, fact: Fact, known: Known) -> bool:
    """Return whether the fact tells of more hidden cards than those that are known."""
    return any(name != "aside" for term in terms(fact) for name in hidden(layout, term, known))


def _within(part: Term, limit: Term) -> bool:
    """Return whether cards are among those of a limit, which is shown of each player if it is about one."""
    if part.constant and limit.constant:
        return not part.value & ~limit.value
    of_anybody = part.operation == Operation.WHOSE and "player" in limit.reads
    return meaning(part.parts[1] if of_anybody else part) == meaning(limit)


def _factors(term: Term) -> Iterator[Term]:
    """The sets of cards of which a term tells no more than of the cards that are in all of them."""
    if term.operation not in PARTED or any(part.type.kind is not Kind.CARDS for part in term.parts):
        yield term
        return
    for part in term.parts:
        yield from _factors(part)


def _joined(term: Term, by: Operation) -> Iterator[Term]:
    """The parts of a term that an operation joins."""
    if term.operation != by:
        yield term
        return
    for part in term.parts:
        yield from _joined(part, by)
