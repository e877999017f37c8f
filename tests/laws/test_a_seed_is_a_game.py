"""The same seed gives the same game; a deal does not depend on what happened in the deals before it."""

from __future__ import annotations

from tests.laws.deals import Deal, Table, chance, deals, each_table, finished, rules_of


@each_table
def test_the_same_seed_gives_the_same_game(table: Table) -> None:
    for deal in deals(table, "seed", 0.5):
        rules = type(deal.rules)(deal.rules.resolved, deal.rules.chosen, table.players)
        again = rules.new_game(table.players, seed=deal.game.seed, deal=deal.game.deal)
        if deal.grabber is None and not any(deal.game.scores):
            assert again.record() == deal.game.record()
        twin = Deal(rules, again, None, chance(table, deal.game.seed))
        other = Deal(deal.rules, again, None, chance(table, deal.game.seed))
        assert finished(twin).record() == finished(other).record()


@each_table
def test_other_seeds_and_other_deals_give_other_hands(table: Table) -> None:
    rules = rules_of(*table, 0)
    piles = {
        rules.new_game(table.players, seed=seed, deal=deal).state.piles
        for seed in range(4)
        for deal in range(1, 5)
    }
    assert len(piles) == 16


@each_table
def test_a_deal_does_not_depend_on_the_deals_before_it(table: Table) -> None:
    for deal in deals(table, "independent", 0.3):
        game = finished(deal)
        alike = not game.resting and len({*map(len, game.hands)}) == 1  # else it is dealt by what came before
        if game.phase != "over" and alike:
            straight = deal.rules.new_game(table.players, seed=game.seed, deal=game.deal)
            if straight.resting == game.resting:
                assert straight.hands == game.hands, game.record()
