"""Rows from machine code, for most rulesets and the players that it knows.

Players who like any move as well play in a batch. Those who duck still play by the other machine.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.batch.batch import Batch
from trickbook.batch.cells import METRIC
from trickbook.bots.compiled_duck import duck_data
from trickbook.core.native import BeyondError as TooManyError
from trickbook.fast import BeyondError, compile_ruleset, play_deals, play_matches
from trickbook.lab import interpreter_rows
from trickbook.lab.exposed_counter import count_exposed
from trickbook.lab.rows import Rows, column_names, joined_rows, metric_columns
from trickbook.lab.study import match_seed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.fast import CompiledGame
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset

DUCK_NAME: Final = "duck"

MACHINE_PLAYERS: Final = frozenset({"random", DUCK_NAME})
"""The players that machine code knows."""

COMPILING: Final = Lock()
"""Threads that play the same rules compile them once."""


def ducks(study: Study) -> bool:
    """Return whether a player of a study ducks."""
    return DUCK_NAME in study.bots


def refusal(study: Study) -> str:
    """Return why machine code cannot play a study; empty if it can."""
    strangers = sorted(set(study.bots) - MACHINE_PLAYERS)
    if strangers:
        return f"the fast engine does not know the player {strangers[0]}"
    return searching_refusal(study) if ducks(study) else _beyond_batch(study.rules, study.players)


def searching_refusal(study: Study) -> str:
    """Return why the machine for ducks and searches cannot play by the rules of a study; empty if it can."""
    try:
        compiled_study(study)
    except BeyondError as beyond:
        return str(beyond)
    return ""


@lru_cache(maxsize=1024)
def _beyond_batch(rules: Ruleset, players: int) -> str:
    """Return why no batch can play by some rules."""
    try:
        batch_of(rules, players)
    except TooManyError as beyond:
        return str(beyond)
    return ""


def batch_of(rules: Ruleset, players: int) -> Batch:
    """Return the batch that plays by some rules; BeyondError for a pack that is too large."""
    with COMPILING:
        return _batch(rules, players)


@lru_cache(maxsize=64)
def _batch(rules: Ruleset, players: int) -> Batch:
    return Batch(count_exposed(rules).engine(players))


def warm_up_machine(studies: Iterable[Study]) -> None:
    """Compile the machines for ducks and searches that some studies need, each of them once."""
    for one in _by_kind(studies).values():
        play_deals(one, seeds=[0], deals=[1])


def machine_kinds(studies: Iterable[Study]) -> tuple[str, ...]:
    """Return which machines some studies need: for small packs or large ones, with ducks or without."""
    return tuple(_by_kind(studies))


def _by_kind(studies: Iterable[Study]) -> dict[str, CompiledGame]:
    """For each machine that is needed, a game that it can play."""
    games = [compiled_study(study) for study in studies if not searching_refusal(study)]
    return {_kind(one): one for one in games}


def _kind(game: CompiledGame) -> str:
    """Return the name of the machine for a game: each is compiled by itself."""
    ducking = "-and-ducks" if game.ducks else ""
    return f"machine-for-{'large' if game.wide else 'small'}-packs{ducking}"


def compiled_study(study: Study) -> CompiledGame:
    """Compile a study's rules for ducks and searches; BeyondError for what that machine cannot do."""
    return _ready(study.rules, study.players, ducking=ducks(study))


@lru_cache(maxsize=1024)
def _ready(rules: Ruleset, players: int, *, ducking: bool) -> CompiledGame:
    return compile_ruleset(rules, players, duck_data(rules, players) if ducking else None)


def machine_rows(study: Study, first: int, count: int) -> Rows:
    """Return the rows of so many matches; the interpreter plays those that machine code gives up."""
    matches: Any = np.arange(first, first + count, dtype=np.uint64)  # the generator takes them all at once
    told = _played(study, np.asarray(match_seed(study, matches)))
    found = _rows(study, first, told)
    given_up = np.flatnonzero(told.endings)
    if not len(given_up):
        return found
    whole = joined_rows(
        [found, *(interpreter_rows.interpreter_rows(study, first + int(place), 1) for place in given_up)]
    )
    order = np.argsort(whole.match, kind="stable")
    columns = {name: column[order] for name, column in whole.columns.items()}
    return Rows(whole.match[order], whole.deal[order], whole.last[order], columns)


def _played(study: Study, seeds: Any) -> Any:
    """Return the deals of a match for each seed."""
    if not ducks(study):
        return batch_of(study.rules, study.players).play(seeds)
    seats = sum(1 << seat for seat, name in enumerate(study.bots) if name == DUCK_NAME)
    return play_matches(compiled_study(study), seeds, ducks=seats)


def _rows(study: Study, first: int, told: Any) -> Rows:
    """Return columns as rows."""
    own = zip(metric_columns(study), study.rules.engine(study.players).metrics, strict=True)
    called = {name: f"{METRIC}{metric.entry.name}" for name, metric in own}
    columns = {name: told.columns[called.get(name, name)] for name in column_names(study)}
    return Rows(told.match + first, told.deal, told.over, columns)
