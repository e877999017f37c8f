"""The step that plays tricks: leading, following, winning, holding, until somebody has no card left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from trickbook.core.cells import LAST, LEADER, LED, PLAYS, RESTING, TAKER, TRICKS
from trickbook.engine.moves import forbidden
from trickbook.engine.plays import Playable, PlayChoice
from trickbook.engine.resting import FEWEST, awake, first_awake, next_to_follow
from trickbook.problems import EndlessError
from trickbook.state import Move, Pending, Trick, logged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.core.program import Situation
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry


@dataclass(frozen=True, slots=True)
class TrickStep(PlayChoice):
    """Tricks, made ready for a table.

    ``play`` holds the clauses for each situation, ``bases`` the first indexes of the piles played from.
    ``low`` and ``high`` are None where a play is one card. ``winning`` are the clauses that find the play
    that wins. ``again`` says, when everybody has played, whether the trick goes round once more; ``until``,
    before a seat leads, whether the tricks are over; ``next`` who leads next if not the taker; ``played_by``
    who plays the cards of a seat.
    """

    entry: Entry
    when: Term | None
    leader: Term
    source: Term
    low: Term | None
    high: Term | None
    again: Term | None
    until: Term | None
    next: Term | None
    bases: tuple[int, ...]
    whole: bool
    asks: ClassVar[bool] = True
    by_chance: ClassVar[bool] = False
    kind: ClassVar[str] = "play"
    play: Mapping[Situation, tuple[Clause, ...]]
    winning: tuple[Clause, ...]
    played_by: Term | None = None

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    @property
    def clause_lists(self) -> tuple[Sequence[Clause], ...]:
        """The lists of clauses that narrow one choice each: the plays of each situation, the winner."""
        return (*self.play.values(), self.winning)

    def begin(self, engine: Engine, s: State) -> None:
        """Let the first leader lead, if everybody has a card to play."""
        if not self._all_hold(engine, s):
            return
        leader = s.match.leader
        if leader is None:
            leader = engine.layout.foremost(s.value(self.leader, s.match.dealer), s.match.dealer)
        s.log = logged(s.log, Move(self.name, None, str(len(s.done)), (len(s.done), 0)))
        self._lead(engine, s, engine.layout.next(s.match.dealer) if leader is None else leader)

    def _all_hold(self, engine: Engine, s: State) -> bool:
        """Return whether everybody has a card to play; of those who rest nobody needs one."""
        v = s.v
        if self.whole and not v[RESTING]:
            first = engine.cells.piles + self.bases[0]
            return 0 not in v[first : first + engine.layout.seats]
        seats, source = awake(engine, s), engine.program.function(self.source)
        return (len(seats) >= FEWEST or not v[RESTING]) and all(source(v, seat, 0) for seat in seats)

    def _lead(self, engine: Engine, s: State, leader: int) -> None:
        """Let a seat lead, or the next if it rests, unless the tricks are over.

        Its trick is the last if it holds a single card.
        """
        v = s.v
        if v[RESTING]:
            leader = first_awake(engine, s, leader)
        v[LEADER], v[LED] = leader, 0
        if self.until is not None and self._over(s):
            self._close(engine, s)
            return
        v[LAST] = self._held(engine, v, leader).bit_count() == 1
        if engine.anew:
            engine.begin_trick(s)
        if engine.heeds_turn:
            self._turn(engine, s, leader)
        else:
            s.waiting = 1 << leader

    def _held(self, engine: Engine, v: list[int], seat: int) -> int:
        """The cards that a seat may play in this step."""
        if self.whole:
            return v[engine.cells.piles + self.bases[0] + seat]
        held: int = engine.program.function(self.source)(v, seat, 0)
        return held

    def _over(self, s: State) -> bool:
        """Return whether the tricks end although everybody has a card."""
        return self.until is not None and s.holds(self.until, s.leader)

    def _turn(self, engine: Engine, s: State, seat: int) -> None:
        """It is the turn of a seat, which may be asked something before it plays."""
        if not engine.heeds_turn or self._happens(engine, s, "turn", seat, 0):
            self._await(engine, s, seat)

    def _await(self, engine: Engine, s: State, seat: int) -> None:
        """Wait for a seat's play; what was asked before it leads may have ended the tricks."""
        if engine.heeds_turn and engine.resting:
            engine.rest(s, amid_trick=True)
            if s.resting >> seat & 1 or len(awake(engine, s)) < FEWEST:
                self._pass(engine, s, seat)
                return
        if engine.heeds_turn and not s.v[PLAYS]:
            if self._over(s):
                self._close(engine, s)
                return
            s.last = self._held(engine, s.v, seat).bit_count() == 1
        s.waiting = 1 << seat

    def _pass(self, engine: Engine, s: State, seat: int) -> None:
        """Go on after a seat that rests when it was to play, or without enough seats that do not."""
        if s.v[PLAYS]:
            self._go_round(engine, s, seat)
        elif len(awake(engine, s)) < FEWEST:
            self._close(engine, s)
        else:
            s.leader = first_awake(engine, s, seat)
            self._turn(engine, s, s.leader)

    def _happens(self, engine: Engine, s: State, event: str, seat: int, x: int) -> bool:
        """Let an event happen while a trick is played; False if a question interrupts the trick."""
        place, s.waiting = s.step, 0
        engine.happen(s, event, seat, x)
        if s.waiting:
            s.pending = (*s.pending, Pending(place, seat, rest=(event,)))
        return not s.waiting

    def resume(self, engine: Engine, s: State, rest: tuple[Any, ...]) -> None:
        """Go on after the questions that were asked upon an event of a trick."""
        after: Mapping[str, Callable[[Engine, State, int], None]] = {
            "turn": self._await, "play": self._played, "trick": self._gather
        }  # fmt: skip
        if rest:
            after[rest[0]](engine, s, s.actor)

    # Playing

    def read(self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None) -> int:
        """Understand a play; MoveError if it may not be played, by what is ``known`` or by the rules."""
        known, card = known or self.playable(engine, s, seat), engine.card.get(written, 0)
        if card & known.cards:
            return card
        play, clause = self.judged(engine, s, seat, written, known)
        if clause:
            raise forbidden(seat, "play", written, clause)
        return play

    def judged(
        self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None
    ) -> tuple[int, Clause | None]:
        """A play, and the clause that forbids it, if one does; MoveError for what is no play at all."""
        from trickbook.engine.judgement import judged_play

        return judged_play(self, engine, s, seat, written, known or self.playable(engine, s, seat))

    def act(self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None) -> None:
        """Play cards from the hand; the rules do not judge what is ``known`` to be playable."""
        play = self.read(engine, s, seat, written, known)
        self.lay(engine, s, seat, play)
        if not engine.heeds_play or self._happens(engine, s, "play", seat, play):
            self._played(engine, s, seat)

    def _played(self, engine: Engine, s: State, seat: int) -> None:
        """Go on after a play; the last one of a trick finishes it."""
        if engine.resting:
            engine.rest(s, amid_trick=True)
            self._go_round(engine, s, seat)
            return
        if not s.v[PLAYS] % engine.layout.seats and not self._again(engine, s):
            self._finish(engine, s)
            return
        s.waiting = engine.following[seat]
        if engine.heeds_turn:
            self._turn(engine, s, engine.layout.next(seat))

    def _go_round(self, engine: Engine, s: State, seat: int) -> None:
        """Let the next seat follow that does not rest; without one, the trick has gone round."""
        follower = next_to_follow(engine, s, seat)
        if follower is None and self._again(engine, s):
            follower = first_awake(engine, s, s.leader)
        if follower is None:
            self._finish(engine, s)
        else:
            self._turn(engine, s, follower)

    def lay(self, engine: Engine, s: State, seat: int, play: int) -> None:
        """Lay a play on the table, where it is part of the trick."""
        v, cells = s.v, engine.cells
        many, first = v[PLAYS], cells.piles
        if many == cells.most:
            raise EndlessError(f"this trick does not end: {many} plays were made", self.name)
        for base in self.bases:
            v[first + base + seat] &= ~play
        v[first + engine.trick] |= play
        v[first + engine.played] |= play
        v[cells.players + many], v[cells.plays + many], v[PLAYS] = seat, play, many + 1
        if not v[LED]:
            v[LED] = engine.deck.suit_at[play.bit_length() - 1]
        if seat == v[LEADER]:
            v[LAST] = not self._held(engine, v, seat)

    def _again(self, engine: Engine, s: State) -> bool:
        """Return whether the trick goes round once more, for which everybody needs a card."""
        again = self.again
        return again is not None and self._all_hold(engine, s) and s.holds(again, s.leader)

    def taker(self, s: State) -> int | None:
        """The index of the play that wins the trick, the earliest if several are level; None if none does."""
        place = s.program.winning_place(s.v)
        return None if place < 0 else place

    def _finish(self, engine: Engine, s: State) -> None:
        """Give a trick to its taker, with what is held; or hold it, and its leader leads again."""
        place, v = self.taker(s), s.v
        taker = None if place is None else v[engine.cells.players + place]
        v[TAKER] = 0 if taker is None else 1 << taker
        leader = v[LEADER] if taker is None else taker
        if not engine.heeds_trick or self._happens(engine, s, "trick", leader, 0):
            self._gather(engine, s, leader)

    def _gather(self, engine: Engine, s: State, leader: int) -> None:
        """Lay the trick to what its taker has won, or hold it; then the next is led, if there is one."""
        taker = leader if s.v[TAKER] else None
        s.done = (*s.done, Trick(s.plays, taker))
        if s.v[TRICKS] > engine.longest:  # only cards that come back to the hands could make it so
            raise EndlessError(f"this deal does not end: {len(s.done)} tricks were played", self.name)
        v, cells = s.v, engine.cells
        trick, held = cells.piles + engine.trick, cells.piles + engine.held
        if taker is None:
            v[held] |= v[trick]
        else:
            v[cells.piles + engine.taken + taker] |= v[trick] | v[held]
            v[held] = 0
            v[cells.won + taker] += 1
        v[trick] = v[PLAYS] = s.waiting = 0
        self._go_on(engine, s, leader)

    def _go_on(self, engine: Engine, s: State, leader: int) -> None:
        """Let the next trick be led; without a card for everybody the tricks are over."""
        if engine.resting:
            engine.rest(s)
        if self.next is not None:
            leaders = s.value(self.next, leader)
            leader = next((seat for seat in engine.layout.round(leader) if leaders >> seat & 1), leader)
        if self._all_hold(engine, s):
            self._lead(engine, s, leader)
        else:
            s.leader = leader
            self._close(engine, s)

    def _close(self, engine: Engine, s: State) -> None:
        """End the tricks; cards that are left stay where they are."""
        leader, s.leader, s.waiting, place = s.leader, -1, 0, s.step
        engine.happen(s, self.name, leader, 0)
        if s.waiting:
            s.pending = (*s.pending, Pending(place, leader))
