"""Warm-up: what a search runs is compiled before it is asked for, and by a process that no call ends."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from numba import typeof
from tests.server.offline_tables import begun

import trickbook
from trickbook.fast import execution
from trickbook.fast.machine import loop
from trickbook.lab import compilation, machine_rows
from trickbook.lab.study import Study
from trickbook.seat.hints import searched_hint
from trickbook.server.table.choice import serialized
from trickbook.server.table.state import BOT
from trickbook.server.workers import bot_worker, warmup
from trickbook.server.workers.bot_worker import BotWorker, prepared_rules
from trickbook.server.workers.warmup import is_search_ready, warm_up, warm_up_search

LARGE = "double-hearts"

Game = tuple[trickbook.Ruleset, int]
"""A ruleset, and how many play."""


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Game]]:
    """The games that something was compiled for; nothing is."""
    found: list[Game] = []
    monkeypatch.setattr(compilation, "compile_beside", found.extend)
    warmup.LOADED.clear()
    warmup.LOADING.clear()
    yield found
    warmup.LOADED.clear()
    warmup.LOADING.clear()


def test_warming_up_compiles_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Study] = []
    monkeypatch.setattr(machine_rows, "refusal", played.append)
    warm_up()
    assert [{*study.bots} for study in played] == [{"random"}]


@pytest.mark.parametrize("name", ["hearts", LARGE])
def test_a_search_runs_what_its_warm_up_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba compiles the machine for each combination of types; a hint adds none."""
    ran: list[Any] = []
    run = loop.run

    def noted(*given: Any) -> Any:
        ran.append(tuple(map(typeof, given)))
        return run(*given)

    monkeypatch.setattr(execution, "run", noted)
    rules = trickbook.load(name)
    compilation.warm_up([(rules, rules.usual)])
    warmed = {*ran}
    game = rules.new_game(seed=5)
    seat = game.actors[0]
    assert searched_hint(rules, seat, game.view(seat), game.legal(seat), "en")["move"]
    assert warmed
    assert {*ran} == warmed


def test_each_kind_of_the_machine_has_a_name(tmp_path: Path) -> None:
    """Where ducks cannot play, the plain machine is prepared."""
    path = tmp_path / "odd.yaml"
    clause = "winning: {shown: {before: highest, keep: play has no (hand of dealer)}}"
    path.write_text(f"trickbook: 1\nextends: hearts\n{clause}\n", "utf-8")
    kinds = compilation.machine_kinds([(trickbook.load(name), 4) for name in ("hearts", LARGE, path)])
    assert kinds == (
        "machine-for-small-packs-and-ducks",
        "machine-for-large-packs-and-ducks",
        "machine-for-small-packs",
    )


def test_a_search_is_ready_once_it_is_prepared(compiled: list[Game]) -> None:
    hearts, larger = trickbook.load("hearts"), trickbook.load(LARGE)
    warm_up_search(hearts, 4)
    assert is_search_ready(hearts, 4)
    assert not is_search_ready(larger, 4)
    while not is_search_ready(larger, 4):
        time.sleep(0.01)
    assert [rules for rules, _ in compiled] == [hearts, larger]


def test_a_call_does_not_wait_for_the_compiler(compiled: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "warm_up_search", lambda *_: time.sleep(600))
    table = begun(trickbook.load("hearts"))
    with pytest.raises(trickbook.TrickbookError, match="is being compiled"):
        prepared_rules(serialized(table.choice), 4)
    assert not compiled


def test_a_server_first_prepares_what_its_first_table_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Any] = []
    monkeypatch.setattr(
        bot_worker, "warm_up_search", lambda rules, players: prepared.append((rules.name, players))
    )
    bots = BotWorker()
    monkeypatch.setattr(bots.process, "start", lambda: None)
    for name in (LARGE, "hearts"):
        table = begun(trickbook.load(name))
        bots.expect(
            table._replace(seats=tuple(seat._replace(plays=BOT, bot="montecarlo") for seat in table.seats))
        )
    assert bots.process.warm
    bots.process.warm()
    assert prepared == [(LARGE, 4)]
    bots.close()
