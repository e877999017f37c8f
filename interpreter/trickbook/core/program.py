"""A program: the rules of a table as functions of the subset, and their source."""

from __future__ import annotations

from functools import cached_property
from inspect import isfunction
from typing import TYPE_CHECKING, Any, Final

from trickbook.core import clauses, subset, trick
from trickbook.core.body import Body
from trickbook.core.cells import Cells
from trickbook.core.source import Source
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.facts import Fact
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import Term

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.engine import Engine, Step
    from trickbook.engine.plays import Situation

SHARED: Final = {name: function for name, function in vars(subset).items() if isfunction(function)}
"""The functions that every program shares."""


class Program:
    """The rules of a table as source and, once that was compiled, as functions by name."""

    def __init__(self, engine: Engine) -> None:
        """Look at all terms of the rules."""
        self.engine = engine
        tricks = engine.tricks
        self.cells = Cells(engine.layout, len(engine.deck.names) + engine.layout.seats)
        self.source = Source(
            engine.layout,
            self.cells,
            tricks.winning if tricks else (),
            self.terms,
            [one.type for one in (*engine.facts, *engine.every_step) if isinstance(one, Fact | AskStep)],
            single_cards=tricks is None or tricks.low is None,
        )

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """All terms of the rules."""
        engine = self.engine
        found = (
            *(term for step in engine.every_step for term in _terms_of_step(step)),
            *(term for one in engine.facts for term in (one.starts, one.when, one.becomes)),
            *(term for one in engine.points for term in one if isinstance(term, Term)),
            *(one.what for one in engine.metrics),
            *(term for _, term in engine.ending.ends),
            *(one.when for one in engine.resting),
            *(term for clause in self.clauses for term in (clause.when, clause.what)),
        )
        return tuple({id(term): term for term in found if term is not None}.values())

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses of the rules."""
        engine = self.engine
        lists = (engine.ending.wins, *(one for step in engine.every_step for one in step.clause_lists))
        return tuple({id(clause): clause for one in lists for clause in one}.values())

    def legal(self, step: TrickStep, situation: Situation) -> str:
        """Return the name of the function of the single cards that a seat may play in a step."""
        leads, first = situation
        place = self.engine.steps.index(step)
        name = f"legal{place}_{'lead' if leads else 'follow'}_{'first' if first else 'later'}"
        if self.source.once(name):
            body = Body()
            body.add(f"cards = {self.source.text(step.source, self.source.nothing)}")
            clauses.narrow(self.source, step.play[situation], body, "cards")
            body.add("return cards")
            self.source.add(name, ("p",), body)
        return name

    def winning_place(self) -> str:
        """Return the name of the function that finds the winning play."""
        return trick.winning_place(self.source)

    @property
    def text(self) -> str:
        """The source so far."""
        return "\n".join([*self.source.lines(), ""])

    def function(self, name: str) -> str:
        """Return the source of a function, with the entry that it says as a comment."""
        return "\n".join([*self.source.functions[name].lines()][1:])

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """Compile the source so far; return its functions by name."""
        names: dict[str, Any] = dict(SHARED)
        exec(compile(self.text, "<rules>", "exec"), names)  # noqa: S102 - the source holds nothing of the author's but numbers
        return names


def _terms_of_step(step: Step) -> Iterator[Term | None]:
    """Yield the terms of a step that are no clauses."""
    yield step.when
    match step:
        case AskStep():
            yield from (step.who, step.first, step.source, step.low, step.high, step.until, step.again)
            yield from _goal(step.to)
        case DealStep():
            yield from (step.each, step.who, step.first)
        case MoveStep():
            yield step.cards
            yield from _goal(step.to)
        case ShowStep():
            yield from (step.cards, step.who)
        case TrickStep():
            yield from (step.leader, step.source, step.low, step.high, step.again, step.until, step.next)
            yield step.played_by


def _goal(to: Any) -> Sequence[Term | None]:
    """The owner of the pile to which cards go."""
    return () if to is None else (to.seats,)
