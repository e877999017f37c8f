"""Our Hearts beside OpenSpiel's, in all combinations of its parameters.

OpenSpiel numbers its cards from 0 in the order of `CARDS`; it plays single deals, and its returns are 26 less
the points.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from tests.openspiel.table import Moment, Moments, Theirs, chance, moves

import trickbook

RULESET = Path(__file__).with_name("hearts.yaml")

# Each of OpenSpiel's parameters, turned from its default, and the options that say the same here. The later
# overrules the earlier: where hearts need no breaking, it does not matter what would break them.
PARAMETERS: Mapping[str, tuple[bool, Mapping[str, object]]] = {
    "pass_cards": (False, {"passing": ["hold"]}),
    "no_pts_on_first_trick": (False, {"safe_first": False}),
    "can_lead_any_club": (True, {"any_club": True}),
    "jd_bonus": (True, {"jack_bonus": True}),
    "avoid_all_tricks_bonus": (True, {"no_tricks_bonus": True}),
    "qs_breaks_hearts": (False, {"breaking": "any_heart"}),
    "must_break_hearts": (False, {"breaking": "not_needed"}),
    "can_lead_hearts_instead_of_qs": (True, {"bare_lead": True}),
}

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
PENALTIES = {"QS", *(card for card in CARDS if card.endswith("H"))}
BARE_QUEEN = {"AC", "KC", "AD", "KD", "QS", *(rank + "H" for rank in "23456789")}
DIRECTIONS = (0, 1, 3, 2)  # of passing, by the number of the deal modulo 4: hold, left, right, across

# How a pack is stacked: the lower its number, the nearer a card lies to the top; numbers less than 1 apart
# mix. And whether the seat that gets the top thirteen then plays high, to take every trick.
STACKS: Mapping[str, tuple[Callable[[str], float], bool]] = {
    "shuffled": (lambda _: 0, False),
    "suits together": (lambda card: "CDHS".index(card[1]) / 3, False),
    "a hand of penalty cards": (lambda card: card not in PENALTIES, False),
    "a hand for the moon": (lambda card: -CARDS.index(card) / 20 - (card in PENALTIES), True),
    "four tricks, and then a bare queen to lead": (lambda card: card not in BARE_QUEEN, True),
}


class Deal(NamedTuple):
    """A deal, by its number from 1, with whoever plays high to take every trick, if anybody does."""

    number: int
    hands: list[list[str]]
    grabber: int | None


def our_hearts(turned: Iterable[str]) -> trickbook.Ruleset:
    options: dict[str, object] = {}
    for name, (_, same) in PARAMETERS.items():
        options |= same if name in turned else {}
    return trickbook.load(RULESET, options=options)


def their_hearts(turned: Iterable[str]) -> Theirs:
    import pyspiel

    return pyspiel.load_game("hearts", {name: PARAMETERS[name][0] for name in turned})


def deals(rounds: int, seed: str) -> Iterator[Deal]:
    """In each round a deal of every stack; from round to round the passing moves on."""
    rng = chance(seed)
    for number in range(1, rounds + 1):
        for height, grabs in STACKS.values():
            heights = {card: height(card) + rng.random() for card in CARDS}
            pack = sorted(CARDS, key=heights.__getitem__)
            seats = rng.sample(range(4), 4)
            hands = [pack[13 * seat : 13 * seat + 13] for seat in seats]
            yield Deal(number, hands, seats.index(0) if grabs else None)


def side_by_side(ours: trickbook.Ruleset, theirs: Theirs, deal: Deal) -> Iterator[Moment]:
    """Play a deal in both engines; each moment must be found equal before the next is asked for."""
    rng = chance(str(deal))
    direction = DIRECTIONS[deal.number % 4] if theirs.get_parameters()["pass_cards"] else 0
    game = ours.new_game(players=4, seed=deal.number, hands=deal.hands, deal=deal.number)
    state = dealt(theirs, deal, direction)
    if direction:
        game = yield from passing(game, state, rng)
    game = yield from moves(game, state, lambda _, action: CARDS[action], partial(chosen, deal, rng))
    yield Moment("points", list(game.deals[-1]), [26 - owed for owed in state.returns()], ())


def dealt(theirs: Theirs, deal: Deal, direction: int) -> Theirs:
    """OpenSpiel's chance: first the direction of passing, then the cards, one for each seat in turn."""
    state = theirs.new_initial_state()
    state.apply_action(direction)
    for card in itertools.chain.from_iterable(zip(*deal.hands, strict=True)):
        state.apply_action(CARDS.index(card))
    return state


def passing(game: trickbook.Game, state: Theirs, rng: random.Random) -> Moments:
    """Whole passes here, one card after the other there; either way nobody looks before all have passed."""
    yield Moment("seats that pass", sorted(game.actors), [0, 1, 2, 3], ())
    for seat in range(4):
        hand = [CARDS[action] for action in state.legal_actions()]
        passes = game.legal(seat)
        ours = {frozenset(str(move).split()) for move in passes}
        yield Moment(f"passes of seat {seat}", ours, {*map(frozenset, itertools.combinations(hand, 3))}, ())
        move = rng.choice(passes)
        for card in str(move).split():
            state.apply_action(CARDS.index(card))
        game = game.apply(seat, move)
    return game


def chosen(deal: Deal, rng: random.Random, seat: int, may: list[str]) -> str:
    """Anything; but where one seat grabs, it plays high, and the others keep their penalty cards back."""
    if seat == deal.grabber:
        return max(may, key=CARDS.index)
    harmless = [card for card in may if card not in PENALTIES or deal.grabber is None]
    return rng.choice(harmless or may)
