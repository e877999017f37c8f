"""Facts that tell a secret: every player sees them, and they rest on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES, REMEMBERED, Operation
from trickbook.expression.types import Kind, meaning
from trickbook.problems import shown
from trickbook.sections.facts import slots
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.engine.engine import Step
    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.sections.steps import Course
    from trickbook.state import Layout

    Known = Callable[[Term], bool]

LATE: Final = ("end", ANNOUNCEMENT)
"""Events at which no card is hidden any more, or that only somebody outside brings about."""

KNOWN: Final = frozenset({"taken"})
"""Piles that only their owner sees, of which everybody knows what came to them."""

PARTED: Final = (Operation.AND, Operation.HAS, Operation.HAS_NO, Operation.HAS_ALL)
"""What tells only of the cards that are in all of its parts."""

READ: Final = PILES | REMEMBERED
"""The operations that read a pile, or a slot of a fact or an answer."""


def check(context: Context, facts: Sequence[Fact], course: Course) -> None:
    """Refuse each fact that shows to everybody what lies hidden, unless it says that everybody sees it."""
    for fact in facts:
        if fact.entry["seen_by"] is None and fact.live and _tells(context, fact, facts, course):
            message = Message("every player sees {fact}, which rests on hidden cards", fact=shown(fact.name))
            hint = Message("say who sees it: `seen_by: nobody`, or `everyone`")
            if fact.owned:
                hint = Message("say who sees it: `seen_by: owner`, `nobody` or `everyone`")
            context.wrong("tells-secret", message, fact.entry.place, hint)


def _tells(context: Context, fact: Fact, facts: Sequence[Fact], course: Course) -> bool:
    """Return whether a fact says who holds hidden cards, or which, and nobody shows them by it."""
    found = [name for term in terms(fact) for name in hidden(context.layout, term)]
    events = [event for event in fact.upon if event not in LATE]
    quiet = any(_happens_unseen(context, step) for step in _steps(course) if step.name in events)
    if not (found or quiet) or _leads(fact, facts, course):
        return False
    return quiet or any(_tells_at(context, course, fact, event, found) for event in events)


def unseen(step: Step) -> bool:
    """Return whether not all players see that a step is taken: it shows or moves cards to some only."""
    if isinstance(step, MoveStep):
        return step.cards.constant or step.to.pile.seen_by != "everyone"
    return isinstance(step, ShowStep) and step.who is not None


def _happens_unseen(context: Context, step: Step) -> bool:
    """Return whether hidden cards decide on a step of which not all players see that it is taken."""
    if step.when is None or not unseen(step):
        return False
    return any(name != "aside" for name in hidden(context.layout, step.when))


def _tells_at(context: Context, course: Course, fact: Fact, event: str, hidden: Sequence[str]) -> bool:
    """Return whether an event makes a fact tell what lies hidden."""
    step = next((step for step in _steps(course) if step.name == event), None)
    if event == "deal" or isinstance(step, DealStep):
        held = any(name != "aside" for name in hidden)
        return held or fact.type.kind is Kind.SEATS or fact.owned
    if all(name == "aside" for name in hidden):
        return False
    return (step is None and event != "play") or not discloses(context.layout, fact, step)


def _steps(course: Course) -> Iterator[Step]:
    yield from course.steps
    for steps in course.upon.values():
        yield from steps


def terms(fact: Fact) -> Sequence[Term]:
    """Return the terms of what changes a fact."""
    return [term for term in (fact.when, fact.becomes) if term is not None]


def _leads(fact: Fact, facts: Sequence[Fact], course: Course) -> bool:
    """Return whether a fact decides who leads, which everybody sees at once."""
    known_slots = {
        slot for step in course.steps if isinstance(step, TrickStep) for slot in slots(step.leader)
    }
    while True:
        found = known_slots.union(
            slot
            for other in facts
            if other.slot in known_slots
            for term in (*terms(other), other.starts)
            for slot in slots(term)
        )
        if found == known_slots:
            return fact.slot in known_slots
        known_slots = found


def hidden(layout: Layout, term: Term, known: Known = lambda _term: False) -> Iterator[str]:
    """The piles of which a term tells more than their size; facts and answers that not everybody sees.

    Parts of it that are ``known`` tell nothing.
    """
    if known(term) or _counts(layout, term):
        return
    if term.operation in READ:
        yield from _unseen(layout, term)
    else:
        for part in term.parts:
            yield from hidden(layout, part, known)


def _unseen(layout: Layout, term: Term) -> Iterator[str]:
    """The names of the pile, the fact or the answer that a term reads, if not everybody sees it."""
    if term.operation in PILES:
        for pile in layout.piles.values():
            if term.detail == pile.base and pile.seen_by != "everyone" and pile.name not in KNOWN:
                yield pile.name
    elif term.reads & {"own", "secret"}:
        yield from (name for name, slot in layout.slots.items() if slot == term.detail)


def _counts(layout: Layout, term: Term) -> bool:
    """Return whether a term asks only how many cards lie in a pile, or whether any of most kinds do."""
    if term.operation == Operation.COUNT:
        return term.parts[0].operation in PILES | {Operation.WHOSE}
    about = term.parts[1:] if term.operation in (Operation.HAS, Operation.HAS_NO) else ()
    most = layout.deck.cards.bit_count() // 2
    return any(part.constant and (not part.value or part.value.bit_count() >= most) for part in about)


# What everybody knows at an event: the cards that it shows, and what a play or an answer tells of a hand


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
    is_shown = by_player and any("play" in one.reads for one in conditions) and _about_own_hand(fact)
    return is_shown and not _left(layout, fact, names_cards)


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
