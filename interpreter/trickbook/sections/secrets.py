"""Facts that tell a secret: every player sees them, and they rest on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES, SLOTS, Operation
from trickbook.expression.types import Kind
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

LATE: Final = ("end", ANNOUNCEMENT)
"""Events at which no card is hidden any more, or that only somebody outside brings about."""

KNOWN: Final = frozenset({"taken"})
"""Piles that only their owner sees, of which everybody knows what came to them."""

READ: Final = PILES | SLOTS
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
    from trickbook.sections.disclosure import discloses  # few games need it

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


def hidden(layout: Layout, term: Term, known: Callable[[Term], bool] = lambda _term: False) -> Iterator[str]:
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
