"""The interpreter allows what a referee in plain Python allows, and whoever he names takes the trick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from tests.laws.deals import GAMES, TABLES, Deal, Table, deals, judged, moments
from tests.laws.referees import by_name, moment

import trickbook


def options_of(deal: Deal, table: Table) -> Mapping[str, Any]:
    return {name: option.value for name, option in deal.rules.engine(table.players).options.items()}


def bare(play: str) -> moment.Play:
    """The cards of a play in order, whether exposed or not."""
    return tuple(sorted(play.replace("*", "").split()))


def cards(held: tuple[str, ...]) -> list[str]:
    return [card.removesuffix("*") for card in held]


def seen(
    game: trickbook.Game, seat: int, before: list[moment.Past], deal: Deal, table: Table
) -> moment.Moment:
    """The moment as a referee is told of it."""
    trick = [bare(play) for _, play in game.trick]
    deck = deal.rules.engine(table.players).deck.names
    face_down = game.view(seat)["piles"].get("sold_blind", ())
    options = options_of(deal, table)
    return moment.Moment(
        cards(game.hands[seat]), cards(game.open[seat]), face_down, trick, before, options, deck
    )


def test_every_referee_has_a_game() -> None:
    assert set(by_name.REFEREES) <= set(GAMES)


@judged
def test_what_may_be_played(table: Table) -> None:
    """CH-7, CH-8, CH-16, CH-18, CX-4 to CX-8, RH-4 to RH-7, DH-2 to DH-6, WH-19 to WH-24."""
    referee = by_name.REFEREES[table.name]
    for deal in deals(table, "played"):
        leads: dict[int, list[str]] = {}
        for game, seat, _ in moments(deal):
            if game.phase != "tricks":
                continue
            leads.setdefault(len(game.tricks), cards(game.hands[seat]))
            before = [
                moment.Past([bare(play) for _, play in trick.plays], leads[number])
                for number, trick in enumerate(game.tricks)
            ]
            ours = {bare(play) for play in game.legal(seat)}
            assert ours == referee.plays(seen(game, seat, before, deal, table)), (seat, game.record())


@judged
def test_who_takes_a_trick_leads_the_next(table: Table) -> None:
    """CH-9, CX-9 to CX-12, RH-8, DH-8, DH-9, WH-1; nobody takes a held trick, and its leader leads again."""
    referee = by_name.REFEREES[table.name]
    for deal in deals(table, "taken"):
        judged_already = 0
        for game, seat, _ in moments(deal):
            if len(game.tricks) == judged_already:
                continue
            judged_already = len(game.tricks)
            plays, taker = game.tricks[-1]
            over = game.phase != "tricks"
            won = referee.winner([bare(play) for _, play in plays], int(not over))
            assert taker == (None if won is None else plays[won][0]), game.record()
            leader = plays[0][0] if taker is None else taker
            assert over or (seat, game.leader) == (leader, leader), game.record()


def way(table: Table, deal: Deal) -> int:
    """Clockwise, but in Double Hearts (DH-1) and where an option says so (CH-6)."""
    backwards = table.name == "double-hearts" or options_of(deal, table).get("direction") == "anticlockwise"
    return -1 if backwards else 1


@judged
def test_turns_go_round_the_table(table: Table) -> None:
    """CH-6, CX-4, RH-8, DH-1, WH-1."""
    for deal in deals(table, "turns", 0.3):
        for game, seat, _ in moments(deal):
            if game.phase == "tricks" and game.trick:
                assert seat == (game.trick[-1][0] + way(table, deal)) % table.players, game.record()
            assert game.phase != "tricks" or game.actors == (seat,)


@judged
def test_passed_cards_arrive_where_they_should(table: Table) -> None:
    """CX-3, RH-3, DH-15, WH-13, WH-15, WH-17; CH-4: nobody passes."""
    referee = by_name.REFEREES[table.name]
    for deal in deals(table, "passing"):
        start = deal.game
        goal = referee.goal(moment.Table(table.players, start.deal, start.dealer, options_of(deal, table)))
        passing = start.phase in ("pass", "trade", "give")
        count = options_of(deal, table).get("pass_count", options_of(deal, table).get("trade_count"))
        assert passing == (goal is not None and count > 0), start.record()
        if passing:
            arrived(table, deal, goal)


def arrived(table: Table, deal: Deal, goal: int | None) -> None:
    start, game = deal.game, deal.game
    passes: dict[int, list[str]] = {}
    while game.phase == start.phase and len(passes) < table.players:
        seat = deal.rng.choice(game.actors)
        move = game.legal(seat)[deal.rng.randrange(len(game.legal(seat)))]
        assert game.hands == start.hands, "nobody looks before all have chosen"
        passes[seat], game = move.split(), game.apply(seat, move)
    mixed: Counter[str] = Counter()
    for seat, hand in enumerate(game.hands):
        kept = Counter(start.hands[seat]) - Counter(passes[seat])
        got = Counter(hand) - kept
        mixed += got
        if goal:
            assert got == Counter(passes[(seat - goal) % table.players]), game.record()
    assert mixed == sum((Counter(passed) for passed in passes.values()), Counter()), game.record()


@pytest.mark.parametrize("table", [table for table in TABLES if table.name == "chinese-hearts"], ids=str)
def test_three_never_lie_open(table: Table) -> None:
    """CH-5: any of the four may be laid open by its holder, and the fourth must; CH-16: not where sold."""
    four = {"QS", "JD", "AH", "TC"}
    for deal in deals(table, "open"):
        sold = options_of(deal, table)["sale"] == "sold"
        for game, seat, _ in moments(deal):
            assert len(game.exposed) != 3 or sold, game.record()
            if game.phase == "expose":
                assert set(game.legal(seat)) == four & set(game.hands[seat]) | {"done"}, game.record()
            elif not game.tricks and not game.trick:
                assert set(game.exposed) == {card for shown in game.open for card in shown}


@judged
def test_who_leads_first(table: Table) -> None:
    """CH-6, CX-4, RH-4, DH-5, WH-19, WH-23."""
    for deal in deals(table, "first"):
        for game, seat, _ in moments(deal):
            if game.phase == "tricks":
                assert may_lead(game, seat, table, deal), game.record()
                break


def may_lead(game: trickbook.Game, seat: int, table: Table, deal: Deal) -> bool:
    options = options_of(deal, table)
    if game.state.match.leader is not None:
        return seat == game.state.match.leader
    if "first_leader" in options:
        return bool(seat == options["first_leader"])
    if options.get("opening") == "left_of_dealer":
        return seat == (game.dealer + 1) % table.players
    deck = deal.rules.engine(table.players).deck.names
    clubs = [card for card in deck if card[1] == "C"]
    return min(clubs, key=moment.height) in cards((*game.hands[seat], *game.open[seat]))


@pytest.mark.parametrize("table", [table for table in TABLES if table.name == "chinese-hearts"], ids=str)
def test_who_took_the_pig_leads_the_next_round(table: Table) -> None:
    """CH-6."""
    for deal in deals(table, "pig"):
        taker = None
        for game, seat, move in moments(deal):
            if (
                game.trick
                and len(game.trick) == table.players - 1
                and "QS" in {move, *(card for _, card in game.trick)}
            ):
                plays = [bare(card) for _, card in (*game.trick, (seat, move))]
                won = by_name.REFEREES[table.name].winner(plays, 1)
                taker = (*game.trick, (seat, move))[won or 0][0]
            after = game.apply(seat, move)
        assert taker is not None
        while after.phase in ("sell_blind", "expose"):
            after = after.apply(after.actors[0], "none" if after.phase == "sell_blind" else "done")
        assert after.phase == "over" or after.leader == taker, after.record()
