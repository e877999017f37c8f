"""The layout of a table, and what is known of a match beside the cells of its state: tricks, moves, deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from trickbook.cards.deck import Deck

if TYPE_CHECKING:
    from collections.abc import Callable


MOST_SEATS: Final = 10
"""How many may play at most."""


class Pile(NamedTuple):
    """A place for cards: its first index among the piles, whether each seat has one, who sees it.

    ``ever`` is the index of the set of all cards that have lain there this deal, if that is kept.
    """

    name: str
    base: int
    owned: bool
    seen_by: Literal["everyone", "owner", "nobody"]
    ever: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Winner:
    """How a trick is won: the clauses that find the winning play.

    ``secret`` says whether they look at what not everybody sees, ``cost`` how many steps they may take.
    """

    clauses: tuple[Any, ...]
    secret: bool
    cost: int


class GivenWord(NamedTuple):
    """A word that may get its value from outside: the slot that tells whether it has, and where the value is.

    ``owned`` says whether each seat has one.
    """

    flag: int
    slot: int
    owned: bool
    type: Any


@dataclass
class Layout:
    """The indexes of piles and facts for so many players; filled while a ruleset is read.

    ``turn`` is 1 where play goes clockwise and -1 where it goes the other way. ``slots`` holds the index
    of each remembered thing among a state's slots, ``many`` is the number of slots, ``pile_cells`` that of
    piles, counted for each seat that has one. ``first`` is the seat that deals first; ``complex`` says
    whether scores are complex numbers, and ``all_dealt`` whether the deal leaves no cards aside. ``winning``
    tells how a trick is won, once that can be read, ``orders`` how the cards stand, where that can change.
    ``given`` are the words that may get their value from outside.
    """

    seats: int
    turn: int = 1
    first: int = 0
    complex: bool = False
    all_dealt: bool = True
    names: tuple[str, ...] = ()
    deck: Deck = field(default_factory=lambda: Deck((), (), (), {}))
    piles: dict[str, Pile] = field(default_factory=dict)
    pile_cells: int = 0
    ever: dict[str, str] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    many: int = 0
    winning: Callable[[], Winner | None] = lambda: None
    orders: Any = None
    given: dict[str, GivenWord] = field(default_factory=dict)

    @property
    def everyone(self) -> int:
        """All seats."""
        return (1 << self.seats) - 1

    def onward(self, seats: int, places: int) -> int:
        """The seats that sit so many places after some seats, in playing order."""
        by = places * self.turn % self.seats
        return (seats << by | seats >> (self.seats - by)) & self.everyone

    def next(self, seat: int) -> int:
        """The number of the seat whose turn comes after this one's."""
        return (seat + self.turn) % self.seats

    def round(self, first: int) -> tuple[int, ...]:
        """All seats in playing order from this one."""
        return tuple((first + number * self.turn) % self.seats for number in range(self.seats))

    def first_in_turn(self, seats: int, dealer: int) -> int | None:
        """The first of these seats in playing order, the dealer last; None if there are none."""
        return next((seat for seat in self.round(self.next(dealer)) if seats >> seat & 1), None)

    def remember(self, name: str, *, owned: bool) -> int:
        """Keep room for a word: one slot, or one for each seat; give the first index."""
        self.slots[name] = self.room(self.seats if owned else 1)
        return self.slots[name]

    def room(self, many: int) -> int:
        """Keep room for so many slots; give the first index."""
        self.many += many
        return self.many - many


class Move(NamedTuple):
    """A move of a seat at a step, or of chance (no seat), as text; dealt hands stay sets of cards.

    ``at`` says after how many tricks of the deal it came, and after how many plays to the next.
    """

    step: str
    seat: int | None
    text: str | tuple[int, ...]
    at: tuple[int, int] = (0, 0)


class Log(NamedTuple):
    """The answers and draws of a deal, newest first; states share the chain, and tricks hold the plays."""

    before: Log | None
    move: Move
    number: int


def add_to_log(log: Log | None, move: Move) -> Log:
    """The log with one more move."""
    return Log(log, move, log.number + 1 if log else 1)


def moves(log: Log | None) -> list[Move]:
    """The moves of a deal, the oldest first."""
    all_moves = []
    while log is not None:
        all_moves.append(log.move)
        log = log.before
    return all_moves[::-1]


class Trick(NamedTuple):
    """A finished trick: the plays in turn as (seat, cards), and who took it; None if it is held."""

    plays: tuple[tuple[int, int], ...]
    taker: int | None


class Show(NamedTuple):
    """Cards that a step showed: the index of the pile where they lay, the cards, the seats that saw them."""

    step: str
    at: int
    cards: int
    to: int


class Match(NamedTuple):
    """The constants of a deal: its number, the scores so far, what was given.

    ``memory`` holds the facts that last, ``hands`` and ``draws`` what chance is to give, by the number of the
    deal, ``orders`` in which order the pack lies each time that chance is asked, ``given`` the words that got
    their value from outside, for the first deal, ``announced`` the facts that somebody outside has announced
    in this deal.
    """

    seed: int
    deal: int
    dealer: int
    scores: tuple[int, ...]
    deals: tuple[tuple[int, ...], ...] = ()
    memory: Mapping[str, Any] = {}
    hands: Mapping[int, Sequence[int]] = {}
    draws: Mapping[int, Sequence[str]] = {}
    orders: Mapping[int, Sequence[Sequence[int]]] = {}
    leader: int | None = None
    given: Mapping[str, Any] = {}
    history: tuple[PastDeal, ...] = ()
    announced: tuple[str, ...] = ()
    over: bool = False

    def order_of_pack(self, times: int) -> Sequence[int]:
        """The order in which the pack lies when chance is asked once more; none where the seed says it."""
        orders = self.orders.get(self.deal, ())
        return orders[times] if times < len(orders) else ()


class Redeal(NamedTuple):
    """The cards were thrown in and dealt again: by which step, and after how many moves of the deal."""

    step: str
    moves: int


class PastDeal(NamedTuple):
    """A finished deal: how it began, what happened, what it counted, what was measured.

    ``redeals`` are in order; ``ended`` is the step that ended it unscored, if one did.
    """

    match: Match
    log: Log | None
    tricks: tuple[Trick, ...]
    exposed: int
    points: tuple[int, ...]
    measured: tuple[tuple[int, ...], ...] = ()
    redeals: tuple[Redeal, ...] = ()
    ended: str | None = None


class Origin(NamedTuple):
    """The origin of a game: the ruleset's name, the options that were set, the house rules."""

    name: str
    options: Mapping[str, Any]
    house: tuple[str, ...] = ()
