"""Monte Carlo players: they sample worlds that agree with their view, and try their moves in each.

``montecarlo`` tries all moves in the same worlds with the same chance. After the move, the seat itself ducks
until the deal is scored; each other seat ducks or plays at random, as likely as its plays suggest. A playout
counts how much better the seat's side does than the others. After each round the worse half of the moves is
dropped. The best move is made if it beats the duck's by more than the standard error of the difference;
otherwise the duck's. Of very many moves, as in a pass, only the duck's, some that differ from it in one card,
and some random ones are tried.

``ismcts`` is information-set Monte Carlo tree search as machine code; ``tree_search`` says how it searches.
Without what machine code needs, or where it cannot play, it plays as ``montecarlo``. Its code can be prepared
before the first turn.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache, lru_cache
from math import ceil, log2
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.batch import MISSING
from trickbook.batch.cells import Playout
from trickbook.bots.costs_of_cards import costs, highest_wins, score_size
from trickbook.bots.duck import NoMoveError, drawn_ducks, duck, duck_of, duck_probabilities
from trickbook.bots.playouts import after_move, candidate_moves, others_answered, play_out
from trickbook.bots.turn import Budget
from trickbook.bots.worlds import sample_worlds
from trickbook.cards.chance import stream
from trickbook.cards.deck import CardError
from trickbook.core.translation import BeyondError
from trickbook.engine.moves import MoveError
from trickbook.engine.tricks import TrickStep
from trickbook.problems import EndlessError, MissingError, TrickbookError, needs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.batch.cells import SeatPoints
    from trickbook.bots.tree_search import MovesSearched
    from trickbook.bots.turn import Bot, Turn
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset


FIRST_ROUND: Final = 4
"""How many worlds are sampled between two looks at the clock."""

MAX_ROUND: Final = 256
"""How many playouts of each move run at once, at most."""

MAX_CACHED: Final = 8192
"""How many games after a move are cached."""

PLAYOUT_BUDGET: Final = Budget(30)
"""Thirty playouts for each move, on average."""

SEARCH_ERRORS: Final[tuple[type[TrickbookError], ...]] = (
    CardError,
    EndlessError,
    MissingError,
    MoveError,
    NoMoveError,
)
"""Errors after which a simpler player decides. All others are mistakes of ours, and are raised."""

NO_WORLDS: Final = "no hands of the others agree with what the seat sees"
"""The reason where no world can be sampled."""


def montecarlo(budget: Budget = PLAYOUT_BUDGET) -> Bot:
    """Return a player with a budget. A seed repeats a game exactly only if the budget is of playouts."""

    def montecarlo(turn: Turn) -> str:
        if len(turn.moves) == 1:
            return turn.moves[0]
        try:
            best = _best(turn, budget)
        except SEARCH_ERRORS as error:
            turn.report(str(error))
            return duck(turn)
        if best is None:
            turn.report(NO_WORLDS)
        return best or duck(turn)

    return montecarlo


def _best(turn: Turn, budget: Budget) -> str | None:
    """Return the best move, or the duck's if that is hardly worse; None if no world can be sampled."""
    seen, moves, start = turn.look(), candidate_moves(turn), monotonic()
    left, gains, tried = moves, {move: list[int]() for move in moves}, 0
    rounds = ceil(log2(len(moves)))
    worlds = _worlds(turn, seen, FIRST_ROUND if budget.milliseconds else budget.playouts, 0)
    for number in range(rounds):
        until = start + (budget.milliseconds or 0) * (number + 1) / rounds / 1000
        for count in _portions(budget, len(moves), len(left), until, first=not tried):
            if budget.milliseconds and tried:
                worlds = _worlds(turn, seen, count, tried)
            if not worlds.games:
                return None
            found = _gains(turn, worlds, range(tried, tried + count), left)
            for move, gained in zip(left, found, strict=True):
                gains[move] += gained
            tried += count
        best = sorted(left, key=lambda move: -sum(gains[move]))[: ceil(len(moves) / 2 ** (number + 1))]
        left = best if moves[0] in best else [*best, moves[0]]
    return left[0] if surely_better(gains[left[0]], gains[moves[0]]) else moves[0]


def surely_better(ones: Sequence[int], others: Sequence[int]) -> bool:
    """Return whether gains exceed others, playout by playout, by more than the standard error."""
    differences = [one - other for one, other in zip(ones, others, strict=True)]
    whole = sum(differences)
    return whole > 0 and whole**2 > sum(
        one**2 for one in differences
    )  # the mean is beyond its standard error


class SampledWorlds(NamedTuple):
    """Worlds in which the seats that answer together with the player have answered.

    ``play`` returns the cards of a move, or 0 if it is no play; ``after`` returns the game in a world after
    such a move. ``ducking`` has each seat's probability of being a duck.
    """

    games: Sequence[Game]
    ducking: Sequence[float]
    play: Callable[[str], int]
    after: Callable[[str, int], Game]


def _worlds(turn: Turn, seen: Mapping[str, Any], count: int, tried: int) -> SampledWorlds:
    """Sample the worlds for the next playouts."""
    known = duck_of(turn.rules, turn.players)
    found = sample_worlds(turn.rules, turn.players, seen, count, stream(turn.chance, -1 - tried))
    games = [others_answered(known, world, turn.seat) for world in found.worlds]

    @cache
    def play(move: str) -> int:
        engine, s = games[0].engine, games[0].state
        step = engine.waiting[s.step]
        return step.read(engine, s, engine.owner(s, turn.seat), move) if isinstance(step, TrickStep) else 0

    @lru_cache(maxsize=MAX_CACHED)
    def after(move: str, index: int) -> Game:
        return after_move(known, games[index], turn.seat, move)

    return SampledWorlds(
        games, duck_probabilities(known, turn.rules.engine(turn.players), turn.seat, found.past), play, after
    )


def _portions(budget: Budget, moves: int, left: int, until: float, *, first: bool) -> Iterator[int]:
    """Yield the numbers of playouts of a round: all at once, or small numbers while time is left."""
    if not budget.milliseconds:
        whole = max(1, budget.playouts * moves // (ceil(log2(moves)) * left))
        yield from (min(MAX_ROUND, whole - done) for done in range(0, whole, MAX_ROUND))
        return
    if first:
        yield 1
    while monotonic() < until:
        yield FIRST_ROUND


def _gains(turn: Turn, worlds: SampledWorlds, tries: Sequence[int], moves: Sequence[str]) -> list[list[int]]:
    """Return how much each move gains for the seat's side over the others, playout by playout."""
    games, many = worlds.games, len(worlds.games)
    plays = [worlds.play(move) for move in moves]
    if not all(plays):
        games = [worlds.after(move, index) for move in moves for index in range(many)]
    chances = {k: stream(turn.chance, k) for k in tries}
    ducks = {k: drawn_ducks(worlds.ducking, chance) for k, chance in chances.items()}
    trials = [
        Playout(k % many + (0 if play else nth * many), chances[k], ducks[k], play)
        for nth, play in enumerate(plays)
        for k in tries
    ]
    first = worlds.games[0]
    points = play_out(turn.rules, games, len(first.deals), trials)
    gains = [_gain(turn, first.scores, one) for one in points]
    return [gains[nth * len(tries) : (nth + 1) * len(tries)] for nth in range(len(moves))]


def _gain(turn: Turn, scores: Sequence[Any], points: SeatPoints) -> int:
    """Return how much better the seat's side does in a deal than the others."""
    side, sign = costs(turn.rules, turn.players).sides[turn.seat], -1
    if highest_wins(turn.rules, turn.players):
        sign = 1
    counted = [score_size(score + one) - score_size(score) for score, one in zip(scores, points, strict=True)]
    own = sum(one for seat, one in enumerate(counted) if side >> seat & 1)
    if side.bit_count() == turn.players:
        return sign * own
    return sign * (own * turn.players - sum(counted) * side.bit_count())


SEARCH_BUDGET: Final = Budget(1000)
"""A thousand deals for each turn."""

DEALS_FOR_PLAYOUTS: Final = 10
"""How many deals of a budget are worth one playout of each move."""


def ismcts(budget: Budget = SEARCH_BUDGET) -> Bot:
    """Return a player with a budget. A seed repeats a game exactly only if the budget is of deals."""
    few = max(1, budget.playouts // DEALS_FOR_PLAYOUTS)
    otherwise = montecarlo(Budget(few, budget.milliseconds))

    def ismcts(turn: Turn) -> str:
        if len(turn.moves) == 1:
            return turn.moves[0]
        found = searched(turn, budget)
        return found.best if found else otherwise(turn)

    return ismcts


def searched(turn: Turn, budget: Budget) -> MovesSearched | None:
    """Return what a search finds; None without machine code, without worlds, or where it cannot go on.

    Why there is nothing is reported to the turn.
    """
    try:
        with needs(MISSING):
            from trickbook.bots.tree_search import search  # noqa: PLC0415 - only who searches needs it
    except MissingError as error:
        turn.report(str(error))
        return None
    errors: tuple[type[TrickbookError], ...] = (*SEARCH_ERRORS, BeyondError)
    try:
        found = search(turn, budget)
    except errors as error:
        turn.report(str(error))
        return None
    if found is None:
        turn.report(NO_WORLDS)
    return found


def prepare_search(rules: Ruleset, players: int, *, trees: bool = True) -> None:
    """Compile the best code for playouts and searches by some rules, if what that takes is installed.

    The first time it takes one to three seconds for each; later it is found in the cache folder. Without it
    players begin at once, with code that is half as fast. ``trees`` says whether trees are searched.
    """
    try:
        with needs(MISSING):
            from trickbook.bots.search_effort import search_code  # noqa: PLC0415 - only who searches needs it
            from trickbook.core.native import BEST  # noqa: PLC0415 - likewise
    except MissingError:
        return
    code = search_code(rules, players)
    for compiled in (code.playouts, code.search)[: 1 + trees]:
        with suppress(BeyondError):
            compiled(BEST)
