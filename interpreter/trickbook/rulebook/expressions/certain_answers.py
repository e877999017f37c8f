"""The answers that the rules of a question certainly leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.expression import parser
from trickbook.sections.answers import answers as listed_answers

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def certain_answers(
    context: Context, step: Entry, certain: Callable[[str | None], bool | None]
) -> tuple[str, ...]:
    """The answers that the rules of a step leave; all if the rules depend on more than the answer."""
    left = named = listed_answers(step.node)
    for rule in context.entries("steps", step.name, "rules"):
        holds = certain(rule["when"].text if rule["when"] else None)
        if holds is False:
            continue
        kept = _kept(rule, left) if holds else {}
        if not kept or None in kept.values():
            return named
        left = tuple(one for one in left if kept[one]) or left
    return left


def _kept(rule: Entry, answers: tuple[str, ...]) -> dict[str, bool | None]:
    """Return which answers a rule keeps; empty if that depends on more, or cannot be parsed."""
    narrows = rule["keep"] or rule["only"]
    node = parser.tree(narrows.text) if narrows else None
    return {} if node is None else {one: _fits(node.children[0], one) for one in answers}


def _fits(node: Any, answer: str) -> bool | None:
    """Return whether an answer meets a condition; None if that depends on something else."""
    if node.data in ("same", "differs"):
        names = [str(child.children[0]) for child in node.children if child.data == "word"]
        if len(names) == len(node.children) and "answer" in names:
            return bool((answer in names) == (node.data == "same"))
        return None
    if node.data not in ("both", "either", "negate"):
        return None
    parts = [_fits(child, answer) for child in node.children]
    if None in parts:
        return None
    if node.data == "negate":
        return not parts[0]
    return all(parts) if node.data == "both" else any(parts)
