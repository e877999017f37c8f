"""If two tables differ only in cards hidden from a seat, that seat receives the same bytes."""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice

import pytest
from tests.games import GAMES
from tests.server.planted_leaks import IN_THE_VIEW, LEAKS
from tests.server.twin_tables import Twins, streams, twins

import trickbook
from trickbook.replays import sealed_deals
from trickbook.seat import hints

WANTED = 2
"""So many twins are looked at for each game, of seats and of those who look on."""

TRIED = 12
"""So often they are sought."""

DEALS = 64
"""So many deals a searched hint rests on: what it tells depends on the same things as with more."""


@pytest.fixture(autouse=True)
def constant_seals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seal tells the two tables apart, as it should; here it is a constant."""
    monkeypatch.setattr(sealed_deals, "seal", lambda deal, _: f"seal {deal}")


@pytest.fixture(autouse=True)
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "DEALS", DEALS)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_the_same(name: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311 - any games will do
    for seats in ([None], range(rules.usual)):
        compared = [*islice(told(rules, seats, rng, 1), WANTED)]
        assert compared, "nobody was compared"
        assert min(map(len, compared)) > 2
    second = next(told(rules, range(rules.usual), rng, 2), None)
    assert (second is None) == (rules.engine().ending.most == 1)
    assert second is None or any('"type":"points"' in frame for frame in second)
    assert not [record for record in caplog.records if record.name.startswith("trickbook")]


def test_searched_hints_are_among_what_is_compared() -> None:
    rules, rng = trickbook.load("hearts"), random.Random("hearts")  # noqa: S311 - any games will do
    frames = [frame for one in islice(told(rules, range(4), rng, 1), WANTED) for frame in one]
    assert any("on average" in frame or "平均得" in frame for frame in frames)


def told(
    rules: trickbook.Ruleset, seats: Sequence[int | None], rng: random.Random, deal: int
) -> Iterator[list[str]]:
    """What one of these seats is told at both tables of twins that differ in a deal, time after time."""
    for _ in range(TRIED):
        twin = twins(rules, rng.choice(seats), rng, deal)
        if twin is not None:
            one, other = streams(twin)
            assert one == other
            yield one


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


@pytest.mark.parametrize("leak", IN_THE_VIEW)
def test_a_leak_of_the_view_is_found_by_twins_that_are_made_with_it(
    leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a seat sees is known by where the cards lie, so that a view cannot hide its own leak."""
    IN_THE_VIEW[leak](monkeypatch)
    assert any(one != other for one, other in map(streams, some.__wrapped__()))


@cache
def some() -> list[Twins]:
    """Twins of a few games, as they come."""
    rng, found = random.Random(7), []  # noqa: S311 - any games will do
    for number in range(48):
        rules = trickbook.load(("hearts", "chinese-hearts", "rules-of-hearts")[number % 3])
        found.append(twins(rules, None if number % 4 == 3 else rng.randrange(rules.usual), rng))
    return [twin for twin in found if twin is not None]
