"""The five laws that every deal keeps, on one and the same deal, so that very many can be tried.

Cards are conserved, nobody gets stuck, points are consistent, the record replays to the same end, and nobody
sees what is hidden from them. Each law stands in a file of its own besides, where it is tried more closely.
"""

from __future__ import annotations

from collections import Counter

from tests.laws.deals import DEALS, SOAK, Deal, Table, deals, each_table, moments
from tests.laws.referees.by_name import REFEREES
from tests.laws.test_cards_are_conserved import lying
from tests.laws.test_scores_are_consistent import Course, judge
from tests.laws.test_what_is_hidden_stays_hidden import MAKERS, sight, twins
from tests.laws.whole import cards_add_up, changes_follow_one_another

import trickbook


@each_table
def test_five_laws(table: Table) -> None:
    found = 0
    for deal in deals(table, "every", most=DEALS):
        closer = deal.rng.randrange(table.players * 5)
        course = []
        for number, (game, seat, move) in enumerate(moments(deal)):
            nothing_is_lost(game)
            only_actors_have_moves(game)
            if number == closer:
                assert lying(game) == Counter(game.engine.deck.names), game.record()
                found += hidden_twins(deal, game)
            course.append((game, seat, move))
        game, seat, move = course[-1]
        final = game.apply(seat, move)
        nothing_is_lost(final)
        points_are_consistent(table, deal, course, final)
        record = final.record()
        assert trickbook.replay(record, deal.rules).record() == record, record
    assert found or not SOAK  # a few deals may have no twin


def nothing_is_lost(game: trickbook.Game) -> None:
    """Every card lies in one pile, and in one only."""
    layout, players = game.engine.layout, len(game.scores)
    places = [p.base + seat for p in layout.piles.values() for seat in range(players if p.owned else 1)]
    piles = [game.state.piles[place] for place in places]
    assert sum(piles) == layout.deck.cards, game.record()
    assert sum(map(int.bit_count, piles)) == layout.deck.cards.bit_count(), game.record()


def only_actors_have_moves(game: trickbook.Game) -> None:
    for seat in range(len(game.scores)):
        assert bool(game.legal(seat)) == (seat in game.actors), game.record()


def hidden_twins(deal: Deal, game: trickbook.Game) -> int:
    """Twins that differ only in what a seat may not see look alike to it; how many were tried."""
    seat, tried = deal.rng.randrange(len(game.scores)), 0
    for twin in twins(deal, game, seat, [deal.rng.choice(MAKERS)]):
        tried += twin.hands != game.hands
        assert sight(twin, seat) == sight(game, seat), f"{game.record()}\n{twin.record()}"
    return tried


def points_are_consistent(table: Table, deal: Deal, course: Course, final: trickbook.Game) -> None:
    """Scores are what they were, and the points; those are what the referee counts, or what is explained."""
    (points,) = final.deals
    assert final.scores == tuple(map(sum, zip(deal.game.scores, points, strict=True))), final.record()
    if table.name in REFEREES:
        judge(table, deal, course, final)
        return
    seat = deal.rng.randrange(table.players)
    explained = final.explain_points(seat)
    assert explained.points == points[seat], final.record()
    cards_add_up(explained)
    changes_follow_one_another(explained)
