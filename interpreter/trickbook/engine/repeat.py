"""The step that goes back: the steps from an earlier one on are taken once more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from trickbook.problems import EndlessError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.source.nodes import Entry
    from trickbook.state import State

MOST_REPEATS: Final = 200
"""How often the steps of a deal may go back."""


@dataclass(frozen=True, slots=True)
class RepeatStep:
    """Go back to an earlier step, the one at the place ``first``, as long as the condition holds."""

    entry: Entry
    when: Term | None
    first: int
    asks: ClassVar[bool] = False
    by_chance: ClassVar[bool] = False
    kind: ClassVar[str] = "repeat"
    clause_lists: ClassVar[tuple[Sequence[Clause], ...]] = ()

    @property
    def name(self) -> str:
        """The name of the step in the ruleset."""
        return self.entry.name

    def begin(self, engine: Engine, s: State) -> None:  # noqa: ARG002 - steps have one interface
        """Let the earlier step be the next."""
        s.repeats += 1
        if s.repeats > MOST_REPEATS:
            raise EndlessError(f"this deal does not end: {self.name} went back {MOST_REPEATS} times")
        s.step = self.first - 1
