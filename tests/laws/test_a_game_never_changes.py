"""A move makes a new game and leaves the old one as it was; so does a move that is refused."""

from __future__ import annotations

from typing import Any

from tests.laws.deals import Table, deals, each_table, moments

import trickbook

SHOWN = "phase actors hands exposed open aside held taken trick tricks facts leader dealer deal scores deals"


def picture(game: trickbook.Game) -> list[Any]:
    """Everything that a game shows."""
    seats = range(len(game.scores))
    moves = [list(game.legal(seat)[:50]) for seat in seats]
    return [getattr(game, name) for name in SHOWN.split()] + [
        moves,
        game.record(),
        [game.view(seat) for seat in seats],
    ]


@each_table
def test_moves_leave_the_old_game_as_it_was(table: Table) -> None:
    for deal in deals(table, "old", 0.2):
        kept = [(game, picture(game)) for number, (game, _, _) in enumerate(moments(deal)) if number % 5 == 0]
        for game, before in kept:
            for seat in game.actors:
                for move in game.legal(seat)[:3]:
                    game.apply(seat, move)
            assert picture(game) == before


@each_table
def test_what_a_game_gives_away_is_not_its_own(table: Table) -> None:
    for deal in deals(table, "given away", 0.1):
        for game, seat, _ in moments(deal):
            before = game.record()
            spoil(game.view(seat))
            spoil(game.facts)
            assert game.record() == before
            assert game.view(seat) == game.view(seat) != {}


def spoil(thing: object) -> None:
    """Empty a container, from the inside out."""
    if isinstance(thing, dict | list):
        for part in list(thing.values() if isinstance(thing, dict) else thing):
            spoil(part)
        thing.clear()
