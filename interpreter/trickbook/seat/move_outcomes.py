"""The outcome of each legal move at a moment of a game that was played.

After each move the deal is played to its end many times, from the real cards. The seat plays like the duck.
Each of the others does so half the time and chooses uniformly at random otherwise.
"""

from __future__ import annotations

from math import ceil, sqrt
from statistics import fmean, stdev
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.batch.cells import Playout
from trickbook.bots import BOTS, turn_of
from trickbook.bots.montecarlo import montecarlo
from trickbook.bots.playouts import play_out
from trickbook.bots.turn import Budget
from trickbook.cards.chance import stream
from trickbook.cards.gaussian import Gaussian, parts
from trickbook.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.bots import Bot, Turn
    from trickbook.ruleset import Ruleset

MAX_TRIED_MOVES: Final = 32
"""If there are more legal moves, only the actual move and those of the bots are tried."""

SAMPLING_BOT: Final = "montecarlo"

SAMPLING_SHARE: Final = 0.3
"""The part of the seconds that the sampling bot may take."""

MIN_PLAYOUTS: Final = 2
"""Fewer playouts have no average."""

CONFIDENCE_FACTOR: Final = 1.96
"""The standard errors to each side of an average that hold the truth 95 times in 100."""


class RecordMoment(NamedTuple):
    """A moment of a deal: somebody is about to move; at the end of the deal nobody is.

    Moves before the tricks are those of trick 0, those after them of the trick that would come next.
    """

    deal: int
    trick: int
    play: int
    game: Game
    seat: int | None
    move: str | None


class PlayoutSettings(NamedTuple):
    """The seed, the number of playouts for each move, and the bots to ask for their move.

    With ``seconds`` there are fewer playouts if they would take much longer.
    """

    seed: int = 0
    playouts: int = 24
    bots: tuple[str, ...] = ("duck", SAMPLING_BOT)
    seconds: float | None = None


DEFAULT_PLAYOUTS: Final = PlayoutSettings()
NO_PLAYOUTS: Final = PlayoutSettings(playouts=0, bots=())
"""Nothing is tried: the legal moves come without points."""


def move_outcomes(rules: Ruleset, now: RecordMoment, trying: PlayoutSettings) -> dict[str, Any]:
    """The legal moves with their outcomes, the number of playouts, and the moves of the bots."""
    if now.seat is None:
        return {"moves": [], "playouts": 0, "bots": {}}
    turn = turn_of(rules, now.game, now.seat, stream(trying.seed, now.trick * 1000 + now.play))
    until = monotonic() + trying.seconds if trying.seconds is not None else None
    would, played = {bot: _bot(bot, trying)(turn) for bot in trying.bots}, now.move or ""
    written = {sorted_cards(move): move for move in [*would.values(), played]}
    would = {bot: written[sorted_cards(move)] for bot, move in would.items()}
    few = len(turn.moves) <= MAX_TRIED_MOVES
    tried = list(turn.moves) if few else list(dict.fromkeys([played, *would.values()]))
    points = _points(rules, now.game, turn, tried, trying.playouts, until)
    moves = [
        {"move": move, "ahead": _ahead(turn, move), **_average(own)}
        for move, own in zip(tried, points, strict=True)
    ]
    return {"moves": moves, "playouts": len(points[0]), "bots": would}


def sorted_cards(move: str) -> tuple[str, ...]:
    """The cards of a move in one order, to compare moves by."""
    return tuple(sorted(move.split()))


def _bot(name: str, trying: PlayoutSettings) -> Bot:
    if name != SAMPLING_BOT or trying.seconds is None:
        return BOTS[name]
    return montecarlo(Budget(milliseconds=ceil(trying.seconds * SAMPLING_SHARE * 1000)))


def _ahead(turn: Turn, move: str) -> dict[str, Any] | None:
    """The seat that would be ahead in the trick after a move, and its cards."""
    best = turn.ahead(move)
    return {"seat": best[0], "cards": best[1]} if best else None


def _points(
    rules: Ruleset, game: Game, turn: Turn, tried: Sequence[str], playouts: int, until: float | None
) -> list[list[Any]]:
    """The points of the seat in each playout of each move; fewer playouts if the time runs out."""
    state, everyone = game.state.copy(), (1 << turn.players) - 1
    state.match = state.match._replace(hands={}, draws={}, orders={})  # chance is free after another move
    games = [Game(game.engine, state, game.origin).apply(turn.seat, move) for move in tried]
    found: list[list[Any]] = [[] for _ in games]
    batch = max(playouts, 1) if until is None else MIN_PLAYOUTS
    for first in range(0, playouts, batch):
        chances = [stream(turn.chance, time) for time in range(first, min(first + batch, playouts))]
        trials = [
            Playout(place, chance, 1 << turn.seat | chance >> 1 & everyone)
            for place in range(len(games))
            for chance in chances
        ]
        for trial, points in zip(trials, play_out(rules, games, len(game.deals), trials), strict=True):
            found[trial.state_index].append(points[turn.seat])
        if until is not None and monotonic() > until:
            break
    return found


def _average(points: Sequence[Any]) -> dict[str, Any]:
    """The mean of some points, and half the width of its confidence interval.

    Complex points have the nearest whole mean and no interval.
    """
    if len(points) < MIN_PLAYOUTS:
        return {"points": None, "error": None}
    if any(isinstance(one, Gaussian) for one in points):
        real, imaginary = zip(*map(parts, points), strict=True)
        return {"points": str(Gaussian(round(fmean(real)), round(fmean(imaginary)))), "error": None}
    error = CONFIDENCE_FACTOR * stdev(points) / sqrt(len(points))
    return {"points": round(fmean(points), 1), "error": round(error, 1)}
