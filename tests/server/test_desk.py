"""The desk over HTTP: each request is answered in a process of its own, and a comparison line by line."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from tests.desk.texts import OMNIBUS, SLIP
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import status

import trickbook
from trickbook.server.client import request
from trickbook.server.limits import Rate
from trickbook.server.workers.worker import WorkerProcess

CHECKED = {"title", "players", "usual", "playable", "problems", "examples", "colours"}
PAGE = Path(trickbook.__file__).parent / "server" / "page"
TRIAL = {"text": OMNIBUS, "players": 4, "seed": 1, "hand": "", "moves": []}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("tables")) as address:
        yield address


def asked(url: str, what: str, body: dict[str, Any]) -> Any:
    return asyncio.run(request(url, f"/api/desk/{what}", body))


def lines(url: str, body: dict[str, Any]) -> list[dict[str, Any]]:
    """All lines of a comparison."""
    head = {"Content-Type": "application/json"}
    said = Request(f"{url}/api/desk/comparison", json.dumps(body).encode(), head)  # noqa: S310 - it is ours
    with urlopen(said, timeout=LONG) as answer:  # noqa: S310
        assert answer.headers["Content-Type"] == "application/x-ndjson"
        assert answer.headers["Cache-Control"] == "no-store"
        return [json.loads(line) for line in answer]


@pytest.mark.parametrize(
    ("what", "body", "keys"),
    [
        (
            "check",
            {"text": SLIP},
            {"title", "players", "usual", "playable", "problems", "examples", "colours"},
        ),
        ("rulebook", {"text": OMNIBUS}, {"rulebook", "parent", "changes"}),
        ("completion", {"text": OMNIBUS, "at": 20}, {"from", "to", "items"}),
        ("meaning", {"text": OMNIBUS, "at": 0}, {"from", "to", "says"}),
        ("start", {"game": "hearts", "title": "Ours"}, {"text"}),
        ("trial", TRIAL, {"about", "kept", "view", "events", "steps", "sheet"}),
        ("difference", {"text": OMNIBUS}, {"lines", "same"}),
    ],
)
def test_each_request_is_answered(url: str, what: str, body: dict[str, Any], keys: set[str]) -> None:
    assert set(asked(url, what, {**body, "lang": "zh"})) == keys


def test_a_comparison_comes_line_by_line(url: str) -> None:
    found = lines(url, {"text": OMNIBUS, "lang": "en"})
    assert [line["over"] for line in found] == [False] * (len(found) - 1) + [True]
    assert found[-1]["deals"] >= found[-1]["of"] == 1000
    (points,) = [row for row in found[-1]["rows"] if row["measure"] == "points"]
    assert points["significant"]


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("rulebook", {"text": SLIP}),
        ("trial", {**TRIAL, "text": SLIP}),
        ("difference", {"text": SLIP}),
        ("comparison", {"text": SLIP}),
    ],
)
def test_a_text_with_errors_is_refused_with_its_problems(url: str, what: str, body: dict[str, Any]) -> None:
    head = {"Content-Type": "application/json"}
    said = Request(f"{url}/api/desk/{what}", json.dumps(body).encode(), head)  # noqa: S310 - it is ours
    with pytest.raises(HTTPError) as refused:
        urlopen(said, timeout=LONG)  # noqa: S310 - likewise
    with refused.value as answer:
        told = json.loads(answer.read())
    assert (answer.code, told["code"]) == (400, "bad-message")
    assert [one["code"] for one in told["problems"]] == ["unknown-key"]


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"text": 7}', b'{"text": "a", "at": 9}', b"\xff"])
@pytest.mark.parametrize("what", ["check", "rulebook", "completion", "trial", "start", "comparison"])
def test_odd_bodies_are_refused(url: str, what: str, body: bytes) -> None:
    assert status(url, f"/api/desk/{what}", body) in {200, 400} - ({200} if what != "check" else set())


def test_a_refusal_is_in_the_language_of_the_request(url: str) -> None:
    def refused(language: str, what: str = "check", **body: object) -> str:
        said = json.dumps({**body, "lang": language}).encode()
        head = {"Content-Type": "application/json"}
        with pytest.raises(HTTPError) as told:
            urlopen(Request(f"{url}/api/desk/{what}", said, head), timeout=LONG)  # noqa: S310 - it is ours
        return str(json.loads(told.value.read())["message"])

    assert refused("en", text=7) == "a ruleset is sent as text, not 7"
    assert refused("zh", text=7) == "规则集要以文本发送，而不是 7"
    assert refused("zh", "trial", **(TRIAL | {"text": SLIP})) == "按这些规则不能打牌"


def test_there_is_nothing_else(url: str) -> None:
    assert status(url, "/api/desk/anything", b"{}") == 404


def test_a_slow_request_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.app.DESK_TIMEOUT", 0.001)
    with serving(tmp_path) as url:
        body = json.dumps({"text": OMNIBUS}).encode()
        assert status(url, "/api/desk/check", body) == 400
        assert status(url, "/api/desk/comparison", body) == 400
        assert status(url, "/api/games") == 200


def test_the_desk_has_the_limit_of_heavy_requests(tmp_path: Path) -> None:
    limits = FREELY.limits._replace(heavy=Rate(1e-9, 3))
    with serving(tmp_path, FREELY._replace(limits=limits)) as url:
        body = json.dumps({"text": OMNIBUS}).encode()
        assert [status(url, "/api/desk/check", body) for _ in range(5)] == [200, 200, 200, 429, 429]


def test_tables_are_opened_while_the_desk_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, going_on = list[WorkerProcess](), threading.Event()

    class Noted(WorkerProcess):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            made.append(self)

    monkeypatch.setattr("trickbook.server.app.WorkerProcess", Noted)
    with serving(tmp_path) as url:
        desk = made[-1]
        desk.thread.submit(going_on.wait, LONG)
        table = {"text": OMNIBUS, "name": "Ann", "seats": ["me", "duck", "duck", "duck"]}
        assert asyncio.run(request(url, "/api/tables", table))["seat"] == 0
        assert desk.waiting == 0
        going_on.set()


def test_a_server_says_whether_it_has_the_editor(url: str) -> None:
    made = PAGE / "bundle" / "editor.js"
    found = asyncio.run(request(url, "/api/desk"))["editor"]
    assert found == ("/page/bundle/editor.js" if made.exists() else None)
    assert found is None or status(url, found) == 200


def nested(depth: int) -> bytes:
    """A request whose place is a list in a list."""
    return b'{"text": "a", "at": ' + b"[" * depth + b"]" * depth + b"}"


def test_a_request_that_is_nested_deeply_ends_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[WorkerProcess] = []
    end = WorkerProcess._end  # noqa: SLF001 - it is what must not happen

    def noted(worker: WorkerProcess) -> None:
        if worker.worker is not None and not worker.stopped:
            ended.append(worker)
        end(worker)

    monkeypatch.setattr(WorkerProcess, "_end", noted)
    with serving(tmp_path) as url:
        assert status(url, "/api/desk/check", json.dumps({"text": OMNIBUS}).encode()) == 200
        for depth in (100, 500, 900):
            assert status(url, "/api/desk/meaning", nested(depth)) == 400
        assert not ended


def test_a_slow_request_takes_the_seconds_of_its_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickbook.server.app.DESK_TIMEOUT", 0.001)
    limits = FREELY.limits._replace(working=Rate(1e-9, 0.002))
    with serving(tmp_path, FREELY._replace(limits=limits)) as url:
        body = [json.dumps({"text": f"{OMNIBUS}# {number}\n"}).encode() for number in range(4)]
        codes = [status(url, "/api/desk/check", one) for one in body]
        assert (codes[0], codes[-1]) == (400, 429)


def test_a_client_has_one_comparison_at_a_time(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        head = {"Content-Type": "application/json"}
        body = json.dumps({"text": OMNIBUS}).encode()
        said = Request(f"{url}/api/desk/comparison", body, head)  # noqa: S310 - it is ours
        with urlopen(said, timeout=LONG) as running:  # noqa: S310 - likewise
            assert json.loads(running.readline())["deals"] > 0
            assert status(url, "/api/desk/comparison", body) == 429
            assert [json.loads(line)["over"] for line in running][-1]
        assert lines(url, {"text": OMNIBUS})[-1]["over"]
