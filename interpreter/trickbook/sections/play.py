"""``play``: the clauses for what may be played, and how the step that plays tricks is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.tricks import TrickStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CONDITION, SEATS
from trickbook.problems import shown
from trickbook.sections import piles, winning
from trickbook.source.nodes import text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

HIDDEN: Final = frozenset({"own", "secret"})
"""What an expression reads that not everybody sees."""

SITUATIONS: Final = [(leading, first) for leading in (True, False) for first in (True, False)]


def read(context: Context, entry: Entry, when: Term | None) -> TrickStep | None:
    """Read the step that plays tricks; the clauses of play are made ready for each situation."""
    leader = context.part(entry, "leader", SEATS)
    source = piles.source(context, entry, "leader", PUBLIC)
    low, high = context.reach(entry["cards"], PUBLIC) if entry["cards"] else (None, None)
    played_by = _played_by(context, entry)
    about = OPEN - {"player", "own"}
    again, until = (context.part(entry, key, CONDITION, about) for key in ("again", "until"))
    following = context.part(entry, "next", SEATS, about)
    if low and high:
        from trickbook.sections.diagnostics.steps import countable

        countable(context, entry, low, high)
    bases = tuple(context.layout.piles[name].base for name in sorted(source.piles))
    if not bases:
        message = Message("step {name} plays cards from no pile that the player owns", name=shown(entry.name))
        hint = Message("such as `{example}`", example="from: hand or table")
        context.wrong("bad-source", message, entry.place, hint)
    play = {
        (leading, first): context.clauses(
            context.entries("play"),
            PUBLIC | {"play", "size"},
            {"leading": leading, "following": not leading, "first_trick": first},
        )
        for leading, first in SITUATIONS
    }
    whole = len(bases) == 1 and (text(entry.node, "from") or "hand") in context.layout.piles
    if leader is None:
        return None
    return TrickStep(
        entry, when, leader, source, low, high, again, until, following, bases, whole, play,
        winning.read(context), played_by,
    )  # fmt: skip


def _played_by(context: Context, entry: Entry) -> Term | None:
    """Read who plays the cards of a player, which everybody must know."""
    term = context.part(entry, "played_by", SEATS)
    if term is not None and term.reads & HIDDEN:
        message = Message(
            "everybody must know who plays a player's cards, and this rests on cards that not all see"
        )
        hint = Message("make it a fact that everybody sees: `seen_by: everyone`")
        context.wrong("secret", message, entry.need("played_by").place, hint)
    return term
