"""The work of random deals, in steps of expressions: the same on every machine."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from trickbook.expression.types import Term
from trickbook.problems import Place, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.engine.engine import Engine
    from trickbook.engine.facts import Fact
    from trickbook.engine.scores import Adjustment
    from trickbook.expression.clause import Clause

RULE: Final = 10
"""What asking one rule costs beside its expressions."""

EVENT: Final = 400
"""What an event costs beside the facts that it changes."""

CARD: Final = 3
"""What each card of the pack adds to that."""

CHARACTER: Final = 12
"""What reading a character of an expression costs."""


def cost(rule: Clause | Fact | Adjustment) -> int:
    """Return how many steps it takes at most to ask a rule once."""
    return RULE + sum(part.cost for part in rule if isinstance(part, Term))


def event_costs(engine: Engine) -> Mapping[str, int]:
    """Return what each event costs, also one that changes no fact."""
    least, seats = EVENT + CARD * len(engine.pack), engine.layout.seats
    found = {
        event: least + sum(cost(fact) * (seats if fact.owned else 1) for fact in facts)
        for event, facts in engine.facts_by_event.items()
    }
    return defaultdict(lambda: least, found)


def limit_note(file: str, what: str) -> Problem:
    """A note of what was not played, because a deal takes too much work."""
    message = f"{what}: a deal by this ruleset takes too long"
    hint = "let fewer rules be asked at each move, or shorten them"
    return Problem("checked-in-part", message, Place(file), hint, "note")
