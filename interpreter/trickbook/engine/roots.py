"""All that the rules of a table ask: the terms and clauses of all its steps, facts, points and endings."""

from __future__ import annotations

from dataclasses import fields
from itertools import chain
from typing import TYPE_CHECKING, Any

from trickbook.core.program import Roots, Variable
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import Destination
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import CONDITION, Term
from trickbook.state import MOST_SEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.engine.lookup import Lookup, Step
    from trickbook.expression.types import Clause
    from trickbook.source.nodes import Entry
    from trickbook.state import Layout


def most_plays(steps: Sequence[Step], layout: Layout) -> int:
    """Return how many plays a trick may have: one of each seat there may be, unless it may go round again."""
    again = any(isinstance(step, TrickStep) and step.again for step in steps)
    return max(MOST_SEATS, len(layout.deck.names)) if again else MOST_SEATS


def roots(engine: Lookup) -> Roots:
    """Return all that the rules ask."""
    tricks = [step for step in engine.every_step if isinstance(step, TrickStep)]
    return Roots(
        tuple(_terms(engine)),
        tuple(_clauses(engine)),
        tuple((step.source, step.play) for step in tricks if step.low is None),
        tuple(_clauses_of_plays(tricks)),
        tricks[0].winning if tricks else (),
        tuple(_variables(engine)),
        single=all(step.low is None for step in tricks),
    )


def _clauses_of_plays(tricks: Iterable[TrickStep]) -> Iterator[Clause]:
    """Yield the clauses of plays of several cards."""
    for step in tricks:
        if step.low is not None:
            yield from chain.from_iterable(step.play.values())


def _terms(engine: Lookup) -> Iterator[tuple[Entry, Term]]:
    for step in engine.every_step:
        parts = (getattr(step, field.name) for field in fields(step))
        yield from _with(
            step.entry, (part.seats if isinstance(part, Destination) else part for part in parts)
        )
    entries: tuple[Any, ...] = (*engine.facts, *engine.points, *engine.metrics, *engine.resting)
    for one in entries:
        yield from _with(one.entry, one)
    yield from engine.ending.ends


def _with(entry: Entry, parts: Iterable[Any]) -> Iterator[tuple[Entry, Term]]:
    """Yield the terms among the parts of an entry."""
    return ((entry, part) for part in parts if isinstance(part, Term))


def _clauses(engine: Lookup) -> Iterator[Clause]:
    """Yield each clause once."""
    lists = (engine.ending.wins, *(one for step in engine.every_step for one in step.clause_lists))
    yield from {id(clause): clause for one in lists for clause in one}.values()


def _variables(engine: Lookup) -> Iterator[Variable]:
    """Yield what is remembered: facts, answers, and words that got their value from outside."""
    seats = engine.layout.seats
    for fact in engine.facts:
        yield Variable(fact.slot, seats if fact.owned else 1, fact.type)
    for step in engine.every_step:
        if isinstance(step, AskStep):
            yield Variable(step.slot, seats if step.asks else 1, step.type, answer=step.numeric)
    for given in engine.layout.given.values():
        yield Variable(given.flag, 1, CONDITION)
        yield Variable(given.slot, seats if given.owned else 1, given.type)
