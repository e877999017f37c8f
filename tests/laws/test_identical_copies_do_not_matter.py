"""CX-15: which of two identical cards somebody holds changes nothing that is seen or allowed."""

from __future__ import annotations

import pytest
from tests.caches import remembered
from tests.laws.deals import TABLES, Deal, Table, chosen, deals

import trickbook


def manifold(table: Table) -> bool:
    return trickbook.load(table.name).engine(table.players).deck.manifold


PLACES = remembered(
    "manifold", TABLES, lambda: [place for place, table in enumerate(TABLES) if manifold(table)]
)
MANIFOLD = [TABLES[place] for place in PLACES]
two_packs = pytest.mark.parametrize("table", MANIFOLD, ids=str)


def copies_swapped(game: trickbook.Game, deal: Deal) -> trickbook.Game:
    """The same game where every second pair of copies has changed places."""
    state, deck = game.state.copy(), game.engine.deck
    pairs = [cards for cards in deck.copies.values() if cards.bit_count() == 2 and deal.rng.random() < 0.5]
    state.piles = [swapped(pile, pairs) for pile in state.piles]
    return trickbook.Game(game.engine, state, game.origin)


def swapped(pile: int, pairs: list[int]) -> int:
    for pair in pairs:
        if (pile & pair).bit_count() == 1:
            pile ^= pair
    return pile


def shown(game: trickbook.Game) -> list[object]:
    seats = range(len(game.scores))
    return [
        [game.view(seat) for seat in seats],
        game.hands,
        game.taken,
        game.deals,
        [game.explain(s) for s in game.actors],
    ]


@two_packs
def test_the_game_goes_the_same_way(table: Table) -> None:
    for deal in deals(table, "copies", 0.2):
        game, twin = deal.game, copies_swapped(deal.game, deal)
        while len(game.deals) == len(deal.game.deals):
            assert shown(game) == shown(twin), game.record()
            seat = deal.rng.choice(game.actors)
            assert list(game.legal(seat)[:300]) == list(twin.legal(seat)[:300]), game.record()
            move = chosen(deal, game, seat)
            game, twin = game.apply(seat, move), twin.apply(seat, move)
        assert game.deals == twin.deals


@two_packs
def test_two_equal_cards_are_one_choice(table: Table) -> None:
    for deal in deals(table, "choice", 0.3):
        game = deal.game
        while len(game.deals) == len(deal.game.deals):
            seat = deal.rng.choice(game.actors)
            legal = game.legal(seat)
            listed = [tuple(sorted(move.split())) for move in legal[:400]]
            assert len(listed) == len(set(listed)), (seat, game.record())
            game = game.apply(seat, chosen(deal, game, seat))
