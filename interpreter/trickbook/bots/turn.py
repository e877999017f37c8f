"""A turn: what a player decides by; and games between players, turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.chance import stream
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.state import State
    from trickbook.table import Table


class Turn(NamedTuple):
    """What a player decides by: the rules, what its seat sees and may do, chance of its own."""

    rules: Ruleset
    players: int
    seat: int
    look: Callable[[], dict[str, Any]]
    moves: Sequence[str]
    chance: int


Bot = Callable[[Turn], str]
"""A player: gives one of the moves of its turn."""


class Step(NamedTuple):
    """A move in a game, with the game before and after it."""

    before: Game
    seat: int
    move: str
    after: Game


def silence(_game: Game) -> Sequence[str]:
    """Nothing is announced."""
    return ()


def playing(
    rules: Ruleset, game: Game, bots: Sequence[Bot], heard: Callable[[Game], Sequence[str]] = silence
) -> Iterator[Step]:
    """Let bots, one for each seat, play a game to its end; ``heard`` are facts announced from outside.

    Their chance comes from the game's seed, apart from that of the deals: a seed gives the same game
    everywhere. TrickbookError if somebody must act and has no move, or could play a card twice to a trick.
    """
    source = stream(game.seed, 0)
    for number in count(1):
        seat = game.turn
        if seat is None:
            return
        for fact in heard(game):
            game = game.announce(fact)
        if twice := held_again(game.table, game.state, seat):
            raise TrickbookError(f"seat {seat} could play {twice} a second time to one trick")
        moves = game.legal(seat)
        if not moves:
            raise TrickbookError(f"the game is stuck: {game.phase} waits for seat {seat}, which has no move")
        move = bots[seat](
            Turn(rules, len(game.scores), seat, partial(game.view, seat), moves, stream(source, number))
        )
        after = game.apply(seat, move)
        yield Step(game, seat, move, after)
        game = after


def held_again(table: Table, s: State, seat: int) -> str:
    """The cards of the trick so far that a seat holds, for a move has brought them back."""
    played = sum(cards for _, cards in s.plays)
    held = sum(s.piles[table.layout.piles[pile].base + seat] for pile in ("hand", "table"))
    return " ".join(table.deck.written(played & held))
