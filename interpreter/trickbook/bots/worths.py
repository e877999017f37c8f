"""Worths: what each card costs whoever takes it, by the worth that the ruleset gives it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards import MARK
from trickbook.gaussian import Gaussian, norm
from trickbook.position import fresh

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.ruleset import Ruleset


class Costs(NamedTuple):
    """What each card costs whoever takes it, and how high it is, by name; negative costs are gains."""

    cost: Mapping[str, int]
    height: Mapping[str, int]
    pack: tuple[str, ...]

    def of(self, cards: str) -> int:
        """What some cards cost together."""
        return sum(self.cost[name] for name in names(cards))

    def top(self, cards: str) -> int:
        """How high the highest of some cards is."""
        return max(self.height[name] for name in names(cards))


def names(cards: str) -> list[str]:
    """The names of some cards, exposed or not."""
    return cards.replace(MARK, "").split()


@lru_cache(maxsize=64)
def costs(rules: Ruleset, players: int) -> Costs:
    """The worth of cards as costs: points cost, unless the highest score wins."""
    table = rules.table(players)
    deck, sign = table.deck, -1 if highest_wins(rules, players) else 1
    cost = dict.fromkeys(deck.names, 0) | {
        name: sign * size(worth) for worth, cards in table.worth for name in deck.written(cards)
    }
    return Costs(cost, dict(zip(deck.names, deck.heights, strict=False)), deck.names)


def size(number: Any) -> int:
    """A whole number as it is; of a complex one, the square of its distance from 0."""
    return norm(number) if isinstance(number, Gaussian) else number


def highest_wins(rules: Ruleset, players: int) -> bool:
    """Whether a lead of one point wins; where nobody can tell, points are taken to cost."""
    table = rules.table(players)
    return table.winners(fresh(table, [1] + [0] * (players - 1))) == (0,)
