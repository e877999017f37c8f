"""What the interpreter tells of a match between players who like any move, beside what a batch tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tests.batch.complex_parts import by_part

import trickbook
from trickbook.batch.cells import METRIC
from trickbook.batch.matches import Batch, MatchDeals
from trickbook.bots import returned_cards
from trickbook.bots.playouts import random_move
from trickbook.bots.turn import climbs
from trickbook.cards.chance import MAX_MOVES, stream
from trickbook.core.native import QUICK
from trickbook.core.state import State
from trickbook.engine.engine import Engine
from trickbook.lab.interpreter_rows import CountingEngine, count_exposed
from trickbook.problems import EndlessError
from trickbook.state import Match

COUNTS = ("choices", "forced", "moves")

AT_ONCE = 10
"""The machine plays a match for so many deals that are wanted; most have more."""

Columns = Mapping[str, NDArray[np.int64]]
"""What is told of each deal of a match, by seat."""


class StuckError(Exception):
    """A match cannot go on."""


Counts = defaultdict[int, list[list[int]]]
"""What is counted of each deal, by seat."""


def told(engine: CountingEngine, seed: int, most: int) -> Columns | str:
    """What the interpreter tells of a match, or of so many deals of it, or why it cannot be played."""
    counts: Counts = defaultdict(lambda: [[0] * engine.layout.seats for _ in COUNTS])
    try:
        s = engine.deal(Match(seed, 1, engine.layout.first, (engine.ending.starts,) * engine.layout.seats))
        for turn in count(1):
            if s.match.over or len(s.match.deals) >= most:
                break
            act(engine, s, stream(stream(seed, 0), turn), counts)
    except (StuckError, EndlessError) as error:
        return str(error)
    return columns(engine, s, counts)


def act(engine: Engine, s: State, source: int, counts: Counts) -> None:
    """Let whoever is to act make any move; the state is changed in place."""
    seat = s.turns[0]
    step = engine.waiting[s.step]
    if engine.upon and returned_cards(engine, s, seat):
        raise StuckError("a card could be played twice to a trick")
    legal = step.legal(engine, s, seat)
    many = min(len(legal), MAX_MOVES)
    if not many:
        raise StuckError(f"{step.name} waits for a seat without a move")
    for number, counted in zip((1, many == 1, many), counts[s.match.deal], strict=True):
        counted[seat] += number
    engine.act(s, seat, random_move(legal, source, ladder=climbs(engine, s)))
    engine.proceed(s)


def columns(engine: CountingEngine, s: State, counts: Counts) -> Columns:
    """What a finished match tells."""
    history, seats = s.match.history, engine.layout.seats
    scores = [*(deal.match.scores for deal in history[1:]), s.match.scores]
    takers = [[trick.taker for trick in deal.tricks] for deal in history]
    counted = [counts[deal.match.deal] for deal in history]
    winners = engine.winners(s) if s.match.over else ()
    crowned = [int(seat in winners) for seat in range(seats)]
    found: dict[str, Any] = {
        **by_part("points", [deal.points for deal in history], both=engine.layout.complex),
        **by_part("score", scores, both=engine.layout.complex),
        "tricks": [[taken.count(seat) for seat in range(seats)] for taken in takers],
        **{name: [deal[place] for deal in counted] for place, name in enumerate(COUNTS)},
        "exposed": engine.exposed_counts(s)[: len(history)],
        **{
            f"{METRIC}{metric.entry.name}": [deal.measured[place] for deal in history]
            for place, metric in enumerate(engine.metrics)
        },
        "won": [[0] * seats] * (len(history) - 1) + [crowned],
    }
    return {name: np.array(column, np.int64).reshape(-1, seats) for name, column in found.items()}


def differences(engine: CountingEngine, seed: int, found: Columns | None, most: int) -> Iterator[str]:
    """In what the machine tells something else of so many deals of a match than the interpreter."""
    wanted = told(engine, seed, most)
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


def told_apart(found: MatchDeals) -> list[Columns | None]:
    """What the machine tells, match by match; None of a match that it gave up."""
    rows = [np.flatnonzero(found.match == place) for place in range(len(found.endings))]
    return [
        None if ending else {name: column[here] for name, column in found.columns.items()}
        for here, ending in zip(rows, found.endings, strict=True)
    ]


def batch(rules: trickbook.Ruleset, players: int) -> Batch:
    """The batch of a ruleset, compiled quickly."""
    return Batch(count_exposed(rules).engine(players), level=QUICK)


def alike(rules: trickbook.Ruleset, players: int, seeds: Iterator[int], deals: int) -> None:
    """Both tell the same of so many deals, of as many matches as it takes."""
    ready, engine = batch(rules, players), count_exposed(rules).engine(players)
    while deals > 0:
        some = list(islice(seeds, 1 + deals // AT_ONCE))
        for seed, found in zip(some, told_apart(ready.play(np.array(some, np.uint64))), strict=True):
            if deals <= 0:
                break
            otherwise = next(differences(engine, seed, found, deals), "")
            assert not otherwise, f"{rules.name}, {players} players, {dict(rules.options)}: {otherwise}"
            deals -= 1 if found is None else len(found["won"])
