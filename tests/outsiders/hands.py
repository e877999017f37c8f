"""What one seat knows of a deal, and hands that the others may hold."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from tests.outsiders.protocol import Heard

Hands = list[list[str]]

SUITS = "SHDC"
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in SUITS]


def chance(seed: str | int) -> random.Random:
    return random.Random(seed)  # noqa: S311 -- the stakes are low


def plays(view: Heard) -> list[tuple[int, str, str]]:
    """Each play of the deal so far: the seat, the card, and the suit that was led."""
    tricks = [*(trick["plays"] for trick in view["tricks"]), view["trick"]]
    return [(seat, card, trick[0][1][1]) for trick in tricks for seat, card in trick]


def sampled_hands(
    cards: Collection[str], view: Heard, known: Mapping[int, list[str]], rng: random.Random
) -> Hands:
    """Cards that each seat may still hold, with the known ones; the last list is what nobody holds.

    A seat that did not follow suit has no more cards of it. A card on the table is in the hand of its seat.
    """
    played, counts = plays(view), view["counts"]
    nobody, table = len(counts), view["piles"]["table"]
    seen = {view["seat"]: view["piles"]["hand"], nobody: view["piles"].get("turned", [])}
    hands = [[*known.get(seat, ()), *seen.get(seat, ())] for seat in range(nobody + 1)]
    unseen = {*cards}.difference((card for _, card, _ in played), *hands, *table)
    rooms = [count - len(hands[seat]) for seat, count in enumerate(counts)]
    rooms.append(len(unseen) - sum(rooms))
    voids = {(seat, led) for seat, card, led in played if card[1] != led}
    may = {card: [seat for seat in range(nobody + 1) if (seat, card[1]) not in voids] for card in unseen}
    for card in sorted(unseen, key=lambda card: (len(may[card]), rng.random())):
        weights = [rooms[seat] for seat in may[card]]
        if not any(weights):  # a dead end, which is rare: try again
            return sampled_hands(cards, view, known, rng)
        [taker] = rng.choices(may[card], weights)
        hands[taker].append(card)
        rooms[taker] -= 1
    return [[*hand, *cards] for hand, cards in zip(hands, [*table, []], strict=True)]
