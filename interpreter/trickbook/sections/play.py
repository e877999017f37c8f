"""``play``: the clauses for what may be played, and how the step that plays tricks is read."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.engine.tricks import MOST_PLAYS, TrickStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CONDITION, SEATS, UNKNOWN
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
    _countable(reading, entry, low, high)
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


def _countable(reading: Context, entry: Entry, low: Term | None, high: Term | None) -> None:
    """Plays of several cards are few enough to be looked at one by one."""
    node, hand = entry["cards"], reading.layout.deck.cards.bit_count() // reading.layout.seats
    if node is None or low is None or high is None or UNKNOWN in (low.type, high.type):
        return
    if not (low.constant and high.constant):
        message = "how many cards make a play is fixed before the first deal"
        reading.wrong("not-fixed", message, node.place, "give the most here, and narrow plays with `only:`")
        return
    sizes, span = range(max(low.value, 1), min(high.value, hand) + 1), f"{low.value} to {high.value}"
    if low.value < 1 or low.value > high.value:
        reading.wrong("bad-number", f"a play has at least one card, and not {span}", node.place)
    elif sum(comb(hand, size) for size in sizes) > MOST_PLAYS:
        message = f"plays of {span} cards out of {hand} are too many; the limit is {MOST_PLAYS}"
        reading.wrong("too-many-plays", message, node.place)
