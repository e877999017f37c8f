"""The state of a deal: one flat list of whole numbers that rules read, and what people know beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.core.cells import DEAL, DEALER, LAST, LEADER, LED, PLAYS, RESTING, TAKER, TRICKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.cards.order import CardOrder
    from trickbook.core.program import Program
    from trickbook.expression.types import Term
    from trickbook.state import Anew, Log, Match, Pending, Shown, Trick


class State:
    """A deal in progress; states that are handed out never change.

    ``v`` are the cells that the program lays out. What stands in them is read by its name: ``piles`` holds
    one set of cards for each place of the table's layout, ``slots`` one value for each thing remembered.
    ``waiting``, ``taker`` and ``resting`` are sets of seats: seat 2 is 0b100; ``leader`` is a number, or -1.
    ``chance`` is the state of the deal's stream and how often it was asked. ``outcome`` is there only while
    answers are weighed: the cells with what would come of each, by its number. ``actor`` is the seat that
    acts in the event that a question waits for, else the dealer; ``pending`` is what goes on once the open
    question is answered, the next first. ``repeats`` counts how often the steps went back, ``anew`` tells
    when the deal was dealt anew, ``shows`` tells which cards were shown in this deal.
    """

    __slots__ = (
        "_done", "_match", "actor", "anew", "asked", "chance", "log", "outcome", "pending", "program",
        "repeats", "shows", "step", "v", "waiting",
    )  # fmt: skip

    program: Program
    v: list[int]
    step: int
    waiting: int
    asked: Mapping[int, Any]
    actor: int
    pending: tuple[Pending, ...]
    repeats: int
    anew: tuple[Anew, ...]
    shows: tuple[Shown, ...]
    chance: tuple[int, int]
    log: Log | None
    outcome: Mapping[int, list[int]]
    _match: Match
    _done: tuple[Trick, ...]

    def __init__(self, program: Program) -> None:
        """Begin with nothing in any cell."""
        self.program = program
        self.v = [0] * program.cells.size
        self.outcome = {}

    def copy(self) -> State:
        """A new state with the same values, for its maker alone to change."""
        new = State.__new__(State)
        new.program = self.program
        new.v = self.v.copy()
        new.step = self.step
        new.waiting = self.waiting
        new.asked = self.asked
        new.actor = self.actor
        new.pending = self.pending
        new.repeats = self.repeats
        new.anew = self.anew
        new.shows = self.shows
        new.chance = self.chance
        new.log = self.log
        new.outcome = {}
        new._match = self._match  # noqa: SLF001 - its own
        new._done = self._done  # noqa: SLF001
        return new

    def __getstate__(self) -> dict[str, Any]:
        """A state goes elsewhere without its program, which is made there again."""
        return {
            name: getattr(self, name) for name in self.__slots__ if name != "program" and hasattr(self, name)
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Take up what came from elsewhere."""
        for name, value in state.items():
            setattr(self, name, value)

    def value(self, term: Term, player: int = 0, x: Any = 0) -> Any:
        """What a term is about a player, with a play or an answer in question."""
        number = x if x.__class__ is int else self.program.number(x)
        v = self.outcome.get(number, self.v) if self.outcome else self.v
        return self.program.value(term)(v, player, number)

    def numbers(self, term: Term, player: int, candidates: Sequence[Any]) -> list[int]:
        """The number of each of some plays or answers, as the rules compare them; of conditions 0 or 1."""
        one, number, v = self.program.function(term), self.program.number, self.v
        found = (x if x.__class__ is int else number(x) for x in candidates)
        if self.outcome:
            return [one(self.outcome.get(x, v), player, x) for x in found]
        return [one(v, player, x) for x in found]

    def holds(self, when: Term | None, player: int) -> bool:
        """Return whether a condition holds for a player; without one it does."""
        return when is None or bool(self.program.function(when)(self.v, player, 0))

    @property
    def card_order(self) -> CardOrder:
        """How the cards stand: by the orders of the ruleset, or as they are printed."""
        layout = self.program.layout
        if layout.orders is None:
            return layout.deck.order
        order: CardOrder = layout.orders.settled(tuple(self.value(term) for term in layout.orders.varying))
        return order

    # The match and the tricks, of which the rules read some numbers

    @property
    def match(self) -> Match:
        """The constants of the deal."""
        return self._match

    @match.setter
    def match(self, match: Match) -> None:
        self._match = match
        self.v[DEAL], self.v[DEALER] = match.deal, match.dealer
        self.program.cells.put_scores(self.v, match.scores)
        self.program.give(self.v, match.given)

    @property
    def done(self) -> tuple[Trick, ...]:
        """The finished tricks of the deal."""
        return self._done

    @done.setter
    def done(self, tricks: tuple[Trick, ...]) -> None:
        self._done = tricks
        self.v[TRICKS] = len(tricks)

    # What stands in the cells

    @property
    def piles(self) -> tuple[int, ...]:
        """The cards that lie at each place."""
        cells = self.program.cells
        return tuple(self.v[cells.piles : cells.slots])

    @piles.setter
    def piles(self, piles: Sequence[int]) -> None:
        cells = self.program.cells
        self.v[cells.piles : cells.slots] = piles

    def pile(self, place: int) -> int:
        """The cards that lie at a place."""
        return self.v[self.program.cells.piles + place]

    def lay(self, place: int, cards: int) -> None:
        """Let these cards lie at a place, and no others."""
        self.v[self.program.cells.piles + place] = cards

    @property
    def slots(self) -> tuple[Any, ...]:
        """The value of each thing remembered."""
        return self.program.remembered(self.v, 0, self.program.cells.many)

    @slots.setter
    def slots(self, values: Sequence[Any]) -> None:
        self.program.remember(self.v, 0, values)

    @property
    def plays(self) -> tuple[tuple[int, int], ...]:
        """The plays to the trick, in turn: the seat and its cards."""
        v, cells = self.v, self.program.cells
        seats, cards = cells.players, cells.plays
        return tuple([(v[seats + place], v[cards + place]) for place in range(v[PLAYS])])

    @plays.setter
    def plays(self, plays: Sequence[tuple[int, int]]) -> None:
        v, cells = self.v, self.program.cells
        v[PLAYS] = len(plays)
        for place, (seat, cards) in enumerate(plays):
            v[cells.players + place], v[cells.plays + place] = seat, cards

    @property
    def leader(self) -> int:
        """The seat that leads or led; -1 while no trick is played."""
        return self.v[LEADER]

    @leader.setter
    def leader(self, seat: int) -> None:
        self.v[LEADER] = seat

    @property
    def led(self) -> int:
        """All cards of the printed suit that was led."""
        return self.v[LED]

    @led.setter
    def led(self, cards: int) -> None:
        self.v[LED] = cards

    @property
    def taker(self) -> int:
        """The seat that took the last trick, as a set."""
        return self.v[TAKER]

    @taker.setter
    def taker(self, seats: int) -> None:
        self.v[TAKER] = seats

    @property
    def resting(self) -> int:
        """The seats that rest."""
        return self.v[RESTING]

    @resting.setter
    def resting(self, seats: int) -> None:
        self.v[RESTING] = seats

    @property
    def last(self) -> bool:
        """True in the last trick."""
        return bool(self.v[LAST])

    @last.setter
    def last(self, last: bool) -> None:
        self.v[LAST] = int(last)

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
