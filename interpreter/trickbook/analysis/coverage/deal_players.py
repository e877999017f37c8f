"""The choice of moves in observed deals: at random, for one seat that takes all it can, towards a goal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.engine import Engine
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.analysis.coverage.random_deals import Chance

Choice = Callable[[Engine, State, int, Sequence[str]], str]
"""Chooses one of the legal moves of a seat."""

CANDIDATES: Final = 5
"""The number of moves to compare at each turn."""

LEAPS: Final = 16
"""Once in so many times, any bid of a ladder is as likely as any other, or the top ones are too rare."""

COUNTED: Final = 1 << 32
"""The number of legal moves from which one is drawn."""


def at_random(chance: Chance) -> Choice:
    """Choose at random; of answers in words or numbers, the low ones more often, or passes are too rare."""

    def choose(engine: Engine, s: State, _seat: int, legal: Sequence[str]) -> str:
        step = engine.waiting[s.step]
        if isinstance(step, AskStep) and step.ladder and chance.below(LEAPS):
            return legal[chance.rung(len(legal))]
        if step.kind == "answer" and len(legal) > 2 and chance.below(4):  # noqa: PLR2004 - all come up often enough
            return legal[low_place(len(legal), chance)]
        return legal[chance.below(min(len(legal), COUNTED))]

    return choose


def low_place(places: int, chance: Chance) -> int:
    """Draw one of some places, each half as often as the one before: so bids rise slowly, and stop."""
    place = 0
    while place + 1 < places and chance.below(3) == 0:
        place += 1
    return place


def keeping(cards: int, chance: Chance) -> Choice:
    """Play some cards only when nothing else is left."""
    randomly = at_random(chance)

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        if not isinstance(engine.waiting[s.step], TrickStep) or len(legal) > len(engine.pack):
            return randomly(engine, s, seat, legal)
        kept = set(engine.list(cards))
        rest = [play for play in legal if not kept.intersection(play.split())]
        return randomly(engine, s, seat, rest or legal)

    return choose


def for_one_taker(taker: int, chance: Chance) -> Choice:
    """One seat plays high; the others follow low, and throw away high when they cannot follow."""
    randomly = at_random(chance)

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        step = engine.waiting[s.step]
        if not isinstance(step, TrickStep):
            return randomly(engine, s, seat, legal)
        if seat == taker:
            return legal[-1]
        follows = not s.plays or step.plays(engine, s, seat)[0] & s.led
        return legal[0] if follows else legal[-1]

    return choose


def towards(goal: Callable[[State], float], chance: Chance) -> Choice:
    """Choose the move after which the goal is nearest once the trick or the question is over."""

    def choose(engine: Engine, s: State, seat: int, legal: Sequence[str]) -> str:
        tried = sorted({chance.below(len(legal)) for _ in range(2 * CANDIDATES)})[:CANDIDATES]
        return legal[min((goal(_followed(engine, s, seat, legal[n], chance)), n) for n in tried)[1]]

    return choose


def _followed(engine: Engine, s: State, seat: int, move: str, chance: Chance) -> State:
    """The state after a move and random answers of those who are still to act at this trick or question."""
    deal, tricks, step = s.match.deal, len(s.done), s.step
    new = _acted(engine, s, seat, move)
    for _ in range(engine.layout.seats):
        if not new.waiting or (new.match.deal, len(new.done), new.step) != (deal, tricks, step):
            break
        actor = engine.seat_sets[new.waiting][0]
        legal: Sequence[str] = engine.waiting[new.step].legal(engine, new, actor)
        if not len(legal):
            break
        new = _acted(engine, new, actor, legal[chance.below(len(legal))])
    return new


def _acted(engine: Engine, s: State, seat: int, move: str) -> State:
    new = s.copy()
    engine.act(new, seat, move)
    if not new.waiting:
        engine.advance(new)
    return new
