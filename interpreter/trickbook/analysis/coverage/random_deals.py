"""Random deals, the same in every run. They find dead ends, and entries that never apply."""

from __future__ import annotations

import math
from functools import partial
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.configurations import configuration_text, option_values
from trickbook.analysis.coverage.choices import Chance, at_random, tried_moves
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.reports import DealReporter, StuckError, reporter
from trickbook.bots import returned_cards
from trickbook.problems import EndlessError, Place, Problem, shown
from trickbook.state import Match
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.coverage.choices import Choice
    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.tricks import TrickStep
    from trickbook.sections.compiled import CompiledRules

ALL: Final = 100
DEALS: Final = 4
"""The number of deals for the usual number of players, and the most in one match."""

OTHERS: Final = 0.4
"""The part of these deals for each other number of players."""

WAYS: Final = 6
"""The number of random settings of all options for each number of players."""

TRIES: Final = 4
"""The number of matches to try for each deal, as the requirements of a ruleset may exclude some."""

LONGEST: Final = 40
"""The largest number of moves of a deal, for each card."""

QUIET: Final = 100
"""The number of moves between announcements of all facts that can be announced."""

MOST_WORK: Final = 50_000_000
"""How many steps of expressions all random deals may take, where as many are played as usual."""


def play(tables: Configurations, observer: Observer, wanted: int = ALL) -> Iterator[Problem]:
    """Play observed random deals for each number of players. Returns the dead ends.

    Each number of players has its share of the work, and what those before it have left.
    """
    whole = wanted_deals(tables, wanted)
    for number, seats in enumerate(tables.usual, 1):
        played, most = 0, _deals_for(tables, seats, wanted)
        observer.limit = MOST_WORK * max(wanted, ALL) // ALL * number // len(tables.usual)
        for seed in range(1, TRIES * most + 1):
            observer.budget.progress(observer.deals, whole)
            if observer.exhausted:
                observer.short = True
                break
            found = _match(tables, observer, seats, seed)
            if isinstance(found, Problem):
                yield found
                break
            played += found
            if played >= most:
                break


def wanted_deals(tables: Configurations, wanted: int = ALL) -> int:
    """Return how many deals there are to play for all numbers of players."""
    return sum(_deals_for(tables, seats, wanted) for seats in tables.usual)


def shortfall_note(tables: Configurations, observer: Observer, wanted: int = ALL) -> Iterator[Problem]:
    """A note if fewer random deals were played than there are to play, because they took too much work."""
    most = wanted_deals(tables, wanted)
    if observer.short and observer.deals < most:
        message = Message(
            "only {number} of {number_all} random deals were played",
            number=observer.deals,
            number_all=most,
        )
        yield observer.budget.note(tables.resolved.file, message)


def _deals_for(tables: Configurations, seats: int, wanted: int) -> int:
    """Return how many deals there are to play for a number of players."""
    usual = seats == tables.resolved.players.usual or tables.restricted
    return wanted if usual else math.ceil(OTHERS * wanted)


def _match(tables: Configurations, observer: Observer, seats: int, seed: int) -> Problem | int:
    """Play one match. Returns its problem, or the number of deals played."""
    chance = Chance(seed)
    chosen = setting(tables, seats, seed)
    table = reporter(observer, tables.resolved, seats, {**tables.chosen, **chosen})
    engine = table.engine
    way = configuration_text(chosen.items(), seats)
    if engine.problems:
        problem = engine.problems[0]
        if problem.code == "required":
            return 0
        message = Message("{what} (with {what_way})", what=problem.message, what_way=way)
        return Problem(problem.code, message, problem.place, problem.hint)
    match = Match(seed, 1, engine.layout.first, (engine.ending.starts,) * seats)
    try:
        return play_match(table, match, chance, at_random(chance), DEALS)
    except StuckError as stuck:
        code, what, *places = stuck.args
        message = Message("{what} (with {what_way}, seed {number})", what=what, what_way=way, number=seed)
        return Problem(code, message, _guilty(engine, *places))


def _guilty(engine: CompiledRules, where: Place | str | None = None, *_rest: Place) -> Place:
    """The place that is to blame: one that is known, that of the step of a name, or else all steps."""
    steps = engine.context.record("steps").place
    if not isinstance(where, str):
        return where or steps
    return next((one.place for one in engine.context.entries("steps") if one.name == where), steps)


def setting(tables: Configurations, seats: int, seed: int) -> dict[str, Any]:
    """The options of a match: every other has the defaults, the rest take turns at the random settings.

    In these, each value of an option comes as often as any other.
    """
    if seed % 2:
        return {}
    chance, way = Chance(seats), seed // 2 % WAYS
    turns = {name: list(islice(cycle(values), WAYS)) for name, values in _values(tables, seats)}
    return {name: chance.mixed(values)[way] for name, values in turns.items()}


def _values(tables: Configurations, seats: int) -> Iterator[tuple[str, Sequence[Any]]]:
    """The values of each option that can be set."""
    for name, option in tables.usual[seats].options.items():
        values = option_values(option, seats)
        if name not in tables.chosen and len(values) > 1:
            yield name, values


def play_match(table: DealReporter, match: Match, chance: Chance, choose: Choice, most: int) -> int:
    """Play to the end of a match, or of so many deals of it, and count the deals. Raises StuckError."""
    engine = table.engine
    state, moves, deal = _calm(partial(engine.deal, match), Message("the first deal")), 0, 0
    while not (state.match.over or state.match.deal > most or table.observer.exhausted):
        deal, moves = state.match.deal, moves + 1 if deal == state.match.deal else 0
        if moves > LONGEST * max(engine.deck.cards.bit_count(), 1):
            name = engine.phases[state.step]
            message = Message(
                "deal {number} goes on after {number_moves} moves, at {name}",
                number=deal,
                number_moves=moves,
                name=name,
            )
            raise StuckError("endless", message, name)
        state = _calm(partial(_move, table, state, chance, choose), Message("deal {number}", number=deal))
    return min(len(state.match.deals), most)


def _calm(what: Callable[[], State], where: Message) -> State:
    """Call a function. Any failure becomes a StuckError."""
    try:
        return what()
    except StuckError:
        raise
    except EndlessError as error:
        message = Message("{what_where}: {what}", what_where=where, what=error.message)
        raise StuckError("endless", message, error.step) from error
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        message = Message("{what_where} breaks down: {text}", what_where=where, text=text)
        raise StuckError("breakdown", message) from error


def _move(table: DealReporter, s: State, chance: Chance, choose: Choice) -> State:
    """The state after a move of one of the seats that may act."""
    engine = table.engine
    seat = chance.one(engine.seat_sets[s.waiting])
    legal = tried_moves(engine, s, seat)
    if not len(legal):
        raise _dead_end(table, s, engine.waiting[s.step], seat)
    if twice := returned_cards(engine, s, seat):
        raise _played_twice(engine, s, seat, twice)
    table.idle = 0
    new = s.copy()
    if engine.announceable and not chance.below(QUIET):
        new.match = s.match._replace(announced=tuple(fact.name for fact in engine.announceable))
    engine.act(new, seat, choose(engine, s, seat, legal))
    engine.proceed(new)
    return new


def _dead_end(table: DealReporter, s: State, step: AskStep | TrickStep, seat: int) -> StuckError:
    """A seat without a legal move, and the clause that left it none, if there is one."""
    deal = s.match.deal
    message = Message(
        "seat {seat} has no legal move in deal {number}, at {name}", seat=seat, number=deal, name=step.name
    )
    clause = table.observer.emptied(table.engine, s, step, seat)
    if clause is None:
        return StuckError("dead-end", message, step.entry.place)
    node = clause.entry[clause.verb]
    message = Message("{what}: {clause} left nothing", what=message, clause=shown(clause.name))
    return StuckError("dead-end", message, node.place if node else clause.entry.place)


def _played_twice(engine: CompiledRules, s: State, seat: int, cards: str) -> StuckError:
    """Cards that return during their trick, and the step that moves cards after each play."""
    message = Message(
        "in deal {number} seat {seat} could play {cards} a second time to one trick",
        number=s.match.deal,
        seat=seat,
        cards=cards,
    )
    return StuckError("played-twice", message, *(step.entry.place for step in engine.upon.get("play", ())))
