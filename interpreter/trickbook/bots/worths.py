"""Worths: what cards and tricks cost whoever takes them, measured by scoring deals that are imagined."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards import MARK
from trickbook.gaussian import Gaussian, norm
from trickbook.position import fresh

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.ruleset import Ruleset
    from trickbook.table import Table


class Costs(NamedTuple):
    """What cards cost whoever takes them, how high they are, their suits, by name; negative costs are gains.

    ``trick`` is what a trick costs by itself, ``sides`` the set of seats that gain with each seat.
    """

    cost: Mapping[str, int]
    height: Mapping[str, int]
    suit: Mapping[str, str | None]
    pack: tuple[str, ...]
    trick: float
    sides: tuple[int, ...]

    def of(self, cards: str) -> int:
        """What some cards cost together."""
        return sum(self.cost[name] for name in names(cards))

    def top(self, cards: str) -> int:
        """How high the highest of some cards is."""
        return max(self.height[name] for name in names(cards))

    def led(self, plays: Sequence[str]) -> str | None:
        """The suit that some plays began with; cards without a suit leave it open."""
        suits = (self.suit[names(play)[-1]] for play in plays)
        return next((suit for suit in suits if suit), None)


def names(cards: str) -> list[str]:
    """The names of some cards, exposed or not."""
    return cards.replace(MARK, "").split()


@lru_cache(maxsize=64)
def costs(rules: Ruleset, players: int) -> Costs:
    """What cards and tricks cost in a deal, with the facts as they start and nothing answered."""
    table = rules.table(players)
    deck, sign = table.deck, -1 if highest_wins(rules, players) else 1
    suits = [face.suit.name if face.suit else None for face in deck.faces for _ in range(face.copies)]
    return Costs(
        dict(zip(deck.names, (sign * cost for cost in _cards(table)), strict=True)),
        dict(zip(deck.names, deck.heights, strict=False)),
        dict(zip(deck.names, suits, strict=True)),
        deck.names,
        sign * _trick(table),
        tuple(_side(table, seat) for seat in range(players)),
    )


def _cards(table: Table) -> list[int]:
    """What each card adds by itself; if that is nothing, what it adds beside the card that adds most."""
    pack = [1 << place for place in range(len(table.deck.names))]
    nothing = _counted(table, 0)[0]
    alone = [_counted(table, card)[0] - nothing for card in pack]
    beside = max(range(len(pack)), key=lambda place: abs(alone[place]))
    most = nothing + alone[beside]
    return [
        own or (_counted(table, card | pack[beside])[0] - most if place != beside else 0)
        for place, (card, own) in enumerate(zip(pack, alone, strict=True))
    ]


def _trick(table: Table) -> float:
    """What a trick adds: all tricks of a deal, shared among them."""
    most = max(len(table.deck.names) // table.layout.seats, 1)
    return float(_counted(table, 0, most)[0] - _counted(table, 0)[0]) / float(most)


def _counted(table: Table, cards: int, tricks: int = 0, seat: int = 0) -> list[int]:
    """What a deal counts in which one seat has taken these cards, and so many tricks, and nobody else any."""
    state = fresh(table, None)
    state.piles[table.taken + seat] = state.piles[table.played] = cards
    state.tricks = tuple(tricks if other == seat else 0 for other in range(table.layout.seats))
    return [size(points) for points in table.score(state)]


def _side(table: Table, seat: int) -> int:
    """The seats that win or lose with a seat: by a point more, by all the cards, or by all the tricks."""
    everyone, own = table.layout.everyone, 1 << seat
    ahead = sum(1 << other for other in table.winners(fresh(table, _one(table, seat))))
    side = own | (ahead if ahead & own else everyone & ~ahead)
    if side == everyone:
        side = own
    for counted in (
        _counted(table, table.deck.cards, 0, seat),
        _counted(table, 0, len(table.deck.names), seat),
    ):
        alike = sum(1 << other for other, points in enumerate(counted) if points == counted[seat])
        side |= alike if alike != everyone else 0
    return side if side != everyone else own


def _one(table: Table, seat: int) -> list[int]:
    """Scores with one point for a seat, and none for others."""
    return [int(other == seat) for other in range(table.layout.seats)]


def size(number: Any) -> int:
    """A whole number as it is; of a complex one, the square of its distance from 0."""
    return norm(number) if isinstance(number, Gaussian) else number


@lru_cache(maxsize=64)
def highest_wins(rules: Ruleset, players: int) -> bool:
    """Whether a lead of one point wins; where nobody can tell, points are taken to cost."""
    table = rules.table(players)
    ahead = table.winners(fresh(table, _one(table, 0)))
    return 0 in ahead and len(ahead) < players
