"""The state of a deal: one flat list of whole numbers that rules read, and what people know beside it."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.core import (
    ACTOR,
    ANSWERED,
    ASKED,
    DEAL,
    DEALER,
    DEPTH,
    FIRST,
    LAST,
    LEADER,
    LEADS,
    LED,
    PLAYS,
    REPEATS,
    RESTING,
    STEP,
    TAKER,
    TRICKS,
    WAITING,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.runs import CardOrder
    from trickbook.core.program import Program
    from trickbook.expression.types import Term
    from trickbook.state import Log, Match, Redeal, Show, Trick


class Notes(NamedTuple):
    """All that people know of a deal beside the cells.

    That is the constants of the deal, its log, its finished tricks, which cards were shown, and its redeals.
    ``chance`` is the state of the deal's stream and how often it was asked.
    """

    match: Match
    log: Log | None
    done: tuple[Trick, ...]
    shows: tuple[Show, ...]
    redeals: tuple[Redeal, ...]
    chance: tuple[int, int]


class Cell(property):
    """One cell, read and written by a name."""

    def __init__(self, at: int) -> None:
        """Say which."""
        super().__init__(lambda s: s.v[at], lambda s, value: s.v.__setitem__(at, int(value)))


class Note(property):
    """One of the notes, read and written by its name."""

    def __init__(self, name: str) -> None:
        """Say which."""
        super().__init__(
            attrgetter(f"notes.{name}"),
            lambda s, value: setattr(s, "notes", s.notes._replace(**{name: value})),
        )


class State:
    """A deal in progress; states that are handed out never change.

    ``v`` are the cells that the program lays out. What stands in them is read by its name: ``piles`` holds
    one set of cards for each index of a pile, ``slots`` one value for each thing remembered.
    ``waiting``, ``taker`` and ``resting`` are sets of seats: seat 2 is 0b100; ``leader`` is a number, or -1.
    ``actor`` is the seat that acts in the event that a question waits for, else the dealer; ``depth`` says
    how much goes on once the open question is answered. ``repeats`` counts how often the steps went back.
    """

    __slots__ = "notes", "program", "v"

    program: Program
    v: list[int]
    notes: Notes

    def __init__(self, program: Program) -> None:
        """Begin with nothing in any cell; a deal is to be started in it."""
        self.program = program
        self.v = [0] * program.cells.size

    def copy(self) -> State:
        """A new state with the same values, for its maker alone to change."""
        new = State.__new__(State)
        new.program = self.program
        new.v = self.v.copy()
        new.notes = self.notes
        return new

    def __getstate__(self) -> tuple[list[int], Notes]:
        """A state goes elsewhere without its program, which is made there again."""
        return self.v, self.notes

    def __setstate__(self, state: tuple[list[int], Notes]) -> None:
        """Take up what came from elsewhere."""
        self.v, self.notes = state

    def value(self, term: Term, player: int = 0, x: Any = 0) -> Any:
        """The value of a term about a player, with a play or an answer in question."""
        number = x if x.__class__ is int else self.program.number(x)
        return self.program.value(term)(self.v, player, number)

    def holds(self, when: Term | None, player: int) -> bool:
        """Return whether a condition holds for a player; without one it does."""
        return when is None or bool(self.program.function(when)(self.v, player, 0))

    @property
    def card_order(self) -> CardOrder:
        """How the cards stand: by the orders of the ruleset, or as they are printed."""
        layout = self.program.layout
        if layout.orders is None:
            return layout.deck.order
        values = tuple(self.value(term) for term in layout.orders.varying)
        order: CardOrder = layout.orders.cached_order(values)
        return order

    # What people know beside the cells, of which the rules read some numbers

    log = Note("log")
    shows = Note("shows")
    redeals = Note("redeals")
    chance = Note("chance")

    @property
    def match(self) -> Match:
        """The constants of the deal."""
        return self.notes.match

    @match.setter
    def match(self, match: Match) -> None:
        self.notes = self.notes._replace(match=match)
        self.write_match()

    def write_match(self) -> None:
        """Write what the rules read of the constants of the deal."""
        match, v = self.notes.match, self.v
        v[DEAL], v[DEALER] = match.deal, match.dealer
        v[LEADS] = -1 if match.leader is None else match.leader
        self.program.cells.put_scores(v, match.scores)
        self.program.give(v, match.given)

    @property
    def done(self) -> tuple[Trick, ...]:
        """The finished tricks of the deal."""
        return self.notes.done

    @done.setter
    def done(self, tricks: tuple[Trick, ...]) -> None:
        self.notes = self.notes._replace(done=tricks)
        self.v[TRICKS] = len(tricks)

    # What stands in the cells

    step = Cell(STEP)
    waiting = Cell(WAITING)
    actor = Cell(ACTOR)
    repeats = Cell(REPEATS)
    depth = Cell(DEPTH)
    leader = Cell(LEADER)
    led = Cell(LED)
    taker = Cell(TAKER)
    resting = Cell(RESTING)
    last = Cell(LAST)
    answered = Cell(ANSWERED)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked, in the order in which they are; ``answered`` is the set of those done."""
        v = self.v
        return tuple([seat for seat in self.program.layout.round(v[FIRST]) if v[ASKED] >> seat & 1])

    @property
    def turns(self) -> tuple[int, ...]:
        """The seats that are waited for, in the order in which they are asked."""
        v, layout = self.v, self.program.layout
        first = v[FIRST] if v[WAITING] & (v[WAITING] - 1) else 0
        return tuple([seat for seat in layout.round(first) if v[WAITING] >> seat & 1])

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards of each pile, by its index."""
        cells = self.program.cells
        return tuple(self.v[cells.piles : cells.slots])

    @piles.setter
    def piles(self, piles: Sequence[int]) -> None:
        cells = self.program.cells
        self.v[cells.piles : cells.slots] = piles

    def pile(self, index: int) -> int:
        """The cards of the pile at an index."""
        return self.v[self.program.cells.piles + index]

    def lay(self, index: int, cards: int) -> None:
        """Let these cards lie in the pile at an index, and no others."""
        self.v[self.program.cells.piles + index] = cards

    @property
    def slots(self) -> tuple[Any, ...]:
        """The value of each thing remembered."""
        return self.program.slot_values(self.v, 0, self.program.cells.many)

    @slots.setter
    def slots(self, values: Sequence[Any]) -> None:
        self.program.remember(self.v, 0, values)

    @property
    def plays(self) -> tuple[tuple[int, int], ...]:
        """The plays to the trick, in turn: the seat and its cards."""
        v, cells = self.v, self.program.cells
        many, seats, cards = v[PLAYS], cells.players, cells.plays
        return tuple(zip(v[seats : seats + many], v[cards : cards + many], strict=True))

    @plays.setter
    def plays(self, plays: Sequence[tuple[int, int]]) -> None:
        v, cells = self.v, self.program.cells
        v[PLAYS] = len(plays)
        for index, (seat, cards) in enumerate(plays):
            v[cells.players + index], v[cells.plays + index] = seat, cards

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        cells = self.program.cells
        return tuple(self.v[cells.won : cells.won + cells.seats])

    @tricks.setter
    def tricks(self, tricks: Sequence[int]) -> None:
        cells = self.program.cells
        self.v[cells.won : cells.won + cells.seats] = tricks

    @property
    def points(self) -> tuple[Any, ...]:
        """The points of the deal as it lies, by seat."""
        return self.program.cells.points(self.v)

    @points.setter
    def points(self, points: Sequence[Any]) -> None:
        self.program.cells.put_points(self.v, points)


def state_of(program: Program, v: list[int], notes: Notes) -> State:
    """Return the state that has these cells and notes."""
    s = State.__new__(State)
    s.program, s.v, s.notes = program, v, notes
    return s
