"""Questions whose keys do not go together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.engine.answers import DONE
from trickbook.problems import shown
from trickbook.sections.answers import answers
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

_RANGE: Final = re.compile(r"\s*([0-9]+)\s*-\s*([0-9]+)\s*")
"""A range as it is written elsewhere; here it subtracts."""


def ranged(text: str) -> str | None:
    """Return how to write a range that was written with a sign: ``0-3``."""
    found = _RANGE.fullmatch(text)
    return f"write `{found[1]} to {found[2]}` for a range" if found else None


def asked(context: Context, entry: Entry, keys: list[str], *, chance: bool) -> str | None:
    """The key that says what is asked for; None if none or several do, or if chance has no use for one."""
    step = f"step {shown(entry.name)}"
    if len(keys) != 1:
        context.wrong("ask-what", f"{step} needs one of `cards:`, `number:`, `answers:`", entry.place)
        return None
    idle = ("number", "answers", "how", "first", "until", "again", "always", "rules") if chance else ()
    once = not chance and text(entry.node, "how") in (None, "together")
    if useless := next((key for key in ("first", "until") if once and entry[key]), None):
        message = f"{step}: everybody answers at once, so `{useless}:` has no effect"
        context.wrong("ask-what", message, entry.place, "write `how: in_turn` or `how: freely`")
    if entry["again"] and text(entry.node, "how") == "freely":
        message = f"{step}: a question asked freely has no rounds to repeat with `again:`"
        context.wrong("ask-what", message, entry.place, "write `how: in_turn` or `how: together`")
    if text(entry.node, "how") == "freely" and DONE in answers(entry.node):
        message = f"{step}: whoever has no more to say is `{DONE}`, so no answer can be called so"
        context.wrong("ask-what", message, entry.place, "give the answer another name")
    if text(entry.node, "always") == "yes" and not chance and keys[0] == "cards":
        message = f"{step}: cards are asked for even if there is nothing to choose from"
        context.wrong("ask-what", message, entry.need("always").place, "remove `always:`")
    if useless := next((key for key in idle if key in entry.node.entries), None):
        message = f"{step}: chance only draws cards, so `{useless}:` has no effect"
        context.wrong("ask-what", message, entry.place)
        return None
    return keys[0]
