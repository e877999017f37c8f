"""The duck: a player by rule of thumb that avoids tricks that cost points. It decides by what its seat sees.

It gives as few cards as allowed: the costliest, of equal costs the highest, then the first in the hand. It
gives nothing voluntarily. While anybody holds cards, it answers with the step's bid, or the legal number that
is nearest to it; without a bid, with the first legal answer. Later it gives the answer that puts it furthest
ahead. ``batch.reckoning`` says what it plays.

Its rule is written once, by ``batch.ducks``: batches run it as machine code, and ``Duck`` in Python.

At first every number of ducks among the others is equally likely, so each seat's plays say something about
the rest. A duck is taken to make the play of the duck with probability ``AGREEMENT``, because its hand is
only imagined, and any other play with equal probability. Any other player chooses uniformly.
"""

from __future__ import annotations

from functools import lru_cache, partial
from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.batch import ducks, reckoning
from trickbook.batch.cells import new_program
from trickbook.bots.costs_of_cards import costs
from trickbook.cards.chance import below
from trickbook.cards.combinations import Selections, parse, text
from trickbook.core import reals, subset
from trickbook.core.subset import nth
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import DONE, answer_text
from trickbook.engine.tricks import TrickStep
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.batch.duck_data import DuckData
    from trickbook.bots.turn import Turn
    from trickbook.bots.worlds import PastPlay
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


AGREEMENT: Final = 0.8
"""Measured at Hearts: between 0.7 and 0.9 for ducks, whatever the number of plays."""

MIN_PROBABILITY: Final = 1 / 16
"""No probability is closer to 0 or 1 than this."""

MAX_ODDS: Final = 1e9
"""Odds are capped here."""

DENOMINATOR: Final = 1 << 16


def duck_probabilities(duck: Duck, engine: Engine, seat: int, past: Sequence[PastPlay]) -> list[float]:
    """Return each seat's probability of being a duck, from a seat's point of view; its own is 1."""
    odds = {other: 1.0 for other in range(engine.layout.seats) if other != seat}
    for played in past:
        odds[played.seat] = min(odds[played.seat] * _odds(duck, engine, played), MAX_ODDS)
    return [
        min(max(_share(odds, other), MIN_PROBABILITY), 1 - MIN_PROBABILITY) if other in odds else 1.0
        for other in range(engine.layout.seats)
    ]


def _share(odds: Mapping[int, float], seat: int) -> float:
    """Return a seat's probability, from everyone's odds; every number of ducks is equally likely."""
    ways = [1.0]  # by how many of the rest duck
    for other, one in odds.items():
        if other != seat:
            ways = [few + one * more for few, more in zip([*ways, 0.0], [0.0, *ways], strict=True)]
    does = odds[seat] * sum(way / comb(len(odds), many + 1) for many, way in enumerate(ways))
    does_not = sum(way / comb(len(odds), many) for many, way in enumerate(ways))
    return does / (does + does_not)


def _odds(duck: Duck, engine: Engine, played: PastPlay) -> float:
    """Return how much more likely a play is for a duck."""
    step, s, seat = engine.waiting[played.state.step], played.state, played.seat
    many = len(step.plays(engine, s, seat)) if isinstance(step, TrickStep) else 0
    if not isinstance(step, TrickStep) or many < 2:  # noqa: PLR2004 - nothing to choose
        return 1.0
    ducked = engine.deck.written(duck.play(s, seat))
    return (
        AGREEMENT * many
        if ducked == engine.deck.written(played.play)
        else (1 - AGREEMENT) * many / (many - 1)
    )


def drawn_ducks(chances: Sequence[float], chance: int) -> int:
    """Draw the set of ducks, each seat with its probability."""
    found = 0
    for seat, one in enumerate(chances):
        number, chance = below(chance, DENOMINATOR)
        found |= (number < one * DENOMINATOR) << seat
    return found


SHARED: Final = (subset, reals, reckoning)
"""The modules of functions that the duck's functions call."""


class NoMoveError(TrickbookError):
    """Raised where a seat of a sampled world has no legal move."""


class Duck:
    """The duck at a table: what it plays, gives and answers in a state. It changes no state."""

    def __init__(self, engine: CompiledRules, known: DuckData) -> None:
        """Begin with what it knows of the game; its functions are written when they are asked for."""
        self.engine, self.known = engine, known
        write = partial(ducks.write, engine, known)
        self._program = new_program(engine, ducks.regions(engine), write, SHARED)
        self._room = [0] * (self._program.cells.size - engine.cells.size)

    def _run(self, s: State, name: str, first: int, second: int, offers: Sequence[int] = ()) -> int:
        """Run a function on a copy of a state's cells; plays on offer stand behind them."""
        result: int = self._program.course[name]([*s.v, *self._room, *offers], first, second)
        return result

    def cost(self, card: int) -> int:
        """Return the cost of a card."""
        return self.known.cost[self.known.pack[card.bit_length() - 1]]

    def play(self, s: State, seat: int) -> int:
        """Return the play with the least expected cost; NoMoveError if there is none."""
        step = self.engine.waiting[s.step]
        plays = step.plays(self.engine, s, seat) if isinstance(step, TrickStep) else ()
        return plays[self.best_play(s, seat, plays)]

    def best_play(self, s: State, seat: int, plays: Sequence[int]) -> int:
        """Return the index of the play with the least expected cost; NoMoveError if there is none."""
        if not plays:
            raise NoMoveError("no play is legal")
        return self._run(s, f"duck{s.step}", seat, len(plays), plays) if len(plays) > 1 else 0

    def gift(self, s: State, moves: Selections) -> str:
        """Return as few cards as allowed: those that cost most; nothing where nothing need be given."""
        if moves.word is not None:
            return moves.word
        return text(moves.deck, self._run(s, "gift", moves.pool, moves.low), moves.marked)

    def answer(self, s: State, seat: int) -> str:
        """Return the answer to the question of a state; NoMoveError if there is none."""
        step = self.engine.waiting[s.step]
        assert isinstance(step, AskStep)  # noqa: S101 - the caller has seen it
        if step.how == "freely":
            return DONE
        if step.source is not None:
            return self.gift(s, step.selections(self.engine, s, seat))
        left = step.left(self.engine, s, seat)
        return answer_text(step.values(s, seat)[self._best_answer(s, "duck", seat, left)])

    def choose_answer(self, s: State, seat: int, moves: Sequence[str], *, holding: bool) -> str:
        """Return one of some answers; ``holding``: whether anybody holds cards, which a seat may not see."""
        step = self.engine.waiting[s.step]
        assert isinstance(step, AskStep)  # noqa: S101 - the caller has seen it
        if step.how == "freely":
            return DONE
        texts = [answer_text(value) for value in step.values(s, seat)]
        allowed = {*moves}
        left = sum(1 << index for index, one in enumerate(texts) if one in allowed)
        return texts[self._best_answer(s, "bid" if holding else "best_answer", seat, left)]

    def _best_answer(self, s: State, name: str, seat: int, left: int) -> int:
        """Return the index of the best of some answers by a function; NoMoveError if there is none."""
        if not left:
            raise NoMoveError("no answer is legal")
        return nth(left, self._run(s, f"{name}{s.step}", seat, left)).bit_length() - 1


def duck_of(rules: Ruleset, players: int) -> Duck:
    """Return the duck at a table of so many players."""
    return _duck_of(rules, rules.engine(players))


@lru_cache(maxsize=64)
def _duck_of(rules: Ruleset, engine: CompiledRules) -> Duck:
    """Return the duck of an engine, which may count more than the rules say."""
    return Duck(engine, costs(rules, engine.layout.seats))


def duck(turn: Turn) -> str:
    """Return the duck's move."""
    known, s = _duck_of(turn.rules, turn.engine), turn.state()
    step = known.engine.waiting[s.step]
    if isinstance(step, TrickStep):
        seat = known.engine.owner(s, turn.seat)
        return turn.moves[known.best_play(s, seat, _plays(turn, s, step, seat))]
    if isinstance(turn.moves, Selections):
        return known.gift(s, turn.moves)
    return known.choose_answer(s, turn.seat, turn.moves, holding=any(turn.look()["counts"]))


def _plays(turn: Turn, s: State, step: TrickStep, seat: int) -> list[int]:
    """Return plays as cards of a seat; of another one's, which may be hidden, any copies will do."""
    engine = turn.engine
    held = s.value(step.source, seat) if seat == turn.seat else engine.deck.cards & ~s.pile(engine.trick)
    return [parse(engine.deck, move, held, engine.marked(s)) for move in turn.moves]
