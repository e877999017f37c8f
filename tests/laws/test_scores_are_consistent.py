"""Scores are what the deals add up to; points come from the cards taken, as a plain referee counts them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.laws.deals import Deal, Table, deals, each_table, judged, moments
from tests.laws.referees import by_name, moment

import trickbook


class End(NamedTuple):
    """The end of a deal: the piles, the tricks of each seat, what was laid open or face down, and decided."""

    taken: list[list[str]]
    tricks: list[int]
    exposed: tuple[str, ...]
    face_down: list[str]
    decided: Mapping[int, str]


Course = Sequence[tuple[trickbook.Game, int, str]]
"""The moments of a deal: each time the game, who acts and what is done."""


def end_of(deal: Deal, table: Table, course: Course, final: trickbook.Game) -> End:
    """Lay the last trick to the piles by hand, for after it the next deal has begun."""
    decided = {seat: move for game, seat, move in course if game.phase != "tricks" and game.tricks}
    game, seat, move = next(moment for moment in reversed(course) if moment[0].phase == "tricks")
    plays = [*game.trick, (seat, move)]
    won = by_name.REFEREES[table.name].winner([bare(play) for _, play in plays], 0)
    taken = [list(cards) for cards in game.taken]
    tricks = [sum(trick.taker == player for trick in game.tricks) for player in range(table.players)]
    if won is not None:
        taken[plays[won][0]] += [*game.held, *(card for _, play in plays for card in play.split())]
        tricks[plays[won][0]] += 1
    assert deal.rules.trick_winner([play for _, play in plays], last=True, players=table.players) == won
    face_down = [card for game, _, move in course if game.phase == "sell_blind" for card in move.split()]
    return End(taken, tricks, game.exposed, [card for card in face_down if card != "none"], decided)


def bare(play: str) -> moment.Play:
    return tuple(sorted(play.replace("*", "").split()))


@judged
def test_points_come_from_the_cards_taken(table: Table) -> None:
    """CH-12 to CH-14, CH-19, CX-13, RH-10, RH-11, DH-10 to DH-14, DH-16, DH-17, WH-27, WH-38, WH-39."""
    for deal in deals(table, "points"):
        course = list(moments(deal))
        game, seat, move = course[-1]
        judge(table, deal, course, game.apply(seat, move))


def judge(table: Table, deal: Deal, course: Course, final: trickbook.Game) -> None:
    """The points of a deal are those of its piles, by the rules and by the referee."""
    end = end_of(deal, table, course, final)
    points = list(final.deals[-1])
    same: dict[str, Any] = {"tricks": end.tricks, "scores": deal.game.scores, "decide": end.decided}
    if not end.face_down:  # whoever has a deal scored by its piles cannot say what was sold blind
        assert deal.rules.score(end.taken, exposed=end.exposed, **same) == points, final.record()
    made = deal.rules.engine(table.players)
    options = {name: option.value for name, option in made.options.items()}
    judged = moment.Deal(
        end.taken, end.exposed, end.face_down, deal.game.scores, end.decided, options, made.deck.names
    )
    assert by_name.REFEREES[table.name].points(judged) == points, final.record()


@each_table
def test_scores_are_what_the_deals_add_up_to(table: Table) -> None:
    for deal in deals(table, "sums", 0.5):
        start = deal.game.scores
        *_, (game, seat, move) = moments(deal)
        assert game.scores == start
        game = game.apply(seat, move)
        assert game.scores == tuple(map(sum, zip(start, *game.deals, strict=True)))
        assert len(game.deals) == 1
