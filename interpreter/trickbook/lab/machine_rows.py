"""Rows from the fast engine, for most rulesets and the players that it knows."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.batch.batch import Batch
from trickbook.bots.compiled_duck import duck_data
from trickbook.fast import BeyondError, compile_ruleset, play_deals, play_matches
from trickbook.fast.compiler.deal_report import METRIC_PREFIX
from trickbook.lab import interpreter_rows
from trickbook.lab.exposed_counter import count_exposed
from trickbook.lab.rows import Rows, column_names, joined_rows, metric_columns
from trickbook.lab.study import match_seed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.fast import CompiledGame, MatchDeals
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset

DUCK_NAME: Final = "duck"

MACHINE_PLAYERS: Final = frozenset({"random", DUCK_NAME})
"""The players that the fast engine knows."""


def refusal(study: Study) -> str:
    """Return why the fast engine cannot play a study; empty if it can."""
    strangers = sorted(set(study.bots) - MACHINE_PLAYERS)
    if strangers:
        return f"the fast engine does not know the player {strangers[0]}"
    try:
        compiled_study(study)
    except BeyondError as beyond:
        return str(beyond)
    return ""


def warm_up_machine(studies: Iterable[Study]) -> None:
    """Compile the machines for the studies that they can play, each of them once."""
    for one in _by_kind(studies).values():
        play_deals(one, seeds=[0], deals=[1])


def machine_kinds(studies: Iterable[Study]) -> tuple[str, ...]:
    """Return which machines can play these studies: for small packs or large ones, with ducks or without."""
    return tuple(_by_kind(studies))


def _by_kind(studies: Iterable[Study]) -> dict[str, CompiledGame]:
    """For each machine that is needed, a game that it can play."""
    games = [compiled_study(study) for study in studies if not refusal(study)]
    return {_kind(one): one for one in games}


def _kind(game: CompiledGame) -> str:
    """Return the name of the machine for a game: each is compiled by itself."""
    ducks = "-and-ducks" if game.ducks else ""
    return f"machine-for-{'large' if game.wide else 'small'}-packs{ducks}"


def compiled_study(study: Study) -> CompiledGame:
    """Compile a study's rules for the machine; BeyondError for what it cannot do."""
    return _ready(study.rules, study.players, ducking=DUCK_NAME in study.bots)


def batch_of(study: Study) -> Batch:
    """Return the batch of a study of players who like any move as well."""
    return _batch(study.rules, study.players)


@lru_cache(maxsize=64)
def _batch(rules: Ruleset, players: int) -> Batch:
    return Batch(count_exposed(rules).engine(players))


@lru_cache(maxsize=1024)
def _ready(rules: Ruleset, players: int, *, ducking: bool) -> CompiledGame:
    return compile_ruleset(rules, players, duck_data(rules, players) if ducking else None)


def machine_rows(study: Study, first: int, count: int) -> Rows:
    """Return the rows of so many matches; the interpreter plays those that the machine gives up."""
    matches: Any = np.arange(first, first + count, dtype=np.uint64)  # the generator takes them all at once
    ducking = sum(1 << seat for seat, name in enumerate(study.bots) if name == DUCK_NAME)
    seeds = np.asarray(match_seed(study, matches))
    told: Any = play_matches(compiled_study(study), seeds, ducks=ducking) if ducking else batch_of(study).play(seeds)
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


def _rows(study: Study, first: int, told: MatchDeals) -> Rows:
    """Return the machine's columns as rows."""
    own = zip(metric_columns(study), study.rules.engine(study.players).metrics, strict=True)
    called = {name: f"{METRIC_PREFIX}{metric.entry.name}" for name, metric in own}
    columns = {name: told.columns[called.get(name, name)] for name in column_names(study)}
    return Rows(told.match + first, told.deal, told.over, columns)
