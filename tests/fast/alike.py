"""What the interpreter tells of a match between players who like any move, beside what the machine tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tests.fast.parts import by_part

import trickbook
from trickbook.bots import held_again
from trickbook.bots.anything import COUNTED
from trickbook.chance import below, stream
from trickbook.concepts.asking import Asking
from trickbook.concepts.dealing import Dealing, Moving
from trickbook.fast import Told, engine, matches
from trickbook.fast.compiling.telling import METRIC
from trickbook.problems import EndlessError
from trickbook.state import Match, State
from trickbook.table import Table

COUNTS = ("choices", "forced", "moves", "exposed")

AT_ONCE = 10
"""The machine plays a match for so many deals that are wanted; most have more."""

Columns = Mapping[str, NDArray[np.int64]]
"""What is told of each deal of a match, by seat."""


class StuckError(Exception):
    """A match cannot go on."""


class Course(NamedTuple):
    """A match that is played: what is counted of each deal, and the cards that lie open before each seat."""

    counts: dict[int, list[list[int]]]
    shown: list[int]


def told(table: Table, seed: int, most: int) -> Columns | str:
    """What the interpreter tells of a match, or of so many deals of it, or why it cannot be played."""
    course = Course({}, [0] * table.layout.seats)
    try:
        s = table.deal(Match(seed, 1, table.layout.first, (table.ending.starts,) * table.layout.seats))
        look(table, s, course)
        for turn in count(1):
            if s.match.over or len(s.match.deals) >= most:
                break
            act(table, s, stream(stream(seed, 0), turn), course)
    except (StuckError, EndlessError) as error:
        return str(error)
    return columns(table, s, course)


def act(table: Table, s: State, source: int, course: Course) -> None:
    """Let whoever is to act make any move; the state is changed in place."""
    order = s.asked if s.waiting & (s.waiting - 1) else range(table.layout.seats)
    seat = next(seat for seat in order if s.waiting >> seat & 1)
    step = table.waiting[s.step]
    if table.upon.get("play") and held_again(table, s, seat):
        raise StuckError("a card could be played twice to a trick")
    legal = step.legal(table, s, seat)
    many = min(len(legal), COUNTED)
    if not many:
        raise StuckError(f"{step.name} waits for a seat without a move")
    for number, counted in zip((1, many == 1, many), course.counts[s.match.deal], strict=False):
        counted[seat] += number
    step.act(table, s, seat, legal[below(source, many)[0]])
    if not s.waiting:
        table.proceed(s)
    look(table, s, course)


def look(table: Table, s: State, course: Course) -> None:
    """Count the cards that have come to lie open before each seat, to the deal that they are seen in."""
    base, seats = table.layout.piles["table"].base, table.layout.seats
    now = s.piles[base : base + seats]
    new = s.match.deal not in course.counts
    if new:
        course.counts[s.match.deal] = [[0] * seats for _ in COUNTS]
    if new or now != course.shown:
        counted = course.counts[s.match.deal][-1]
        for seat, (cards, before) in enumerate(zip(now, course.shown, strict=True)):
            counted[seat] += (cards if new else cards & ~before).bit_count()
        course.shown[:] = now


def columns(table: Table, s: State, course: Course) -> Columns:
    """What a finished match tells."""
    history, seats = s.match.history, table.layout.seats
    scores = [*(deal.match.scores for deal in history[1:]), s.match.scores]
    takers = [[trick.taker for trick in deal.tricks] for deal in history]
    none = [[0] * seats for _ in COUNTS]
    counted = [course.counts.get(deal.match.deal, none) for deal in history]
    winners = table.winners(s) if s.match.over else ()
    crowned = [int(seat in winners) for seat in range(seats)]
    found: dict[str, Any] = {
        **by_part("points", [deal.points for deal in history], both=table.layout.complex),
        **by_part("score", scores, both=table.layout.complex),
        "tricks": [[taken.count(seat) for seat in range(seats)] for taken in takers],
        **{name: [deal[place] for deal in counted] for place, name in enumerate(COUNTS)},
        **{
            f"{METRIC}{metric.entry.name}": [deal.measured[place] for deal in history]
            for place, metric in enumerate(table.metrics)
        },
        "won": [[0] * seats] * (len(history) - 1) + [crowned],
    }
    if laying(table):
        del found["exposed"]
    return {name: np.array(column, np.int64).reshape(-1, seats) for name, column in found.items()}


def laying(table: Table) -> bool:
    """Whether cards are laid open by rule; between two moves nobody sees all that lay there."""
    steps = [*table.steps, *(step for steps in table.upon.values() for step in steps)]
    goals = [
        step.to.pile if isinstance(step, Moving) else step.to
        for step in steps
        if isinstance(step, Moving | Dealing)
    ]
    drawn = [step.to.pile for step in steps if isinstance(step, Asking) and step.who is None and step.to]
    return any(pile.name == "table" for pile in (*goals, *drawn))


def differences(table: Table, seed: int, found: Columns | None, most: int) -> Iterator[str]:
    """In what the machine tells something else of so many deals of a match than the interpreter."""
    wanted = told(table, seed, most)
    if isinstance(wanted, str):
        if found is not None:
            yield f"seed {seed}: the machine plays on, but {wanted}"
    elif found is None:
        yield f"seed {seed}: the machine gives up what can be played"
    else:
        for name, column in wanted.items():
            other = found[name][: len(column)] if len(column) >= most else found[name]
            if not np.array_equal(column, other):
                yield f"seed {seed}, {name}: {column.tolist()}, by the machine {other.tolist()}"


def told_apart(found: Told) -> list[Columns | None]:
    """What the machine tells, match by match; None of a match that it gave up."""
    rows = [np.flatnonzero(found.match == place) for place in range(len(found.endings))]
    return [
        None if ending else {name: column[here] for name, column in found.columns.items()}
        for here, ending in zip(rows, found.endings, strict=True)
    ]


def alike(rules: trickbook.Ruleset, players: int, seeds: Iterator[int], deals: int) -> None:
    """Both engines tell the same of so many deals, of as many matches as it takes."""
    ready = engine(rules, players)
    while deals > 0:
        some = list(islice(seeds, 1 + deals // AT_ONCE))
        for seed, found in zip(some, told_apart(matches(ready, some)), strict=True):
            if deals <= 0:
                break
            otherwise = next(differences(ready.table, seed, found, deals), "")
            assert not otherwise, f"{rules.name}, {players} players, {dict(rules.options)}: {otherwise}"
            deals -= 1 if found is None else len(found["won"])
