"""What may be answered: the numbers, the names or the cards that the rules of a question leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import Selections
from trickbook.core.subset import fewest
from trickbook.engine.moves import answer_text
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term, Type

DONE: Final = "done"
"""What a seat says that has no more to show or to say for now."""

MOST_WEIGHED: Final = 50
"""How many answers a question may offer whose rules weigh what would come of each."""


MOST_NUMBERS: Final = 1000
"""How many numbers a question may offer; those beyond are not offered."""


class AnswerChoice:
    """The choice of what to answer: a number, a name or cards, and the rules; see ``AskStep``."""

    __slots__ = ()

    how: str
    type: Type
    slot: int
    source: Term | None
    low: Term | None
    high: Term | None
    names: tuple[str, ...]
    rules: tuple[Clause, ...]
    weighs: bool

    @property
    def name(self) -> str:
        """The name of the question."""
        raise NotImplementedError

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
