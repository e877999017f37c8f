"""The guide to the protocol: its examples and definitions match the server."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.raw_client import hello, line
from tests.server.test_table import first

from trickbook.seat.texts import languages, texts
from trickbook.server import CLIENT_MESSAGES, DEFINITIONS, parsed_message, validator
from trickbook.server.client import create_table, request

README = Path(__file__).parents[2] / "interpreter/trickbook/server/README.md"
EXAMPLES = re.findall(r"^(→|←) (\{.*\})$", README.read_text("utf-8"), re.MULTILINE)
REQUESTS = re.findall(
    r"^(GET|POST) (\S+)(?: (\{.*\}))?(?:\n(\d+) (.*))?$", README.read_text("utf-8"), re.MULTILINE
)


def plain(text: str) -> Any:
    """An example as data; what is left out is left out."""
    return json.loads(re.sub(r"([{\[])…([}\]])", r"\1\2", text))


SAID = [plain(text) for sign, text in EXAMPLES if sign == "→"]
ANSWERED = [plain(text) for sign, text in EXAMPLES if sign == "←"]


@pytest.mark.parametrize("message", SAID, ids=str)
def test_what_is_said_is_understood(message: dict[str, Any]) -> None:
    said = parsed_message(json.dumps(message))
    assert said.type == message["type"]
    assert set(CLIENT_MESSAGES[said.type]["properties"]) <= set(message)


def test_every_message_has_an_example() -> None:
    assert {message["type"] for message in SAID} == set(CLIENT_MESSAGES)


WANTED = {"points", "trick", "hint", "refused", "phrase", "take_back"}
"""The messages that come only if they are asked for."""


async def heard(url: str) -> dict[str, dict[str, Any]]:
    """A message of each type, as they come at a table."""
    found: dict[str, dict[str, Any]] = {}
    wish = {"seats": ["me", "duck", "duck", "duck"], "listed": False, "take_back": True}
    ann = await create_table(url, game="hearts", name="Ann", **wish)
    async with line(url, ann.table) as connection:
        await connection.send(hello(ann))
        view: dict[str, Any] = {}
        while not view.get("deals") or not set(found) >= WANTED:
            message = json.loads(await asyncio.wait_for(connection.recv(), LONG))
            found.setdefault(message["type"], message)
            view.update(message.get("view") or message.get("changed") or {})
            says = list[dict[str, Any]]()
            if message["type"] in ("state", "move"):
                says = [
                    {"type": "play", "move": first(view) if 0 in view["actors"] else "QS"},
                    {"type": "hint"},
                ]
                says += [{"type": one} for one in ("take_back",) if one not in found]
                says += [{"type": "phrase", "phrase": "hello"}]
            if view.get("deals") and "points" not in found:
                says += [{"type": "points", "seat": 2, "deal": 1}, {"type": "trick", "number": 1, "deal": 1}]
            for one in says:
                await connection.send(json.dumps({"id": secrets.token_hex(4), **one}))
    async with line(url, ann.table) as connection:
        await connection.send(hello(ann, token="x"))
        found["closing"] = json.loads(await connection.recv())
    return found


def test_what_is_answered_is_as_the_examples(url: str) -> None:
    found = asyncio.run(heard(url))
    assert {message["type"] for message in ANSWERED} == set(found)
    for message in ANSWERED:
        assert list(message) == list(found[message["type"]])


def test_every_message_is_as_it_is_defined(url: str) -> None:
    """No message holds anything that the definitions do not name."""
    found = asyncio.run(heard(url))
    assert {f"server_{name}" for name in found} == {name for name in DEFINITIONS if "server_" in name}
    for name, message in found.items():
        definition = DEFINITIONS[f"server_{name}"]
        assert not [*validator(f"server_{name}").iter_errors(message)]
        assert {"type", *definition["required"]} <= set(message) <= {"type", *definition["properties"]}
    view = DEFINITIONS["view"]
    assert set(view["required"]) == set(found["state"]["view"]) <= set(view["properties"])


def test_every_phrase_has_a_sentence_in_every_language() -> None:
    for lang in languages():
        assert list(texts(lang)["phrases"]) == DEFINITIONS["phrase"]["enum"]


def test_requests_are_answered_as_the_examples(url: str) -> None:
    ann = asyncio.run(create_table(url, game="hearts", name="Ann"))
    for method, path, body, status, answer in REQUESTS:
        if not status:
            continue
        said = plain(body) if method == "POST" else None
        found = asyncio.run(request(url, path.replace("h3kq9wz2ab", ann.table), said))
        example = plain(answer)
        if isinstance(example, list):
            found, example = found[0], example[0]
        assert list(found) == list(example), path
    asyncio.run(request(url, f"/api/tables/{ann.table}/rulebook?lang=zh"))


def test_the_document_names_every_path() -> None:
    from trickbook.server.web.routes import ROUTES

    paths = {route.path.replace("{table}", "h3kq9wz2ab") for route in ROUTES if route.path != "/ws/{table}"}
    assert paths == {path.partition("?")[0] for _, path, _, _, _ in REQUESTS}
