"""Admission of sent rules: slow ones are refused with what takes how long; a busy machine refuses nobody."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.raw_client import status, ticket
from tests.server.slow_rules import HONEST, TERMS
from tests.server.test_worker import until_there

import trickbook
from trickbook.loading.files import shipped_games
from trickbook.problems import TrickbookError
from trickbook.seat.rules_request import RulesRequest, playable_rules
from trickbook.server.client import RefusedError, create_table, request
from trickbook.server.table import choice
from trickbook.server.table.choice import check_playable, check_speed, requested
from trickbook.texts.catalogue import translated
from trickbook.texts.message import Message

CALL_SECONDS = 5e-6
"""What a call of a function takes by the clock that counts them: several times what it takes anywhere."""

SLOW = f"""{HONEST}steps:
  guess: {{after: tricks, ask: players, number: 0 to 299, says: A guess.}}
points:
""" + "".join(f"  guess_{number}: {{player: points + {TERMS}}}\n" for number in range(8))

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


SAID = "by these rules a move of a bot takes 750 ms at `guess`"
SLOW_TASKS = "showing a move to all|listing the legal moves|making a move"


@contextmanager
def counted() -> Iterator[None]:
    """Time passes by calls of functions while this lasts, alike on every machine."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choice, "thread_time", lambda: calls * CALL_SECONDS)
        before = sys.getprofile()
        sys.setprofile(count)
        try:
            yield
        finally:
            sys.setprofile(before)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (SLOW, "a move of a bot takes \\d+ ms at `guess`"),
        (SLOW_CHOICE, f"({SLOW_TASKS}) takes \\d+ ms at `(guess|tricks)`"),
    ],
)
def test_slow_rules_are_refused_with_what_takes_how_long(text: str, task: str) -> None:
    rules, said = playable_rules(requested({"text": text})), rf"by these rules {task}; a server allows \d+ ms"
    with counted(), pytest.raises(TrickbookError, match=said) as refused:
        check_speed(rules)
    assert translated(refused.value.message, "zh") is not None


def judged(wish: RulesRequest) -> None:
    """Check rules; the check of slow ones takes until there is the file that their last line names."""
    own, _, file = (wish.text or "").rpartition("# ")
    if own == SLOW:
        until_there(Path(file))
        raise TrickbookError(SAID)
    check_playable(wish)


def test_tables_by_slow_rules_are_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other clients make their tables and look at their rules in the meantime."""
    monkeypatch.setattr("trickbook.server.web.routes.check_playable", judged)
    text = f"{SLOW}# {tmp_path / 'checked'}"
    slow = json.dumps({"text": text, "name": "Eve", "seats": ["me", "duck", "duck", "duck"]}).encode()
    with ThreadPoolExecutor(3) as pool, serving(tmp_path / "here", FREELY._replace(proxied=True)) as url:
        eve = {"X-Forwarded-For": "192.0.2.1"}
        attack = [pool.submit(status, url, "/api/tables", slow, **eve) for _ in range(3)]
        assert ticket(url).seat == 0
        assert not any(one.done() for one in attack)
        (tmp_path / "checked").touch()
        ann = asyncio.run(create_table(url, text=HONEST, name="Ann", seats=["me", "duck", "duck", "duck"]))
        for form in ("html", "text"):
            assert status(url, f"/api/tables/{ann.table}/rulebook?format={form}") == 200
        assert {one.result() for one in attack} == {400}
        with pytest.raises(RefusedError, match="by these rules"):
            asyncio.run(request(url, "/api/tables", json.loads(slow)))


def test_every_shipped_game_is_fast_enough() -> None:
    for name in shipped_games():
        rules = trickbook.load(name)
        with counted():
            check_speed(rules)


def clock(monkeypatch: pytest.MonkeyPatch, *spans: float) -> None:
    """Let each measured task take so long, by a clock that stands still otherwise."""
    times = iter(
        [time for end, span in zip(accumulate(spans), spans, strict=True) for time in (end - span, end)]
    )
    monkeypatch.setattr(choice, "thread_time", lambda: next(times))


def test_what_is_slow_once_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have had the machine; what is slow each time is refused."""
    rules = trickbook.load("hearts")
    game, task = rules.new_game(seed=1), choice.Task(Message("a hint"), 0.5, lambda *_: None)
    clock(monkeypatch, 0.75, 0.25)
    choice._check(task, rules, game)  # noqa: SLF001 - one task at one position
    clock(monkeypatch, 0.875, 0.75, 0.875)
    with pytest.raises(TrickbookError, match="a hint takes 750 ms"):
        choice._check(task, rules, game)  # noqa: SLF001 - likewise
    clock(monkeypatch, 6, 5)
    with pytest.raises(TrickbookError, match="a hint takes 5000 ms"):
        choice._check(task, rules, game)  # noqa: SLF001 - likewise
