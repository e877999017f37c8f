"""OpenSpiel's tree search at our table: `python -m tests.outsiders.openspiel WORLDS SIMULATIONS`.

A world is a deal that the seat may be in. `MCTSBot` searches each world with all cards open, and the move
visited most in all of them is made. Only OpenSpiel says which moves there are and what they are worth.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from tests.outsiders.hands import Hands, chance, plays, sampled_hands
from tests.outsiders.protocol import Heard, Player, serve

Theirs = Any  # OpenSpiel carries no types
Said = Iterable[str | int]

RANKS = "23456789TJQKA"
DIRECTIONS = {"hold": 0, "left": 1, "across": 2, "right": 3}
EXPLORATION = 10
"""How strongly the search is drawn to moves that it has seldom tried, in points."""

MEGABYTES = 100
"""The most memory that one search takes."""


class Twin(NamedTuple):
    """A game that both know: OpenSpiel's cards in its order, and what it is told before the first trick."""

    cards: list[str]
    opened: Callable[[Heard, Heard, list[str], random.Random], Said]
    parameters: Mapping[str, Any] = {}

    def action(self, move: str | int) -> int:
        """Return OpenSpiel's number of a card or a bid. What chance does is a number already."""
        if isinstance(move, int):
            return move
        return self.cards.index(move) if move in self.cards else len(self.cards) + int(move)

    def move(self, action: int) -> str:
        """Return the card or the bid of this number."""
        return self.cards[action] if action < len(self.cards) else str(action - len(self.cards))


def hearts_opened(hello: Heard, view: Heard, cards: list[str], rng: random.Random) -> Said:
    """Sample the direction of passing, the deal and the passes; passes among others may be any cards."""
    seat, ways, mine = view["seat"], hello["options"]["passing"], view["answers"].get("pass", [])
    by = DIRECTIONS[ways[(view["deal"] - 1) % len(ways)]]
    gone = {card for _, card, _ in plays(view)}
    hands = first_hands(cards, view, {(seat + by) % 4: [card for card in mine if card not in gone]}, rng)
    if not by or not mine:
        passed = [hand[:3] for hand in hands[:seat]] if by else []
        return [by, *in_turn(hands), *itertools.chain(*passed)]
    dealt = next(cards.split() for step, _, cards in view["course"] if step == "deal")
    passed = [rng.sample(hands[(giver + by) % 4], 3) for giver in range(4)]
    passed[seat - by] = [card for card in hands[seat] if card not in dealt]
    passed[seat] = mine
    kept = [[card for card in hand if card not in passed[taker - by]] for taker, hand in enumerate(hands)]
    hands = [[*hand, *gave] for hand, gave in zip(kept, passed, strict=True)]
    return [by, *in_turn(hands), *itertools.chain(*passed)]


def oh_hell_opened(_: Heard, view: Heard, cards: list[str], rng: random.Random) -> Said:
    """Sample the deal, between the size of the hands, the dealer's seat and the bids."""
    hands = first_hands(cards, view, {}, rng)
    bids = [bid for step, _, bid in view["course"] if step == "bid"]
    return [len(hands[0]), view["dealer"], *in_turn(hands), *view["piles"]["turned"], *bids]


TWINS = {
    "hearts": Twin([rank + suit for rank in RANKS for suit in "CDHS"], hearts_opened),
    "oh_hell": Twin([rank + suit for rank in RANKS for suit in "CDSH"], oh_hell_opened, {"players": 4}),
}


def first_hands(cards: list[str], view: Heard, known: Mapping[int, list[str]], rng: random.Random) -> Hands:
    """Sample what each seat held before the first trick."""
    held = sampled_hands(cards, view, known, rng)[:-1]
    return [[*hand, *(card for who, card, _ in plays(view) if who == seat)] for seat, hand in enumerate(held)]


def in_turn(hands: Hands) -> Iterable[str]:
    """Return the cards in the order in which they are dealt."""
    return itertools.chain(*zip(*hands, strict=True))


def twin_game(ruleset: str) -> tuple[Twin, Theirs]:
    """Find the twin of a ruleset, or of a file of one, and load OpenSpiel's game."""
    import pyspiel

    name = PurePath(ruleset).stem
    return TWINS[name], pyspiel.load_game(name, dict(TWINS[name].parameters))


def sampled_state(hello: Heard, view: Heard, twin: Twin, game: Theirs, rng: random.Random) -> Theirs:
    """Sample a world, and play it in OpenSpiel up to this turn."""
    state = game.new_initial_state()
    for move in twin.opened(hello, view, twin.cards, rng):
        state.apply_action(twin.action(move))
    while len(only := state.legal_actions()) == 1 and only[0] >= len(twin.cards):
        state.apply_action(only[0])  # a bid without a choice is in no view
    for _, card, _ in plays(view):
        state.apply_action(twin.action(card))
    return state


def most_visited(bot: Theirs, states: list[Theirs]) -> int:
    visits: Counter[int] = Counter()
    for state in states:
        visits.update({child.action: child.explore_count for child in bot.mcts_search(state).children})
    return max(visits, key=visits.__getitem__)


def openspiel_player(hello: Heard, worlds: int, simulations: int) -> Player:
    """Return the player of a game. OpenSpiel asks for one card at a time where three are passed."""
    import pyspiel

    twin, game = twin_game(hello["ruleset"])

    def move(turn: Heard) -> str:
        rng = chance(turn["chance"])
        rollout = pyspiel.RandomRolloutEvaluator(1, rng.getrandbits(30))
        seed = rng.getrandbits(30)
        bot = pyspiel.MCTSBot(game, rollout, EXPLORATION, simulations, MEGABYTES, False, seed, False)  # noqa: FBT003
        states = [sampled_state(hello, turn["view"], twin, game, rng) for _ in range(worlds)]
        actions = []
        for _ in range(turn["choose"]["least"] if turn["choose"] else 1):
            actions.append(most_visited(bot, states))
            for state in states:
                state.apply_action(actions[-1])
        return " ".join(map(twin.move, actions))

    return move


if __name__ == "__main__":
    serve(lambda hello: openspiel_player(hello, *map(int, sys.argv[1:])))
