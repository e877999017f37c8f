"""Admission of sent rules: slow ones are refused with what takes how long; a busy machine refuses nobody."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from pathlib import Path

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.raw_client import status, ticket
from tests.server.slow_rules import HONEST, SLOW

import trickbook
from trickbook.loading.summaries import shipped_games
from trickbook.loading.translation import translated
from trickbook.problems import TrickbookError
from trickbook.server.client import RefusedError, create_table, request
from trickbook.server.table import admission
from trickbook.server.table.admission import check_speed
from trickbook.server.table.choice import check_playable, requested

SUM = " + ".join(f"answer * {number}" for number in range(10, 40))

SLOW_CHOICE = f"""{HONEST}steps:
  guess:
    after: deal
    ask: players
    number: 0 to 999
    says: A guess.
    rules:
      odd: {{keep: answer is not {SUM}, says: Odd guesses only.}}
"""


SLOW_TASKS = "showing a move to all|listing the legal moves|making a move"


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (SLOW, "a move of a bot takes \\d+ ms at `guess`"),
        (SLOW_CHOICE, f"({SLOW_TASKS}) takes \\d+ ms at `(guess|tricks)`"),
    ],
)
def test_slow_rules_are_refused_with_what_takes_how_long(text: str, task: str) -> None:
    """On a slow machine the last card of a deal, before the next guess, takes too long already."""
    with pytest.raises(TrickbookError, match=rf"by these rules {task}; a server allows \d+ ms") as refused:
        check_playable(requested({"text": text}))
    assert translated(str(refused.value), "zh") is not None


def test_tables_by_slow_rules_are_not_made(tmp_path: Path) -> None:
    """Other clients make their tables and look at their rules in the meantime."""
    slow = json.dumps({"text": SLOW, "name": "Eve", "seats": ["me", "duck", "duck", "duck"]}).encode()
    with ThreadPoolExecutor(3) as pool, serving(tmp_path, FREELY._replace(proxied=True)) as url:
        eve = {"X-Forwarded-For": "192.0.2.1"}
        attack = [pool.submit(status, url, "/api/tables", slow, **eve) for _ in range(3)]
        assert ticket(url).seat == 0
        ann = asyncio.run(create_table(url, text=HONEST, name="Ann", seats=["me", "duck", "duck", "duck"]))
        for form in ("html", "text"):
            assert status(url, f"/api/tables/{ann.table}/rulebook?format={form}") == 200
        assert {one.result() for one in attack} == {400}
        with pytest.raises(RefusedError, match="by these rules"):
            asyncio.run(request(url, "/api/tables", json.loads(slow)))


def test_every_shipped_game_is_fast_enough() -> None:
    for name in shipped_games():
        check_speed(trickbook.load(name))


def clock(monkeypatch: pytest.MonkeyPatch, *spans: float) -> None:
    """Let each measured task take so long, by a clock that stands still otherwise."""
    times = iter(
        [time for end, span in zip(accumulate(spans), spans, strict=True) for time in (end - span, end)]
    )
    monkeypatch.setattr(admission, "thread_time", lambda: next(times))


def test_what_is_slow_once_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have had the machine; what is slow each time is refused."""
    rules = trickbook.load("hearts")
    game, task = rules.new_game(seed=1), admission.Task("a hint", 0.5, lambda *_: None)
    clock(monkeypatch, 0.75, 0.25)
    admission._check(task, rules, game)  # noqa: SLF001 - one task at one position
    clock(monkeypatch, 0.875, 0.75, 0.875)
    with pytest.raises(TrickbookError, match="a hint takes 750 ms"):
        admission._check(task, rules, game)  # noqa: SLF001 - likewise
    clock(monkeypatch, 6, 5)
    with pytest.raises(TrickbookError, match="a hint takes 5000 ms"):
        admission._check(task, rules, game)  # noqa: SLF001 - likewise
