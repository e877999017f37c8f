"""``winning``: the clauses that narrow which play wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.expression.scope import OPEN
from trickbook.state import Winner
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.types import Clause
    from trickbook.sections.context import Context

KEY: Final = "winning"
"""The section."""

ABOUT: Final = OPEN | {"play", "size", "place"}
KNOWN: Final = {"leading": False, "following": True}
"""When a trick is won, somebody has played to it."""


def read(context: Context) -> tuple[Clause, ...]:
    """Read what wins a trick: a clause looks at each play."""
    return winner(context).clauses


def winner(context: Context) -> Winner:
    """Tell how a trick is won; it is read once, when it is first asked for."""
    if context.winner is None:
        if KEY in context.understanding:
            message = Message("`best` and `holder` rest on the clauses of `winning:`, which cannot use them")
            hint = Message("weigh each play by itself: `rank of play`, `play has …`, `place`")
            context.wrong("circle", message, context.record(KEY).place, hint)
            return _winner(context, ())
        context.understanding.append(KEY)
        clauses = context.clauses(context.entries(KEY), ABOUT, KNOWN)
        context.understanding.pop()
        context.winner = _winner(context, clauses)
    return context.winner


def _winner(context: Context, clauses: tuple[Clause, ...]) -> Winner:
    terms = [term for clause in clauses for term in (clause.when, clause.what) if term]
    secret = any(term.reads & {"own", "secret"} for term in terms)
    cost = context.layout.seats * sum(term.cost for term in terms)
    return Winner(clauses, secret, cost)
