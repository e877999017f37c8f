"""Two tables that differ only in cards hidden from a seat tell that seat the same, byte for byte."""

from __future__ import annotations

import logging
import random
from functools import cache

import pytest
from tests.games import GAMES
from tests.server.leaks import LEAKS
from tests.server.twins import Twins, streams, twins

import trickbook
from trickbook import sealing

WANTED = 2
"""So many twins are looked at for each game, of seats and of those who look on."""

TRIED = 12
"""So often they are sought."""


@pytest.fixture(autouse=True)
def constant_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seal tells the two tables apart, as it should; here it is a constant."""
    monkeypatch.setattr(sealing, "seal", lambda deal, _: f"seal {deal}")


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_the_same(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311 - any games will do
    for seats in ([None], range(rules.usual)):
        found = 0
        for _ in range(TRIED):
            twin = twins(rules, rng.choice(seats), rng)
            if twin is not None and found < WANTED:
                one, other = streams(twin)
                assert one == other
                assert len(one) > 2
                found += 1
        assert found, "nobody was compared"
    assert not [record for record in caplog.records if record.name.startswith("trickbook")]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    leak: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    found = some()
    LEAKS[leak](monkeypatch)
    for twin in found:
        caplog.clear()
        one, other = streams(twin)
        if one != other or caplog.messages:
            return
    pytest.fail(f"{leak} went unnoticed")


@cache
def some() -> list[Twins]:
    """Twins of a few games, as they come."""
    rng, found = random.Random(7), []  # noqa: S311 - any games will do
    for number in range(48):
        rules = trickbook.load(("hearts", "chinese-hearts", "rules-of-hearts")[number % 3])
        found.append(twins(rules, None if number % 4 == 3 else rng.randrange(rules.usual), rng))
    return [twin for twin in found if twin is not None]
