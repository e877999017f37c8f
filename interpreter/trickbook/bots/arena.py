"""The arena: players compared on the same deals, each played once for each seating."""

from __future__ import annotations

from contextlib import ExitStack, closing
from itertools import count
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

from trickbook.bots.costs_of_cards import costs, highest_wins, score_size
from trickbook.bots.registry import check_player, seated_players
from trickbook.bots.turn import announce_end, play_game
from trickbook.cards.chance import SEEDS, stream
from trickbook.game.position import fresh
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

    from trickbook.bots.turn import Bot
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset


class Arena(NamedTuple):
    """Which players are compared by which rules; ``bots`` names the first seating, one player a seat."""

    rules: Ruleset
    players: int
    bots: tuple[str, ...]
    seed: int

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The first seating and its rotations, each once."""
        around = (self.bots[-by:] + self.bots[:-by] for by in range(self.players))
        return tuple(dict.fromkeys(around))

    @property
    def seats(self) -> Mapping[str, int]:
        """Return the number of seats that each player has in all seatings together."""
        return {
            name: sum(seating.count(name) for seating in self.seatings) for name in dict.fromkeys(self.bots)
        }

    @property
    def whole(self) -> int:
        """Return the value of a win: a number that any number of winners can share evenly."""
        return lcm(*range(1, self.players + 1))


class PlayedDeal(NamedTuple):
    """A deal in one seating: the game after it, and why decisions failed, by seat and turn."""

    game: Game
    reasons: Mapping[tuple[int, int], str]


class DealResult(NamedTuple):
    """The result of a deal over all seatings: each player's points, and its share of the wins.

    ``difference`` compares the first player with the others: its points times the number of their seats, less
    their points times the number of its own, in the direction that wins.
    """

    points: Mapping[str, int]
    won: Mapping[str, int]
    difference: int


def new_arena(rules: Ruleset, bots: Sequence[str], seed: int, players: int | None = None) -> Arena:
    """Seat the players. If there are too few, the first gets one side, and the others share the rest.

    Raises TrickbookError for too many players, or if the first has no opponent.
    """
    seats = rules.engine(players).layout.seats
    for name in bots:
        check_player(name)
    if len(set(bots)) < 2:  # noqa: PLR2004 - one alone has nobody to play against
        raise TrickbookError(
            Message(
                "the arena needs different players, the first against the others: {text}", text="duck,random"
            )
        )
    if len(bots) > seats:
        raise TrickbookError(
            Message("{number} players are named for {number_most} seats", number=len(bots), number_most=seats)
        )
    if len(bots) == seats:
        return Arena(rules, seats, tuple(bots), seed)
    first, *others = bots
    side, places = costs(rules, seats).sides[0], count()
    seating = tuple(
        first if side >> seat & 1 else others[next(places) % len(others)] for seat in range(seats)
    )
    return Arena(rules, seats, seating, seed)


def deal_results(of: Arena, deals: int) -> Iterator[DealResult]:
    """Play so many deals in every seating, and yield the result of each."""
    with ExitStack() as stack:
        tables = [
            stack.enter_context(closing(played_deals(of, seating, range(deals)))) for seating in of.seatings
        ]
        for played in zip(*tables, strict=True):
            yield deal_result(of, [[score_size(points) for points in one.game.deals[0]] for one in played])


def played_deals(
    of: Arena, seating: Sequence[str], numbers: Iterable[int]
) -> Generator[PlayedDeal, None, None]:
    """Play deals by number, from 0, in one seating; yield each.

    The deals are numbered as in a match, from 1 to the last and again from 1. Each has a seed of its own.
    """
    last = last_deal(of.rules, of.players)
    with seated_players(seating, of.rules, of.players) as bots:
        for number in numbers:
            seed = stream(of.seed, number) % SEEDS
            yield _finished_deal(of, of.rules.new_game(of.players, seed=seed, deal=number % last + 1), bots)


def last_deal(rules: Ruleset, players: int) -> int:
    """Return the number of a match's last deal, unless scores end it sooner."""
    engine = rules.engine(players)
    state = fresh(engine, None)
    for number in range(1, engine.ending.most):
        state.match = state.match._replace(deal=number)
        if engine.over(state):
            return number
    return engine.ending.most


def _finished_deal(of: Arena, game: Game, bots: Sequence[Bot]) -> PlayedDeal:
    """Play a deal to its end."""
    reasons: dict[tuple[int, int], str] = {}

    def report(seat: int, number: int, reason: str) -> None:
        reasons.setdefault((seat, number), reason)

    try:
        for step in play_game(of.rules, game, bots, report=report):
            if step.after.deals:
                announce_end(step.after, bots)
                return PlayedDeal(step.after, reasons)
    except TrickbookError as error:
        raise TrickbookError(f"deal {game.deal} of seed {game.seed}: {error}") from error
    raise TrickbookError(f"deal {game.deal} of seed {game.seed}: nobody has anything to do")


def deal_result(of: Arena, deals: Sequence[Sequence[int]]) -> DealResult:
    """Return a deal's result from its points in each seating."""
    sign = 1 if highest_wins(of.rules, of.players) else -1
    points, won = dict.fromkeys(of.seats, 0), dict.fromkeys(of.seats, 0)
    for seating, dealt in zip(of.seatings, deals, strict=True):
        best = max(sign * one for one in dealt)
        winners = [sign * one == best for one in dealt]
        for name, one, wins in zip(seating, dealt, winners, strict=True):
            points[name] += one
            won[name] += of.whole // sum(winners) if wins else 0
    first, *others = of.seats
    own, theirs = of.seats[first], sum(of.seats[name] for name in others)
    difference = points[first] * theirs - sum(points[name] for name in others) * own
    return DealResult(points, won, sign * difference)
