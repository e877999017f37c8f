"""Steps that are wrong: in what they ask, wait for, deal, play or go back to."""

from __future__ import annotations

import re
from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MOST_CARDS
from trickbook.engine.moves import DONE
from trickbook.engine.plays import MOST_PLAYS
from trickbook.expression.types import UNKNOWN
from trickbook.problems import Edit, Remedy, nearest, shown
from trickbook.problems.remedies import meant
from trickbook.sections.answers import MOST_ANSWERS, answered, answers, initials, levels
from trickbook.sections.steps import EVENTS
from trickbook.source import Listing, Mapping
from trickbook.source.nodes import added, at, is_on_one_line, joint, text, texts
from trickbook.texts.message import Message, listing

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


OTHER_EVENTS: Final = {
    "lead": Message("write `upon: play` and `when: count of trick is 1`"),
    "first_lead": Message("write `upon: play` and `when: count of played is 1`"),
    "score": Message("write `upon: end`"),
    "scoring": Message("write `upon: end`"),
    "round": Message("write `upon: trick`"),
}
"""What an event is called elsewhere."""


def unknown_event(
    context: Context, entry: Entry, event: str, steps: Sequence[str], waiting: Sequence[str]
) -> None:
    """Report an event that does not happen; ``waiting`` is what the step of its name waits for."""
    near = nearest(event, [*EVENTS, *steps])
    hint = OTHER_EVENTS.get(event) or Message("one of {list} or the name of a step", list=listing(EVENTS))
    if near:
        hint = meant(near)
    message, place = Message("there is no event {name}", name=shown(event)), at(entry.node, ("upon",)).place
    if waiting:
        message = Message("step {name} asks no player, so it is no event", name=shown(event))
        hint = Message("wait for what it waits for: {list}", list=listing(map(shown, waiting)))
    context.wrong("unknown-event", message, place, hint)


def never_waits(context: Context, entry: Entry, kind: str) -> None:
    """Report a step that cannot wait for its event."""
    if kind in ("play", "repeat", "end"):
        message = Message("step {name} cannot wait for an event", name=shown(entry.name))
        hint = Message("only steps that ask, deal and move cards can")
    else:
        message = Message("step {name} asks when the deal is over", name=shown(entry.name))
        hint = Message("ask before that: leave `upon:` out, and place the step after the tricks")
    context.wrong("upon", message, entry.place, hint)


def wrong_repeat(context: Context, entry: Entry, when: Term | None, places: abc.Mapping[str, int]) -> None:
    """Report a step that goes back to no earlier step, or always."""
    node, step = entry.need("repeat"), shown(entry.name)
    hint: Message | None = None
    earlier = [name for name in places if name != entry.name]
    if node.text not in earlier:
        if near := nearest(node.text, earlier):
            hint = meant(near)
        elif earlier:
            hint = Message("such as `repeat: {name}`", name=earlier[0])
        message = Message("step {name} goes back to no earlier step", name=step)
        context.wrong("bad-repeat", message, node.place, hint)
    else:
        place = entry.place if when is None else entry.need("when").place
        hint = Message("write `when:` and a condition") if when is None else None
        message = Message("step {name} goes back every time, so the deal never ends", name=step)
        context.wrong("bad-repeat", message, place, hint)


def wrong_end(context: Context, entry: Entry, when: Term | None) -> None:
    """Report a step that ends every deal, or has cards dealt anew after they were played."""
    step = shown(entry.name)
    if when is None or when.constant:
        place = entry.place if when is None else entry.need("when").place
        hint = Message("write `when:` and a condition") if when is None else None
        context.wrong("bad-end", Message("step {name} ends every deal", name=step), place, hint)
    else:
        message = Message("step {name} has cards dealt anew after they were played", name=step)
        hint = Remedy("write `end: unscored`, or place the step before the tricks", "unscored")
        context.wrong("bad-end", message, entry.need("end").place, hint)


def wrong_reach(context: Context, node: Scalar, key: str, low: Term, high: Term, most: int) -> None:
    """Report a range that is empty, too large, or of fewer than no cards."""
    hint, ends = None, {"number": low.value, "number_high": high.value}
    if key == "cards" and low.value < 0:
        message, hint = Message("nobody can choose {number} cards", number=low.value), _ranged(node.text)
    elif low.value > high.value:
        message = Message("there is no number from {number} to {number_high}", **ends)
    else:
        template = "from {number} to {number_high} are too many numbers; the limit is {number_most}"
        message = Message(template, **ends, number_most=f"{most:,}")
    context.wrong("bad-number", message, node.place, hint)


def _ranged(text: str) -> Message | None:
    """Return how to write a range that was written with a sign: ``0-3``."""
    found = _RANGE.fullmatch(text)
    span = f"{found[1]} to {found[2]}" if found else ""
    return Remedy("write `{range}` for a range", span, range=span) if span else None


def asked(context: Context, entry: Entry, keys: list[str], *, chance: bool) -> str | None:
    """The key that says what is asked for; None if none or several do, or if chance has no use for one."""
    step = Message("step {step}", step=shown(entry.name))
    if len(keys) != 1:
        template = "{what_step} needs one of `cards:`, `number:`, `answers:`"
        context.wrong("ask-what", Message(template, what_step=step), entry.place)
        return None
    idle = ("number", "answers", "how", "first", "until", "again", "always", "rules") if chance else ()
    once = not chance and text(entry.node, "how") in (None, "together")
    if useless := next((key for key in ("first", "until") if once and entry[key]), None):
        template = "{what_step}: everybody answers at once, so `{key}` has no effect"
        hint = _either(entry, "how: in_turn", "how: freely")
        context.wrong("ask-what", Message(template, what_step=step, key=f"{useless}:"), entry.place, hint)
    if entry["again"] and text(entry.node, "how") == "freely":
        template = "{what_step}: a question asked freely has no rounds to repeat with `again:`"
        hint = _either(entry, "how: in_turn", "how: together")
        context.wrong("ask-what", Message(template, what_step=step), entry.place, hint)
    if text(entry.node, "how") == "freely" and DONE in answers(entry.node):
        template = "{what_step}: whoever has no more to say is `done`, so no answer can be called so"
        context.wrong(
            "ask-what",
            Message(template, what_step=step),
            entry.place,
            Message("give the answer another name"),
        )
    if text(entry.node, "always") == "yes" and not chance and keys[0] == "cards":
        template = "{what_step}: cards are asked for even if there is nothing to choose from"
        place, hint = entry.need("always").place, Message("remove `always:`")
        context.wrong("ask-what", Message(template, what_step=step), place, hint)
    if useless := next((key for key in idle if key in entry.node.entries), None):
        template = "{what_step}: chance only draws cards, so `{key}` has no effect"
        context.wrong("ask-what", Message(template, what_step=step, key=f"{useless}:"), entry.place)
        return None
    return keys[0]


def _either(entry: Entry, one: str, other: str) -> Message:
    edit = None if entry["how"] else added(entry.node, one)
    return Remedy("write `{one}` or `{other}`", edit, one=one, other=other)


def wrong_ladders(context: Context, entry: Entry) -> None:
    """Report every ladder of a question that is wrong, and each answer that stands in it twice."""
    node = entry.node.entries["answers"].node
    if not isinstance(node, Listing):
        return
    before, first = len(context.problems), set[str]()
    for item in node.items:
        if isinstance(item, Mapping) and "levels" in item.entries:
            _wrong_ladder(context, item)
        for name in answered(item):
            if name in first and len(context.problems) == before:
                _repeated(context, name, item.place)
            first.add(name)
    if len(answers(entry.node)) > MOST_ANSWERS:
        message = Message("these are too many answers; the limit is {number_most}", number_most=MOST_ANSWERS)
        context.wrong("bad-number", message, node.place, Message("write `by: 10`, or ask for a `number:`"))


def _wrong_ladder(context: Context, item: Mapping) -> None:
    found, places = levels(item), {key: pair.node.place for key, pair in item.entries.items()}
    if not found or found != sorted(set(found)):
        message = Message("these levels do not rise: {text}", text=listing(texts(item, "levels")))
        hint = Message("write `levels: 1 to 7`, or a list from low to high")
        context.wrong("bad-ladder", message, places["levels"], hint)
    if len(texts(item, "levels")) > 1 and "by" in places:
        place = item.entries["by"].key_place
        context.wrong(
            "bad-ladder", Message("levels that are listed have no `by:`"), place, Message("leave `by:` out")
        )
    strains, written = texts(item, "of"), texts(item, "written")
    if written and len(written) != len(strains):
        message = Message(
            "there are {number} strains in `of:` and {number_other} in `written:`",
            number=len(strains),
            number_other=len(written),
        )
        context.wrong("bad-ladder", message, places["written"], Message("write one for each, in order"))
    letters = [] if written else [*map(initials, strains)]
    if twice := next((letter for letter in letters if letters.count(letter) > 1), None):
        message = Message("several strains would be written {name}", name=shown(twice))
        context.wrong("bad-ladder", message, places["of"], Message("say how, by `written: [C, D, H, S, NT]`"))


def _repeated(context: Context, name: str, place: Place) -> None:
    context.wrong(
        "duplicate-item",
        Message("{name} is an answer twice", name=shown(name)),
        place,
        Message("leave one of them out"),
    )


def amiss(context: Context, step: DealStep, goal: Destination) -> None:
    """Tell what is wrong with a step that deals."""
    entry, name = step.entry, goal.pile.name
    if goal.seats:
        node = entry.need("deal")
        seats = node.text.partition(" of ")[2].strip()
        whose = f"to: {seats.removeprefix('(').removesuffix(')')}"
        is_alone = is_on_one_line(node) and "to" not in entry.node.entries
        edit = Edit(f"{name}{joint(entry.node)}{whose}", node.place) if is_alone else None
        remedy = Remedy("write {word}", edit, word=shown(f"deal: {name}, {whose}"))
        context.wrong(
            "wrong-type", Message("`deal:` names the pile, and `to:` the seats"), node.place, remedy
        )
    if goal.pile.owned:
        if step.first and not goal.seats:
            message = Message(
                "step {step}: all are dealt alike, so `first:` has no effect", step=shown(entry.name)
            )
            hint = Message("it counts with several piles, `from: [aside, turned]`, or with `uneven: yes`")
            context.wrong("deal-order", message, entry.need("first").place, hint)
        return
    needs = step.each is not None and "player" in step.each.reads
    keys = {"to": step.who, "first": step.first, "uneven": step.uneven, "each": needs}
    for key in (key for key, value in keys.items() if value):
        template = "step {step} deals to `{pile}`, which belongs to nobody"
        message = Message(template, step=shown(entry.name), pile=name)
        hint = Message("leave `{key}:` out", key=key)
        if key == "each":
            hint = Message("write how many cards, such as `each: 3`")
        context.wrong("deal-order", message, entry.need(key).place, hint)


def countable(context: Context, entry: Entry, low: Term, high: Term) -> None:
    """Plays of several cards are few enough to be looked at one by one."""
    node, hand = entry.need("cards"), context.layout.deck.cards.bit_count() // context.layout.seats
    if UNKNOWN in (low.type, high.type):
        return
    if not (low.constant and high.constant):
        message = Message("how many cards make a play is fixed before the first deal")
        context.wrong(
            "not-fixed", message, node.place, Message("give the most here, and narrow plays with `only:`")
        )
        return
    sizes = range(max(low.value, 1), min(high.value, hand) + 1)
    span = Message("{number_low} to {number_high}", number_low=low.value, number_high=high.value)
    if low.value < 1 or low.value > high.value:
        context.wrong(
            "bad-number", Message("a play has at least one card, and not {what}", what=span), node.place
        )
    elif high.value > MOST_CARDS:
        context.wrong(
            "bad-number",
            Message("a play has at most {number} cards, and not {what}", number=MOST_CARDS, what=span),
            node.place,
        )
    elif sum(comb(hand, size) for size in sizes) > MOST_PLAYS:
        message = Message(
            "plays of {what} cards out of {number} are too many; the limit is {number_most}",
            what=span,
            number=hand,
            number_most=MOST_PLAYS,
        )
        context.wrong("too-many-plays", message, node.place)
