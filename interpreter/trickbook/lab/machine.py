"""Rows by the fast engine: most rulesets, players that it knows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from trickbook.bots.swift import ducks
from trickbook.fast import BeyondError, engine, matches, play
from trickbook.fast.compiling.telling import METRIC
from trickbook.lab import interpreting
from trickbook.lab.rows import Rows, joined, metrics, names
from trickbook.lab.study import seed_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.fast import CompiledGame, Told
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset

DUCK: Final = "duck"
KNOWN: Final = frozenset({"random", DUCK})
"""The players that the machine knows."""


def refuses(study: Study) -> str:
    """Why the machine cannot play a study; nothing if it can."""
    strangers = sorted(set(study.bots) - KNOWN)
    if strangers:
        return f"the fast engine does not know the player {strangers[0]}"
    try:
        ready(study)
    except BeyondError as beyond:
        return str(beyond)
    return ""


def warm(studies: Iterable[Study]) -> None:
    """Have the machine compiled for those of these studies that it can play, for each size of packs once."""
    of = [ready(study) for study in studies if not refuses(study)]
    for one in {one.wide: one for one in of}.values():
        play(one, seeds=[0], deals=[1])


def ready(study: Study) -> CompiledGame:
    """A study's rules ready for the machine; BeyondError for what it cannot do."""
    return _ready(study.rules, study.players, ducking=DUCK in study.bots)


@lru_cache(maxsize=1024)
def _ready(rules: Ruleset, players: int, *, ducking: bool) -> CompiledGame:
    return engine(rules, players, ducks(rules, players) if ducking else None)


def rows(study: Study, first: int, count: int) -> Rows:
    """The rows of so many matches from the first; what the machine gives up, the interpreter plays."""
    seeds = [seed_of(study, match) for match in range(first, first + count)]
    ducking = sum(1 << seat for seat, name in enumerate(study.bots) if name == DUCK)
    told = matches(ready(study), seeds, ducks=ducking)
    found = _rows(study, first, told)
    given_up = np.flatnonzero(told.endings)
    if not len(given_up):
        return found
    whole = joined([found, *(interpreting.rows(study, first + int(place), 1) for place in given_up)])
    order = np.argsort(whole.match, kind="stable")
    columns = {name: column[order] for name, column in whole.columns.items()}
    return Rows(whole.match[order], whole.deal[order], whole.last[order], columns)


def _rows(study: Study, first: int, told: Told) -> Rows:
    """What the machine told, as rows."""
    own = zip(metrics(study), study.rules.table(study.players).metrics, strict=True)
    called = {name: f"{METRIC}{metric.entry.name}" for name, metric in own}
    columns = {name: told.columns[called.get(name, name)] for name in names(study)}
    return Rows(told.match + first, told.deal, told.over, columns)
