"""Rows from machine code, for most rulesets and the players that it knows."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.batch.cells import METRIC
from trickbook.batch.matches import Batch
from trickbook.bots.costs_of_cards import costs
from trickbook.core.translation import BeyondError
from trickbook.lab import interpreter_rows
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.lab.study import Rows, column_names, joined_rows, match_seed, metric_columns

if TYPE_CHECKING:
    from trickbook.batch.matches import MatchDeals
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset

DUCK: Final = "duck"

MACHINE_PLAYERS: Final = frozenset({"random", DUCK})
"""The players that machine code knows."""

COMPILING: Final = Lock()
"""Threads that play by the same rules compile them once."""


@lru_cache(maxsize=1024)
def refusal(study: Study) -> str:
    """Return why machine code cannot play a study; empty if it can."""
    strangers = sorted(set(study.bots) - MACHINE_PLAYERS)
    if strangers:
        return f"machine code does not know the player {strangers[0]}"
    try:
        batch_of(study)
    except BeyondError as beyond:
        return str(beyond)
    return ""


def batch_of(study: Study) -> Batch:
    """Return the batch of a study; BeyondError for what machine code cannot do."""
    with COMPILING:
        return _batch(study.rules, study.players, ducking=DUCK in study.bots)


@lru_cache(maxsize=64)
def _batch(rules: Ruleset, players: int, *, ducking: bool) -> Batch:
    known = costs(rules, players) if ducking else None
    return Batch(count_exposed(rules).engine(players), known)


def machine_rows(study: Study, first: int, count: int) -> Rows:
    """Return the rows of so many matches; the interpreter plays those that machine code gives up."""
    matches: Any = np.arange(first, first + count, dtype=np.uint64)  # the generator takes them all at once
    ducks = sum(1 << seat for seat, name in enumerate(study.bots) if name == DUCK)
    deals = batch_of(study).play(np.asarray(match_seed(study, matches)), ducks)
    found = _rows(study, first, deals)
    given_up = np.flatnonzero(deals.endings)
    if not len(given_up):
        return found
    whole = joined_rows(
        [found, *(interpreter_rows.interpreter_rows(study, first + int(place), 1) for place in given_up)]
    )
    order = np.argsort(whole.match, kind="stable")
    columns = {name: column[order] for name, column in whole.columns.items()}
    return Rows(whole.match[order], whole.deal[order], whole.last[order], columns)


def _rows(study: Study, first: int, deals: MatchDeals) -> Rows:
    """Return columns as rows."""
    own = zip(metric_columns(study), study.rules.engine(study.players).metrics, strict=True)
    called = {name: f"{METRIC}{metric.entry.name}" for name, metric in own}
    columns = {name: deals.columns[called.get(name, name)] for name in column_names(study)}
    return Rows(deals.match + first, deals.deal, deals.over, columns)
