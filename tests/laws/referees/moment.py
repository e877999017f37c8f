"""What a referee is told of a moment: nothing but names, numbers and the table's options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Play = tuple[str, ...]
"""The cards of a play, without the marks of exposed copies."""

RANKS = "23456789TJQKA"


class Past(NamedTuple):
    """An earlier trick: its plays in turn, and what the leader held before leading to it."""

    plays: Sequence[Play]
    hand: Sequence[str]


class Moment(NamedTuple):
    """What whoever is to play has in hand, open and face down on the table; this trick, and those before."""

    hand: Sequence[str]
    open: Sequence[str]
    face_down: Sequence[str]
    trick: Sequence[Play]
    before: Sequence[Past]
    options: Mapping[str, Any]
    deck: Sequence[str]

    @property
    def first(self) -> bool:
        return not self.before

    @property
    def led(self) -> str:
        """The suit that was led."""
        return self.trick[0][0][1]

    @property
    def played(self) -> list[str]:
        """All cards of earlier tricks."""
        return [card for trick in self.before for play in trick.plays for card in play]


class Deal(NamedTuple):
    """A deal that is over: the cards taken (exposed copies marked), what was laid out and decided."""

    taken: Sequence[Sequence[str]]
    exposed: Sequence[str]
    face_down: Sequence[str]
    scores: Sequence[int]
    decided: Mapping[int, str]
    options: Mapping[str, Any]
    deck: Sequence[str]


class Table(NamedTuple):
    """Who sits where when a deal begins: passing looks at its number and its dealer."""

    players: int
    deal: int
    dealer: int
    options: Mapping[str, Any]


class Referee(NamedTuple):
    """The rules of one game in plain Python.

    ``plays`` are all that may be played; ``winner`` is the index of the play that takes a trick while so many
    cards are left in a hand; ``points`` what a deal counts; ``goal`` how many places clockwise a pass goes:
    None where nobody passes, 0 where all give to the dealer, who mixes.
    """

    plays: Callable[[Moment], set[Play]]
    winner: Callable[[Sequence[Play], int], int | None]
    points: Callable[[Deal], list[int]]
    goal: Callable[[Table], int | None]


def height(card: str) -> int:
    return RANKS.find(card[0])


def singles(cards: Sequence[str]) -> set[Play]:
    return {(card,) for card in cards}


def of_suit(cards: Sequence[str], suit: str) -> list[str]:
    return [card for card in cards if card[1] == suit]


def highest(plays: Sequence[Play]) -> int:
    """The highest card of the led suit takes the trick."""
    return max(range(len(plays)), key=lambda n: (plays[n][0][1] == plays[0][0][1], height(plays[n][0])))
