"""Whoever may act has a legal move; a deal ends; a match ends at the latest after its last allowed deal."""

from __future__ import annotations

from tests.laws.deals import Table, deals, each_table, finished, moments

import trickbook


@each_table
def test_who_may_act_has_a_move_and_nobody_else_has(table: Table) -> None:
    for deal in deals(table, "stuck"):
        for game, _, _ in moments(deal):
            assert game.actors, game.record()
            for seat in range(table.players):
                assert bool(game.legal(seat)) == (seat in game.actors), game.record()


@each_table
def test_a_deal_ends_with_the_next_or_the_end_of_the_match(table: Table) -> None:
    for deal in deals(table, "ends"):
        game = finished(deal)
        assert len(game.deals) == 1
        if game.phase != "over":
            assert (game.deal, game.tricks, game.taken) == (deal.game.deal + 1, (), ((),) * table.players)
            way = deal.rules.engine(table.players).layout.turn
            if not game.resting:
                assert game.dealer == (deal.game.dealer + way) % table.players


@each_table
def test_the_last_deal_that_is_allowed_ends_the_match(table: Table) -> None:
    rules = trickbook.load(table.name)
    last = rules.engine(table.players).ending.most
    game = rules.new_game(table.players, seed=1, deal=last)
    while game.phase != "over":
        game = game.apply(game.actors[-1], game.legal(game.actors[-1])[-1])
    assert (game.deal, len(game.deals)) == (last, 1)
