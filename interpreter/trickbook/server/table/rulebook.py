"""The rulebook of a table."""

from __future__ import annotations

from trickbook.seat.setup_form import rulebook_fragment
from trickbook.server.table.choice import ready_rules


def table_rulebook(choice: str, players: int, language: str, *, plain: bool) -> str:
    """The rulebook of a stored choice for so many players: plain text, or a fragment of HTML."""
    rules = ready_rules(choice)
    if plain:
        return rules.rulebook("text", language, players=players)
    return rulebook_fragment(rules, language, players)
