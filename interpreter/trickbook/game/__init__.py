"""A match in progress, and single moments: moves, views, events.

A game is a match in progress, from the first deal to the last; every call gives a value or a new game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from trickbook.cards.deck import Cards
from trickbook.core import STEP, WAITING
from trickbook.core.state import State
from trickbook.engine.engine import OVER
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.moves import MoveError, move_text
from trickbook.engine.plays import Playable
from trickbook.game.snapshot import Snapshot
from trickbook.problems import described, nearest, shown
from trickbook.sections.compiled import CompiledRules
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from trickbook.explain import ExplainedPoints, ExplainedTrick, Reason
    from trickbook.state import Origin


class Game(Snapshot):
    """A match in progress. Seats are numbered clockwise from 0; moves are texts: ``QS``, ``2C 5D KH``."""

    __slots__ = ()

    def apply(self, seat: int, move: str) -> Game:
        """The game after a move; MoveError names the clause that forbids it, and nothing changes."""
        known, engine = self.known, self.engine
        if known is not None and type(seat) is int and known[0] == seat and type(move) is str:
            card = engine.plain.get(move)
            if card is not None and card & known[1]:
                return self._after_play(seat, card)
        if engine.proxies:
            if not self.acts(seat):
                raise MoveError(self._not_now(self._seat(seat)))
            seat = engine.owner(self.state, seat)
        return self.apply_owner_move(seat, move)

    def _after_play(self, seat: int, card: int) -> Game:
        """The game after a card was played that is known to be legal."""
        engine, v = self.engine, self.v.copy()
        more = engine.plays[v[STEP]](v, seat, card)
        game = Game.__new__(Game)
        game.engine, game.origin, game.v, game.notes, game.known = engine, self.origin, v, self.notes, None
        if more:
            state = game.state
            engine.settle(state)
            engine.proceed(state)
            game.v, game.notes = state.v, state.notes
        return game

    def apply_owner_move(self, seat: int, move: str) -> Game:
        """The game after a move of a seat whose turn it is, whoever makes it; MoveError as ``apply``."""
        engine, waiting = self.engine, self.v[WAITING]
        if type(seat) is not int or seat < 0 or not waiting >> seat & 1:
            raise MoveError(self._not_now(self._seat(seat), engine.seat_sets[waiting]))
        new = self.state.copy()
        known = Playable(*self.known[1:]) if self.known and self.known[0] == seat else None
        engine.act(new, seat, move if type(move) is str else move_text(move), known)
        if not new.v[WAITING]:
            engine.proceed(new)
        return Game(engine, new, self.origin)

    def announce(self, fact: str) -> Game:
        """The game after a fact was announced from outside, such as that the time is up.

        It is heard when the deal in progress ends. MoveError for what cannot be announced, or was already.
        """
        if self.phase == OVER:
            raise MoveError(Message("the match is over"))
        if not isinstance(fact, str):
            raise MoveError(Message("a fact is announced by its name, not {text}", text=described(fact)))
        if fact in self.announced:
            raise MoveError(Message("{name} has been announced in this deal already", name=fact))
        if fact not in self.due:
            raise MoveError(self._not_due(fact))
        state = self.state.copy()
        state.match = state.match._replace(announced=(*self.announced, fact))
        return Game(self.engine, state, self.origin)

    def _not_due(self, fact: str) -> Message:
        """Return why a fact is nothing to announce."""
        name, due = shown(fact), self.due
        if any(fact == other.name for other in self.engine.facts if ANNOUNCEMENT in other.upon):
            return Message("{name} is nothing to announce here: the options leave it out", name=name)
        if near := nearest(fact, due):
            message = Message("{name} is nothing to announce here", name=name)
            return Message("{what}; did you mean {name}?", what=message, name=near)
        if due:
            return Message(
                "{name} is nothing to announce here; there is {list}", name=name, list=listing(due)
            )
        return Message("{name} is nothing to announce here", name=name)

    def shuffled(self, deal: int, orders: Sequence[Cards]) -> Game:
        """The game where the pack of a deal to come lies in given orders, one each time that chance is asked.

        Each names every card, the top one first. TrickbookError for a deal that has begun, or for cards.
        """
        from trickbook.game.custom_start import pack_orders

        state = self.state.copy()
        given = pack_orders(self.engine, {deal: orders}, self.deal + 1)
        state.match = state.match._replace(orders={**state.match.orders, **given})
        return Game(self.engine, state, self.origin)

    def _not_now(self, seat: int, awaited: Sequence[int] | None = None) -> Message:
        """Return why a seat may not act; ``awaited`` are the seats whose moves are, else who makes them."""
        if self.phase == OVER:
            return Message("the match is over")
        if self.state.resting >> seat & 1:
            if why := self.explain_resting()[seat]:
                return Message("seat {number} rests: {text}", number=seat, text=why.message())
            return Message("seat {number} rests", number=seat)
        template, waits = "seat {number} may not act now; {name} waits for {list}", awaited or self.actors
        return Message(template, number=seat, name=self.phase, list=listing(waits))

    @overload
    def explain(self, seat: int, move: None = None) -> dict[str, Reason | None]: ...
    @overload
    def explain(self, seat: int, move: str) -> Reason | None: ...
    def explain(self, seat: int, move: str | None = None) -> dict[str, Reason | None] | Reason | None:
        """Return for each card held None or the reason why it may not be played; for one move, its own.

        Where a number or a word is asked for, each answer stands in place of the cards.
        MoveError if the move is none at all: an unknown card, or one not held.
        """
        engine, state = self.engine, self.state
        if not self.acts(self._seat(seat)):
            raise MoveError(self._not_now(seat))
        from trickbook import explain

        text = None if move is None else move_text(move)
        owner = engine.owner(state, seat)
        return explain.explain(engine, state, engine.waiting[state.step], owner, text)

    def explain_resting(self) -> dict[int, Reason | None]:
        """Return for each seat that rests the reason; None if it holds no longer amid a trick."""
        from trickbook import explain

        return explain.resting(self.engine, self.state)

    def explain_trick(self, number: int, deal: int | None = None) -> ExplainedTrick:
        """Why a finished trick of this deal, or of another, went as it did; tricks count from 1.

        It tells what every player held: it is no view of a seat. TrickbookError if there is no such trick.
        """
        from trickbook.explain import trick_of

        return trick_of(self.engine, self.state, number, deal)

    def explain_points(self, seat: int, deal: int | None = None) -> ExplainedPoints:
        """Return where the points of a seat come from, in the last finished deal or another one.

        TrickbookError if there is no such deal, or if it is not finished.
        """
        from trickbook.explain import points_of

        return points_of(self.engine, self.state, deal)[self._seat(seat)]

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return what a seat may see, and nothing else, as plain data; None is somebody who only looks on."""
        from trickbook.game.view import view

        return view(self, None if seat is None else self._seat(seat))

    def events(self, before: Game | None, seat: int | None) -> list[dict[str, Any]]:
        """Return what a seat is told of the move that was made in the game ``before``, in order.

        Without one it is the deal so far. Each event is plain data: its ``kind``, the ``seat``, the ``step``
        and ``what``: cards, an answer (None if it is hidden), points or winners. None is a spectator.
        """
        from trickbook.game.events import events, seat_events

        return seat_events(events(before, self), None if seat is None else self._seat(seat))

    def record(self) -> str:
        """The game as text, from which ``trickbook.replay`` makes it again."""
        from trickbook.records import record

        return record(self.engine, self.state, self.origin)

    # As a value

    def __eq__(self, other: object) -> bool:
        """True if another game has the same record: the same rules, the same chance, the same moves."""
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (hash(self) == hash(other) and self.record() == other.record())

    def __hash__(self) -> int:
        """Games with the same record have played the same number of deals, tricks, plays and answers."""
        s = self.state
        counts = len(s.match.history), s.match.deal, len(s.done), len(s.plays), s.log and s.log.number
        return hash((self.origin.name, s.match.seed, counts))

    def __reduce__(self) -> tuple[Any, ...]:
        """A game goes elsewhere with its rules."""
        context, history = self.engine.context, self.state.match.history
        first = history[0].match if history else self.state.match
        words = frozenset(first.given)
        rules = (context.root, context.texts, self.engine.layout.seats, self.origin.options, words)
        return _unpickle, (rules, self.state, self.origin)

    def __repr__(self) -> str:
        """Tell where the game stands."""
        return f"<Game {self.origin.name}, deal {self.deal}, {self.phase}, scores {self.scores}>"


def _unpickle(rules: tuple[Any, ...], state: State, origin: Origin) -> Game:
    """A game from a pickle, with its rules made ready again."""
    return attach_game(CompiledRules(*rules), state, origin)


def attach_game(engine: CompiledRules, state: State, origin: Origin) -> Game:
    """A game whose state comes from another process; it goes by the program of this engine."""
    state.program = engine.program
    return Game(engine, state, origin)
