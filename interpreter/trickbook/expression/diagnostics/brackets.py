"""Brackets that are missing: `of` and `has` bind tighter than `and` and `or`."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import and_
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.diagnostics.repair import LONGEST, sound
from trickbook.expression.parser import tree
from trickbook.expression.scope import Scope, extent, is_joined, outside
from trickbook.expression.types import Kind
from trickbook.problems import Place, Problem, short

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.types import Term

HOLDING: Final = ("has", "has_no", "has_all", "has_only")
ENDING: Final = ("negate", "reckon", "minus", "power", "compare", "same", "differs")
"""What may end with a phrase that binds tighter."""

BEGINNING: Final = ("negate", "reckon", "power", "compare", "same", "differs", *HOLDING)
"""What may begin with cards that belong to the phrase before."""

MOST_MORE: Final = 4
"""How often more brackets are looked for after the first ones."""

COUNTED: Final = ("count", "rank", "worth")


def bracketed(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> str | None:
    """Return how to write it with the brackets that were likely meant; None if none are missing.

    `count of taken and hearts > 3` is about the hearts among the cards taken.
    """
    found = _once(scope, node, read) if scope.text else None
    for _ in range(MOST_MORE):
        joined = tree(found) if found else None
        if joined is None or "mixed" not in _codes(scope, joined.children[0], read):
            break
        more = _once(scope._replace(text=found or ""), joined.children[0], read)
        found = more or found
    return f"write `{short(found, LONGEST)}`" if found else None


def _codes(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> set[str]:
    """Return what is wrong with an expression."""
    found: list[Problem] = []
    read(node, scope._replace(text="", report=found.append, place=lambda _begin, _end: Place("")))
    return {problem.code for problem in found}


def _once(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> str | None:
    """Return an expression with the first brackets that are missing."""
    silent = scope._replace(text="", report=lambda _problem: None)

    def is_cards(part: Any) -> bool:
        return read(part, silent).type.kind is Kind.CARDS

    parts = _parts(scope, node)
    for place, part in enumerate(parts[:-1]):
        tight = _tight(part)
        if tight is None or not is_cards(tight.children[-1]):
            continue
        last = _reach(parts[place + 1 :], is_cards)
        if last is None:
            continue
        reached = next((number for number, one in enumerate(parts) if one is last), place)
        cards = [tight.children[-1], *parts[place + 1 : reached + 1]]
        begin, end = outside(scope, cards[0])[0], outside(scope, last)[1]
        text = _each(scope, tight, cards, [read(one, silent).value for one in cards])
        if text:
            begin, text = extent(tight)[0], text if part is tight or text.endswith(")") else f"({text})"
        if whole := _written(scope, node, (begin, end), text or f"({scope.text[begin:end]})"):
            return whole
    return None


def _parts(scope: Scope, node: Any) -> list[Any]:
    """Return what `and` and `or` join outside brackets."""
    return [
        part
        for child in node.children
        for part in (_parts(scope, child) if is_joined(scope, child) else [child])
    ]


def _tight(part: Any) -> Any | None:
    """The end of a part that makes a number or a condition of the cards at its own end."""
    while part.data in ENDING:
        part = part.children[-1]
    return part if part.data in HOLDING or (part.data == "of" and str(part.children[0]) in COUNTED) else None


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
        if not is_cards(first) or (last is not None and part.data in HOLDING):
            return last
        return first
    return last


def _each(scope: Scope, tight: Any, cards: list[Any], values: list[Any]) -> str | None:
    """Return how to ask about each of some cards, where `and` joins what no card is all of: `has KS and QS`.

    A pile `has all` of single cards; of others it has some of each.
    """
    places = [outside(scope, one) for one in cards]
    joints = {scope.text[end:begin].strip() for (_, end), (begin, _) in pairwise(places)}
    if joints != {"and"} or not all(isinstance(value, int) for value in values) or reduce(and_, values):
        return None
    texts = [scope.text[begin:end] for begin, end in places]
    before = scope.text[extent(tight)[0] : places[0][0]].rstrip()
    if tight.data == "has" and any(value.bit_count() > 1 for value in values):
        return " and ".join(f"{before} {text}" for text in texts)
    return f"{before}{' all' if tight.data == 'has' else ''} ({' or '.join(texts)})"


def _written(scope: Scope, node: Any, place: tuple[int, int], text: str) -> str | None:
    """Return how to write a part of the expression with other characters in one place."""
    (start, stop), (begin, end) = extent(node), place
    whole = f"{scope.text[start:begin]}{text}{scope.text[end:stop]}"
    return whole if sound(whole) else None
