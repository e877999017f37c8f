"""The costs of cards and tricks to the player who takes them, measured by scoring imagined deals."""

from __future__ import annotations

from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.batch.duck_data import DuckData
from trickbook.cards.gaussian import Gaussian, norm
from trickbook.engine.ask import AskStep
from trickbook.expression.types import Kind
from trickbook.game.position import fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules

    Counted = Callable[..., list[int]]

MANY: Final = 1_000
"""Points of each seat with which a side that wins as one has won, or lost if points cost."""

MOST_BIDS: Final = 2_000
"""How many numbers to weigh for all questions together; those of shipped games are far fewer."""

TRICKS_IGNORED: Final[Mapping[int, int]] = MappingProxyType({})


@lru_cache(maxsize=64)
def costs(rules: Ruleset, players: int) -> DuckData:
    """Return the costs of cards and tricks, with the facts at their start and the best bids."""
    engine = rules.engine(players)
    deck, sign = engine.deck, -1 if highest_wins(rules, players) else 1
    sides = allied_seats(engine)
    asked = _numbers(engine)
    each = -(-sum(map(len, asked.values())) // MOST_BIDS)  # of very many numbers, only some at even distances
    bids = {
        name: _bid(engine, name, values[::each], sides[0], -sign) for name, values in asked.items() if values
    }
    bid = partial(_counted, engine, bids)
    taken = _tricks_of_side(engine, sides[0], _share(engine).stop) if bids else {0: _tricks(engine)}
    return DuckData(
        dict(zip(deck.names, (sign * cost for cost in _cards(engine, bid)), strict=True)),
        deck.names,
        sign * _trick(bid, taken),
        sides,
        bids,
        highest_wins(rules, players),
    )


def _cards(engine: CompiledRules, counted: Counted) -> list[int]:
    """Return what each card adds by itself, or if that is nothing, beside the card that adds most."""
    pack = [1 << place for place in range(len(engine.deck.names))]
    nothing = counted(0)[0]
    alone = [counted(card)[0] - nothing for card in pack]
    beside = max(range(len(pack)), key=lambda place: abs(alone[place]))
    most = nothing + alone[beside]
    return [
        own or (counted(card | pack[beside])[0] - most if place != beside else 0)
        for place, (card, own) in enumerate(zip(pack, alone, strict=True))
    ]


def _trick(counted: Counted, taken: Mapping[int, int]) -> float:
    """Return what a trick adds: the first seat's points for some tricks of its side, divided among them."""
    return float(counted(0, taken)[0] - counted(0)[0]) / float(sum(taken.values()))


def _tricks(engine: CompiledRules) -> int:
    """Return the number of tricks in a deal, if all cards are dealt."""
    return max(len(engine.deck.names) // engine.layout.seats, 1)


def _share(engine: CompiledRules) -> range:
    """Return how many tricks each seat takes if all take about as many."""
    even = _tricks(engine) // engine.layout.seats
    return range(max(even - 1, 0), even + 2)


def _counted(
    engine: CompiledRules,
    bids: Mapping[str, int],
    cards: int,
    tricks: Mapping[int, int] = TRICKS_IGNORED,
    seat: int = 0,
) -> list[int]:
    """Return a deal's points if one seat has taken some cards, and seats some numbers of tricks."""
    state = _imagined_end(engine, bids, cards, tricks, seat)
    return [score_size(points) for points in engine.score(state)]


def _imagined_end(
    engine: CompiledRules, bids: Mapping[str, int], cards: int, tricks: Mapping[int, int], seat: int = 0
) -> State:
    """Return the end of a deal in which one seat has taken some cards, and seats some numbers of tricks."""
    state, seats = fresh(engine, None), range(engine.layout.seats)
    for step in engine.steps:
        if isinstance(step, AskStep) and step.name in bids:
            state.program.remember(state.v, step.slot, [bids[step.name]] * len(seats))
    for place in (engine.taken + seat, engine.played):
        state.lay(place, cards)
    state.tricks = tuple(tricks.get(other, 0) for other in seats)
    return state


def _numbers(engine: CompiledRules) -> dict[str, list[int]]:
    """Return the steps that ask for a number before the tricks, with the numbers allowed at the start."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else ()
    asked = [step for step in before if isinstance(step, AskStep) and step.who and not step.source]
    return {
        step.name: step.values(fresh(engine, None), 0)
        for step in asked
        if step.type.kind is Kind.NUMBER and not step.names
    }


def _bid(engine: CompiledRules, step: str, values: Sequence[int], side: int, sign: int) -> int:
    """Return the best number for a side whose seats all take about their share of the tricks.

    It is the first number instead if that is better for a side that takes one trick a seat at most, or if
    tricks are no gain after the other number.
    """
    share = _share(engine)

    def mean(bid: int, tricks: range) -> float:
        counted = [sign * _taken(engine, {step: bid}, side, share.stop - 2, own) for own in tricks]
        return sum(counted) / len(counted)

    first, best = values[0], max(values, key=lambda bid: mean(bid, share))
    none, more = (_taken(engine, {step: best}, side, 0, own) for own in (0, share.stop))
    return best if mean(best, share) > mean(first, range(2)) and sign * (more - none) > 0 else first


def _taken(engine: CompiledRules, bids: Mapping[str, int], side: int, share: int, own: int) -> int:
    """Return the first seat's points if its side takes ``own`` tricks a seat, and the others ``share``."""
    others = engine.layout.everyone & ~side
    tricks = {**_tricks_of_side(engine, side, own), **_tricks_of_side(engine, others, share)}
    return _counted(engine, bids, 0, tricks)[0]


def _tricks_of_side(engine: CompiledRules, side: int, own: int) -> dict[int, int]:
    """Return so many tricks for each seat of a side."""
    return {seat: own for seat in range(engine.layout.seats) if side >> seat & 1}


def allied_seats(engine: CompiledRules) -> tuple[int, ...]:
    """Return the set of seats that win together with each seat."""
    seats = range(engine.layout.seats)
    return tuple(engine.layout.everyone if wins_together(engine) else _side(engine, seat) for seat in seats)


def wins_together(engine: CompiledRules) -> int:
    """Return 1 if all win with many points and nobody with few, -1 if it is the other way, else 0."""
    many, few = (
        len(engine.winners(_scored_deal(engine, [each] * engine.layout.seats))) for each in (MANY, -MANY)
    )
    return {(engine.layout.seats, 0): 1, (0, engine.layout.seats): -1}.get((many, few), 0)


def _side(engine: CompiledRules, seat: int) -> int:
    """Return the seats that win or lose with a seat: by a point, by all cards, or by all tricks."""
    everyone, own = engine.layout.everyone, 1 << seat
    ahead = sum(1 << other for other in engine.winners(_one(engine, seat)))
    side = own | (ahead if ahead & own else everyone & ~ahead)
    if side == everyone:
        side = own
    tricks = {seat: len(engine.deck.names)}
    for counted in (_counted(engine, {}, engine.deck.cards, seat=seat), _counted(engine, {}, 0, tricks)):
        alike = sum(1 << other for other, points in enumerate(counted) if points == counted[seat])
        side |= alike if alike != everyone else 0
    return side if side != everyone else own


def _one(engine: CompiledRules, seat: int) -> State:
    """Return a deal that gave one seat a point, and the others none."""
    return _scored_deal(engine, [int(other == seat) for other in range(engine.layout.seats)])


def _scored_deal(engine: CompiledRules, scores: Sequence[int]) -> State:
    """Return a deal that gave the seats these points."""
    state = fresh(engine, scores)
    state.points = state.match.scores
    return state


def score_size(number: Any) -> int:
    """Return a whole number as it is; of a complex one, the square of its distance from 0."""
    return norm(number) if isinstance(number, Gaussian) else int(number)


@lru_cache(maxsize=64)
def highest_wins(rules: Ruleset, players: int) -> bool:
    """Return whether a lead of one point wins, or if points alone do not tell, whether all tricks do.

    If that cannot be told either, points are taken to cost.
    """
    engine = rules.engine(players)
    if together := wins_together(engine):
        return together > 0
    ahead: Sequence[int] = engine.winners(_one(engine, 0))
    more = True
    if len(ahead) == players:
        ahead, more = _all_tricks(engine)
    return len(ahead) < players and (0 in ahead) == more


def _all_tricks(engine: CompiledRules) -> tuple[Sequence[int], bool]:
    """Return who wins after a deal in which the first seat took all tricks; and if it has the most points."""
    state = _imagined_end(engine, {}, 0, {0: _tricks(engine)})
    state.points = engine.score(state)
    points = [score_size(each) for each in state.points]
    engine.happen(state, "end", 0, 0)
    return engine.winners(state), points[0] == max(points)
