"""Our Slovenian Tarok beside OpenSpiel's. It deals by itself, so that its cards are taken over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.openspiel.table import Moment, Moments, chance

import trickbook

RULESET = Path(__file__).with_name("tarok.yaml")
TRUMPS = [*(f"{rank}T" for rank in range(1, 22)), "XT"]
RED, BLACK, COURT = ["4", "3", "2", "1"], ["7", "8", "9", "10"], ["J", "N", "Q", "K"]
CARDS = [
    *TRUMPS,
    *(
        rank + suit
        for suit, low in (("H", RED), ("D", RED), ("S", BLACK), ("C", BLACK))
        for rank in low + COURT
    ),
]
NAMES = ["pass", "klop", "three", "two", "one", "beggar", "solo", "open_beggar", "colour_valat", "valat"]
BIDS = dict(zip([0, 1, 2, 3, 4, 8, 9, 10, 11, 12], NAMES, strict=True))
SETS = {"three": 3, "two": 2, "one": 1}
"""How many cards of the talon a set has."""

ALL_TRICKS, KINGS = 16, 4

LIKED = 3
"""A bid is at most so far up the list, for the highest would end every auction."""


def side_by_side(number: int) -> Iterator[Moment]:
    import pyspiel

    state = pyspiel.load_game("tarok", {"rng_seed": number}).new_initial_state()
    state.apply_action(0)
    rng, told = chance(f"tarok {number}"), f"tarok {number}"
    moves = played(state.clone(), rng)
    contract, declarer = BIDS[moves[0][-1]], 0
    game = started(number, state, contract)
    for move in moves[0]:
        yield from turn(game, state, [BIDS[one] for one in state.legal_actions()])
        game, declarer = applied(game, state, BIDS[move]), state.current_player()
        state.apply_action(move)
    if contract in SETS:
        game = yield from exchanged(game, state, moves[1], SETS[contract])
    for move in moves[2]:
        yield from turn(game, state, [CARDS[one] for one in state.legal_actions()])
        game = applied(game, state, CARDS[move])
        state.apply_action(move)
    assert state.is_terminal(), told
    yield from points(game, state, contract, declarer)


def played(state: Any, rng: Any) -> tuple[list[int], list[int], list[int]]:
    """A deal that OpenSpiel plays at random: its bids, what was exchanged, and its plays."""
    import pyspiel

    bids: list[int] = []
    exchange: list[int] = []
    plays: list[int] = []
    while not state.is_terminal():
        phase, legal = state.current_game_phase(), state.legal_actions()
        if phase == pyspiel.TarokGamePhase.BIDDING:
            passes = [0] * 3 if 0 in legal else []
            move = rng.choice([*passes, *[bid for bid in legal if bid][:LIKED]])
            bids.append(move)
        else:
            move = rng.choice(legal)
            (exchange if phase == pyspiel.TarokGamePhase.TALON_EXCHANGE else plays).append(move)
        state.apply_action(move)
    return bids, exchange, plays


def started(number: int, state: Any, contract: str) -> trickbook.Game:
    """Our game with the same cards; what is drawn of the talon rests on the contract."""
    talon = [CARDS[card] for card in state.talon()]
    hands = [" ".join(CARDS[card] for card in state.player_cards(seat)) for seat in range(3)]
    size = SETS.get(contract, 1)
    drawn = [" ".join(talon[at : at + size]) for at in range(0, 6, size)]
    return trickbook.load(RULESET).new_game(3, number, dealer=2, hands=hands, draws={1: ["", *drawn]})


def turn(game: trickbook.Game, state: Any, theirs: list[str]) -> Iterator[Moment]:
    import pyspiel

    seat, bidding = state.current_player(), state.current_game_phase() == pyspiel.TarokGamePhase.BIDDING
    phase = "bid" if bidding else "tricks"
    if len(theirs) > 1 or (game.phase == phase and seat in game.actors):
        yield Moment("turn", list(game.actors), [seat], ())
        yield Moment(f"moves of seat {seat}", sorted(map(str, game.legal(seat))), sorted(theirs), ())


def applied(game: trickbook.Game, state: Any, move: str) -> trickbook.Game:
    """Our game after a move; a question with one answer is answered by itself."""
    seat = state.current_player()
    return game.apply(seat, move) if seat in game.actors and move in game.legal(seat) else game


def exchanged(game: trickbook.Game, state: Any, moves: list[int], size: int) -> Moments:
    """The set that is chosen, named by its first card, and the cards laid away one by one."""
    seat, sets = state.current_player(), state.talon_sets()
    every = sorted(CARDS[card] for one in sets for card in one)
    yield Moment("talon", sorted(map(str, game.legal(seat))), every, ())
    game = game.apply(seat, CARDS[sets[moves[0]][0]])
    state.apply_action(moves[0])
    laid: list[str] = []
    offered = [CARDS[card] for card in state.legal_actions()]
    for move in moves[1:]:
        more = [CARDS[card] for card in state.legal_actions()]
        if game.phase == "lay" and set(more).isdisjoint(offered):
            game, laid, offered = game.apply(seat, " ".join(laid)), [], more
        laid.append(CARDS[move])
        state.apply_action(move)
    yield Moment("cards to lay away", sorted(game.view(seat)["choose"]["from"]), sorted(offered), ())
    return game.apply(seat, " ".join(laid))


def points(game: trickbook.Game, state: Any, contract: str, declarer: int) -> Iterator[Moment]:
    """The points of both, but for OpenSpiel's slips of all kings and of all tricks; README.md tells them."""
    tricks = [trick.taker for trick in game.state.match.history[-1].tricks].count(declarer)
    laid = SETS.get(contract, 0)
    cards = laid + 3 * tricks
    if not laid or (tricks < ALL_TRICKS and cards != 3 * ALL_TRICKS):
        theirs = list(state.returns())
        theirs[declarer] -= 10 * (cards == KINGS)
        yield Moment("points", list(game.deals[-1]), theirs, ())
