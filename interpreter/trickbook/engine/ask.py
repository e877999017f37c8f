"""A step that asks: seats choose cards, a number or one of several answers; chance draws cards.

Together, nobody sees an answer before all are in. In turn, each hears those before. Freely, in any order,
every answer re-opens the question for all, until all are done since the last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.combinations import text
from trickbook.engine.answers import DONE, AnswerChoice
from trickbook.engine.deal import put, take
from trickbook.engine.moves import forbidden
from trickbook.expression.bids import Bid
from trickbook.problems import EndlessError
from trickbook.state import Move, Pending, logged

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.engine.deal import Destination
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term, Type
    from trickbook.source.nodes import Entry


MOST_ANSWERS: Final = 2_000
"""How often a question may be answered in one deal, freely or round after round."""


MOST_ROUNDS: Final = 100
"""How often a question may go round without a choice for anybody."""


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

    def begin(self, engine: Engine, s: State) -> None:
        """Ask: whoever may answer now is waited for."""
        if self.who is None:
            from trickbook.engine.draws import draw

            draw(engine, s, self)
            return
        if self._ask(engine, s):
            self._wait(engine, s)

    def resume(self, engine: Engine, s: State, rest: tuple[Any, ...]) -> None:
        """Go on after a question that was asked upon an answer: with the answers that are left."""
        s.asked, answers = rest
        if self._announce(engine, s, answers):
            self._wait(engine, s)

    def _ask(self, engine: Engine, s: State) -> bool:
        """Ask everybody who is to be asked; who has no choice has answered. False if it is interrupted."""
        assert self.who is not None  # noqa: S101 - seen by the caller
        asked: int = s.value(self.who, s.actor) & ~s.resting
        if not asked:
            s.asked = {}
            return True
        first = s.value(self.first, s.actor) if self.first else 0
        foremost = engine.layout.foremost(first or engine.layout.everyone, s.match.dealer)
        order = engine.layout.round(foremost or 0)
        gang = [seat for seat in order if asked >> seat & 1]
        s.asked = dict.fromkeys(gang)
        if self.how == "in_turn" or self.optional:
            return True
        return self._spare(engine, s, [seat for seat in gang if self._spared(engine, s, seat)])

    def _spare(self, engine: Engine, s: State, seats: Sequence[int]) -> bool:
        """Let seats without a choice have answered."""
        s.asked = {seat: answer for seat, answer in s.asked.items() if seat not in seats}
        kept = s.program.remembered(s.v, self.slot, engine.layout.seats)
        return self._announce(engine, s, tuple((seat, kept[seat]) for seat in seats))

    def _announce(self, engine: Engine, s: State, answers: tuple[tuple[int, Any], ...]) -> bool:
        """Let each answer be an event; False if a question upon one of them interrupts this one."""
        step, actor, asked = s.step, s.actor, s.asked
        for place, (seat, answer) in enumerate(answers, 1):
            engine.happen(s, self.name, seat, s.program.number(answer))
            if s.waiting:
                s.pending = (*s.pending, Pending(step, actor, rest=(asked, answers[place:])))
                return False
        return True

    def _wait(self, engine: Engine, s: State) -> None:
        """Wait for those who have not answered; in turn, for the first of them, perhaps round after round."""
        for _ in range(MOST_ROUNDS):
            if not self._open(engine, s) or s.waiting or self._done(s):
                return
            if self.again is None or not s.holds(self.again, s.actor):
                return
            if not self._ask(engine, s):
                return
        message = f"this deal does not end: {self.name} goes round, and nobody has a choice"
        raise EndlessError(message, self.name)

    def _done(self, s: State) -> bool:
        """Return whether the asking ends early."""
        return self.until is not None and s.holds(self.until, s.actor)

    def _open(self, engine: Engine, s: State) -> bool:
        """Wait for those who may answer now; in turn, for the next who has a choice when the turn comes."""
        for seat in [seat for seat, answer in s.asked.items() if answer is None]:
            if self._done(s):
                break
            if self.how != "in_turn":
                waiting = [seat for seat, answer in s.asked.items() if answer is None]
                s.waiting = sum(1 << seat for seat in waiting if not self._silent(engine, s, seat))
                break
            if not self._spared(engine, s, seat):
                s.waiting = 1 << seat
                break
            if not self._spare(engine, s, [seat]):
                return False
        return True

    def _silent(self, engine: Engine, s: State, seat: int) -> bool:
        """Return whether the rules leave nothing to say to a seat that may say something or not."""
        return self.optional and not self.always and not self.answers(engine, s, seat)

    def _spared(self, engine: Engine, s: State, seat: int) -> bool:
        """Return whether a seat has no choice: no cards to choose, or one answer left, which it keeps."""
        if self.source is not None:
            return bool(self.high is not None and s.value(self.high, seat) <= 0)
        answers = self.answers(engine, s, seat)
        if len(answers) == 1 and not self.always:
            self._keep(s, seat, answers[0])
        return len(answers) < (1 if self.always else 2)

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

    def act(self, engine: Engine, s: State, seat: int, written: str, answer: Any = None) -> None:
        """Take a seat's answer; one whose meaning is given is not judged."""
        answer = self.read(engine, s, seat, written) if answer is None else answer
        if self.source is not None and answer != DONE:
            written = text(engine.layout.deck, answer, engine.marked(s))
        s.log = log = logged(s.log, Move(self.name, seat, written, (len(s.done), len(s.plays))))
        s.asked, s.waiting = {**s.asked, seat: answer}, 0
        if (self.how == "freely" or self.again) and log.number > MOST_ANSWERS:
            message = f"this deal does not end: {self.name} was answered {MOST_ANSWERS} times"
            raise EndlessError(message, self.name)
        answers: Mapping[int, Any] = {} if answer == DONE else {seat: answer}
        if self.how == "together":
            answers = {} if None in s.asked.values() else s.asked
        elif self.how == "freely" and answers:
            s.asked = dict.fromkeys(s.asked)
        outer, s.pending = s.pending, ()
        if self._settle(engine, s, answers):
            self._wait(engine, s)
        s.pending = (*s.pending, *outer)

    def _settle(self, engine: Engine, s: State, answers: Mapping[int, Any]) -> bool:
        """Keep the answers; chosen cards go all at once to where they go. False if it is interrupted."""
        if not answers:
            return True
        piles = list(s.piles)
        goals = {seat: self.to.where(engine.layout, s, seat) for seat in answers} if self.to else {}
        for seat, answer in answers.items():
            at, number = engine.cells.slots + self.slot + seat, s.program.number(answer)
            more = self.how == "freely" and self.source is not None
            s.v[at] = s.v[at] | number if more else number
            if goals.get(seat) is not None:
                take(engine.layout, piles, answer)
        for seat, goal in goals.items():
            if self.to and goal is not None:
                put(piles, goal, self.to.pile, answers[seat])
        s.piles = piles
        return self._announce(engine, s, tuple(answers.items()))
