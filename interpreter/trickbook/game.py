"""A game: a match in progress, from the first deal to the last; every call gives a value or a new game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.concepts.asking import Asking, MoveError
from trickbook.concepts.clauses import kept
from trickbook.concepts.tricks import Tricks
from trickbook.expression.groups import seats as numbers
from trickbook.expression.types import Kind
from trickbook.problems import shown
from trickbook.selections import alike
from trickbook.setup import OVER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.concepts.reading import Entry
    from trickbook.expression.types import Type
    from trickbook.state import State
    from trickbook.table import Table


class Reason(NamedTuple):
    """Why a card may not be played: the clause's name, what it says, where it stands, which source rules it carries out."""

    name: str
    says: str | None
    place: str
    source: tuple[str, ...]

    def __str__(self) -> str:
        """The reason as one line."""
        return f"{self.name}: {self.says} ({self.place})" if self.says else f"{self.name} ({self.place})"


class Origin(NamedTuple):
    """Where a game comes from: the ruleset's name, its digest, and the options that were set."""

    name: str
    digest: str
    options: Mapping[str, Any]


class Played(NamedTuple):
    """A finished trick: the plays in turn as (seat, cards), and who took it; None if it is held."""

    plays: tuple[tuple[int, str], ...]
    taker: int | None


def reason(entry: Entry) -> Reason:
    """An entry of a ruleset as a reason."""
    return Reason(entry.name, entry.says, f"{entry.place.file}:{entry.place.line}", entry.source)


class Game:
    """A match in progress. Seats are numbered clockwise from 0; moves are texts, such as ``QS`` or ``2C 5D KH``."""

    __slots__ = ("origin", "state", "table")

    def __init__(self, table: Table, state: State, origin: Origin) -> None:
        """Take up a state of a table; use ``Ruleset.new_game`` to start a game."""
        self.table = table
        self.state = state
        self.origin = origin

    # Who may do what

    @property
    def phase(self) -> str:
        """The name of the step that waits for somebody; ``over`` at the end of the match."""
        return self.table.phases[self.state.step]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in order."""
        return self.table.gangs[self.state.waiting]

    def legal(self, seat: int) -> Sequence[str]:
        """The moves that a seat may make now, none if it is not its turn; counted and found lazily where there are many."""
        state = self.state
        if type(seat) is not int or not state.waiting & self.table.seat.get(seat, 0):
            self._seat(seat)
            return ()
        return self.table.waiting[state.step].legal(self.table, state, seat)

    def apply(self, seat: int, move: str) -> Game:
        """The game after a move; MoveError names the clause that forbids it, and nothing changes."""
        table, state = self.table, self.state
        if type(seat) is not int or not state.waiting & table.seat.get(seat, 0):
            raise MoveError(self._not_now(self._seat(seat)))
        new = state.copy()
        table.waiting[state.step].act(table, new, seat, move)
        if not new.waiting:
            table.proceed(new)
        return Game(table, new, self.origin)

    def _seat(self, seat: int) -> int:
        if type(seat) is int and 0 <= seat < self.table.layout.seats:
            return seat
        raise MoveError(
            f"there is no seat {shown(str(seat))}; seats are numbered 0 to {self.table.layout.seats - 1}"
        )

    def _not_now(self, seat: int) -> str:
        if self.phase == OVER:
            return "the match is over"
        return f"seat {seat} may not act now; {self.phase} waits for {', '.join(map(str, self.actors))}"

    def explain(self, seat: int, move: str | None = None) -> Any:
        """For each card held, None or the reason why it may not be played; of one move, its reason or None.

        MoveError if the move is none at all: an unknown card, or one not held.
        """
        state, step = self.state, self.table.steps[min(self.state.step, len(self.table.steps) - 1)]
        if not state.waiting >> self._seat(seat) & 1:
            raise MoveError(self._not_now(seat))
        assert isinstance(step, Asking | Tricks)  # noqa: S101 - only these wait
        if move is None:
            return explained(self.table, state, step, seat)
        try:
            step.read(self.table, state, seat, str(move))
        except MoveError as error:
            if error.clause is None:
                raise
            return reason(error.clause.entry)
        return None

    # Where the cards lie

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards in each hand; cards that lie open on the table are in none."""
        return self._owned("hand")

    @property
    def exposed(self) -> tuple[str, ...]:
        """All cards exposed in this deal, wherever they lie now."""
        return self._names(self.state.piles[self.table.exposed])

    @property
    def open(self) -> tuple[tuple[str, ...], ...]:
        """The exposed cards that lie before each seat."""
        return self._owned("table")

    @property
    def aside(self) -> tuple[str, ...]:
        """The cards that were not dealt."""
        return self._names(self.state.piles[self.table.layout.piles["aside"].base])

    @property
    def held(self) -> tuple[str, ...]:
        """The cards of tricks on hold."""
        return self._names(self.state.piles[self.table.held])

    @property
    def taken(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat has taken in this deal."""
        return self._owned("taken")

    @property
    def trick(self) -> tuple[tuple[int, str], ...]:
        """The plays to this trick, in turn, as (seat, cards)."""
        return self._plays(self.state.plays)

    @property
    def tricks(self) -> tuple[Played, ...]:
        """The finished tricks of this deal."""
        return tuple(Played(self._plays(trick.plays), trick.taker) for trick in self.state.done)

    def _plays(self, plays: Sequence[tuple[int, int]]) -> tuple[tuple[int, str], ...]:
        return tuple((seat, " ".join(self._names(cards))) for seat, cards in plays)

    def _names(self, cards: int) -> tuple[str, ...]:
        return tuple(self.table.deck.written(cards, self.table.marked(self.state)))

    def _owned(self, name: str) -> tuple[tuple[str, ...], ...]:
        base = self.table.layout.piles[name].base
        return tuple(self._names(self.state.piles[base + seat]) for seat in range(self.table.layout.seats))

    # What is known of the match

    @property
    def deal(self) -> int:
        """The number of the deal, from 1."""
        return self.state.match.deal

    @property
    def dealer(self) -> int:
        """The seat that deals."""
        return self.state.match.dealer

    @property
    def leader(self) -> int | None:
        """The seat that leads or led this trick; None while no trick is played."""
        return self.state.leader if self.state.leader >= 0 else None

    @property
    def seed(self) -> int:
        """The seed that the deals come from."""
        return self.state.match.seed

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's score, without the deal in progress."""
        return self.state.match.scores

    @property
    def deals(self) -> tuple[tuple[int, ...], ...]:
        """The points of each finished deal, by seat."""
        return self.state.match.deals

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the match goes on."""
        return self.table.winners(self.state) if self.state.match.over else ()

    @property
    def facts(self) -> dict[str, Any]:
        """What the table remembers and the ruleset's words about it, by name."""
        return known(self.table, self.state)

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see, and nothing else, as plain data."""
        from trickbook.view import view  # noqa: PLC0415 - a view is taken of a game

        return view(self, self._seat(seat))

    def record(self) -> str:
        """The game as text, from which ``trickbook.replay`` makes it again."""
        from trickbook.record import record  # noqa: PLC0415 - a record is made of a game

        return record(self)

    def __repr__(self) -> str:
        """Tell where the game stands."""
        return f"<Game {self.origin.name}, deal {self.deal}, {self.phase}, scores {self.scores}>"


def explained(table: Table, s: State, step: Asking | Tricks, seat: int) -> dict[str, Reason | None]:
    """For each card held, None or the reason why it may not be played or chosen."""
    held = sum(
        s.piles[pile.base + seat] for pile in table.layout.piles.values() if pile.name in ("hand", "table")
    )
    marked, deck = table.marked(s), table.deck
    reasons: dict[str, Reason | None] = {}
    for copies in map(sum, alike(deck, held, marked)):
        clause = forbidden(table, s, step, seat, copies)
        reasons[deck.written(copies, marked)[0]] = reason(clause) if clause else None
    return reasons


def forbidden(table: Table, s: State, step: Asking | Tricks, seat: int, copies: int) -> Entry | None:
    """The entry that forbids a card, of which these copies are held; None if some legal move holds one.

    A card that a step does not ask for is forbidden by the step itself.
    """
    if step.source is None or not step.source.run(s, seat, 0) & copies:
        return step.entry
    if isinstance(step, Asking):
        clause = step.forbids(table, s, seat, copies) if copies & ~step.pool(s, seat) else None
        return clause.entry if clause else None
    return _last(table, s, step, seat, copies)


def _last(table: Table, s: State, step: Tricks, seat: int, copies: int) -> Entry | None:
    """The clause that drops the last play with one of these copies in it."""
    candidates = step.candidates(table, s, seat)
    for clause in step.clauses(s):
        if clause.when is None or clause.when.run(s, seat, 0):
            candidates = kept(clause, s, seat, candidates)
            if not any(play & copies for play in candidates):
                return clause.entry
    return None


def known(table: Table, s: State) -> dict[str, Any]:
    """Remembered facts, and the defined words that tell of the state alone, as plain values."""
    found: dict[str, Any] = {}
    for fact in table.facts:
        values = [
            plain(table, fact.type, value)
            for value in s.slots[fact.slot : fact.slot + (table.layout.seats if fact.owned else 1)]
        ]
        found[fact.name] = values if fact.owned else values[0]
    for name, term in table.spoken.items():
        found[name] = plain(table, term.type, term.run(s, 0, 0))
    return found


def plain(table: Table, kind: Type, value: Any) -> Any:
    """A value of an expression as plain data: seats as numbers, cards as names."""
    if kind.kind is Kind.SEATS:
        seats = numbers(value)
        return seats[0] if len(seats) == 1 else (seats or None)
    if kind.kind is Kind.CARDS:
        return table.deck.written(value)
    return bool(value) if kind.kind is Kind.CONDITION else value
