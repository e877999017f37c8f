"""Requests that are too many, malformed or ambiguous; others are answered meanwhile."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from tests.server.attackers import (
    ELSEWHERE,
    GET,
    HOME,
    answered,
    attacked,
    connected,
    heard,
    strictly,
)
from tests.server.local_server import LONG, serving

from trickbook import server
from trickbook.server.door import MAX_REFUSALS, NO_LENGTH, REPORT_INTERVAL, Door
from trickbook.server.limits import Rate, ServerLimits
from trickbook.server.web import MAX_SEAT_BYTES


def test_requests_for_any_path_count(tmp_path: Path) -> None:
    """Files of the page and paths that there are not, too; a new connection is a request."""
    with serving(tmp_path, strictly(requests=Rate(1e-6, 8))) as url:
        asked = [answered(url, path) for path in ("/", "/page/main.js", "/api/nothing", "/api/games")]
        assert asked == [200, 200, 404, 200]
        with pytest.raises(ConnectionError):
            answered(url)
        assert answered(url, source="127.0.0.3") == 200


def test_a_connection_is_closed_after_several_refusals(tmp_path: Path) -> None:
    with serving(tmp_path, strictly(asking=Rate(1e-6, 2))) as url:
        told = heard(connected(url, GET * 20))
        assert told.count(b"HTTP/1.1 200 ") == 2
        assert told.count(b"HTTP/1.1 429 ") == MAX_REFUSALS
        assert answered(url, source=HOME) == 429
        assert answered(url) == 200


def test_who_looks_for_many_tables_is_refused(tmp_path: Path) -> None:
    """An id that was looked for in vain costs nothing for a while."""
    with serving(tmp_path, strictly(finding=Rate(1e-6, 2))) as url:
        asked = [answered(url, f"/api/tables/{name}") for name in ("a", "b", "c", "a")]
        assert asked == [404, 404, 429, 404]
        assert answered(url, "/api/tables/c", source=HOME) == 404


def test_a_request_for_a_seat_is_short(url: str) -> None:
    assert answered(url, "/api/tables/a/seats", {"name": "Ann"}) == 404
    assert answered(url, "/api/tables/a/seats", {"name": "A" * MAX_SEAT_BYTES}) == 413


def test_a_proxy_keeps_its_connection_after_refusals(tmp_path: Path) -> None:
    """It sends the requests of others through it, too."""
    asking = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n%s\r\n"
    many = asking % (b"192.0.2.1", b"") * (MAX_REFUSALS + 2)
    with serving(tmp_path, strictly(asking=Rate(1e-6, 2))._replace(proxied=True)) as url:
        told = heard(connected(url, many + asking % (b"192.0.2.2", b"Connection: close\r\n")))
        assert told.count(b"HTTP/1.1 429 ") == MAX_REFUSALS
        assert told.count(b"HTTP/1.1 200 ") == 3


def test_a_page_is_within_the_limit_many_times() -> None:
    """A school class behind one address opens it together."""
    page = [file for file in Path(server.__file__).parent.joinpath("page").rglob("*") if file.is_file()]
    assert ServerLimits().requests.burst >= 36 * (len(page) + 12)


def test_many_malformed_requests_are_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(tmp_path) as url:
        for _ in range(50):
            assert heard(connected(url, b"nonsense\r\n\r\n")).startswith(b"HTTP/1.1 400 ")
        assert answered(url) == 200
    assert caplog.records == []


def test_requests_that_break_off_are_counted_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted, turn_away = threading.Semaphore(0), Door.turn_away

    def noted(door: Door, what: str, host: str) -> None:
        turn_away(door, what, host)
        assert (what, door.origins[HOME]) == ("unfinished requests", door.away[what])
        counted.release()

    monkeypatch.setattr(Door, "turn_away", noted)
    head = b"POST /api/form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with serving(tmp_path) as url:
        for _ in range(3):
            connected(url, head + b'Content-Length: 100\r\n\r\n{"game":').close()
            assert counted.acquire(timeout=LONG)
        assert answered(url) == 200


def test_a_line_a_minute_tells_of_all_that_is_turned_away(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    door = Door(ServerLimits(requests=Rate(1e-6, 1)), clock=lambda: now)
    assert [door.take_request("192.0.2.1") for _ in range(3)] == [True, False, False]
    door.turn_away("malformed requests", "192.0.2.2")
    door.note_failure()
    for _ in range(3):
        door.report()
        now += REPORT_INTERVAL / 2
    assert [one.getMessage() for one in caplog.records] == [
        "turned away in the last minute: malformed requests 1, requests 2; most from 192.0.2.1",
        "errors of this server ended connections in the last minute: 1",
    ]


def test_others_are_answered_while_chunks_flood_in(tmp_path: Path) -> None:
    """A byte a chunk costs much to read; so no chunks are read."""
    head = b"POST /api/form HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(tmp_path, strictly(requests=ServerLimits().requests)) as url:

        def flood() -> None:
            with connected(url, head) as line:
                line.sendall(b"1\r\nx\r\n" * 300_000)

        with attacked(flood):
            assert [answered(url) for _ in range(20)] == [200] * 20
        assert NO_LENGTH.encode() in heard(connected(url, head, source=ELSEWHERE))


def test_a_request_of_two_lengths_is_its_last(tmp_path: Path) -> None:
    """What is behind it could be a request of somebody else at the same proxy."""
    two = b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with serving(tmp_path) as url:
        told = heard(connected(url, b"POST /api/form HTTP/1.1\r\nHost: localhost\r\n" + two + GET))
        assert told.count(b"HTTP/1.1 ") == 1
        assert told.startswith(b"HTTP/1.1 400 ")


def test_security_headers_are_sent_once(url: str) -> None:
    asking = b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    for path in (b"/", b"/page/main.js", b"/api/games", b"/api/nothing"):
        assert heard(connected(url, asking % path)).lower().count(b"x-content-type-options: nosniff") == 1
