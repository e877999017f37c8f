"""The step that plays tricks: leading, following, winning, holding, until somebody has no card left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from trickbook.engine.clauses import folded, narrowings
from trickbook.engine.moves import forbidden
from trickbook.engine.plays import Playable, PlayChoice, Situation
from trickbook.engine.resting import FEWEST, awake, first_awake, next_to_follow
from trickbook.problems import EndlessError
from trickbook.state import Move, Pending, Trick, logged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.engine.clauses import Clause, Narrowing
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry
    from trickbook.state import State


@dataclass(frozen=True, slots=True)
class TrickStep(PlayChoice):
    """Tricks, made ready for a table.

    ``play`` holds the clauses for each situation, ``bases`` the first indexes of the piles played from.
    ``low`` and ``high`` are None where a play is one card; then, if all clauses of a situation narrow sets,
    ``by_clause`` holds what each does and ``at_once`` what all do. ``winner`` finds the play that wins.
    ``again`` says, when everybody has played, whether the trick goes round once more; ``until``, before a
    seat leads, whether the tricks are over; ``next`` who leads next if not the taker; ``played_by`` who plays
    the cards of a seat.
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
    winner: Callable[[State], int | None]
    played_by: Term | None = None
    by_clause: dict[Situation, tuple[Narrowing, ...]] = field(default_factory=dict, init=False)
    at_once: dict[Situation, Narrowing] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        """Make the clauses ready for sets where that can be done."""
        if self.low is not None:
            return
        for situation, clauses in self.play.items():
            if (ready := narrowings(clauses)) is not None:
                self.by_clause[situation], self.at_once[situation] = ready, folded(ready)

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
            leader = engine.layout.foremost(self.leader.run(s, s.match.dealer, 0), s.match.dealer)
        s.log = logged(s.log, Move(self.name, None, str(len(s.done)), (len(s.done), 0)))
        self._lead(engine, s, engine.layout.next(s.match.dealer) if leader is None else leader)

    def _all_hold(self, engine: Engine, s: State) -> bool:
        """Return whether everybody has a card to play; of those who rest nobody needs one."""
        if s.resting:
            seats = awake(engine, s)
            return len(seats) >= FEWEST and all(self.source.run(s, seat, 0) for seat in seats)
        if self.whole:
            base = self.bases[0]
            return 0 not in s.piles[base : base + engine.layout.seats]
        return all(self.source.run(s, seat, 0) for seat in range(engine.layout.seats))

    def _lead(self, engine: Engine, s: State, leader: int) -> None:
        """Let a seat lead, or the next if it rests, unless the tricks are over.

        Its trick is the last if it holds a single card.
        """
        if s.resting:
            leader = first_awake(engine, s, leader)
        s.leader, s.led = leader, 0
        if self.until is not None and self._over(s):
            self._close(engine, s)
            return
        s.last = self.source.run(s, leader, 0).bit_count() == 1
        if engine.anew:
            engine.begin_trick(s)
        if engine.heeds_turn:
            self._turn(engine, s, leader)
        else:
            s.waiting = 1 << leader

    def _over(self, s: State) -> bool:
        """Return whether the tricks end although everybody has a card."""
        return self.until is not None and bool(self.until.run(s, s.leader, 0))

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
        if engine.heeds_turn and not s.plays:
            if self._over(s):
                self._close(engine, s)
                return
            s.last = self.source.run(s, seat, 0).bit_count() == 1
        s.waiting = 1 << seat

    def _pass(self, engine: Engine, s: State, seat: int) -> None:
        """Go on after a seat that rests when it was to play, or without enough seats that do not."""
        if s.plays:
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
        if not len(s.plays) % engine.layout.seats and not self._again(engine, s):
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
        s.piles = piles = list(s.piles)
        for base in self.bases:
            piles[base + seat] &= ~play
        piles[engine.trick] |= play
        piles[engine.played] |= play
        s.plays = (*s.plays, (seat, play))
        if not s.led:
            s.led = engine.deck.suit_at[play.bit_length() - 1]
        if seat == s.leader:
            s.last = not self.source.run(s, seat, 0)

    def _again(self, engine: Engine, s: State) -> bool:
        """Return whether the trick goes round once more, for which everybody needs a card."""
        again = self.again
        return again is not None and self._all_hold(engine, s) and bool(again.run(s, s.leader, 0))

    def taker(self, s: State) -> int | None:
        """The index of the play that wins the trick, the earliest if several are level; None if none does."""
        return self.winner(s)

    def _finish(self, engine: Engine, s: State) -> None:
        """Give a trick to its taker, with what is held; or hold it, and its leader leads again."""
        place = self.taker(s)
        taker = None if place is None else s.plays[place][0]
        s.taker = 0 if taker is None else 1 << taker
        leader = s.leader if taker is None else taker
        if not engine.heeds_trick or self._happens(engine, s, "trick", leader, 0):
            self._gather(engine, s, leader)

    def _gather(self, engine: Engine, s: State, leader: int) -> None:
        """Lay the trick to what its taker has won, or hold it; then the next is led, if there is one."""
        taker = leader if s.taker else None
        s.done = (*s.done, Trick(s.plays, taker))
        if len(s.done) > engine.longest:  # only cards that come back to the hands could make it so
            raise EndlessError(f"this deal does not end: {len(s.done)} tricks were played", self.name)
        s.piles = piles = list(s.piles) if engine.heeds_trick else s.piles
        if taker is None:
            piles[engine.held] |= piles[engine.trick]
        else:
            piles[engine.taken + taker] |= piles[engine.trick] | piles[engine.held]
            piles[engine.held] = 0
            s.tricks = won = list(s.tricks)
            won[taker] += 1
        piles[engine.trick] = 0
        s.plays, s.waiting = (), 0
        self._go_on(engine, s, leader)

    def _go_on(self, engine: Engine, s: State, leader: int) -> None:
        """Let the next trick be led; without a card for everybody the tricks are over."""
        if engine.resting:
            engine.rest(s)
        if self.next is not None:
            leaders = self.next.run(s, leader, 0)
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
