"""A step that asks: seats choose cards, a number or one of several answers; chance draws cards.

Together, nobody sees an answer before all are in. In turn, each hears those before. Freely, in any order,
every answer re-opens the question for all, until all are done since the last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.answers import AnswerChoice
from trickbook.engine.moves import clause_error
from trickbook.expression.bids import Bid
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.state import State
    from trickbook.engine.deal import Destination
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term, Type
    from trickbook.source.nodes import Entry


MOST_ANSWERS: Final = 2_000
"""How often a question may be answered in one deal, freely or round after round."""


@dataclass(frozen=True, slots=True)
class AskStep(AnswerChoice):
    """A question, made ready for a table; ``who`` is None where chance is asked.

    Answers are kept from ``slot`` on, one for each seat (one in all for chance). ``source`` is None where no
    cards are chosen, ``names`` are empty where no name is. ``again`` says, when all have answered,
    whether they are asked once more. ``weighs``: whether ``rules`` look at the outcome. ``shown``: whether
    chosen cards are shown to everybody at once. ``always``: whether a seat with one answer left is asked.
    """

    entry: Entry
    when: Term | None
    who: Term | None
    how: str
    type: Type
    slot: int
    first: Term | None = None
    source: Term | None = None
    low: Term | None = None
    high: Term | None = None
    names: tuple[str, ...] = ()
    to: Destination | None = None
    until: Term | None = None
    again: Term | None = None
    rules: tuple[Clause, ...] = ()
    weighs: bool = False
    shown: bool = False
    always: bool = False

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    @property
    def asks(self) -> bool:
        """Whether a seat answers, and not chance."""
        return self.who is not None

    @property
    def covered(self) -> bool:
        """Whether cards are chosen that not everybody sees."""
        public = self.shown or (self.to is not None and self.to.pile.seen_by == "everyone")
        return self.source is not None and not public

    @property
    def ladder(self) -> bool:
        """Whether some answers are bids: random players then choose low ones more often."""
        return any(isinstance(name, Bid) for name in self.names)

    @property
    def optional(self) -> bool:
        """Return whether a number or a name may be answered, or nothing."""
        return self.how == "freely" and self.source is None

    @property
    def by_chance(self) -> bool:
        """Whether chance answers, and no seat."""
        return self.who is None

    @property
    def kind(self) -> str:
        """What happens: chance draws, seats choose cards, or seats give an answer."""
        return "draw" if self.who is None else "answer" if self.source is None else "cards"

    @property
    def clause_lists(self) -> tuple[Sequence[Clause], ...]:
        """The lists of clauses that narrow one choice each."""
        return (self.rules,)

    def perform(self, engine: Engine, s: State) -> None:
        """Let chance answer."""
        from trickbook.engine.draws import draw

        draw(engine, s, self)

    # Answering

    def read(self, engine: Engine, s: State, seat: int, written: str) -> Any:
        """Understand an answer; MoveError if it is none that may be given."""
        answer, clause = self.judge(engine, s, seat, written)
        if clause:
            act = Message("answer") if self.source is None else Message("choose")
            raise clause_error(seat, act, written, clause)
        return answer

    def judge(self, engine: Engine, s: State, seat: int, written: str) -> tuple[Any, Clause | None]:
        """An answer, and the rule that forbids it, if one does; MoveError for what is no answer at all."""
        from trickbook.engine.judgement import judge_answer

        return judge_answer(self, engine, s, seat, written)
