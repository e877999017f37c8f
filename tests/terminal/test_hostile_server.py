"""Servers that speak otherwise, links that are none: a sentence, and nothing that commands a terminal."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Self

import pytest
from click.testing import CliRunner
from tests.terminal.local_tables import local_table

import trickbook
from trickbook.cli.program import program
from trickbook.problems import TrickbookError
from trickbook.seat import about, seat_view
from trickbook.server.client import ClientState, RemoteSeat, Ticket
from trickbook.terminal import TableUpdate, server_data
from trickbook.terminal.remote_table import RemoteTable

RULES = trickbook.load("hearts")
GAME = RULES.new_game(seed=7)
SEATS = [{"name": name, "plays": "person", "bot": None, "here": True} for name in "ABCD"]
WELCOME = {"type": "welcome", "protocol": 1, "table": "x", "seat": 0, "about": about(RULES)}
STATE = {"type": "state", "seq": 1, "match": 1, "view": seat_view(GAME, 0), "seals": {}}
STATE |= {"opened": {}, "missed": [{"seq": 1, "seat": None, "events": GAME.events(None, 0)}]}
PEOPLE = {"type": "seats", "seats": SEATS, "watching": 0}
REQUEST = {"type": "take_back", "seat": 1, "to": 0, "waits": [0], "outcome": None}


class Server(RemoteSeat):
    """A seat at a server that says what it is told to."""

    def __init__(self, *messages: Any) -> None:
        """Have so much to say."""
        super().__init__(Ticket("http://x", "x", 0, "t"), read=server_data.read_message)
        self.messages = messages

    async def open(self) -> Self:
        """Let somebody in."""
        return self

    async def close(self) -> None:
        """Let them go."""

    async def ask(self, *_: Any, **__: Any) -> Mapping[str, Any]:
        """Answer nothing that is any good."""
        return {"type": "hint", "move": 5}

    async def updates(self) -> AsyncIterator[tuple[Mapping[str, Any], ClientState]]:
        """Say it."""
        for message in self.messages:
            self._take(json.dumps(message))
            update = await self._updates.get()
            assert update is not None
            yield update
        raise TrickbookError("gone")


def listening(*messages: Any) -> list[TableUpdate]:
    """The updates from a server that says so much."""
    table, found = RemoteTable(Ticket("http://x", "x", 0, "t"), "en"), list[TableUpdate]()

    async def hear() -> None:
        table._remote = Server(*messages)  # noqa: SLF001 - in its place
        async with table:
            with pytest.raises(TrickbookError, match="does not speak this protocol"):
                await table.hint()
            while True:
                found.append(await table.next())

    with pytest.raises(TrickbookError, match="gone"):
        asyncio.run(hear())
    return found


def test_a_good_server_is_heard() -> None:
    (update,) = listening(WELCOME, PEOPLE, STATE)
    assert update.view["piles"]["hand"] == seat_view(GAME, 0)["piles"]["hand"]


def changed(**parts: Any) -> dict[str, Any]:
    return {**STATE, "view": {**seat_view(GAME, 0), **parts}}


STRANGE = [
    (["nonsense"], "a text"),
    ([{}], "nothing"),
    ([{**WELCOME, "about": {}}], "about nothing"),
    ([{**WELCOME, "seat": 9}], "no such seat"),
    ([{**WELCOME, "about": {**about(RULES), "players": 10**9}}], "a billion players"),
    ([WELCOME, {**PEOPLE, "seats": 7}, STATE], "seven"),
    ([WELCOME, {**PEOPLE, "seats": SEATS[:2]}, STATE], "two of four"),
    ([WELCOME, PEOPLE, {"type": "state"}], "no state"),
    *(
        ([WELCOME, PEOPLE, changed(**{key: value})], f"{key} {value!r}")
        for key in (
            "trick",
            "tricks",
            "scores",
            "piles",
            "legal",
            "asks",
            "course",
            "why",
            "actors",
            "choose",
        )
        for value in (5, "x", [[5, 5]], {"a": 1})
    ),
    ([WELCOME, PEOPLE, STATE, {**REQUEST, "seat": 9, "outcome": "done"}], "a request of no seat"),
    ([WELCOME, PEOPLE, STATE, {**REQUEST, "waits": [7]}], "a request to no seat"),
    ([WELCOME, PEOPLE, STATE, {**REQUEST, "outcome": "odd"}], "an odd outcome"),
    ([WELCOME, PEOPLE, STATE, {"type": "move", "seq": 2, "changed": {"trick": 5}}], "a bad move"),
    *(
        (
            [WELCOME, PEOPLE, STATE, {"type": "move", "seq": 2, "seat": 1, "events": events, "changed": {}}],
            what,
        )
        for events, what in (
            (5, "no events"),
            ([5], "an event that is a number"),
            ([{"kind": "sold", "seat": 1, "step": None, "what": "QS"}], "an unknown event"),
            ([{"kind": "played", "seat": 9, "step": "tricks", "what": "QS"}], "a play of no seat"),
            ([{"kind": "played", "seat": 1, "step": "tricks", "what": None}], "a hidden play"),
            (
                [{"kind": "scored", "seat": None, "step": None, "what": {"deal": 1, "points": [5]}}],
                "few points",
            ),
        )
    ),
]


@pytest.mark.parametrize(("messages", "_what"), STRANGE, ids=[what for _, what in STRANGE])
def test_what_is_no_message_of_the_protocol_is_told_in_a_sentence(messages: list[Any], _what: str) -> None:
    table = RemoteTable(Ticket("http://x", "x", 0, "t"), "en")

    async def hear() -> None:
        table._remote = Server(*messages)  # noqa: SLF001 - in its place
        async with table:
            while True:
                await table.next()

    with pytest.raises(TrickbookError, match=r"does not speak (this )?protocol"):
        asyncio.run(hear())


def test_nothing_that_a_server_says_commands_the_terminal() -> None:
    odd = "\x1b]0;mine\x07\u202e"
    people = {**PEOPLE, "seats": [{**one, "name": odd} for one in SEATS]}
    (update,) = listening(WELCOME, people, changed(phase=f"pass{odd}"))
    assert all(sitter["name"].isprintable() for sitter in update.seats)
    assert update.view["phase"].isprintable()


def test_what_every_seat_is_told_has_the_right_shape() -> None:
    for name in ("hearts", "chinese-hearts", "double-hearts", "spades", "complex-hearts", "oh-hell"):
        table = local_table(name)
        assert server_data.checked_about(server_data.cleaned(dict(table.about)))
        game = table.game
        while not game.deals and game.turn is not None:
            server_data.checked_view(seat_view(game, game.turn), len(game.scores))
            server_data.checked_events(game.events(None, game.turn), len(game.scores))
            game = game.apply(game.turn, game.legal(game.turn)[0])
        server_data.checked_view(seat_view(game, None), len(game.scores))


@pytest.mark.parametrize(
    "link",
    [
        "http://[::1",
        "http://h:99999/",
        "http:///#table=a",
        "h/#table=a b",
        "h/#table=a%0d%0ab",
        "h/#table=../x",
    ],
)
def test_a_link_that_is_none_is_told_in_a_sentence(link: str) -> None:
    result = CliRunner().invoke(program, ["sit", "--join", link, "--plain"])
    assert (result.exit_code, "Error: " in result.output) == (1, True), result.output
    assert isinstance(result.exception, SystemExit)
