"""One table, two engines: Trickbook and OpenSpiel play the same deal, move by move.

Both number the seats clockwise from 0. Each game's own module says how OpenSpiel's numbers read as our moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import trickbook

Theirs = Any  # OpenSpiel carries no types

Said = Callable[["trickbook.Game", int], str]
"""How one of OpenSpiel's actions reads as a move of ours, at a moment of the game."""


Choice = Callable[[int, list[str]], str]
"""Which of the legal moves a seat makes."""


class Moment(NamedTuple):
    """What both engines say of one moment of a deal, after the moves made so far."""

    asked: str
    ours: object
    theirs: object
    moved: tuple[str, ...]


Moments = Generator[Moment, None, "trickbook.Game"]


def chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 -- the stakes are low


def shuffled(pack: list[str], rng: random.Random) -> list[str]:
    return rng.sample(pack, len(pack))


def hands(pack: list[str], seats: int) -> list[list[str]]:
    """The cards of each seat, where one card is dealt to each in turn."""
    return [pack[seat::seats] for seat in range(seats)]


def by_chance(rng: random.Random) -> Choice:
    return lambda _, legal: rng.choice(legal)


def moves(game: trickbook.Game, state: Theirs, said: Said, choose: Choice) -> Moments:
    """Ask both engines whose turn it is and what may be done, until OpenSpiel's deal is over."""
    moved: tuple[str, ...] = ()
    while not state.is_terminal():
        seat = state.current_player()
        theirs = {said(game, action): action for action in state.legal_actions()}
        move = choose(seat, sorted(theirs))
        if len(theirs) > 1 or asked(game, seat, move):
            yield Moment("turn", list(game.actors), [seat], moved)
            yield Moment(f"moves of seat {seat}", sorted(map(str, game.legal(seat))), sorted(theirs), moved)
            game = game.apply(seat, move)
        state.apply_action(theirs[move])
        moved += (f"{seat} {move}",)
    return game


def asked(game: trickbook.Game, seat: int, move: str) -> bool:
    """Whether we ask for the only move there is: a question with one answer is answered by itself."""
    return seat in game.actors and [move] == [str(only) for only in game.legal(seat)]
