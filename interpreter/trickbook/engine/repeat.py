"""Steps that change the course of a deal: one goes back to an earlier step, the other ends the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from trickbook.engine.deal import AutomaticStep
from trickbook.engine.facts import Fact
from trickbook.engine.scores import Adjustment
from trickbook.expression.types import CONDITION, NUMBER, constant
from trickbook.problems import EndlessError
from trickbook.state import Anew

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term

MOST_REPEATS: Final = 200
"""How often the steps of a deal may go back."""


@dataclass(frozen=True, slots=True)
class RepeatStep(AutomaticStep):
    """Go back to an earlier step, the one at the place ``first``, as long as the condition holds."""

    first: int
    kind: ClassVar[str] = "repeat"

    def begin(self, engine: Engine, s: State) -> None:  # noqa: ARG002 - steps have one interface
        """Let the earlier step be the next."""
        count_repeat(s, self.name)
        s.step = self.first - 1


def count_repeat(s: State, name: str) -> None:
    """Count that a step goes back; EndlessError if that was too often."""
    s.repeats += 1
    if s.repeats > MOST_REPEATS:
        raise EndlessError(f"this deal does not end: {name} went back {MOST_REPEATS} times", name)


@dataclass(frozen=True, slots=True)
class EndStep(AutomaticStep):
    """Throw the cards in: the deal is over, as ``word`` says from then on, or without one is dealt anew."""

    word: Term | None
    kind: ClassVar[str] = "end"

    def begin(self, engine: Engine, s: State) -> None:
        """Let no step be left, or all of them."""
        if self.word is None:
            deal_anew(engine, s, self.name)
            return
        s.step = len(engine.steps) - 1

    @property
    def facts(self) -> tuple[Fact, ...]:
        """That it has ended the deal is remembered, unless the deal is forgotten."""
        if self.word is None:
            return ()
        starts, upon = constant(CONDITION, value=False), (self.name,)
        kept = Fact(self.name, CONDITION, self.word.detail, upon=upon, starts=starts, entry=self.entry)
        return (kept,)

    @property
    def points(self) -> tuple[Adjustment, ...]:
        """What it makes of everybody's points."""
        if self.word is None:
            return ()
        return (Adjustment(self.entry, self.word, None, None, constant(NUMBER, 0), None),)


def deal_anew(engine: Engine, s: State, name: str) -> None:
    """Start the deal again, with the facts of the match as they are, and chance as it goes on."""
    count_repeat(s, name)
    chance, log, repeats = s.chance, s.log, s.repeats
    begun = (*s.anew, Anew(name, log.number if log else 0))
    lasting = {fact.slot: engine.remembered(fact, s) for fact in engine.facts if fact.lasting}
    engine.begin(s, s.match)
    s.chance, s.log, s.repeats, s.anew = chance, log, repeats, begun
    for slot, values in lasting.items():
        engine.program.remember(s.v, slot, values)
