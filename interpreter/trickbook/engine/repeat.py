"""Steps that change the course of a deal: one goes back to an earlier step, the other ends the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from trickbook.core.state import Notes
from trickbook.engine.deal import AutomaticStep
from trickbook.engine.facts import Fact
from trickbook.engine.scores import Adjustment
from trickbook.expression.types import CONDITION, NUMBER, constant
from trickbook.state import Redeal

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term


@dataclass(frozen=True, slots=True)
class RepeatStep(AutomaticStep):
    """Go back to an earlier step, the one with the index ``first``, as long as the condition holds."""

    first: int
    kind: ClassVar[str] = "repeat"


@dataclass(frozen=True, slots=True)
class EndStep(AutomaticStep):
    """Throw the cards in: the deal is over, as ``word`` says from then on, or without one is dealt again."""

    word: Term | None
    kind: ClassVar[str] = "end"

    def perform(self, engine: Engine, s: State) -> None:
        """Start the deal again, with the facts of the match as they are, and chance as it goes on."""
        log = s.log
        redeals = (*s.redeals, Redeal(self.name, log.number if log else 0))
        s.notes = Notes(s.match, log, (), (), redeals, s.chance)
        engine.functions["redeal"](s.v)

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
