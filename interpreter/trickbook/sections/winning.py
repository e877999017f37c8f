"""``winning``: the clauses that narrow which play wins a trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.expression.scope import OPEN

if TYPE_CHECKING:
    from trickbook.engine.clauses import Clause
    from trickbook.sections.context import Context

ABOUT: Final = OPEN | {"play", "size", "place"}
KNOWN: Final = {"leading": False, "following": True}
"""When a trick is won, somebody has played to it."""


def read(context: Context) -> tuple[Clause, ...]:
    """Read what wins a trick: a clause looks at each play."""
    return context.clauses(context.entries("winning"), ABOUT, KNOWN)
