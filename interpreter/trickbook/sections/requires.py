"""``requires``: what must hold of the options and of the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import CONDITION
from trickbook.problems import shown
from trickbook.source.nodes import own_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def read(context: Context) -> None:
    """Hold the table against every requirement; one that is not met is a problem of this table."""
    for entry in context.entries("requires"):
        _hold(context, entry)


def _hold(context: Context, entry: Entry) -> None:
    node = entry["that"]
    if node is None:
        message = Message("{name} does not say what it requires", name=shown(entry.name))
        hint = Message("write `{word}`", word="that: pass_count <= 5")
        context.wrong("missing-key", message, entry.place, hint)
        return
    count = len(context.problems)
    term = context.term(node, CONDITION, frozenset())
    if len(context.problems) > count:
        return
    if not term.constant:
        message = Message("{name} may use only options and the number of players", name=shown(entry.name))
        context.wrong("not-fixed", message, node.place, Message("use what is fixed before the first deal"))
    elif not term.value:
        message = Message("{name} is not met by these options", name=shown(entry.name))
        if entry.says:
            message = Message("{what}: {text}", what=message, text=own_text(entry.node, "says"))
        context.wrong("required", message, node.place, Message("change an option, or the number of players"))
