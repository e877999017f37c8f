"""Taking back a move at a server's table, on the screen and line by line: asked for, agreed to, refused."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner
from tests.server.local_server import LONG, serving
from tests.server.raw_client import until
from tests.server.test_table import first
from tests.terminal.local_tables import Player
from tests.terminal.test_remote_table import at

from trickbook.cli.program import program
from trickbook.server.client import RemoteSeat, Ticket, create_table, take_seat
from trickbook.terminal import TableUpdate
from trickbook.terminal.layout import card_style
from trickbook.terminal.line_mode import LineSession
from trickbook.terminal.narrator import Narrator
from trickbook.terminal.remote_table import RemoteTable


async def seats(url: str, *others: str) -> list[Ticket]:
    """The seats of Ann and others at a private table, where moves can be taken back."""
    seats = ["me", *["open"] * len(others), *["duck"] * (3 - len(others))]
    ann = await create_table(url, game="hearts", name="Ann", seats=seats, listed=False, take_back=True)
    return [ann, *[await take_seat(url, ann.table, one, invitation=ann.invitation) for one in others]]


async def passed(seat: RemoteSeat) -> None:
    """Pass the first cards that are legal."""
    await until(seat, lambda: bool(seat.known.view and seat.known.view["asks"]))
    await seat.play(first(seat.known.view))


async def agreed(seat: RemoteSeat, *, agrees: bool) -> None:
    """Answer a request once it is made."""
    await until(seat, lambda: seat.known.request is not None)
    assert seat.known.request
    await seat.agree(seat.known.request["to"], agrees=agrees)
    await until(seat, lambda: seat.known.request is None)


def test_a_pass_is_taken_back_at_the_screen_when_the_other_agrees(tmp_path: Path) -> None:
    async def doing(player: Player) -> None:
        await player.turn()
        async with RemoteSeat(bob) as other:
            await player.press("B")
            await player.sees("you have made no move in this deal that could be taken back")
            await player.press("a", "b", "c", "enter")
            await player.until(lambda: player.scene.offer is None and player.scene.view["asks"] is None)
            for agrees, outcome in ((False, "the move is not taken back"), (True, "a move is taken back")):
                await player.press("B")
                await player.sees("You: may I take back a move? Bob to act")
                await agreed(other, agrees=agrees)
                await player.sees(f"You: {outcome}.")
                assert "may I" not in player.text()
                assert (player.scene.offer is None) != agrees
            assert len(player.scene.hand.cards) == 13
            assert "You get" not in player.text()

    with serving(tmp_path) as url:
        ann, bob = asyncio.run(seats(url, "Bob"))
        at(ann, doing)


@pytest.mark.parametrize(
    ("key", "outcome"), [("Y", "a move is taken back"), ("N", "the move is not taken back")]
)
def test_the_screen_shows_the_question_with_its_answers(tmp_path: Path, key: str, outcome: str) -> None:
    async def doing(player: Player) -> None:
        await player.turn()
        async with RemoteSeat(bob) as other:
            await passed(other)
            await other.take_back()
            await player.sees("Bob: may I take back a move?", "Y Agree", "N Refuse")
            await player.press("a")
            assert player.scene.choice.places == (0,)
            await player.press(key)
            await player.sees(f"Bob: {outcome}.")
            assert "may I" not in player.text()
            await player.press(key)
            await player.sees("nobody asks you to agree to this")

    with serving(tmp_path) as url:
        ann, bob = asyncio.run(seats(url, "Bob"))
        at(ann, doing)


def test_a_click_agrees(tmp_path: Path) -> None:
    async def doing(player: Player) -> None:
        await player.turn()
        async with RemoteSeat(bob) as other:
            await passed(other)
            await other.take_back()
            await player.sees("Agree")
            (line,) = [row for row, text in enumerate(player.text().splitlines()) if "Agree" in text]
            await player.pilot.click(offset=(player.text().splitlines()[line].index("Agree"), line))
            await player.sees("Bob: a move is taken back.")

    with serving(tmp_path) as url:
        ann, bob = asyncio.run(seats(url, "Bob"))
        at(ann, doing)


class Lines:
    """A conversation line by line: what is typed, and what was written."""

    def __init__(self, ticket: Ticket, language: str, *, piped: bool = False) -> None:
        """Take a seat; of what is ``piped`` a line is read only when something is asked."""
        self.table, self.language, self.piped = RemoteTable(ticket, language), language, piped
        self.typed, self.written = SimpleQueue[str](), ""

    def write(self, text: str) -> None:
        """Keep what is written."""
        self.written += text

    async def says(self, line: str, *told: str) -> None:
        """Type a line, and wait for an answer."""
        self.written = ""
        self.typed.put(f"{line}\n")
        await self.sees(*told)

    async def sees(self, *told: str) -> None:
        """Wait until something was written."""
        async with asyncio.timeout(LONG):
            while not all(one in self.written for one in told):  # noqa: ASYNC110 - nothing else tells
                await asyncio.sleep(0.005)

    async def hold(self, doing: Callable[["Lines"], Awaitable[None]]) -> None:
        """Talk, and do something."""

        def voiced(update: TableUpdate) -> Narrator:
            style = card_style(self.table.about, signs=False)
            return Narrator(self.language, self.table.about, style, self.table.seat, update.seats)

        async with self.table:
            session = LineSession(self.table, voiced, self.write, echo=self.piped)
            talk = asyncio.ensure_future(session.hold(self.typed.get))
            await doing(self)
            self.typed.put("quit\n")
            await talk
            self.typed.put("")


ENGLISH = [
    "Bob: may I take back a move? Type `agree` or `refuse`.",
    "Bob: the move is not taken back.",
    "Bob: a move is taken back.",
    "You: may I take back a move? Bob to act",
    "You: a move is taken back.",
]
CHINESE = ["请输入 agree", "没有悔牌", "已悔牌", "等待Bob", "已悔牌"]


@pytest.mark.parametrize(("language", "told"), [("en", ENGLISH), ("zh", CHINESE)])
def test_a_move_is_taken_back_line_by_line(tmp_path: Path, language: str, told: list[str]) -> None:
    async def held(url: str) -> None:
        ann, bob = await seats(url, "Bob")

        async def doing(lines: Lines) -> None:
            asked, refused, done, own, own_done = told
            async with RemoteSeat(bob) as other:
                await passed(other)
                await other.take_back()
                await lines.sees(asked)
                await lines.says("refuse", refused)
                lines.written = ""
                await other.take_back()
                await lines.sees(asked)
                await lines.says("agree", done)
                await lines.says(first(lines.table._known.view))  # noqa: SLF001 - its own hand
                await lines.says("back", own)
                await agreed(other, agrees=True)
                await lines.sees(own_done)

        await Lines(ann, language).hold(doing)

    with serving(tmp_path) as url:
        asyncio.run(held(url))


def test_a_piped_answer_is_read_though_there_is_nothing_to_play(tmp_path: Path) -> None:
    async def held(url: str) -> None:
        ann, bob, cid = await seats(url, "Bob", "Cid")

        async def doing(lines: Lines) -> None:
            async with RemoteSeat(bob) as other, RemoteSeat(cid) as third:
                await lines.sees("Choose 3 of your cards.")
                await lines.says(first(lines.table._known.view))  # noqa: SLF001 - its own hand
                await passed(other)
                await other.take_back()
                await lines.says("agree", "Bob: may I take back a move? Cid to act")
                await agreed(third, agrees=True)
                await lines.sees("Bob: a move is taken back.")

        await Lines(ann, "en", piped=True).hold(doing)

    with serving(tmp_path) as url:
        asyncio.run(held(url))


def test_against_bots_here_nothing_is_taken_back() -> None:
    for word in ("back", "agree", "refuse"):
        told = (
            CliRunner().invoke(program, ["sit", "hearts", "--plain", "--seed", "1"], f"{word}\nquit\n").output
        )
        assert "Moves are taken back only at tables of a server that allow it." in told


def test_a_new_table_can_be_unlisted_with_moves_taken_back(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        call = ["sit", "hearts", "--join", url, "--bots", "duck", "--option", "passing=hold", "--plain"]
        assert "at this table no move is taken back" in CliRunner().invoke(program, call, "back\n").output
        asked = CliRunner().invoke(program, [*call, "--unlisted", "--take-back"], "back\n").output
        assert "made no move in this deal that could be taken back" in asked
        wrong = CliRunner().invoke(program, [*call, "--clock", "1"], "")
        assert (wrong.exit_code, "`clock` is a whole number of seconds" in wrong.output) == (1, True)
