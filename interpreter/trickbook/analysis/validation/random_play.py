"""Random play as a check: dead ends, entries that never apply, and what is odd in deals.

A guided search looks for rules that random play does not reach: by options, hands, scores and moves.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.configurations import option_values
from trickbook.analysis.coverage import random_deals
from trickbook.analysis.coverage.choices import (
    Chance,
    at_random,
    chosen_match,
    for_one_taker,
    keeping,
    most_of,
    named_cards,
    strong_cards,
    towards,
)
from trickbook.analysis.coverage.distance import distance, distance_to_question
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.random_deals import play_match
from trickbook.analysis.coverage.reports import DealReporter, StuckError, reporter
from trickbook.analysis.coverage.tallies import UNLIMITED, Budget, source_entries
from trickbook.analysis.dependencies import names_in
from trickbook.engine.ask import AskStep
from trickbook.problems import Place, Problem
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.coverage.choices import Choice
    from trickbook.analysis.coverage.tallies import SourceEntry
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source import Node


SEARCHES: Final = 6
"""The number of deals in which an entry is looked for, for each number of players."""

TAKERS: Final = 120
"""The number of deals in which one seat takes all it can."""

ASKED: Final = 12
"""The number of deals in which an answer is looked for, for each number of players."""

MOST_SOUGHT: Final = 20
"""The number of entries to look for, one by one."""

MOST_WORK: Final = 100_000_000
"""How many steps of expressions a search may take."""


def look_for(tables: Configurations, observer: Observer) -> int:
    """Look for entries that random deals miss: where one seat takes all it can, then each by itself.

    Where one seat takes all, conditions that held in all random deals may fail for once, too. Returns how
    many entries there were too many to look for each by itself.
    """
    suspects = observer.suspects
    observer.limit = observer.work + MOST_WORK
    with observer.searching():
        for seats in tables.usual:
            for seed in range(1, TAKERS // len(tables.usual) + 2):
                left = [place for place in suspects if place not in observer.counts.failed]
                if observer.exhausted or not (places := [*observer.missed, *left]):
                    return 0
                _take_all(tables, observer, seats, seed, places)
        missed = observer.missed
        for place in missed[:MOST_SOUGHT]:
            _approach(tables, observer, place)
        return sum(place in observer.left for place in missed[MOST_SOUGHT:])


def look_for_answers(tables: Configurations, observer: Observer) -> None:
    """Look for answers that no question left to anybody, with hands of the cards that its rules name."""
    with observer.searching():
        for seats, seed in product(tables.usual, range(1, ASKED + 1)):
            for place in observer.answers.never_offered(observer.known) if not observer.exhausted else ():
                chance, item = Chance(seed), observer.items[place]
                table = _table(tables, observer, seats, chance, _bearing(tables, [item]))
                engine = table.engine
                rules = [rule for one in engine.questions if one.entry.place == place for rule in one.rules]
                terms = [term for rule in rules for term in (rule.when, rule.what) if term is not None]
                cards = chance.mixed(named_cards(engine, terms))
                hand = cards[0] if cards else strong_cards(engine, chance)
                _deal(table, seed, seed % seats, hand, chance, at_random(chance))


def _take_all(
    tables: Configurations, observer: Observer, seats: int, seed: int, places: Sequence[Place]
) -> None:
    """Play a deal in which one seat takes all it can, with high cards in three deals of four."""
    chance, taker = Chance(seed), seed % seats
    nodes = _bearing(tables, [observer.items[place] for place in places])
    table = _table(tables, observer, seats, chance, nodes)
    cards = strong_cards(table.engine, chance) if seed % 4 else 0
    _deal(table, seed, taker, cards, chance, for_one_taker(taker, chance))


def _approach(tables: Configurations, observer: Observer, place: Place) -> None:
    """Play deals towards one entry until it has had an effect."""
    nodes = _bearing(tables, [observer.left[place]]) if place in observer.left else []
    for seats, seed in product(tables.usual, range(1, SEARCHES + 1)):
        if observer.exhausted or observer.saw(place):
            return
        chance, seat = Chance(seed), seed % seats
        table = _table(tables, observer, seats, chance, nodes)
        engine = table.engine
        if engine.problems or not (goals := sought_goals(engine, place)):
            continue
        cards = [chance.one(found) for found in [named_cards(engine, goals[0].terms)] if found]
        hand = cards[0] if cards and seed % 2 else strong_cards(engine, chance)
        hand = most_of(hand, chance) if seed % 4 == 1 else hand
        choose = towards(partial(_nearest, engine, goals, seat), chance)
        if cards and seed % 3 == 0:
            choose = keeping(cards[0], chance)
        _deal(table, seed, seat, hand, chance, choose)


def _bearing(tables: Configurations, items: Iterable[SourceEntry]) -> list[Node]:
    """The nodes of some entries, and those of the steps that they rest on or are rules of."""
    root, steps = tables.dependencies.root, tables.dependencies.section("steps")
    nodes, own = [], set[str]()
    for item in items:
        nodes.append(item.node(root))
        own.update(item.path[1:2])
    names = own | tables.dependencies.closure(frozenset().union(*map(names_in, nodes)))
    return [*nodes, *(step.node for name, step in steps.items() if name in names)]


def _nearest(engine: Engine, goals: Sequence[Goal], seat: int, s: State) -> float:
    return min(goal.distance(engine, s, seat) for goal in goals)


def _table(
    tables: Configurations, observer: Observer, seats: int, chance: Chance, nodes: Iterable[Node]
) -> DealReporter:
    """A table with the options at random that some entries rest on, and the default values of the rest."""
    options = tables.usual[seats].options
    names = tables.dependencies.options(*nodes)
    values = {name: option_values(option, seats) for name, option in options.items() if name in names}
    chosen = {name: chance.one(found) for name, found in values.items() if name not in tables.chosen}
    changed = {name: value for name, value in chosen.items() if value != options[name].value}
    return reporter(observer, tables.resolved, seats, {**tables.chosen, **changed})


def _deal(table: DealReporter, seed: int, seat: int, cards: int, chance: Chance, choose: Choice) -> None:
    """Play one deal, every other one late in a match; errors in it are ignored."""
    if table.engine.problems:
        return
    with suppress(StuckError):
        match = chosen_match(table.engine, seed, seat, cards, chance)
        play_match(table, match, chance, choose, match.deal)


class Goal(NamedTuple):
    """The goal of an entry: its own condition, and the question or step that it is a rule of."""

    when: Term | None
    question: AskStep | None
    what: Term | None

    @property
    def terms(self) -> list[Term]:
        """The terms whose cards matter."""
        who = self.question.who if self.question else None
        return [term for term in (self.when, who, self.what) if term is not None]

    def distance(self, engine: Engine, s: State, seat: int) -> float:
        """Return how far a state is from it."""
        found = distance(engine, self.when, s, seat) if self.when else 0.0
        return found + (distance_to_question(engine, self.question, s, seat) if self.question else 0.0)


def sought_goals(engine: Engine, place: Place) -> list[Goal]:
    """Return what the entry at a place waits for in an engine; nothing where it can never apply."""
    goals = [(clause.entry.place, Goal(clause.when, None, clause.what)) for clause in engine.ending.wins]
    for step in engine.steps:
        goals.append((step.entry.place, Goal(step.when, None, None)))
        question = step if isinstance(step, AskStep) and step.asks else None
        clauses = [clause for rules in step.clause_lists for clause in rules]
        goals += [(clause.entry.place, Goal(clause.when, question, clause.what)) for clause in clauses]
    goals += [(fact.entry.place, Goal(fact.when, None, None)) for fact in engine.facts]
    goals += [(one.entry.place, Goal(one.when, None, one.cards)) for one in engine.points]
    return [goal for where, goal in goals if where == place]


def check(
    tables: Configurations, wanted: int = random_deals.ALL, budget: Budget = UNLIMITED
) -> Iterator[Problem]:
    """Play so many random deals for each number of players, then look for what they have not reached.

    Returns the first dead end for each number of players; if there is none, what never applied or was odd.
    With options or players that were set, only what was odd: others may let the rest apply.
    """
    own = (item for item in source_entries(tables.resolved.root) if tables.own(item.place))
    observer = Observer(own, early=True, budget=budget)
    stuck = list(random_deals.play(tables, observer, wanted))
    if not stuck:
        yield from random_deals.shortfall_note(tables, observer, wanted)
    if not stuck and not tables.restricted:
        unsought = look_for(tables, observer)
        look_for_answers(tables, observer)
        is_told = observer.short and budget.spent
        if observer.exhausted and not is_told:
            message = Message("the search for what no random deal reached was stopped")
            yield budget.note(tables.resolved.file, message)
        elif not is_told:
            yield from _unsought(tables, unsought)
        if not budget.spent:
            yield from observer.idle()
            yield from observer.always()
            yield from observer.unanswered()
    yield from stuck or observer.odd()


def _unsought(tables: Configurations, many: int) -> Iterator[Problem]:
    """A note if there were too many entries to look for each by itself."""
    if many:
        most = MOST_SOUGHT
        message = Message(
            "only {number} of {number_all} entries that no random deal reached were looked for one by one",
            number=most,
            number_all=most + many,
        )
        hint = Message(
            "exercise the others in examples: `trickbook test --coverage` lists those that no example does"
        )
        yield Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")
