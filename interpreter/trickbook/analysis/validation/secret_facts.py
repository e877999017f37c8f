"""Facts that tell a secret: every player sees a fact, and these rest on cards that lie hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.dependencies import names_in
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine
    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.state import Pile

LATE = ("end", ANNOUNCEMENT)
"""Events at which no card is hidden any more, or that only somebody outside brings about."""

KNOWN = frozenset({"taken"})
"""Piles that only their owner sees, of which everybody knows what came to them."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each fact of the file's own that shows what lies hidden."""
    for fact in tables.first.facts:
        if tables.own(fact.entry.place) and _tells(tables, fact):
            message = f"every player sees {shown(fact.name)}, which rests on hidden cards"
            hint = "if it should be secret, make it a word, and use that where cards are counted"
            yield Problem("tells-secret", message, fact.entry.place, hint, "note")


def _tells(tables: Configurations, fact: Fact) -> bool:
    """Return whether a fact says who holds hidden cards, or which, and nobody shows them by it."""
    engine = tables.first
    if not fact.live or _leads(tables, fact):
        return False
    hidden = [pile for term in _terms(fact) for pile in _hidden(engine, term)]
    return any(_tells_at(engine, fact, event, hidden) for event in fact.upon if event not in LATE)


def _tells_at(engine: Engine, fact: Fact, event: str, hidden: Sequence[Pile]) -> bool:
    """Return whether an event makes a fact tell what lies hidden."""
    if _deals(engine, event):
        return bool(hidden) and (fact.type.kind is Kind.SEATS or fact.owned)
    return any(pile.name != "aside" for pile in hidden) and not _shows(engine, fact, event)


def _terms(fact: Fact) -> Sequence[Term]:
    return [term for term in (fact.when, fact.becomes) if term is not None]


def _deals(engine: Engine, event: str) -> bool:
    """Return whether cards are dealt at an event."""
    return event == "deal" or any(
        step.name == event and isinstance(step, DealStep) for step in engine.every_step
    )


def _shows(engine: Engine, fact: Fact, event: str) -> bool:
    """Return whether a player shows the cards: by a play, by an answer, or in a step made for that."""
    if any("play" in term.reads for term in _terms(fact)):
        return True
    for step in engine.every_step:
        if step.name == event:
            if isinstance(step, MoveStep):
                return step.cards.constant and not step.cards.value
            seats = range(engine.layout.seats)
            return isinstance(step, AskStep) and any(
                slot - step.slot in seats for term in _terms(fact) for slot in _slots(term)
            )
    return False


def _slots(term: Term) -> Iterator[int]:
    """The slots that a term reads."""
    if term.does in ("slot", "own slot"):
        yield term.detail
    for part in term.parts:
        yield from _slots(part)


def _leads(tables: Configurations, fact: Fact) -> bool:
    """Return whether a fact decides who leads, which everybody sees at once."""
    tricks = tables.first.tricks
    leader = tricks.entry["leader"] if tricks else None
    return leader is not None and fact.name in tables.dependencies.closure(names_in(leader))


def _hidden(engine: Engine, term: Term) -> Iterator[Pile]:
    """The piles whose cards, and not only their number, a term tells although not everybody sees them."""
    if term.does in ("own pile", "pile"):
        for pile in engine.layout.piles.values():
            if term.detail == pile.base and pile.seen_by != "everyone" and pile.name not in KNOWN:
                yield pile
    elif not _counts(engine, term):
        for part in term.parts:
            yield from _hidden(engine, part)


def _counts(engine: Engine, term: Term) -> bool:
    """Return whether a term asks only how many cards lie in a pile, or whether any of most kinds do."""
    if term.does == "count":
        return term.parts[0].does in ("own pile", "pile", "whose")
    about = term.parts[1:] if term.does in ("has", "has_no") else ()
    most = engine.deck.cards.bit_count() // 2
    return any(part.constant and (not part.value or part.value.bit_count() >= most) for part in about)
