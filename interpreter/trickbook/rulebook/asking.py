"""Questions in words: who is asked for what, in which order, and what ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.concepts.reading import text, texts
from trickbook.rulebook.certainty import tree, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.concepts.reading import Entry
    from trickbook.rulebook.wording import Wording
    from trickbook.rulebook.writer import Writer


def settled(writer: Writer, entry: Entry) -> str:
    """The one answer that the rules of a question leave, as it is called; empty if there are more."""
    if sure := writer.certainty.answers.get(entry.name):
        return writer.choice(entry.name, sure[0])
    answers = texts(entry.node, "answers")
    for rule in writer.entries("steps", entry.name, "rules") if answers else ():
        node = tree(written(rule.node, "keep") or written(rule.node, "only") or "no")
        names = [str(child.children[0]) for child in node.children if getattr(child, "data", "") == "word"]
        certain = writer.certainty.said(written(rule.node, "when"))
        if certain and node.data == "same" and names[:1] == ["answer"] and names[1:] != []:
            return writer.wording.word(names[1]) if names[1] not in answers else ""
    return ""


def asked(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """Who is asked for what, how, and when it is over."""
    source, to = written(entry.node, "from"), written(entry.node, "to")
    cards = wording.text(source) if source else wording.word("hand")
    goal = wording.place(to) if to else ""
    seats = entry.need("ask").text
    if seats == "chance":
        count = amount(writer, entry, wording)
        yield writer.say("steps.chance_to" if goal else "steps.chance", count=count, cards=cards, to=goal)
        return
    who = _who(writer, seats, wording)
    if written(entry.node, "cards") is not None:
        count = amount(writer, entry, wording)
        free = "may_" if text(entry.node, "how") == "freely" else ""
        key = f"steps.{free}choose{'_to' if goal else ''}"
        yield writer.say(key, who=who, count=count, cards=cards, to=goal)
    elif number := written(entry.node, "number"):
        low, high = wording.reach(number)
        yield writer.say("steps.name_number", who=who, low=low, high=high)
    elif wording.settled and (sure := settled(writer, entry)):
        yield writer.say("steps.settled", who=who, answers=sure)
        return
    else:
        answers = (writer.choice(entry.name, answer) for answer in texts(entry.node, "answers"))
        yield writer.say("steps.answer", who=who, answers=writer.phrases.either(answers))
    yield from _how(writer, entry, wording)


def _who(writer: Writer, seats: str, wording: Wording) -> str:
    """Who is asked; of several each for itself."""
    if seats == "players":
        return writer.say("steps.everybody")
    group = tree(seats)
    if group.data == "negate":
        return writer.say("steps.each_but", who=wording.part(group.children[0], inside=True))
    who = wording.text(seats)
    return writer.say("steps.each", who=who) if group.data in ("both", "either") else who


def _how(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """In which order they answer, and what ends it early."""
    how, first = text(entry.node, "how") or "together", written(entry.node, "first")
    if entry.need("ask").text != "players" and how == "together":
        return
    begins = wording.text(first) if first else writer.say("steps.after_dealer")
    yield writer.say(f"steps.how.{how}", first=begins)
    if until := written(entry.node, "until"):
        yield writer.say("steps.until", until=wording.text(until))
    if again := written(entry.node, "again"):
        yield writer.say("steps.again", again=wording.text(again))


def amount(writer: Writer, entry: Entry, wording: Wording) -> str:
    """How many cards: one, so many, or from so many to so many."""
    low, high = wording.reach(written(entry.node, "cards") or "1")
    if low != high:
        near = low.isdecimal() and high.isdecimal() and int(high) - int(low) == 1
        return writer.say("steps.cards.either" if near else "steps.cards.range", low=low, high=high)
    return counted(writer, low)


def counted(writer: Writer, count: str) -> str:
    """One card, or so many; empty for none that is known."""
    return writer.say("steps.cards.one" if count == "1" else "steps.cards.some", count=count) if count else ""
