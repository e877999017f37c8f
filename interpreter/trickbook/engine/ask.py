"""A step that asks: seats choose cards, a number or one of several answers; chance draws cards.

Together, nobody sees an answer before all are in. In turn, each hears those before. Freely, in any order,
every answer re-opens the question for all, until all are done since the last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import Selections, text
from trickbook.engine.clauses import culprit, narrow
from trickbook.engine.deal import put, take
from trickbook.engine.moves import forbidden, spoken
from trickbook.expression.bids import Bid
from trickbook.expression.types import Kind, holds
from trickbook.problems import EndlessError
from trickbook.state import Move, moves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.deal import Destination
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term, Type
    from trickbook.source.nodes import Entry
    from trickbook.state import State


MOST_ANSWERS: Final = 2_000
"""How often a question may be answered in one deal, freely or round after round."""


MOST_ROUNDS: Final = 100
"""How often a question may go round without a choice for anybody."""


DONE: Final = "done"
"""What a seat says that has no more to show for now."""


MOST_WEIGHED: Final = 50
"""How many answers a question may offer whose rules weigh what would come of each."""


MOST_NUMBERS: Final = 1000
"""How many numbers a question may offer; those beyond are not offered."""


@dataclass(frozen=True, slots=True)
class AskStep:
    """A question, made ready for a table; ``who`` is None where chance is asked.

    Answers are kept from ``slot`` on, one for each seat (one in all for chance). ``source`` is None where no
    cards are chosen, ``names`` are empty where no name is. ``again`` says, when all have answered,
    whether they are asked once more. ``weighs``: whether ``rules`` look at the outcome.
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

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    @property
    def asks(self) -> bool:
        """Whether a seat answers, and not chance."""
        return self.who is not None

    @property
    def ladder(self) -> bool:
        """Whether some answers are bids: random players then choose low ones more often."""
        return any(isinstance(name, Bid) for name in self.names)

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

    def begin(self, engine: Engine, s: State) -> None:
        """Ask: whoever may answer now is waited for."""
        if self.who is None:
            from trickbook.engine.draws import draw

            draw(engine, s, self)
            return
        self._ask(engine, s)
        self._wait(engine, s)

    def _ask(self, engine: Engine, s: State) -> None:
        """Ask everybody who is to be asked; who has no choice has answered."""
        assert self.who is not None  # noqa: S101 - seen by the caller
        asked: int = self.who.run(s, s.match.dealer, 0) & ~s.resting
        first = self.first.run(s, s.match.dealer, 0) if self.first else 0
        foremost = engine.layout.foremost(first or engine.layout.everyone, s.match.dealer)
        order = engine.layout.round(foremost or 0)
        gang = [seat for seat in order if asked >> seat & 1]
        s.asked = dict.fromkeys(gang)
        if self.how != "in_turn":
            self._spare(engine, s, [seat for seat in gang if self._spared(engine, s, seat)])

    def _spare(self, engine: Engine, s: State, seats: Iterable[int]) -> None:
        """Let seats without a choice have answered."""
        for seat in seats:
            s.asked = {other: answer for other, answer in s.asked.items() if other != seat}
            engine.happen(s, self.name, seat, s.slots[self.slot + seat])

    def _wait(self, engine: Engine, s: State) -> None:
        """Wait for those who have not answered; in turn, for the first of them, perhaps round after round."""
        for _ in range(MOST_ROUNDS):
            s.waiting = self._open(engine, s)
            if s.waiting or self._done(s):
                return
            if self.again is None or not self.again.run(s, s.match.dealer, 0):
                return
            self._ask(engine, s)
        raise EndlessError(f"this deal does not end: {self.name} goes round, and nobody has a choice")

    def _done(self, s: State) -> bool:
        """Return whether the asking ends early."""
        return self.until is not None and bool(self.until.run(s, s.match.dealer, 0))

    def _open(self, engine: Engine, s: State) -> int:
        """Return who may answer now; in turn, the next who has a choice when the turn comes."""
        for seat in [seat for seat, answer in s.asked.items() if answer is None]:
            if self._done(s):
                return 0
            if self.how != "in_turn":
                return sum(1 << seat for seat, answer in s.asked.items() if answer is None)
            if not self._spared(engine, s, seat):
                return 1 << seat
            self._spare(engine, s, [seat])
        return 0

    def _spared(self, engine: Engine, s: State, seat: int) -> bool:
        """Return whether a seat has no choice: no cards to choose, or one answer left, which it keeps."""
        if self.source is not None:
            return bool(self.high is not None and self.high.run(s, seat, 0) <= 0)
        answers = self.answers(engine, s, seat)
        if len(answers) == 1:
            self._keep(s, seat, answers[0])
        return len(answers) < 2  # noqa: PLR2004 - nothing to choose

    def _keep(self, s: State, seat: int, answer: Any) -> None:
        """Keep the answer of a seat."""
        s.slots = list(s.slots)
        s.slots[self.slot + seat] = answer

    # What may be answered

    def answers(self, engine: Engine, s: State, seat: int) -> list[Any]:
        """The numbers or names that the rules leave to a seat."""
        values = self.values(s, seat)
        return narrow(self.rules, self.foreseen(engine, s, seat, values), seat, values)

    def values(self, s: State, seat: int) -> list[Any]:
        """The numbers or names that there are to choose from."""
        if self.type.kind is Kind.CONDITION:
            return [name == "yes" for name in self.names]
        if self.names:
            return list(self.names)
        low, high = (limit.run(s, seat, 0) for limit in (self.low, self.high) if limit)
        return list(range(low, min(high + 1, low + (MOST_WEIGHED if self.weighs else MOST_NUMBERS))))

    def foreseen(self, engine: Engine, s: State, seat: int, values: Iterable[Any]) -> State:
        """The state with what would come of each answer, if the rules weigh it."""
        if not self.weighs:
            return s
        s = s.copy()
        s.outcome = {}
        for value in values:
            supposed = s.copy()
            self._keep(supposed, seat, value)
            s.outcome[value] = engine.foresee(supposed)
        return s

    def pool(self, s: State, seat: int) -> int:
        """The cards that the rules leave a seat to choose from."""
        *_, (_, cards) = self.narrowing(s, seat)
        return cards

    def narrowing(self, s: State, seat: int) -> Iterator[tuple[Clause | None, int]]:
        """The cards to choose from, at first and after each clause; it is waived if it leaves too few."""
        assert self.source is not None and self.low is not None  # noqa: PT018, S101 - asked of cards only
        cards: int = self.source.run(s, seat, 0)
        least = min(self.low.run(s, seat, 0), cards.bit_count())
        yield None, cards
        for clause in self.rules:
            if holds(clause.when, s, seat):
                rest = cards & clause.what.run(s, seat, 0)
                if rest.bit_count() >= least or clause.verb == "only":
                    cards = rest
                    yield clause, cards

    def legal(self, engine: Engine, s: State, seat: int) -> Sequence[str]:
        """Return the answers that a seat may give, as texts."""
        if self.source is None:
            return [spoken(value) for value in self.answers(engine, s, seat)]
        return self.selections(engine, s, seat)

    def selections(self, engine: Engine, s: State, seat: int) -> Selections:
        """Return the selections of cards; a seat with too few chooses all, unless the question is free."""
        low, high = (limit.run(s, seat, 0) for limit in (self.low, self.high) if limit)
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
        return culprit(self.rules, self.foreseen(engine, s, seat, values), seat, values, answer)

    # Answering

    def read(self, engine: Engine, s: State, seat: int, written: str) -> Any:
        """Understand an answer; MoveError if it is none that may be given."""
        answer, clause = self.judged(engine, s, seat, written)
        if clause:
            raise forbidden(seat, "answer" if self.source is None else "choose", written, clause)
        return answer

    def judged(self, engine: Engine, s: State, seat: int, written: str) -> tuple[Any, Clause | None]:
        """An answer, and the rule that forbids it, if one does; MoveError for what is no answer at all."""
        from trickbook.engine.judgement import judged_answer

        return judged_answer(self, engine, s, seat, written)

    def act(self, engine: Engine, s: State, seat: int, written: str) -> None:
        """Take a seat's answer."""
        answer = self.read(engine, s, seat, written)
        if self.source is not None and answer != DONE:
            written = text(engine.layout.deck, answer, engine.marked(s))
        s.log = (s.log, Move(self.name, seat, written))
        s.asked = {**s.asked, seat: answer}
        if (self.how == "freely" or self.again) and len(moves(s.log)) > MOST_ANSWERS:
            raise EndlessError(f"this deal does not end: {self.name} was answered {MOST_ANSWERS} times")
        if self.how == "together":
            if None not in s.asked.values():
                self._settle(engine, s, s.asked)
        elif answer != DONE:
            self._settle(engine, s, {seat: answer})
            if self.how == "freely":
                s.asked = dict.fromkeys(s.asked)
        self._wait(engine, s)

    def _settle(self, engine: Engine, s: State, answers: dict[int, Any]) -> None:
        """Keep the answers; chosen cards go all at once to where they go."""
        s.slots, s.piles = list(s.slots), list(s.piles)
        goals = {seat: self.to.where(engine.layout, s, seat) for seat in answers} if self.to else {}
        for seat, answer in answers.items():
            joined = s.slots[self.slot + seat] | answer if self.how == "freely" else answer
            s.slots[self.slot + seat] = joined
            if goals.get(seat) is not None:
                take(engine.layout, s.piles, answer)
        for seat, goal in goals.items():
            if self.to and goal is not None:
                put(s.piles, goal, self.to.pile, answers[seat])
        for seat, answer in answers.items():
            engine.happen(s, self.name, seat, answer)
