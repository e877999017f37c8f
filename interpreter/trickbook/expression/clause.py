"""A clause: a rule that narrows a choice."""

from __future__ import annotations

from typing import Final, NamedTuple

from trickbook.expression.types import Term
from trickbook.source.nodes import Entry

COMPARING: Final = ("most", "fewest")
"""The verbs of clauses that weigh each candidate by a number."""


class Clause(NamedTuple):
    """A rule that narrows: its verb, when it applies (None: always) and what it looks at."""

    entry: Entry
    verb: str
    when: Term | None
    what: Term

    @property
    def name(self) -> str:
        """The name of the clause in the ruleset."""
        return self.entry.name
