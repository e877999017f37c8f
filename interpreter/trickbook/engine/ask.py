"""A step that asks: seats choose cards, a number or one of several answers; chance draws cards.

Together, nobody sees an answer before all are in. In turn, each hears those before. Freely, in any order,
every answer re-opens the question for all, until all are done since the last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import Selections
from trickbook.core.subset import fewest
from trickbook.engine.moves import DONE, answer_text, clause_error
from trickbook.expression.bids import Bid
from trickbook.expression.types import Kind
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.deal import Destination
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Clause, Term, Type
    from trickbook.source.nodes import Entry


MOST_ANSWERS: Final = 2_000
"""How often a question may be answered in one deal, freely or round after round."""


MOST_WEIGHED: Final = 50
"""How many answers a question may offer whose rules weigh what would come of each."""

MOST_NUMBERS: Final = 1000
"""How many numbers a question may offer; those beyond are not offered."""


@dataclass(frozen=True, slots=True)
class AskStep:
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
        """True if a seat answers, and not chance."""
        return self.who is not None

    @property
    def numeric(self) -> bool:
        """True if a number or a condition is answered; as a cell it is odd, for 0 is an open one."""
        return self.type.kind in (Kind.NUMBER, Kind.CONDITION)

    def as_cell(self, answer: str) -> str:
        """Return what is kept of an answer, in the source of a program."""
        return f"2 * ({answer}) + 1" if self.numeric else answer

    @property
    def covered(self) -> bool:
        """True if cards are chosen that not everybody sees."""
        public = self.shown or (self.to is not None and self.to.pile.seen_by == "everyone")
        return self.source is not None and not public

    @property
    def ladder(self) -> bool:
        """True if some answers are bids: random players then choose low ones more often."""
        return any(isinstance(name, Bid) for name in self.names)

    @property
    def optional(self) -> bool:
        """Return whether a number or a name may be answered, or nothing."""
        return self.how == "freely" and self.source is None

    @property
    def by_chance(self) -> bool:
        """True if chance answers, and no seat."""
        return self.who is None

    @property
    def kind(self) -> str:
        """The kind of the step: chance draws, seats choose cards, or seats give an answer."""
        return "draw" if self.who is None else "answer" if self.source is None else "cards"

    @property
    def clause_lists(self) -> tuple[Sequence[Clause], ...]:
        """The lists of clauses that narrow one choice each."""
        return (self.rules,)

    def perform(self, engine: Engine, s: State) -> None:
        """Let chance answer."""
        from trickbook.engine.draws import draw

        draw(engine, s, self)

    # What may be answered

    def answers(self, engine: Engine, s: State, seat: int) -> list[Any]:
        """The numbers or names that the rules leave to a seat."""
        left = self.left(engine, s, seat)
        return [value for index, value in enumerate(self.values(s, seat)) if left >> index & 1]

    def left(self, engine: Engine, s: State, seat: int) -> int:
        """The cards that the rules leave to a seat, or the indexes of the numbers or names."""
        return engine.functions[f"choices{engine.step_index[self.name]}"](self._cells(s), seat)

    def rounds(self, engine: Engine, s: State, seat: int) -> Iterator[tuple[Clause, int, int]]:
        """Each rule, with the cards or the indexes before it and those that it leaves."""
        v, index = self._cells(s), engine.step_index[self.name]
        before, *given = self._offer(s, seat)
        for number, clause in enumerate(self.rules):
            left = engine.functions[f"rule{index}_{number}"](v, seat, before, *given)
            yield clause, before, left
            before = left

    def _cells(self, s: State) -> list[int]:
        """The cells in which the rules look; what would come of an answer is written there."""
        return s.v.copy() if self.weighs else s.v

    def _offer(self, s: State, seat: int) -> tuple[int, ...]:
        """All that might be chosen, and what the rules need to know of it; see ``course/choices.py``."""
        if self.source is not None and self.low is not None:
            cards: int = s.value(self.source, seat)
            return cards, min(s.value(self.low, seat), cards.bit_count())
        values = self.values(s, seat)
        every = (1 << len(values)) - 1
        return (every,) if self.names else (every, values[0] if values else 0, len(values))

    def values(self, s: State, seat: int) -> list[Any]:
        """The numbers or names that there are to choose from."""
        if self.type.kind is Kind.CONDITION:
            return [name == "yes" for name in self.names]
        if self.names:
            return list(self.names)
        low, high = (s.value(limit, seat) for limit in (self.low, self.high) if limit)
        return list(range(low, min(high + 1, low + self.most_numbers)))

    @property
    def most_numbers(self) -> int:
        """How many numbers there are to choose from at most."""
        return MOST_WEIGHED if self.weighs else MOST_NUMBERS

    def legal(self, engine: Engine, s: State, seat: int) -> Sequence[str]:
        """Return the answers that a seat may give, as texts."""
        if self.source is None:
            texts = [answer_text(value) for value in self.answers(engine, s, seat)]
            return [DONE, *texts] if self.how == "freely" else texts
        return self.selections(engine, s, seat)

    def selections(self, engine: Engine, s: State, seat: int) -> Selections:
        """Return the selections of cards; a seat with too few chooses all, unless the question is free."""
        low, high = (s.value(limit, seat) for limit in (self.low, self.high) if limit)
        free, pool = self.how == "freely", self.left(engine, s, seat)
        least = fewest(low, pool.bit_count(), free)
        return Selections(engine.layout.deck, pool, least, high, engine.marked(s), DONE if free else None)

    def forbids(self, engine: Engine, s: State, seat: int, answer: Any) -> Clause | None:
        """The first clause that forbids an answer, or a set of cards, if one does."""
        wanted = answer if self.source is not None else 1 << self.values(s, seat).index(answer)
        return next((clause for clause, _, left in self.rounds(engine, s, seat) if wanted & ~left), None)

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
