"""Every card of the deck lies in one place, and in one only, after every move."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from tests.laws.deals import Table, deals, each_table, gathered, moments

import trickbook

KNOWN = {"hand", "table", "trick", "taken", "held", "aside"}


def lying(game: trickbook.Game) -> Counter[str]:
    """How often each card lies in any pile that the game shows."""
    piles = chain(*game.hands, *game.open, *game.taken, game.aside, game.held, spread(game.trick), more(game))
    return Counter(card.removesuffix("*") for card in piles)


def more(game: trickbook.Game) -> list[str]:
    """The cards in the piles that a ruleset adds."""
    piles, seats = game.engine.layout.piles.items(), len(game.scores)
    added = [pile for name, pile in piles if name not in KNOWN]
    places = [pile.base + seat for pile in added for seat in range(seats if pile.owned else 1)]
    return [card for place in places for card in game.engine.deck.written(game.state.piles[place])]


def spread(plays: tuple[tuple[int, str], ...]) -> list[str]:
    return [card for _, play in plays for card in play.split()]


@each_table
def test_all_cards_are_somewhere_and_none_is_there_twice(table: Table) -> None:
    for deal in deals(table, "conserved"):
        deck = Counter(deal.rules.engine(table.players).deck.names)
        for game, _, _ in moments(deal):
            assert lying(game) == deck, game.record()


@gathered
def test_what_was_played_is_taken_or_held(table: Table) -> None:
    for deal in deals(table, "taken", 0.3):
        for game, _, _ in moments(deal):
            taken = Counter(chain(*game.taken, game.held))
            assert taken == Counter(card for trick in game.tricks for card in spread(trick.plays)), (
                game.record()
            )
            for seat, cards in enumerate(game.taken):
                won = sum(trick.taker == seat for trick in game.tricks)
                assert bool(cards) == bool(won), game.record()


@each_table
def test_no_card_is_in_two_piles(table: Table) -> None:
    for deal in deals(table, "once", 0.3):
        layout = deal.rules.engine(table.players).layout
        places = [p.base + n for p in layout.piles.values() for n in range(table.players if p.owned else 1)]
        for game, _, _ in moments(deal):
            piles = [game.state.piles[place] for place in places]
            assert sum(piles) == layout.deck.cards, game.record()
            assert sum(map(int.bit_count, piles)) == layout.deck.cards.bit_count(), game.record()
