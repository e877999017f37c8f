"""A moment of a match: who may act, where the cards lie, the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from trickbook.core import PLAYS, STEP, TRICKS, WAITING
from trickbook.core.state import State, state_of
from trickbook.engine.moves import MoveError
from trickbook.engine.plays import Playable
from trickbook.engine.tricks import TrickStep
from trickbook.problems import described
from trickbook.state import Origin
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from typing import Self

    from trickbook.sections.compiled import CompiledRules


Known: TypeAlias = tuple[int, int, Sequence[int] | None]
"""The plays of a seat, once they have been found: the seat, single cards, or the plays of several."""


class FinishedTrick(NamedTuple):
    """A finished trick: the plays in turn as (seat, cards), and who took it; None if it is held."""

    plays: tuple[tuple[int, str], ...]
    taker: int | None


class Immutable:
    """An immutable value whose parts are immutable: its copies are itself."""

    __slots__ = ()

    def __copy__(self) -> Self:
        """The thing itself."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """The thing itself."""
        return self


def playable(game: Snapshot, step: TrickStep, owner: int) -> Playable:
    """The plays of a seat to the trick, found once for the seat that plays now, and not kept for others."""
    known = game.known
    if known is not None and known[0] == owner:
        return Playable(*known[1:])
    found = step.playable(game.engine, game.state, owner)
    if game.v[WAITING] >> owner & 1:
        game.known = owner, *found
    return found


class Snapshot(Immutable):
    """A moment of a match, and all that can be asked of it. Seats are numbered clockwise from 0."""

    __slots__ = ("engine", "known", "notes", "origin", "v")

    def __init__(self, engine: CompiledRules, state: State, origin: Origin) -> None:
        """Take up a state of a table; use ``Ruleset.new_game`` to start a game."""
        self.engine = engine
        self.origin = origin
        self.v, self.notes = state.v, state.notes
        self.known: Known | None = None

    @property
    def state(self) -> State:
        """The cells and what is known beside them; nobody changes them."""
        return state_of(self.engine.program, self.v, self.notes)

    # Who may act

    @property
    def phase(self) -> str:
        """The name of the step that waits for somebody; ``over`` at the end of the match."""
        return self.engine.phases[self.v[STEP]]

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now, in order of their numbers."""
        engine = self.engine
        return engine.seat_sets[engine.actors(self.state) if engine.proxies else self.v[WAITING]]

    @property
    def turn(self) -> int | None:
        """The first of the seats that may act, as one would ask round the table; None at the end."""
        waiting = self.v[WAITING]
        if waiting & (waiting - 1):
            return self.state.turns[0]
        if self.engine.proxies:
            waiting = self.engine.actors(self.state)
        return waiting.bit_length() - 1 if waiting else None

    def legal(self, seat: int) -> Sequence[str]:
        """The moves that a seat may make now, none if it may not act.

        It is a sequence: a tuple or a list, or ``Selections``, which counts and finds them without listing.
        """
        engine, v = self.engine, self.v
        single = engine.singles.get(v[STEP])
        if single is None or type(seat) is not int or seat < 0 or not v[WAITING] >> seat & 1:
            return self._legal(seat)
        known = self.known
        if known is None:
            known = self.known = seat, single[not v[PLAYS], not v[TRICKS]](v, seat), None
        return engine.list(known[1])

    def _legal(self, seat: int) -> Sequence[str]:
        """The moves of a seat, whatever they are."""
        engine, state = self.engine, self.state
        if type(seat) is not int or seat not in self.actors:
            self._seat(seat)
            return ()
        owner = engine.owner(state, seat) if engine.proxies else seat
        step = engine.waiting[self.v[STEP]]
        if not isinstance(step, TrickStep):
            return step.legal(engine, state, owner)
        return step.legal(engine, state, owner, playable(self, step, owner))

    def acts(self, seat: int) -> bool:
        """True if a seat may act now."""
        return type(seat) is int and seat in self.actors

    @property
    def plays_for(self) -> int | None:
        """The seat whose cards are played by the one that may act; None if each plays their own."""
        engine, state = self.engine, self.state
        if not engine.proxies or engine.actors(state) == state.waiting:
            return None
        return state.v[WAITING].bit_length() - 1

    def _seat(self, seat: int) -> int:
        if type(seat) is int and 0 <= seat < self.engine.layout.seats:
            return seat
        last = self.engine.layout.seats - 1
        template = "there is no seat {text}; seats are numbered 0 to {number}"
        raise MoveError(Message(template, text=described(seat), number=last))

    @property
    def resting(self) -> tuple[int, ...]:
        """The seats that rest: they are dealt no cards, are asked nothing and play to no trick."""
        return self.engine.seat_sets[self.state.resting]

    # Where the cards lie

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The cards in each hand; cards that lie open on the table are in none."""
        return self._cards_by_seat("hand")

    @property
    def exposed(self) -> tuple[str, ...]:
        """All cards exposed in this deal, wherever they lie now."""
        return self._names(self.state.pile(self.engine.exposed))

    @property
    def open(self) -> tuple[tuple[str, ...], ...]:
        """The exposed cards that lie before each seat."""
        return self._cards_by_seat("table")

    @property
    def aside(self) -> tuple[str, ...]:
        """The cards that were not dealt."""
        return self._names(self.state.piles[self.engine.layout.piles["aside"].base])

    @property
    def held(self) -> tuple[str, ...]:
        """The cards of tricks on hold."""
        return self._names(self.state.pile(self.engine.held))

    @property
    def taken(self) -> tuple[tuple[str, ...], ...]:
        """The cards that each seat has taken in this deal."""
        return self._cards_by_seat("taken")

    @property
    def trick(self) -> tuple[tuple[int, str], ...]:
        """The plays to this trick, in turn, as (seat, cards)."""
        return self._plays(self.state.plays)

    @property
    def tricks(self) -> tuple[FinishedTrick, ...]:
        """The finished tricks of this deal."""
        return tuple(FinishedTrick(self._plays(trick.plays), trick.taker) for trick in self.state.done)

    def _plays(self, plays: Sequence[tuple[int, int]]) -> tuple[tuple[int, str], ...]:
        written, marked = self.engine.deck.written, self.engine.marked(self.state)
        return tuple([(seat, " ".join(written(cards, marked))) for seat, cards in plays])

    def _names(self, cards: int) -> tuple[str, ...]:
        return tuple(self.engine.deck.written(cards, self.engine.marked(self.state)))

    def _cards_by_seat(self, name: str) -> tuple[tuple[str, ...], ...]:
        base = self.engine.layout.piles[name].base
        return tuple(self._names(self.state.pile(base + seat)) for seat in range(self.engine.layout.seats))

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
    def measured(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """The metrics of each finished deal: by name, a number for each seat."""
        names = [metric.entry.name for metric in self.engine.metrics]
        return tuple(dict(zip(names, deal.measured, strict=True)) for deal in self.state.match.history)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the match goes on."""
        return self.engine.winners(self.state) if self.state.match.over else ()

    @property
    def announced(self) -> tuple[str, ...]:
        """The announcements made from outside in this deal; they apply when the deal ends."""
        return self.state.match.announced

    @property
    def due(self) -> dict[str, int | None]:
        """The announcements possible from outside, and the minutes after which a clock makes them, if any."""
        return {
            fact.name: self.state.value(fact.due) if fact.due else None
            for fact in self.engine.announceable
            if fact.name not in self.announced
        }

    @property
    def facts(self) -> dict[str, Any]:
        """The facts and the ruleset's public words, by name."""
        from trickbook.sections.conversion import known

        return known(self.engine, self.state)
