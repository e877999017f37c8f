"""What may be answered: the numbers, the names or the cards that the rules of a question leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import Selections
from trickbook.core.state import WeighedState
from trickbook.engine.clauses import culprit
from trickbook.engine.moves import answer_text
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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
        """The indexes of the numbers or names that the rules leave to a seat."""
        v = s.v.copy() if self.weighs else s.v
        return engine.functions[f"choices{engine.step_index[self.name]}"](v, seat)

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

    def foresee(self, engine: Engine, s: State, seat: int, values: Iterable[Any]) -> State:
        """Return the state with what would come of each answer, if the rules weigh it."""
        if not self.weighs:
            return s
        found = WeighedState(s.program)
        found.v, found.notes, found.outcome = s.v, s.notes, {}
        for number in map(s.program.number, values):
            found.outcome[number] = v = s.v.copy()
            engine.functions[f"outlook{engine.step_index[self.name]}"](v, seat, number)
        return found

    def pool(self, s: State, seat: int) -> int:
        """The cards that the rules leave a seat to choose from."""
        *_, (_, cards) = self.narrowing(s, seat)
        return cards

    def narrowing(self, s: State, seat: int) -> Iterator[tuple[Clause | None, int]]:
        """The cards to choose from, at first and after each clause; it is waived if it leaves too few."""
        assert self.source is not None and self.low is not None  # noqa: PT018, S101 - asked of cards only
        cards: int = s.value(self.source, seat)
        least = min(s.value(self.low, seat), cards.bit_count())
        yield None, cards
        for clause in self.rules:
            if s.holds(clause.when, seat):
                rest = cards & s.value(clause.what, seat)
                if rest.bit_count() >= least or clause.verb == "only":
                    cards = rest
                    yield clause, cards

    def legal(self, engine: Engine, s: State, seat: int) -> Sequence[str]:
        """Return the answers that a seat may give, as texts."""
        if self.source is None:
            texts = [answer_text(value) for value in self.answers(engine, s, seat)]
            return [DONE, *texts] if self.how == "freely" else texts
        return self.selections(engine, s, seat)

    def selections(self, engine: Engine, s: State, seat: int) -> Selections:
        """Return the selections of cards; a seat with too few chooses all, unless the question is free."""
        low, high = (s.value(limit, seat) for limit in (self.low, self.high) if limit)
        pool = self.pool(s, seat)
        least = max(low, 1) if self.how == "freely" else min(low, pool.bit_count())
        return Selections(
            engine.layout.deck, pool, least, high, engine.marked(s), DONE if self.how == "freely" else None
        )

    def forbids(self, engine: Engine, s: State, seat: int, answer: Any) -> Clause | None:
        """The first clause that forbids an answer, or a set of cards, if one does."""
        if self.source is not None:
            return next((clause for clause, cards in self.narrowing(s, seat) if answer & ~cards), None)
        values = self.values(s, seat)
        return culprit(self.rules, self.foresee(engine, s, seat, values), seat, values, answer)
