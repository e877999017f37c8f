"""Bo Haglund's double-dummy solver at our whist table: `python -m tests.outsiders.double_dummy WORLDS`.

A world is a deal that the seat may be in. In each world, the solver counts the tricks that each card leads to
if everybody sees all hands and plays perfectly. The card with the most tricks on average is played.
The solver comes with `endplay`.
"""

from __future__ import annotations

import sys
from collections import Counter

from endplay.dds import solve_board
from endplay.types import Card, Deal, Denom
from endplay.types import Player as Compass
from tests.outsiders.hands import CARDS, SUITS, Hands, chance, sampled_hands
from tests.outsiders.protocol import Heard, Player, serve


def double_dummy_player(worlds: int) -> Player:
    def move(turn: Heard) -> str:
        view, rng = turn["view"], chance(turn["chance"])
        tricks: Counter[str] = Counter()
        for _ in range(worlds):
            tricks.update(solved(view, sampled_hands(CARDS, view, {}, rng)))
        return max(map(str, turn["moves"]), key=tricks.__getitem__)

    return move


def solved(view: Heard, hands: Hands) -> dict[str, int]:
    """Return how many tricks the side takes from here with each card."""
    played = dict(view["trick"])
    held = [[*hand, played[seat]] if seat in played else hand for seat, hand in enumerate(hands[:4])]
    trumps = view["facts"]["trumps"][0][1]
    deal = Deal(f"N:{' '.join(map(written, held))}", Compass(view["leader"]), Denom(SUITS.index(trumps)))
    for card in played.values():
        deal.play(Card(card[::-1]))
    return {card.rank.abbr + SUITS[card.suit]: tricks for card, tricks in solve_board(deal)}


def written(hand: list[str]) -> str:
    """Write a hand as bridge players do, suit after suit."""
    return ".".join("".join(card[0] for card in hand if card[1] == suit) for suit in SUITS)


if __name__ == "__main__":
    serve(lambda _: double_dummy_player(int(sys.argv[1])))
