"""``play``: the clauses for what may be played, and how the step that plays tricks is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.tricks import TrickStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CONDITION, SEATS
from trickbook.problems import shown
from trickbook.sections import piles, winning
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

SITUATIONS: Final = [(leading, first) for leading in (True, False) for first in (True, False)]


def read(reading: Context, entry: Entry, when: Term | None) -> TrickStep | None:
    """Read the step that plays tricks; the clauses of play are made ready for each situation."""
    leader = reading.part(entry, "leader", SEATS)
    source = piles.source(reading, entry, "leader", PUBLIC)
    low, high = reading.reach(entry["cards"], PUBLIC) if entry["cards"] else (None, None)
    again = reading.part(entry, "again", CONDITION, OPEN - {"player", "own"})
    if low and high:
        from trickbook.sections.diagnostics.play_sizes import countable

        countable(reading, entry, low, high)
    bases = tuple(reading.layout.piles[name].base for name in sorted(source.piles))
    if not bases:
        message = f"step {shown(entry.name)} plays cards from no pile that the player owns"
        reading.wrong("bad-source", message, entry.place, "such as `from: hand or table`")
    play = {
        (leading, first): reading.clauses(
            reading.entries("play"),
            PUBLIC | {"play", "size"},
            {"leading": leading, "following": not leading, "first_trick": first},
        )
        for leading, first in SITUATIONS
    }
    whole = len(bases) == 1 and (text(entry.node, "from") or "hand") in reading.layout.piles
    if leader is None:
        return None
    return TrickStep(entry, when, leader, source, low, high, again, bases, whole, play, winning.read(reading))
