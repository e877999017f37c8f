"""A ruleset read for a number of players with its options set, and its digest."""

from __future__ import annotations

import hashlib
import json
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.deal import EndStep
from trickbook.engine.engine import Engine, Rules
from trickbook.expression.phrases import by_worth
from trickbook.expression.types import TOP_SUM, Kind
from trickbook.sections import (
    deals,
    deck,
    facts,
    match,
    metrics,
    options,
    orders,
    piles,
    players,
    points,
    resting,
    secrets,
    steps,
    table,
    winning,
    words,
    worth,
)
from trickbook.sections.context import Context
from trickbook.sections.sentences import settle, with_sentences
from trickbook.source import Scalar, plain
from trickbook.state import Layout
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.expression.scope import Scope
    from trickbook.expression.types import Clause, Term
    from trickbook.problems import Place, Problem
    from trickbook.sections.options import Option
    from trickbook.source import Mapping as MapNode


EDITION: Final = 1
"""The edition of the rules language."""


def digest(root: MapNode, options: Mapping[str, Any], players: int) -> str:
    """The sha256 of the resolved rules, the options and the number of players, in hexadecimal.

    Prose does not count: a better sentence leaves the digest as it is.
    """
    return _hashed(
        {"edition": EDITION, "rules": bare(plain(root)), "options": dict(options), "players": players}
    )


def measured(root: MapNode) -> str:
    """The sha256 of what a ruleset measures, which changes nothing in play."""
    keys = [section.key for section in table.rules() if table.is_beside(section.key)]
    found = [bare(plain(root.entries[key].node), (key,)) for key in keys if key in root.entries]
    return _hashed(*(found or [None]))


def _hashed(*data: object) -> str:
    text = "".join(json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in data)
    return hashlib.sha256(text.encode()).hexdigest()


def bare(rules: Any, path: tuple[str, ...] = ()) -> Any:
    """Rules without what is only said about them; entries, whatever their names, are maps and stay."""
    if not isinstance(rules, dict):
        return rules
    kept = (key for key in rules if not _about((*path, key)))
    return {key: bare(rules[key], (*path, key)) for key in kept}


def _about(path: tuple[str, ...]) -> bool:
    """Return whether what stands at a path changes nothing in play."""
    return table.is_about(path) or (len(path) == 1 and table.is_beside(path[0]))


class CompiledRules(Engine):
    """The engine of a ruleset, with what was read of it; it never changes.

    ``given`` are words whose value states bring along. ``problems`` holds what is wrong with the ruleset.
    """

    def __init__(
        self,
        root: MapNode,
        texts: Mapping[str, str],
        seats: int,
        chosen: Mapping[str, Any],
        given: frozenset[str] = frozenset(),
    ) -> None:
        """Read a whole ruleset for so many seats."""
        root, sentences = with_sentences(root)
        context = self.context = Context(root, Layout(seats), texts)
        piles.declare(context)
        self.options: dict[str, Option] = options.read(context, chosen)
        _lay_out(context)
        words.read(context, given)
        declared, answers = facts.declare(context), steps.declare(context)
        context.layout.all_dealt = deals.deals_all(context)
        context.layout.winning = partial(winning.winner, context)
        complete = tuple(facts.complete(context, fact) for fact in declared)
        course = steps.read(context, answers, declared)
        ends = [step for step in course.steps if isinstance(step, EndStep)]
        secrets.check(context, complete, course)
        settle(context, sentences, self.options, given)
        adjustments, ending = points.read(context), match.read(context)
        self.read: dict[str, Any] = {
            section.key: section.read(context)
            for section in table.rules()
            if section.reader and section.key in root.entries
        }
        self._understand(context)
        rules = Rules(
            context.layout,
            (*complete, *(fact for step in ends for fact in step.facts)),
            tuple(course.steps),
            course.upon,
            self._worth(),
            (*adjustments, *(term for step in ends for term in step.points)),
            self.read.get(metrics.KEY, ()),
            ending,
            self.read.get(resting.KEY, ()),
        )
        super().__init__(self.prepared(rules))
        self.problems: tuple[Problem, ...] = ()
        if context.problems:
            from trickbook.sections.diagnostics import nearby

            self.problems = tuple(dict.fromkeys(nearby(context)))

    def prepared(self, rules: Rules) -> Rules:
        """The rules that are played by; an engine that watches puts steps of its own into them."""
        return rules

    def _understand(self, context: Context) -> None:
        """Understand the words that nothing uses, too; hold all expressions against what they may cost."""
        orders.settle(context, self.scope)
        words.settle(context, self.scope)
        if context.spent > TOP_SUM:
            message = Message(
                "all expressions together may take {number} steps; the limit is {number_most}",
                number=context.spent,
                number_most=TOP_SUM,
            )
            hint = Message("this expression takes the most: let it ask less often")
            context.wrong("too-costly", message, context.dearest[1] or context.root.place, hint)

    def _worth(self) -> tuple[tuple[int, int], ...]:
        """The worth of cards, as pairs of a value and its cards."""
        term = self.context.symbols["worth"](self.scope)
        return by_worth(term.value) if term.constant else ()

    @cached_property
    def digest(self) -> str:
        """The sha256 of the resolved rules, the options and the number of players, in hexadecimal."""
        options = {name: option.value for name, option in self.options.items()}
        return digest(self.context.root, options, self.layout.seats)

    @cached_property
    def clauses_at(self) -> Mapping[Place, list[Clause]]:
        """The compiled forms of each clause, by its place."""
        found: dict[Place, list[Clause]] = {}
        steps = {step.name: step for step in self.every_step}
        lists = (self.ending.wins, *(clauses for step in steps.values() for clauses in step.clause_lists))
        for clause in (clause for clauses in lists for clause in clauses):
            found.setdefault(clause.entry.place, []).append(clause)
        return found

    @cached_property
    def possible_places(self) -> frozenset[Place]:
        """The places of the steps, of the clauses, and of the entries whose condition may hold."""
        conditions = (
            *((fact.entry, fact.when) for fact in self.facts),
            *((adjustment.entry, adjustment.when) for adjustment in self.points),
            *self.ending.ends,
            *((rest.entry, rest.when) for rest in self.resting),
        )
        may_hold = (entry for entry, when in conditions if when and not (when.constant and not when.value))
        steps = (step.entry for step in self.every_step)
        return frozenset({*self.clauses_at, *(entry.place for entry in (*steps, *may_hold))})

    @cached_property
    def scope(self) -> Scope:
        """The scope in which words have their public meaning."""
        return self.context.scope(Scalar("", "", self.context.root.place, plain=True, span=(0, 0)))

    @cached_property
    def spoken(self) -> dict[str, Term]:
        """The words that the ruleset defines of the state alone and that everybody may know.

        What the options settle for good is left out, but a condition is one to ask for at any table.
        """
        terms = {
            entry.name: self.context.symbols[entry.name](self.scope)
            for entry in self.context.entries("words")
        }
        return {
            name: term
            for name, term in terms.items()
            if not term.reads and (not term.constant or term.type.kind is Kind.CONDITION)
        }


def _lay_out(context: Context) -> None:
    """Read what lies on the table: seats, cards and piles, and what the cards are worth."""
    players.read(context)
    match.declare(context)
    deck.read(context)
    piles.read(context)
    orders.read(context)
    worth.read(context)
