"""Texts that are slow to read: they cost their senders, and nobody else."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import status
from tests.server.test_slow_requests import RECORD

from trickbook.server.client import request
from trickbook.server.limits import Rate, RateLimiter, network

HEAD = "trickbook: 1\nname: Own\nextends: hearts\n"
PROXIED = FREELY._replace(proxied=True)
HONEST = json.dumps({"text": "trickbook: 1\nname: Ben\nplayers: many\n"}).encode()


def slow_text(number: int) -> str:
    """A ruleset without an error that takes many seconds to check."""
    return f"{HEAD}summary: Game {number}\nwords:\n" + "".join(f"  w{n}: worth > {n}\n" for n in range(2300))


def form(url: str, address: str, body: bytes) -> int:
    """The status of a form for a client at an address."""
    return status(url, "/api/form", body, **{"X-Forwarded-For": address})


def flood(pool: ThreadPoolExecutor, url: str, addresses: list[str], each: int) -> list[Future[int]]:
    """Slow texts from some addresses, all at once."""
    bodies = [json.dumps({"text": slow_text(number)}).encode() for number in range(each * len(addresses))]
    return [
        pool.submit(form, url, addresses[number % len(addresses)], body) for number, body in enumerate(bodies)
    ]


def test_slow_texts_shut_out_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An honest client has its turn while two addresses have more in the queue; records are read beside."""
    monkeypatch.setattr("trickbook.server.app.READ_TIMEOUT", 2)
    with ThreadPoolExecutor(16) as pool, serving(tmp_path, PROXIED) as url:
        attack = flood(pool, url, ["192.0.2.1", "192.0.2.2"], 6)
        refused, waiting = wait(attack, LONG, FIRST_COMPLETED)
        assert {one.result() for one in refused} == {429}
        assert form(url, "198.51.100.7", HONEST) == 200
        record = {"record": RECORD, "tried": False}
        assert asyncio.run(request(url, "/api/study", record))["playouts"] == 0
        assert not all(one.done() for one in waiting)
        assert sorted(one.result() for one in attack) == [400] * 6 + [429] * 6


def test_addresses_of_one_network_share_a_queue() -> None:
    assert network("2001:db8:0:1::1") == network("2001:db8:0:1:ffff::2") != network("2001:db8:0:2::1")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert network("testclient") == "testclient"


def test_a_slow_text_takes_the_seconds_of_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing more is read for it for a while; others go on."""
    monkeypatch.setattr("trickbook.server.app.READ_TIMEOUT", 2)
    limits = PROXIED.limits._replace(reading=Rate(1e-9, 1))
    with serving(tmp_path, PROXIED._replace(limits=limits)) as url:
        slow = json.dumps({"text": slow_text(1)}).encode()
        assert form(url, "192.0.2.1", slow) == 400
        assert form(url, "192.0.2.1", HONEST) == 429
        assert form(url, "198.51.100.7", HONEST) == 200


@pytest.mark.parametrize("house", [[], ["omnibus"]])
def test_a_form_of_a_shipped_game_takes_the_seconds_of_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, house: list[str]
) -> None:
    """One in which nothing is chosen is kept for the next client, and costs nobody anything then."""
    monkeypatch.setattr("trickbook.server.app.QUICK_TIMEOUT", LONG)
    limits = PROXIED.limits._replace(reading=Rate(1e-9, 1e-6))
    with serving(tmp_path, PROXIED._replace(limits=limits)) as url:
        body = json.dumps({"game": "spades", "house": house}).encode()
        again = 429 if house else 200
        assert [form(url, f"192.0.2.{n}", body) for n in (1, 1, 2)] == [200, again, 200]
        assert form(url, "192.0.2.1", json.dumps({"game": "hearts"}).encode()) == 429


def test_a_refused_text_is_refused_again_without_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickbook.server.app.READ_TIMEOUT", 2)
    limits = PROXIED.limits._replace(reading=Rate(1e-9, 1))
    with serving(tmp_path, PROXIED._replace(limits=limits)) as url:
        slow = json.dumps({"text": slow_text(1)}).encode()
        assert [form(url, f"192.0.2.{n}", slow) for n in (1, 1, 2, 2)] == [400] * 4
        assert form(url, "192.0.2.2", HONEST) == 200


def test_seconds_may_be_owed() -> None:
    """Work is charged once its length is known; the address waits until it has paid."""
    limiter = RateLimiter(Rate(0.5, 2))
    assert limiter.level("Ann", 0) == 2
    limiter.charge("Ann", 0, 5)
    levels: list[Any] = [limiter.level("Ann", now) for now in (0, 4, 6, 8, 100)]
    assert levels == [-3, -1, 0, 1, 2]
    assert limiter.level("Ben", 0) == 2
