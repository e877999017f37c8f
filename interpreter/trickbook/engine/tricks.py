"""The step that plays tricks: leading, following, winning, holding, until somebody has no card left."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, Final

from trickbook.cards.combinations import alike, each, text, ways
from trickbook.engine.clauses import Clause, Single, narrow, narrowed, rounds, singles
from trickbook.engine.moves import forbidden
from trickbook.engine.resting import FEWEST, awake, first_awake
from trickbook.engine.winner import winner
from trickbook.expression.types import holds
from trickbook.problems import EndlessError
from trickbook.state import Move, Trick

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry
    from trickbook.state import State


MOST_PLAYS: Final = 10_000
"""How many plays of several cards a hand may offer."""


Situation = tuple[bool, bool]
"""Whether somebody leads, and whether it is the first trick: clauses are made ready for each."""


@dataclass(frozen=True, slots=True)
class TrickStep:
    """Tricks, made ready for a table.

    ``play`` holds the clauses for each situation, ``bases`` the first indexes of the piles played from.
    ``low`` and ``high`` are None where a play is one card; then ``swift`` holds the clauses that narrow sets,
    where all of a situation do, and ``swift_winning`` those of winning. ``again`` says, when everybody has
    played, whether the trick goes round once more, ``played_by`` who plays the cards of a seat.
    """

    entry: Entry
    when: Term | None
    leader: Term
    source: Term
    low: Term | None
    high: Term | None
    again: Term | None
    bases: tuple[int, ...]
    whole: bool
    asks: ClassVar[bool] = True
    by_chance: ClassVar[bool] = False
    kind: ClassVar[str] = "play"
    play: Mapping[Situation, tuple[Clause, ...]]
    winning: tuple[Clause, ...]
    played_by: Term | None = None
    swift: dict[Situation, tuple[Single, ...]] = field(default_factory=dict)
    swift_winning: list[tuple[Single, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make the clauses ready for sets where that can be done."""
        if self.low is not None:
            return
        for situation, clauses in self.play.items():
            if (ready := singles(clauses)) is not None:
                self.swift[situation] = ready
        if (ready := singles(self.winning)) is not None:
            self.swift_winning.append(ready)

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
        s.log = (s.log, Move(self.name, None, str(len(s.done))))
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
        """Wait for a seat to lead, the next one if it rests; a single card makes the trick the last one."""
        if s.resting:
            leader = first_awake(engine, s, leader)
        s.leader = leader
        s.waiting = 1 << leader
        s.led = 0
        s.last = self.source.run(s, leader, 0).bit_count() == 1
        engine.begin_trick(s)

    # What may be played

    def candidates(self, engine: Engine, s: State, seat: int, *, sized: bool = False) -> list[int]:
        """Every play that the cards allow, before the clauses narrow them; of cards that look alike, one.

        If ``sized``, plays of a size that an ``only`` clause drops at once are left out.
        """
        groups = alike(engine.layout.deck, self.source.run(s, seat, 0), engine.marked(s))
        if self.low is None or self.high is None:
            return [group[0] for group in groups]
        sizes = range(self.low.run(s, seat, 0), self.high.run(s, seat, 0) + 1)
        if sum(ways(tuple(map(len, groups)), size) for size in sizes) > MOST_PLAYS:
            raise EndlessError(f"seat {seat} has more than {MOST_PLAYS} plays to choose from")
        return [
            play for size in sizes if not sized or self._fits(s, seat, size) for play in each(groups, size)
        ]

    def _fits(self, s: State, seat: int, size: int) -> bool:
        """Return whether plays of a size pass the ``only`` clauses that look at nothing else."""
        some = (1 << size) - 1
        only = (
            clause for clause in self.clauses(s) if clause.verb == "only" and "play" not in clause.what.reads
        )
        return all(clause.what.run(s, seat, some) for clause in only if holds(clause.when, s, seat))

    def clauses(self, s: State) -> tuple[Clause, ...]:
        """The clauses for this moment."""
        return self.play[not s.plays, not s.done]

    def single(self, s: State, seat: int) -> int | None:
        """The cards that the rules allow, where a play is one card and all clauses narrow sets; else None."""
        swift = self.swift.get((not s.plays, not s.done))
        if swift is None:
            return None
        s.allowed = cards = narrowed(swift, s, seat, self.source.run(s, seat, 0))
        return cards

    def plays(self, engine: Engine, s: State, seat: int) -> list[int]:
        """The plays that the rules allow."""
        cards = self.single(s, seat)
        if cards is None:
            s.listed = plays = narrow(self.clauses(s), s, seat, self.candidates(engine, s, seat, sized=True))
            return plays
        return [group[0] for group in alike(engine.layout.deck, cards, engine.marked(s))]

    def legal(self, engine: Engine, s: State, seat: int) -> Sequence[str]:
        """Return the plays that a seat may make, as texts."""
        cards = None if engine.manifold else self.single(s, seat)
        if cards is not None:
            return engine.listed.get(cards) or engine.list(cards)
        marked = engine.marked(s)
        return [text(engine.layout.deck, play, marked) for play in self.plays(engine, s, seat)]

    def narrowing(self, engine: Engine, s: State, seat: int) -> Iterator[tuple[Clause, int]]:
        """The clauses, in order, each with the cards of the plays that it leaves."""
        clauses, swift = self.clauses(s), self.swift.get((not s.plays, not s.done))
        if swift is not None:
            cards = self.source.run(s, seat, 0)
            for clause, single in zip(clauses, swift, strict=True):
                cards = narrowed((single,), s, seat, cards)
                yield clause, cards
            return
        for clause, _, plays in rounds(clauses, s, seat, self.candidates(engine, s, seat)):
            yield clause, reduce(or_, plays, 0)

    def forbids(self, engine: Engine, s: State, seat: int, cards: int) -> Clause | None:
        """The clause that drops the last play with one of these cards in it; None if there is a legal one."""
        return next((clause for clause, left in self.narrowing(engine, s, seat) if not left & cards), None)

    # Playing

    def read(self, engine: Engine, s: State, seat: int, written: str) -> int:
        """Understand a play; MoveError if it may not be played."""
        card = engine.card.get(written, 0)
        if card & (s.allowed if s.allowed is not None else self.single(s, seat) or 0):
            return card
        play, clause = self.judged(engine, s, seat, written)
        if clause:
            raise forbidden(seat, "play", written, clause)
        return play

    def judged(self, engine: Engine, s: State, seat: int, written: str) -> tuple[int, Clause | None]:
        """A play, and the clause that forbids it, if one does; MoveError for what is no play at all."""
        from trickbook.engine.judgement import judged_play

        return judged_play(self, engine, s, seat, written)

    def act(self, engine: Engine, s: State, seat: int, written: str) -> None:
        """Play cards from the hand; the last play of a trick finishes it."""
        self.lay(engine, s, seat, self.read(engine, s, seat, written))
        if len(s.plays) % (engine.layout.seats - s.resting.bit_count()) or self._again(engine, s):
            s.waiting = engine.following[seat]
            if s.waiting & s.resting:
                s.waiting = 1 << first_awake(engine, s, engine.layout.next(seat))
        else:
            self._finish(engine, s)

    def lay(self, engine: Engine, s: State, seat: int, play: int) -> None:
        """Lay a play on the table, where it is part of the trick."""
        s.allowed, s.listed = None, ()
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
        if engine.heeds_play:
            engine.happen(s, "play", seat, play)

    def _again(self, engine: Engine, s: State) -> bool:
        """Return whether the trick goes round once more, for which everybody needs a card."""
        again = self.again
        return again is not None and self._all_hold(engine, s) and bool(again.run(s, s.leader, 0))

    def taker(self, s: State) -> int | None:
        """The index of the play that wins the trick, the earliest if several are level; None if none does."""
        return winner(self.winning, self.swift_winning[0] if self.swift_winning else None, s)

    def _finish(self, engine: Engine, s: State) -> None:
        """Give a trick to its taker, with what is held; or hold it, and its leader leads again."""
        place = self.taker(s)
        taker = None if place is None else s.plays[place][0]
        s.taker = 0 if taker is None else 1 << taker
        leader = s.leader if taker is None else taker
        if engine.heeds_trick:
            engine.happen(s, "trick", leader, 0)
            s.piles = list(s.piles)
        s.done = (*s.done, Trick(s.plays, taker))
        _bounded(engine, s)
        piles: Any = s.piles
        if taker is None:
            piles[engine.held] |= piles[engine.trick]
        else:
            piles[engine.taken + taker] |= piles[engine.trick] | piles[engine.held]
            piles[engine.held] = 0
            s.tricks = won = list(s.tricks)
            won[taker] += 1
        piles[engine.trick] = 0
        s.plays = ()
        self._go_on(engine, s, leader)

    def _go_on(self, engine: Engine, s: State, leader: int) -> None:
        """Let the next trick be led; without a card for everybody the tricks are over."""
        engine.rest(s)
        if self._all_hold(engine, s):
            self._lead(engine, s, leader)
        else:
            s.leader, s.waiting = -1, 0
            engine.happen(s, self.name, leader, 0)


def _bounded(engine: Engine, s: State) -> None:
    """No deal has very many tricks: only cards that come back to the hands could make it so."""
    if len(s.done) > engine.longest:
        raise EndlessError(f"this deal does not end: {len(s.done)} tricks were played")
