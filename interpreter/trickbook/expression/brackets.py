"""Brackets that are missing: `of` and `has` bind tighter than `and` and `or`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.mending import LONGEST, sound
from trickbook.expression.scope import Scope, extent
from trickbook.expression.types import Kind
from trickbook.problems import short

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.types import Term

JOINTS: Final = {"both": "and", "either": "or"}
"""What joins, and how it is written."""

HOLDING: Final = ("has", "has_no", "has_all", "has_only")
ENDING: Final = ("negate", "reckon", "minus", "power", "compare", "same", "differs")
"""What may end with a phrase that binds tighter."""

BEGINNING: Final = ("negate", "reckon", "power", "compare", "same", "differs", *HOLDING)
"""What may begin with cards that belong to the phrase before."""

COUNTED: Final = ("count", "rank", "worth")


def bracketed(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> str | None:
    """How to write it with the brackets that were likely meant; None if none are missing.

    `count of taken and hearts > 3` is about the hearts among the cards taken.
    """
    if not scope.text:
        return None
    silent = replace(scope, text="", report=lambda _problem: None)

    def is_cards(part: Any) -> bool:
        return read(part, silent).type.kind is Kind.CARDS

    parts = _parts(scope, node)
    for place, part in enumerate(parts[:-1]):
        inner = _tight(part)
        if inner is None or not is_cards(inner):
            continue
        last = _reach(parts[place + 1 :], is_cards)
        if last is not None:
            return _around(scope, node, _outside(scope, inner)[0], _outside(scope, last)[1])
    return None


def joined(scope: Scope, node: Any) -> bool:
    """Whether a part is joined of others, without brackets of its own."""
    return node.data in JOINTS and _outside(scope, node) == extent(node)


def _parts(scope: Scope, node: Any) -> list[Any]:
    """What `and` and `or` join outside brackets."""
    return [
        part
        for child in node.children
        for part in (_parts(scope, child) if joined(scope, child) else [child])
    ]


def _outside(scope: Scope, node: Any) -> tuple[int, int]:
    """The characters of a part together with the brackets round it."""
    begin, end = extent(node)
    before, after = scope.text[:begin].rstrip(), scope.text[end:].lstrip()
    while before.endswith("(") and after.startswith(")"):
        begin, end = len(before) - 1, len(scope.text) - len(after) + 1
        before, after = before[:-1].rstrip(), after[1:].lstrip()
    return begin, end


def _tight(part: Any) -> Any | None:
    """The cards at the end of a part that a number or a condition is made of."""
    while part.data in ENDING:
        part = part.children[-1]
    if part.data in HOLDING or (part.data == "of" and str(part.children[0]) in COUNTED):
        return part.children[-1]
    return None


def _reach(parts: list[Any], is_cards: Callable[[Any], bool]) -> Any | None:
    """The last of the cards that are joined to those before."""
    last = None
    for part in parts:
        first = part
        if is_cards(part):
            last = part
            continue
        while first.data in BEGINNING:
            first = first.children[0]
        if not is_cards(first):
            return last
        return first
    return last


def _around(scope: Scope, node: Any, begin: int, end: int) -> str | None:
    """The text of a part of the expression, with brackets."""
    start, stop = extent(node)
    text = scope.text
    whole = f"{text[start:begin]}({text[begin:end]}){text[end:stop]}"
    return f"write `{short(whole, LONGEST)}`" if sound(whole) else None
