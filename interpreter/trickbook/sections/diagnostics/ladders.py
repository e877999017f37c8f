"""Ladders of bids that have no rungs, too many, or the same one twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import shown
from trickbook.sections.answers import MOST_ANSWERS, answered, answers, initials, levels
from trickbook.source import Listing, Mapping
from trickbook.source.nodes import texts

if TYPE_CHECKING:
    from trickbook.problems import Place
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def wrong_ladders(context: Context, entry: Entry) -> None:
    """Report every ladder of a question that is wrong, and each answer that stands in it twice."""
    node = entry.node.entries["answers"].node
    if not isinstance(node, Listing):
        return
    told, first = len(context.problems), set[str]()
    for item in node.items:
        if isinstance(item, Mapping) and "levels" in item.entries:
            _wrong_ladder(context, item)
        for name in answered(item):
            if name in first and len(context.problems) == told:
                _repeated(context, name, item.place)
            first.add(name)
    if len(answers(entry.node)) > MOST_ANSWERS:
        message = f"these are too many answers; the limit is {MOST_ANSWERS}"
        context.wrong("bad-number", message, node.place, "write `by: 10`, or ask for a `number:`")


def _wrong_ladder(context: Context, item: Mapping) -> None:
    found, places = levels(item), {key: pair.node.place for key, pair in item.entries.items()}
    if not found or found != sorted(set(found)):
        message = f"these levels do not rise: {', '.join(texts(item, 'levels'))}"
        hint = "write `levels: 1 to 7`, or a list from low to high"
        context.wrong("bad-ladder", message, places["levels"], hint)
    if len(texts(item, "levels")) > 1 and "by" in places:
        place = item.entries["by"].key_place
        context.wrong("bad-ladder", "levels that are listed have no `by:`", place, "leave `by:` out")
    strains, written = texts(item, "of"), texts(item, "written")
    if written and len(written) != len(strains):
        message = f"there are {len(strains)} strains in `of:` and {len(written)} in `written:`"
        context.wrong("bad-ladder", message, places["written"], "write one for each, in order")
    letters = [] if written else [*map(initials, strains)]
    if twice := next((letter for letter in letters if letters.count(letter) > 1), None):
        message = f"several strains would be written {shown(twice)}"
        context.wrong("bad-ladder", message, places["of"], "say how, by `written: [C, D, H, S, NT]`")


def _repeated(context: Context, name: str, place: Place) -> None:
    context.wrong("duplicate-item", f"{shown(name)} is an answer twice", place, "leave one of them out")
