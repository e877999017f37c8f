"""The layout of a table: seats in playing order, the deck, and where piles and memories are kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from trickbook.cards.deck import Deck


class Pile(NamedTuple):
    """A place for cards: its first index among the piles, whether each seat has one, who sees it.

    ``ever`` is the index of the set of all cards that have lain there this deal, if that is kept.
    """

    name: str
    base: int
    owned: bool
    seen_by: Literal["everyone", "owner", "nobody"]
    ever: int | None = None


@dataclass
class Layout:
    """Where everything is at a table of so many seats; filled while a ruleset is read.

    ``turn`` is 1 where play goes clockwise and -1 where it goes the other way. ``slots`` holds the index
    of each remembered thing among a state's slots, ``blank`` what they hold before anything happened.
    ``first`` is the seat that deals first; ``complex`` says whether scores are complex numbers.
    """

    seats: int
    turn: int = 1
    first: int = 0
    complex: bool = False
    names: tuple[str, ...] = ()
    deck: Deck = field(default_factory=lambda: Deck((), (), (), {}))
    piles: dict[str, Pile] = field(default_factory=dict)
    places: int = 0
    ever: dict[str, str] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    blank: list[Any] = field(default_factory=list)

    @property
    def everyone(self) -> int:
        """All seats."""
        return (1 << self.seats) - 1

    def onward(self, seats: int, places: int) -> int:
        """The seats so many places on in playing order."""
        by = places * self.turn % self.seats
        return (seats << by | seats >> (self.seats - by)) & self.everyone

    def next(self, seat: int) -> int:
        """The number of the seat whose turn comes after this one's."""
        return (seat + self.turn) % self.seats

    def round(self, first: int) -> tuple[int, ...]:
        """All seats in playing order from this one."""
        return tuple((first + place * self.turn) % self.seats for place in range(self.seats))

    def foremost(self, seats: int, dealer: int) -> int | None:
        """The first of these seats in playing order, the dealer last; None if there are none."""
        return next((seat for seat in self.round(self.next(dealer)) if seats >> seat & 1), None)

    def remember(self, name: str, values: list[Any]) -> int:
        """Keep room for a word: one slot, or one for each seat; give the first index."""
        self.slots[name] = len(self.blank)
        self.blank.extend(values)
        return self.slots[name]
