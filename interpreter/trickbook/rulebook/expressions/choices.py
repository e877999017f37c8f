"""Choices in conditions: by display name; a negated cycle by its remaining choices."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trickbook.expression.leaves import NAMES
from trickbook.expression.scope import Tree
from trickbook.rulebook.expressions.certainty import written

if TYPE_CHECKING:
    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.sections.options import Option

ANSWER = "answer"
"""The word for the answer in the rules of a question."""


def instead(wording: Wording, node: Any) -> str:
    """A negated choice of a cycle as its other choices; empty for anything else."""
    parts = chain(node)
    found = [cycle(wording, part) for part in parts]
    option = found[0]
    if option is None or {part.data for part in parts} != {"differs"} or not wording.settled:
        return ""
    if any(other is not option for other in found):
        return ""
    names = [str(child.children[0]) for part in parts for child in part.children]
    others = [name for name in dict.fromkeys(option.value) if name not in names]
    if not others:
        return ""
    text = wording.phrases.either(wording.choice(option.name, name) for name in others)
    return wording.say("form.same", a=wording.word(option.name), b=text)


def chain(node: Any) -> list[Any]:
    """The parts joined by ``and``, or the part alone."""
    return [part for child in node.children for part in chain(child)] if node.data == "both" else [node]


def answered(wording: Wording, node: Any) -> tuple[str, str, Any] | None:
    """The phrase for an answer at the start of a condition, and the rest of the condition."""
    first, *rest = chain(node)
    step, answer = _owner(wording, first) if first.data == "same" else ("", "")
    entry = next((one for one in wording.compiled.context.entries("steps") if one.name == step), None)
    asks = entry["ask"] if entry else None
    if asks is None or asks.text in ("players", "chance") or not wording.settled:
        return None
    if asked(wording, first):
        return None
    plainly = replace(wording, settled=False)
    left = rest[0] if rest else None
    for part in rest[1:]:
        left = Tree("both", (left, part))
    return plainly.text(asks.text), wording.choice(step, answer), left


def chosen(wording: Wording, node: Any) -> str:
    """The comparison of an option or a step with a choice, in words; empty for anything else."""
    owner, other = _owner(wording, node)
    if not owner:
        return ""
    if who := asked(wording, node):
        return wording.say("form.same", a=wording.word("player"), b=who)
    return wording.say(
        f"form.{node.data}", a=wording.part(Tree("word", (owner,))), b=wording.choice(owner, other)
    )


def compared_choices(wording: Wording, node: Any) -> tuple[str, ...]:
    """Both sides of a comparison of choices, in words; empty if it compares something else."""
    sides = (node.children[0], node.children[-1])
    if not any(wording.certainty.term(side).type.names for side in sides):
        return ()
    return tuple(_side(wording, *pair) for pair in (sides, sides[::-1]))


def _side(wording: Wording, node: Any, other: Any) -> str:
    """A side of a comparison; the name of a choice by what it is called at the table."""
    name = str(node.children[0]) if node.data in NAMES else ""
    if name not in wording.certainty.term(other).type.names:
        return wording.part(node, inside=True)
    return wording.choice(str(other.children[0]) if other.data == "word" else "", name)


def asked(wording: Wording, node: Any) -> str:
    """The seats asked, if the rules leave only the answer that a condition tests; else empty."""
    step, answer = _owner(wording, node)
    if not wording.settled or wording.certainty.answers.get(step) != (answer,) or node.data != "same":
        return ""
    entry = next(entry for entry in wording.compiled.context.entries("steps") if entry.name == step)
    always = wording.certainty.said(written(entry.node, "when"))
    plainly = replace(wording, settled=False)  # as written, because it may test answers in turn
    return plainly.text(entry.need("ask").text) if always else ""


def missed(wording: Wording, node: Any) -> str:
    """The answer that a condition tests, if the rules exclude it; else empty."""
    step, answer = _owner(wording, node) if node.data == "same" else ("", "")
    left = wording.certainty.answers.get(step)
    return wording.choice(step, answer) if left and answer not in left else ""


def _owner(wording: Wording, node: Any) -> tuple[str, str]:
    """The option or step and the choice that two words compare; empty if they do not."""
    if any(child.data != "word" for child in node.children):
        return "", ""
    names = [str(child.children[0]) for child in node.children]
    owners = [name for name in names if name == ANSWER or _choices(wording, name)]
    if len(owners) != 1:
        return "", ""
    other = names[1 - names.index(owners[0])]
    known = owners[0] == ANSWER or other in _choices(wording, owners[0])
    return (owners[0], other) if known else ("", "")


def _choices(wording: Wording, name: str) -> tuple[str, ...]:
    """The names from which a word chooses."""
    return wording.certainty.term(Tree("word", (name,))).type.names


def cycle(wording: Wording, node: Any) -> Option | None:
    """The cycle that two words compare with a choice."""
    if node.data not in ("same", "differs") or any(child.data != "word" for child in node.children):
        return None
    options = [wording.compiled.options.get(str(child.children[0])) for child in node.children]
    found = [option for option in options if option is not None and option.type == "cycle"]
    return found[0] if len(found) == 1 else None
