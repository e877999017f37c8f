"""The step that plays tricks: leading, following, winning, holding, until somebody has no card left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from trickbook.engine.moves import clause_error
from trickbook.engine.plays import Playable, PlayChoice
from trickbook.state import Move, add_to_log
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.core.clauses import Situation
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Clause, Term
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

    def perform(self, engine: Engine, s: State) -> None:  # noqa: ARG002 - steps have one interface
        """Note that tricks are played from now on."""
        s.log = add_to_log(s.log, Move(self.name, None, str(len(s.done)), (len(s.done), 0)))

    # Playing

    def read(self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None) -> int:
        """Understand a play; MoveError if it may not be played, by what is ``known`` or by the rules."""
        known, card = known or self.playable(engine, s, seat), engine.card.get(written, 0)
        if card & known.cards:
            return card
        play, clause = self.judge(engine, s, seat, written, known)
        if clause:
            raise clause_error(seat, Message("play"), written, clause)
        return play

    def judge(
        self, engine: Engine, s: State, seat: int, written: str, known: Playable | None = None
    ) -> tuple[int, Clause | None]:
        """A play, and the clause that forbids it, if one does; MoveError for what is no play at all."""
        from trickbook.engine.judgement import judge_play

        return judge_play(self, engine, s, seat, written, known or self.playable(engine, s, seat))

    def taker(self, s: State) -> int | None:
        """The index of the play that wins the trick, the earliest if several are level; None if none does."""
        index = s.program.winning_place(s.v)
        return None if index < 0 else index
