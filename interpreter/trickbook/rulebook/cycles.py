"""Cycles in conditions: what one is not is told by what it still may be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trickbook.concepts.options import Option
    from trickbook.rulebook.wording import Wording


def instead(wording: Wording, node: Any) -> str:
    """That a cycle is not some choice, by the choices that it holds beside it; empty for anything else."""
    option = _cycle(wording, node)
    if option is None or node.data != "differs" or not wording.settled:
        return ""
    names = [str(child.children[0]) for child in node.children]
    others = [name.replace("_", " ") for name in dict.fromkeys(option.value) if name not in names]
    told = wording.say("steps.or").join(wording.say("join.quoted", name=name) for name in others)
    return wording.say("form.same", a=wording.word(option.name), b=told) if others else ""


def _cycle(wording: Wording, node: Any) -> Option | None:
    """The cycle that two words compare with a choice."""
    if any(child.data != "word" for child in node.children):
        return None
    options = [wording.setup.options.get(str(child.children[0])) for child in node.children]
    found = [option for option in options if option is not None and option.type == "cycle"]
    return found[0] if len(found) == 1 else None
