"""``resting``: which seats rest. They are dealt no cards, are asked nothing and play to no trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.resting import Rest
from trickbook.expression.scope import OPEN
from trickbook.expression.types import CONDITION
from trickbook.problems import shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

KEY: Final = "resting"
"""The section."""


def read(context: Context) -> tuple[Rest, ...]:
    """Read who rests; what can never hold is left out."""
    found = (_rest(context, entry) for entry in context.entries(KEY))
    return tuple(rest for rest in found if rest)


def declared(context: Context) -> bool:
    """Return whether anybody may rest."""
    return any(True for _ in context.entries(KEY))


def _rest(context: Context, entry: Entry) -> Rest | None:
    """Read one condition; None if it never holds, or if it is wrong."""
    node = entry["when"]
    if node is None:
        message = Message("{name} does not say `when:` a player rests", name=shown(entry.name))
        context.wrong("missing-key", message, entry.place, Message("write `when: score >= 10`"))
        return None
    when = context.term(node, CONDITION, OPEN)
    if when.reads & {"own", "secret"}:
        message = Message(
            "{name} looks at hidden cards, and everybody sees who rests", name=shown(entry.name)
        )
        hint = Message("make it a fact that everybody sees: `seen_by: everyone`")
        context.wrong("secret", message, node.place, hint)
    if when.constant and when.value:
        message = Message("by {name} every player rests, always", name=shown(entry.name))
        context.wrong("all-rest", message, node.place, Message("say when a player rests"))
    return None if when.constant else Rest(entry, when)
