"""``requires``: what must hold of the options and of the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import CONDITION
from trickbook.problems import shown

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
        context.wrong(
            "missing-key",
            f"{shown(entry.name)} does not say what it requires",
            entry.place,
            "write `that: pass_count <= 5`",
        )
        return
    told = len(context.problems)
    term = context.term(node, CONDITION, frozenset())
    if len(context.problems) > told:
        return
    if not term.constant:
        message = f"{shown(entry.name)} may use only options and the number of players"
        context.wrong("not-fixed", message, node.place, "use what is fixed before the first deal")
    elif not term.value:
        says = f": {entry.says}" if entry.says else ""
        message = f"{shown(entry.name)} is not met by these options{says}"
        context.wrong("required", message, node.place, "change an option, or the number of players")
