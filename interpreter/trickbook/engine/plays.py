"""Legal plays: every play that the cards allow, narrowed by the clauses of ``play``."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.combinations import alike, each, text, ways
from trickbook.core import PLAYS, TRICKS
from trickbook.problems import EndlessError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.core.clauses import Situation
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Clause, Term

MOST_PLAYS: Final = 10_000
"""How many plays of several cards a hand may offer."""


class Playable(NamedTuple):
    """The plays of a seat: one of the ``cards``; or, where they are listed, one of the ``plays``."""

    cards: int
    plays: Sequence[int] | None = None


def rounds(
    clauses: Iterable[Clause], s: State, p: int, plays: Sequence[int]
) -> Iterator[tuple[Clause, Sequence[int], Sequence[int]]]:
    """Each clause, with the plays before it and those that it leaves; p is the player it is about."""
    for clause in clauses:
        if s.program.roots.single:
            cards = s.program.narrowing(clause)(s.v, p, reduce(or_, plays, 0))
            left = [play for play in plays if play & cards]
        else:
            room = [*s.v, *plays]
            many = s.program.sifting(clause)(room, p, len(plays))
            left = room[len(s.v) : len(s.v) + many]
        yield clause, plays, left
        plays = left


class PlayChoice:
    """The choice of what to play: its cards, how many at once, its clauses; see ``TrickStep``."""

    __slots__ = ()

    source: Term
    low: Term | None
    high: Term | None
    play: Mapping[Situation, tuple[Clause, ...]]

    def candidates(self, engine: Engine, s: State, seat: int, *, sized: bool = False) -> list[int]:
        """Every play that the cards allow, before the clauses narrow them; of cards that look alike, one.

        If ``sized``, plays of a size that an ``only`` clause drops at once are left out.
        """
        groups = alike(engine.layout.deck, s.value(self.source, seat), engine.marked(s))
        if self.low is None or self.high is None:
            return [group[0] for group in groups]
        sizes = range(s.value(self.low, seat), s.value(self.high, seat) + 1)
        if sum(ways(tuple(map(len, groups)), size) for size in sizes) > MOST_PLAYS:
            template = "seat {number} has more than {number_most} plays to choose from"
            raise EndlessError(Message(template, number=seat, number_most=MOST_PLAYS))
        return [
            play for size in sizes if not sized or self._fits(s, seat, size) for play in each(groups, size)
        ]

    def _fits(self, s: State, seat: int, size: int) -> bool:
        """Return whether plays of a size pass the ``only`` clauses that look at nothing else."""
        some = (1 << size) - 1
        only = (
            clause for clause in self.clauses(s) if clause.verb == "only" and "play" not in clause.what.reads
        )
        return all(s.value(clause.what, seat, some) for clause in only if s.holds(clause.when, seat))

    def clauses(self, s: State) -> tuple[Clause, ...]:
        """The clauses for this moment."""
        return self.play[not s.v[PLAYS], not s.v[TRICKS]]

    def playable(self, engine: Engine, s: State, seat: int) -> Playable:
        """The plays that the rules allow a seat."""
        if engine.listener is not None:
            engine.listener.chooses(s, self, seat)
        if self.low is None:
            v = s.v
            return Playable(s.program.legal(self.source, self.play)[not v[PLAYS], not v[TRICKS]](v, seat))
        return Playable(0, self.narrowed(s, seat, self.candidates(engine, s, seat, sized=True)))

    def narrowed(self, s: State, seat: int, plays: Sequence[int]) -> Sequence[int]:
        """The plays of several cards that the clauses leave of some."""
        room, many = [*s.v, *plays], len(plays)
        for clause in self.clauses(s):
            many = s.program.sifting(clause)(room, seat, many)
        return room[len(s.v) : len(s.v) + many]

    def plays(self, engine: Engine, s: State, seat: int, known: Playable | None = None) -> Sequence[int]:
        """The plays that are ``known``, or that the rules allow; of cards that look alike, one."""
        cards, plays = known or self.playable(engine, s, seat)
        if plays is not None:
            return plays
        return [group[0] for group in alike(engine.layout.deck, cards, engine.marked(s))]

    def legal(self, engine: Engine, s: State, seat: int, known: Playable | None = None) -> Sequence[str]:
        """Return the plays that a seat may make, as texts."""
        known = known or self.playable(engine, s, seat)
        if known.plays is None and not engine.manifold:
            return engine.list(known.cards)
        marked = engine.marked(s)
        return [text(engine.layout.deck, play, marked) for play in self.plays(engine, s, seat, known)]

    def narrowing(self, engine: Engine, s: State, seat: int) -> Iterator[tuple[Clause, int]]:
        """The clauses, in order, each with the cards of the plays that it leaves."""
        clauses = self.clauses(s)
        if self.low is None:
            cards = s.value(self.source, seat)
            for clause in clauses:
                cards = s.program.narrowing(clause)(s.v, seat, cards)
                yield clause, cards
            return
        for clause, _, plays in rounds(clauses, s, seat, self.candidates(engine, s, seat)):
            yield clause, reduce(or_, plays, 0)

    def forbids(self, engine: Engine, s: State, seat: int, cards: int) -> Clause | None:
        """The clause that drops the last play with one of these cards in it; None if there is a legal one."""
        return next((clause for clause, left in self.narrowing(engine, s, seat) if not left & cards), None)
