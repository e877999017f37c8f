"""Facts that tell a secret: every player sees a fact, and these rest on cards that lie hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.deal import DealStep
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine
    from trickbook.engine.facts import Fact

HIDDEN = frozenset({"own", "secret"})
"""What a term reads that looks at cards which only their owner, or nobody, sees."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each fact of the file's own that shows at the deal what lies hidden."""
    for fact in tables.first.facts:
        if tables.own(fact.entry.place) and _tells(tables.first, fact):
            message = f"every player sees {shown(fact.name)}, which rests on hidden cards"
            hint = "if it should be secret, make it a word, and use that where cards are counted"
            yield Problem("tells-secret", message, fact.entry.place, hint, "note")


def _tells(engine: Engine, fact: Fact) -> bool:
    """Return whether a fact says at the deal who holds hidden cards."""
    dealing = fact.upon == "deal" or any(
        step.name == fact.upon and isinstance(step, DealStep) for step in engine.every_step
    )
    telling = fact.type.kind is Kind.SEATS or fact.owned
    terms = (term for term in (fact.when, fact.becomes) if term is not None)
    return fact.live and dealing and telling and any(term.reads & HIDDEN for term in terms)
