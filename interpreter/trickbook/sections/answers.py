"""``answers`` of a question, from low to high: names, numbers, names with a level, ladders of bids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.expression.bids import Bid
from trickbook.expression.types import CARDS, CONDITION, NUMBER, Kind, Type
from trickbook.problems import Problem, nearest, shown
from trickbook.problems.remedies import meant
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.sections.context import Context
    from trickbook.source import Node
    from trickbook.source.nodes import Entry

MOST_ANSWERS: Final = 200
"""How many answers a question may offer by name."""

RANGE: Final = re.compile(r"\s*([0-9]{1,99})(?:\s+to\s+([0-9]{1,99}))?\s*")
"""The levels of a ladder: ``1 to 7``, or one of them."""


def answers(node: Mapping) -> tuple[str, ...]:
    """The answers to a question, from low to high; those with a level are bids."""
    listed = node.get("answers")
    if not isinstance(listed, Listing):
        return texts(node, "answers")
    return tuple(name for item in listed.items for name in answered(item))[: MOST_ANSWERS + 1]


def check(context: Context, entry: Entry) -> None:
    """Report what is wrong with the answers to a question, and names given to none of those inherited."""
    found, names = entry.node.entries["answers"].node, answers(entry.node)
    called = entry.node.get("names")
    if isinstance(called, Mapping):
        files = {file: number for number, file in enumerate(context.texts)}
        since = files.get(found.place.file, 0)
        odd = strange_names(entry.node, called)
        later = (one for one in odd if one.place and files.get(one.place.file, 0) > since)
        context.problems.extend(later)
    ladders = isinstance(found, Listing) and any(isinstance(item, Mapping) for item in found.items)
    if ladders or len(set(names)) < len(names):
        from trickbook.sections.diagnostics.steps import wrong_ladders

        wrong_ladders(context, entry)


def answered(item: Node) -> Iterator[str]:
    """The answers that an item of the list stands for."""
    if isinstance(item, Mapping):
        yield from ladder(item) if "levels" in item.entries else _levelled(item)
    elif isinstance(item, Scalar) and item.value is not None:
        yield Bid(item.text, int(item.text)) if item.text.isdecimal() else item.text


def _levelled(item: Mapping) -> Iterator[str]:
    for name, pair in item.entries.items():
        if isinstance(pair.node, Scalar) and pair.node.text.isdecimal():
            yield Bid(name, int(pair.node.text))


def ladder(item: Mapping) -> Iterator[Bid]:
    """The bids of a ladder: each level in each strain, in the order of the strains."""
    strains = texts(item, "of")
    letters = texts(item, "written") or tuple(map(initials, strains))
    for level in levels(item):
        if not strains:
            yield Bid(str(level), level)
        for strain, letter in zip(strains, letters, strict=False):
            yield Bid(f"{level}{letter}", level, strain)


def levels(item: Mapping) -> list[int]:
    """The levels of a ladder, as far as they are numbers."""
    if len(listed := texts(item, "levels")) != 1:
        return [int(level) for level in listed if RANGE.fullmatch(level) and level.isdecimal()]
    span, step = RANGE.fullmatch(listed[0]), text(item, "by") or "1"
    if span is None or not RANGE.fullmatch(step) or not step.isdecimal() or int(step) == 0:
        return []
    last = int(span[1] if span[2] is None else span[2])
    return list(range(int(span[1]), last + 1, int(step))[: MOST_ANSWERS + 1])


def initials(strain: str) -> str:
    """How a strain is written behind its level, if nothing else is said: ``no_trump`` as ``NT``."""
    return "".join(part[:1].upper() for part in strain.split("_"))


def strains(node: Mapping) -> tuple[str, ...]:
    """The strains of all bids that answer a question."""
    return tuple(dict.fromkeys(one.strain for one in answers(node) if isinstance(one, Bid) and one.strain))


def strange_names(step: Mapping, called: Mapping) -> Iterator[Problem]:
    """Yield a problem for each name at the table that is no answer's of the question."""
    known = [*answers(step), *strains(step)]
    for name, entry in called.entries.items():
        if name not in known:
            near = nearest(name, known)
            hint = Message("they are {list}", list=listing(map(shown, known)))
            if near:
                hint = meant(near)
            message = Message("{name} is not an answer to this question", name=shown(name))
            yield Problem("not-a-choice", message, entry.key_place, hint)


def answer_type(node: Mapping) -> Type:
    """The type of the answers to a question."""
    names = answers(node)
    if set(names) == {"yes", "no"}:
        return CONDITION
    if names:
        return Type(Kind.CHOICE, names)
    return CARDS if "number" not in node.entries or text(node, "number") is None else NUMBER
