"""A record, taken at any moment, replays to a game with the same record, which goes on as the first does."""

from __future__ import annotations

from typing import Any

from tests.laws.deals import (
    JUDGED,
    Deal,
    Table,
    begun,
    chance,
    deals,
    each_table,
    finished,
    handed,
    moments,
    standing,
)

import trickbook


def same(one: trickbook.Game, other: trickbook.Game) -> bool:
    """Whether two games stand alike, for everybody who sits there."""
    seats = range(len(one.scores))
    return one.record() == other.record() and all(one.view(seat) == other.view(seat) for seat in seats)


@each_table
def test_from_a_finished_deal(table: Table) -> None:
    for deal in deals(table, "replay"):
        game = finished(deal)
        assert same(trickbook.replay(game.record(), deal.rules), game), game.record()


@each_table
def test_from_any_moment_and_it_goes_on_alike(table: Table) -> None:
    for deal in deals(table, "anywhere"):
        at = deal.rng.randrange(table.players * 10)
        for number, (game, seat, move) in enumerate(moments(deal)):
            if number == at:
                again = trickbook.replay(game.record(), deal.rules)
                assert same(again, game), game.record()
                assert same(again.apply(seat, move), game.apply(seat, move)), game.record()
                break


@each_table
def test_from_any_given_start(table: Table) -> None:
    for number in range(12 if table in JUDGED else 4):
        deal = begun(table, number, chance(table, "given", number))
        game = finished(given(deal, table))
        assert same(trickbook.replay(game.record(), deal.rules), game), game.record()


def test_from_hands_of_other_sizes_than_an_uneven_deal_gives() -> None:
    rules = trickbook.load("getaway")
    names = rules.engine(8).deck.names
    game = rules.new_game(8, seed=1, hands=[names[7 * seat : 7 * seat + 7] for seat in range(8)])
    assert [len(hand) for hand in game.hands] == [7] * 7 + [3]
    assert same(trickbook.replay(game.record(), rules), game)


def given(deal: Deal, table: Table) -> Deal:
    """The deal again, with all that can be given: fewer cards, the rest aside; seats, scores and facts."""
    rng, engine = deal.rng, deal.rules.engine(table.players)
    names = list(engine.deck.names)
    rng.shuffle(names)
    size = rng.randint(1, len(names) // table.players)
    moment: dict[str, Any] = {
        "deal": rng.randint(1, min(9, engine.ending.most)),
        "dealer": rng.randrange(table.players),
    }
    usual = deal.rules.new_game(table.players, seed=1, **moment)
    hands = handed(usual, names, [size] * table.players)
    start: dict[str, Any] = {
        **moment,
        "hands": hands,
        "aside": names[sum(map(len, hands)) :],
        "leader": rng.randrange(table.players),
        "scores": standing(deal.rules, usual, {**moment, "seed": 1}, rng, -99),
        "facts": {
            name: value for name, value in deal.game.facts.items() if value is not None and rng.random() < 0.5
        },
    }
    return deal._replace(game=deal.rules.new_game(table.players, seed=rng.getrandbits(63), **start))
