"""The screen: what is chosen, refused, hinted at and shown, by keys and by the mouse, in any size."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tests.terminal.local_tables import Player, local_table, rules_of, seated
from textual.widgets._footer import FooterKey

from trickbook.game import Game
from trickbook.terminal import Refusal
from trickbook.terminal.layout import CARD_KEYS
from trickbook.terminal.local_table import LocalTable
from trickbook.terminal.screen.pages import LeavePage, ScoreSheetPage, TextPage


def at(table: LocalTable, size: tuple[int, int], doing: Callable[[Player], Awaitable[None]]) -> None:
    """Sit down at a table, wait for one's turn, and do something."""

    async def sit() -> None:
        async with seated(table, size) as player:
            await player.turn()
            await doing(player)

    asyncio.run(sit())


def dealt(name: str, hands: list[str], **options: object) -> tuple[LocalTable, Game]:
    """A table of four with given hands."""
    rules = rules_of(name, 4, tuple(options.items()))
    game = rules.new_game(4, seed=1, hands=[hand.split() for hand in hands])
    return local_table(name, players=4, game=game, options=options), game


def test_cards_are_passed() -> None:
    table = local_table("hearts")

    async def doing(player: Player) -> None:
        await player.press("k", "m", "l")
        await player.sees("Pass to Duck 1: choose 3, 3 chosen", "Choose Q♠ K♥ A♥")
        await player.press("a", "m", "enter")  # a fourth is too many, two are too few
        await player.sees("choose 3, 2 chosen", "Q♠ K♥ is not a legal choice")
        assert not table.game.view(0)["answers"]["pass"]
        await player.press("m")
        await player.sees("Choose Q♠ K♥ A♥")
        await player.press("enter")
        await player.until(lambda: player.scene.offer and player.scene.view["phase"] == "tricks")
        assert table.game.view(0)["answers"]["pass"] == ["QS", "KH", "AH"]
        await player.sees("You get 6♥ 10♥ J♥.")

    at(table, (80, 24), doing)


def test_cards_are_laid_open_one_by_one() -> None:
    table = local_table("chinese-hearts")

    async def doing(player: Player) -> None:
        await player.press("d", "enter")
        await player.until(lambda: player.scene.offer and player.scene.hand.cards[-1] == "TC")
        await player.until(lambda: "10♣" in player.text().splitlines()[-5])
        assert table.game.open[0]
        await player.press("full_stop")
        await player.sees("Say done")
        await player.press("enter")
        await player.until(lambda: table.game.phase == "tricks")
        assert table.game.open[0] == ("TC",)

    at(table, (80, 24), doing)


@pytest.mark.parametrize("moves", [False, True])
def test_a_refusal_leaves_what_was_drawn_meanwhile(monkeypatch: pytest.MonkeyPatch, *, moves: bool) -> None:
    """The choice stays, too, because the same is asked."""
    table, refuse = local_table("hearts", seat=1), asyncio.Event()

    async def refused(_move: str) -> Refusal:
        await refuse.wait()
        return Refusal("too late")

    monkeypatch.setattr(table, "play", refused)

    async def doing(player: Player) -> None:
        await player.press("k", "m", "l", "enter")
        await player.until(lambda: player.scene.offer is None)
        before = player.scene.update
        table.seats = [*table.seats[:3], {**table.seats[3], "name": "Zoe"}]
        if moves:
            cards = table.game.legal(2)[0]
            table._apply(2, table.game.apply(2, cards))  # noqa: SLF001 - as a bot does
        else:
            table._tell(())  # noqa: SLF001 - as a server tells of seats
        await player.until(lambda: player.scene.update is not before)
        refuse.set()
        await player.until(lambda: player.scene.message)
        assert "is not allowed" in player.text()
        assert "Zoe" in player.text()
        assert sorted(player.scene.view["actors"]) == ([0, 1, 3] if moves else [0, 1, 2, 3])
        assert len(player.scene.choice.places) == 3

    at(table, (80, 24), doing)


def test_a_pair_is_led() -> None:
    table = local_table("double-hearts", seed=2, options={"trading": "none"})

    async def doing(player: Player) -> None:
        while not (player.board.state and player.offer.kind == "play" and not player.scene.view["trick"]):
            await player.press("H")
            await player.until(lambda: player.scene.choice.places or player.scene.choice.word)
            before = player.scene.view
            await player.press("enter")
            await player.until(lambda: player.scene.offer and player.scene.view != before)  # noqa: B023 - it is awaited at once
        twice = next(c for c in player.offer.cards if f"{c} {c}" in player.scene.view["legal"])
        one, two = (CARD_KEYS[place] for place, card in enumerate(player.offer.cards) if card == twice)
        await player.press(one, two, "enter")
        await player.until(lambda: player.scene.view["tricks"] and player.scene.offer)
        lying = [play for trick in table.game.tricks for play in trick.plays]
        assert (0, f"{twice} {twice}") in lying

    at(table, (80, 24), doing)


def test_a_number_is_bid() -> None:
    table, _ = dealt("spades", ["AS KS QS", "2C 3S 2H", "3C 4S 3H", "4C 5S 4H"])

    async def doing(player: Player) -> None:
        await player.sees("Bid")
        await player.press("1")
        await player.sees("Say 1")
        await player.press("right", "left", "3", "enter")
        await player.until(lambda: table.game.phase == "tricks")
        assert table.game.view(0)["answers"]["bid"][0] == "3"

    at(table, (80, 24), doing)


def test_a_decision_is_made() -> None:
    options = {"opening": "left_of_dealer", "passing": "hold", "moon": "shooter_chooses"}
    rules = rules_of("hearts", 4, tuple(options.items()))
    hands = [[f"{rank}{suit}" for rank in "23456789TJQKA"] for suit in "SCDH"]
    game = rules.new_game(4, seed=1, hands=hands, dealer=3)
    while len(game.hands[0]) > 1 or game.turn:
        game = game.apply(game.turn or 0, game.legal(game.turn or 0)[0])
    table = local_table("hearts", players=4, game=game, options=options)

    async def doing(player: Player) -> None:
        await player.press("a", "enter")
        await player.until(lambda: player.board.state and player.board.state.view["phase"] == "shoot")
        await player.sees("the others pay for it")
        await player.press("b")
        await player.sees("Say the shooter takes it off")
        await player.press("enter")
        await player.until(lambda: table.game.deals)
        assert table.game.deals == ((-26, 0, 0, 0),)

    at(table, (80, 24), doing)


def test_a_dimmed_card_tells_its_clause_and_costs_nothing() -> None:
    table, _ = dealt("hearts", ["2C AC 5D", "3C QS 2H", "4C 4S 3H", "6C 5S 4H"], passing="hold")

    async def doing(player: Player) -> None:
        before = table.game
        for way in (["c"], ["left"], ["left", "space"]):
            await player.press(*way)
            await player.sees("The lowest club is led to the first trick. (opening)")
            await player.press("enter", "escape")  # it is not played, and taken back
            await player.until(lambda: "(opening)" not in player.text())
        await player.press("enter")  # the only card that may be played is chosen, not yet played
        await player.sees("Play 2♣")
        assert table.game is before
        await player.press("enter")
        await player.until(lambda: table.game is not before)

    at(table, (80, 24), doing)


def test_the_mouse_chooses_plays_and_asks() -> None:
    table, _ = dealt("hearts", ["2C AC 5D", "3C QS 2H", "4C 4S 3H", "6C 5S 4H"], passing="hold")

    async def doing(player: Player) -> None:
        first, _, last = player.board.hand_area.slots()
        await player.pilot.hover("#fan", offset=(last.x + 1, 2))
        await player.sees("five of diamonds: The lowest club is led")
        await player.pilot.click("#fan", offset=(first.x + 1, 2))
        await player.sees("Play 2♣")
        before = player.scene.view
        await player.pilot.click("#confirm")
        await player.until(lambda: player.scene.offer and player.scene.view != before)
        await player.pilot.click(next(key for key in player.board.query(FooterKey) if key.action == "help"))
        await player.until(lambda: isinstance(player.app.screen, TextPage))

    at(table, (80, 24), doing)


def test_a_bot_gives_hints() -> None:
    table = local_table("rules-of-hearts")

    async def doing(player: Player) -> None:
        await player.press("H")
        await player.until(lambda: "A bot would choose" in player.text())
        assert len(player.scene.choice.places) == 3
        assert table.game.phase == "pass"

    at(table, (100, 40), doing)


def test_the_table_fits_any_terminal_from_80_by_24_on() -> None:
    table = local_table("cancellation-hearts", players=10)

    async def doing(player: Player) -> None:
        for columns, rows in ((200, 60), (80, 24), (132, 43)):
            await player.pilot.resize_terminal(columns, rows)
            written = player.scene.narrator.style.written
            await player.until(lambda: player.board.size == (columns, rows))  # noqa: B023 - awaited at once
            await player.sees(*(f"Duck {seat}" for seat in range(1, 10)))
            await player.sees(*map(written, player.scene.hand.cards))
        await player.pilot.resize_terminal(79, 23)
        await player.sees("80 × 24", "79 × 23")
        await player.pilot.resize_terminal(80, 24)
        await player.sees("Duck 9")

    at(table, (80, 24), doing)


def test_pages_lie_over_the_table() -> None:
    table = local_table("chinese-hearts", seed=3)

    async def doing(player: Player) -> None:
        for key, kind, says in (
            ("question_mark", TextPage, "choose the card with that key"),
            ("R", TextPage, "Laying open"),
            ("S", ScoreSheetPage, "Score sheet"),
            ("Q", LeavePage, "Leave the table?"),
        ):
            await player.press(key)
            await player.until(lambda: isinstance(player.app.screen, kind))  # noqa: B023 - awaited at once
            await player.sees(says)
            await player.press("escape")
            await player.until(lambda: not isinstance(player.app.screen, TextPage))

    at(table, (80, 24), doing)


def test_the_last_trick_can_be_looked_at() -> None:
    table, _ = dealt("hearts", ["2C AC 5D", "3C QS 2H", "4C 4S 3H", "6C 5S 4H"], passing="hold")

    async def doing(player: Player) -> None:
        await player.press("enter", "enter")
        await player.until(lambda: player.scene.view["tricks"] and player.scene.offer)
        await player.sees("Duck 3 takes the trick.")
        assert player.scene.view["trick"] == [[3, "5S"]]
        await player.press("L")
        await player.until(lambda: "6♣" in player.text().splitlines()[8])
        await player.press("L")

    at(table, (80, 24), doing)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_end_of_a_match_is_told_and_another_begun(language: str) -> None:
    rules = rules_of("hearts", 4, (("target", 1), ("passing", "hold")))
    game = rules.new_game(4, seed=1, hands=[["2C"], ["3C"], ["4C"], ["2H"]])
    table = local_table(
        "hearts", players=4, game=game, language=language, options={"target": 1, "passing": "hold"}
    )

    async def doing(player: Player) -> None:
        await player.press("a", "enter")
        await player.until(lambda: isinstance(player.app.screen, ScoreSheetPage))
        await player.sees("2♥: 1" if language == "en" else "获胜")
        await player.press("A")
        await player.until(lambda: not isinstance(player.app.screen, TextPage))
        await player.until(lambda: player.scene.offer and player.scene.view["deals"] == [])
        assert table.match == 2

    at(table, (80, 24), doing)
