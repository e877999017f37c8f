"""Worths: what cards and tricks cost whoever takes them, measured by scoring deals that are imagined."""

from __future__ import annotations

from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MARK
from trickbook.cards.gaussian import Gaussian, norm
from trickbook.engine.steps.ask import AskStep
from trickbook.expression.types import Kind
from trickbook.game.start import fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.ruleset import Ruleset
    from trickbook.state.state import State

    Counted = Callable[..., list[int]]

TRICKS_IGNORED: Final[Mapping[int, int]] = MappingProxyType({})


class CardCosts(NamedTuple):
    """What cards cost whoever takes them, how high they are, their suits, by name; negative costs are gains.

    ``trick`` is what a trick costs by itself, ``sides`` the set of seats that gain with each seat. ``bids``
    are the numbers to say where a step asks for one before the tricks.
    """

    cost: Mapping[str, int]
    height: Mapping[str, int]
    suit: Mapping[str, str | None]
    pack: tuple[str, ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]

    def of(self, cards: str) -> int:
        """What some cards cost together."""
        return sum(self.cost[name] for name in card_names(cards))

    def top(self, cards: str) -> int:
        """How high the highest of some cards is."""
        return max(self.height[name] for name in card_names(cards))

    def led(self, plays: Sequence[str]) -> str | None:
        """The suit that some plays began with; cards without a suit leave it open."""
        suits = (self.suit[card_names(play)[-1]] for play in plays)
        return next((suit for suit in suits if suit), None)


def card_names(cards: str) -> list[str]:
    """The names of some cards, exposed or not."""
    return cards.replace(MARK, "").split()


@lru_cache(maxsize=64)
def costs(rules: Ruleset, players: int) -> CardCosts:
    """What cards and tricks cost in a deal, with the facts as they start and the bids that are best."""
    table = rules.table(players)
    deck, sign = table.deck, -1 if highest_wins(rules, players) else 1
    suits = [face.suit.name if face.suit else None for face in deck.faces for _ in range(face.copies)]
    sides = allied_seats(table)
    asked = _numbers(table)
    bids = {name: _bid(table, name, values, sides[0], -sign) for name, values in asked.items() if values}
    bid = partial(_counted, table, bids)
    return CardCosts(
        dict(zip(deck.names, (sign * cost for cost in _cards(table, bid)), strict=True)),
        dict(zip(deck.names, deck.heights, strict=False)),
        dict(zip(deck.names, suits, strict=True)),
        deck.names,
        sign * _trick(table, bid),
        sides,
        bids,
    )


def _cards(table: Engine, counted: Counted) -> list[int]:
    """What each card adds by itself; if that is nothing, what it adds beside the card that adds most."""
    pack = [1 << place for place in range(len(table.deck.names))]
    nothing = counted(0)[0]
    alone = [counted(card)[0] - nothing for card in pack]
    beside = max(range(len(pack)), key=lambda place: abs(alone[place]))
    most = nothing + alone[beside]
    return [
        own or (counted(card | pack[beside])[0] - most if place != beside else 0)
        for place, (card, own) in enumerate(zip(pack, alone, strict=True))
    ]


def _trick(table: Engine, counted: Counted) -> float:
    """What a trick adds: all tricks of a deal, shared among them."""
    most = _tricks(table)
    return float(counted(0, {0: most})[0] - counted(0)[0]) / float(most)


def _tricks(table: Engine) -> int:
    """How many tricks a deal has, if all cards are dealt."""
    return max(len(table.deck.names) // table.layout.seats, 1)


def _counted(
    table: Engine,
    bids: Mapping[str, int],
    cards: int,
    tricks: Mapping[int, int] = TRICKS_IGNORED,
    seat: int = 0,
) -> list[int]:
    """What a deal counts in which one seat has taken these cards, and some seats so many tricks."""
    state, seats = fresh(table, None), range(table.layout.seats)
    state.slots = list(state.slots)
    for step in table.steps:
        if isinstance(step, AskStep) and step.name in bids:
            state.slots[step.slot : step.slot + len(seats)] = [bids[step.name]] * len(seats)
    state.piles[table.taken + seat] = state.piles[table.played] = cards
    state.tricks = tuple(tricks.get(other, 0) for other in seats)
    return [score_size(points) for points in table.score(state)]


def _numbers(table: Engine) -> dict[str, list[int]]:
    """The steps that ask players for a number before the tricks, with the numbers that there are at first."""
    before = table.steps[: table.steps.index(table.tricks)] if table.tricks else ()
    asked = [step for step in before if isinstance(step, AskStep) and step.who and not step.source]
    return {
        step.name: step.values(fresh(table, None), 0)
        for step in asked
        if step.type.kind is Kind.NUMBER and not step.names
    }


def _bid(table: Engine, step: str, values: Sequence[int], side: int, sign: int) -> int:
    """The number that is best for a side all of whose seats take about their share of the tricks.

    It is the first that there is, if that is better still for a side of whom each takes a trick at most, or
    if tricks are no gain for whoever says the other.
    """
    share = _tricks(table) // table.layout.seats
    about = range(max(share - 1, 0), share + 2)

    def mean(bid: int, tricks: range) -> float:
        counted = [sign * _taken(table, {step: bid}, side, share, own) for own in tricks]
        return sum(counted) / len(counted)

    first, best = values[0], max(values, key=lambda bid: mean(bid, about))
    none, every = (_taken(table, {step: best}, 1, 0, own) for own in (0, _tricks(table)))
    return best if mean(best, about) > mean(first, range(2)) and sign * (every - none) > 0 else first


def _taken(table: Engine, bids: Mapping[str, int], side: int, share: int, own: int) -> int:
    """What the first seat counts, if each of its side takes so many tricks, and each other one its share."""
    tricks = {seat: own if side >> seat & 1 else share for seat in range(table.layout.seats)}
    return _counted(table, bids, 0, tricks)[0]


def allied_seats(table: Engine) -> tuple[int, ...]:
    """The set of seats that gain with each seat."""
    return tuple(_side(table, seat) for seat in range(table.layout.seats))


def _side(table: Engine, seat: int) -> int:
    """The seats that win or lose with a seat: by a point more, by all the cards, or by all the tricks."""
    everyone, own = table.layout.everyone, 1 << seat
    ahead = sum(1 << other for other in table.winners(_one(table, seat)))
    side = own | (ahead if ahead & own else everyone & ~ahead)
    if side == everyone:
        side = own
    tricks = {seat: len(table.deck.names)}
    for counted in (_counted(table, {}, table.deck.cards, seat=seat), _counted(table, {}, 0, tricks)):
        alike = sum(1 << other for other, points in enumerate(counted) if points == counted[seat])
        side |= alike if alike != everyone else 0
    return side if side != everyone else own


def _one(table: Engine, seat: int) -> State:
    """A deal that has brought a seat a point, and the others none."""
    state = fresh(table, [int(other == seat) for other in range(table.layout.seats)])
    state.points = state.match.scores
    return state


def score_size(number: Any) -> int:
    """A whole number as it is; of a complex one, the square of its distance from 0."""
    return norm(number) if isinstance(number, Gaussian) else int(number)


@lru_cache(maxsize=64)
def highest_wins(rules: Ruleset, players: int) -> bool:
    """Whether a lead of one point wins; where nobody can tell, points are taken to cost."""
    table = rules.table(players)
    ahead = table.winners(_one(table, 0))
    return 0 in ahead and len(ahead) < players
