"""Steps that are wrong: in what they ask, wait for, deal, play or go back to."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MOST_CARDS
from trickbook.engine.answers import DONE
from trickbook.engine.plays import MOST_PLAYS
from trickbook.expression.types import UNKNOWN
from trickbook.problems import nearest, shown
from trickbook.sections.answers import MOST_ANSWERS, answered, answers, initials, levels
from trickbook.sections.steps import EVENTS
from trickbook.source import Listing, Mapping
from trickbook.source.nodes import at, text, texts

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Sequence

    from trickbook.engine.deal import DealStep, Destination
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.sections.context import Context
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry

_RANGE: Final = re.compile(r"\s*([0-9]+)\s*-\s*([0-9]+)\s*")
"""A range as it is written elsewhere; here it subtracts."""


def unknown_event(context: Context, entry: Entry, event: str, steps: Sequence[str]) -> None:
    """Report an event that is none of those that happen."""
    near = nearest(event, [*EVENTS, *steps])
    hint = f"did you mean `{near}`?" if near else f"one of {', '.join(EVENTS)} or the name of a step"
    place = at(entry.node, ("upon",)).place
    context.wrong("unknown-event", f"there is no event {shown(event)}", place, hint)


def never_waits(context: Context, entry: Entry, kind: str) -> None:
    """Report a step that cannot wait for its event."""
    if kind in ("play", "repeat", "end"):
        message = f"step {shown(entry.name)} cannot wait for an event"
        hint = "only steps that ask, deal and move cards can"
    else:
        message = f"step {shown(entry.name)} asks when the deal is over"
        hint = "ask before that: leave `upon:` out, and place the step after the tricks"
    context.wrong("upon", message, entry.place, hint)


def wrong_repeat(context: Context, entry: Entry, when: Term | None, places: abc.Mapping[str, int]) -> None:
    """Report a step that goes back to no earlier step, or always."""
    node, step = entry.need("repeat"), f"step {shown(entry.name)}"
    earlier = [name for name in places if name != entry.name]
    if node.text not in earlier:
        near = nearest(node.text, earlier)
        hint = f"did you mean `{near}`?" if near else f"such as `repeat: {earlier[0]}`" if earlier else None
        context.wrong("bad-repeat", f"{step} goes back to no earlier step", node.place, hint)
    else:
        place = entry.place if when is None else entry.need("when").place
        hint = "write `when:` and a condition" if when is None else None
        context.wrong("bad-repeat", f"{step} goes back every time, so the deal never ends", place, hint)


def wrong_end(context: Context, entry: Entry, when: Term | None) -> None:
    """Report a step that ends every deal, or has cards dealt anew after they were played."""
    step = f"step {shown(entry.name)}"
    if when is None or when.constant:
        place = entry.place if when is None else entry.need("when").place
        hint = "write `when:` and a condition" if when is None else None
        context.wrong("bad-end", f"{step} ends every deal", place, hint)
    else:
        hint = "write `end: unscored`, or place the step before the tricks"
        place = entry.need("end").place
        context.wrong("bad-end", f"{step} has cards dealt anew after they were played", place, hint)


def wrong_reach(context: Context, node: Scalar, key: str, low: Term, high: Term, most: int) -> None:
    """Report a range that is empty, too large, or of fewer than no cards."""
    hint = None
    if key == "cards" and low.value < 0:
        message, hint = f"nobody can choose {low.value} cards", _ranged(node.text)
    elif low.value > high.value:
        message = f"there is no number from {low.value} to {high.value}"
    else:
        message = f"from {low.value} to {high.value} are too many numbers; the limit is {most:,}"
    context.wrong("bad-number", message, node.place, hint)


def _ranged(text: str) -> str | None:
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


def amiss(context: Context, step: DealStep, goal: Destination) -> None:
    """Tell what is wrong with a step that deals."""
    entry, name = step.entry, goal.pile.name
    if goal.seats:
        node = entry.need("deal")
        seats = node.text.partition(" of ")[2].strip()
        hint = f"write `deal: {name}, to: {seats.removeprefix('(').removesuffix(')')}`"
        context.wrong("wrong-type", "`deal:` names the pile, and `to:` the seats", node.place, hint)
    if goal.pile.owned:
        if step.first and not goal.seats:
            message = f"step {shown(entry.name)}: all are dealt alike, so `first:` has no effect"
            hint = "it counts with several piles, `from: [aside, turned]`, or with `uneven: yes`"
            context.wrong("deal-order", message, entry.need("first").place, hint)
        return
    needs = step.each is not None and "player" in step.each.reads
    keys = {"to": step.who, "first": step.first, "uneven": step.uneven, "each": needs}
    for key in (key for key, told in keys.items() if told):
        message = f"step {shown(entry.name)} deals to `{name}`, which belongs to nobody"
        hint = "write how many cards, such as `each: 3`" if key == "each" else f"leave `{key}:` out"
        context.wrong("deal-order", message, entry.need(key).place, hint)


def countable(context: Context, entry: Entry, low: Term, high: Term) -> None:
    """Plays of several cards are few enough to be looked at one by one."""
    node, hand = entry.need("cards"), context.layout.deck.cards.bit_count() // context.layout.seats
    if UNKNOWN in (low.type, high.type):
        return
    if not (low.constant and high.constant):
        message = "how many cards make a play is fixed before the first deal"
        context.wrong("not-fixed", message, node.place, "give the most here, and narrow plays with `only:`")
        return
    sizes, span = range(max(low.value, 1), min(high.value, hand) + 1), f"{low.value} to {high.value}"
    if low.value < 1 or low.value > high.value:
        context.wrong("bad-number", f"a play has at least one card, and not {span}", node.place)
    elif high.value > MOST_CARDS:
        context.wrong("bad-number", f"a play has at most {MOST_CARDS} cards, and not {span}", node.place)
    elif sum(comb(hand, size) for size in sizes) > MOST_PLAYS:
        message = f"plays of {span} cards out of {hand} are too many; the limit is {MOST_PLAYS}"
        context.wrong("too-many-plays", message, node.place)
