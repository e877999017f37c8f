"""Warm-up: machine code is compiled before it is asked for, and kept."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.offline_tables import begun

import trickbook
from trickbook.lab import machine_rows
from trickbook.lab.study import Study
from trickbook.server.process import warm_up
from trickbook.server.table import BOT
from trickbook.server.workers import bot_worker
from trickbook.server.workers.bot_worker import BotWorker


def test_warming_up_compiles_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Study] = []
    monkeypatch.setattr(machine_rows, "refusal", played.append)
    warm_up()
    assert [{*study.bots} for study in played] == [{"random"}]


def test_a_server_first_prepares_what_its_first_table_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[Any] = []
    monkeypatch.setattr(
        bot_worker, "prepare_search", lambda rules, players: prepared.append((rules.name, players))
    )
    bots = BotWorker()
    monkeypatch.setattr(bots.process, "start", lambda: None)
    for name in ("double-hearts", "hearts"):
        table = begun(trickbook.load(name))
        bots.expect(
            table._replace(seats=tuple(seat._replace(plays=BOT, bot="montecarlo") for seat in table.seats))
        )
    assert bots.process.warm
    bots.process.warm()
    assert prepared == [("double-hearts", 4)]
    bots.close()
