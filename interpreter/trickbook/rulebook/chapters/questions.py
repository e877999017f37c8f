"""Questions in words: who is asked, for what, in which order, and what ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.sections.answers import answered
from trickbook.sections.answers import answers as listed_answers
from trickbook.source import Listing, Mapping
from trickbook.source.nodes import text, texts

PAIR = 2
"""A rule that keeps one of this many answers leaves exactly one."""

SINGLE: Final = frozenset({"dealer", "leader", "taker"})
"""The words for one player, or for nobody."""

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.expressions.certainty import Certainty
    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def settled_answer(writer: Writer, entry: Entry) -> str:
    """The display name of the only answer that the rules leave; empty if there are more."""
    if sure := writer.certainty.answers.get(entry.name):
        return writer.phrases.choice(entry.name, sure[0])
    answers = listed_answers(entry.node)
    for rule in writer.entries("steps", entry.name, "rules") if answers else ():
        node = tree(written(rule.node, "keep") or written(rule.node, "only") or "no")
        names = [str(child.children[0]) for child in node.children if getattr(child, "data", "") == "word"]
        certain = writer.certainty.said(written(rule.node, "when"))
        if certain and node.data == "same" and names[:1] == ["answer"] and names[1:] != []:
            return writer.wording.word(names[1]) if names[1] not in answers else ""
    return ""


def leaves_one_answer(writer: Writer, entry: Entry) -> bool:
    """Return whether the rules of a question always leave one of two answers, which may vary."""
    answers, rules = listed_answers(entry.node), list(writer.entries("steps", entry.name, "rules"))
    if len(answers) != PAIR or entry.name in writer.certainty.answers or not rules:
        return False
    node = tree(written(rules[-1].node, "keep") or "no")
    names = {str(child.children[0]) for child in node.children if getattr(child, "data", "") == "word"}
    last = node.data == "same" and "answer" in names and names & set(answers) != set()
    return last and bool(writer.certainty.said(written(rules[-1].node, "when")))


def question_text(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """Yield who is asked, for what, how, and what ends the question."""
    seats = entry.need("ask").text
    if seats == "chance":
        source, to = written(entry.node, "from"), written(entry.node, "to")
        cards = wording.text(source) if source else wording.word("hand")
        goal, count = wording.place(to) if to else "", card_count(writer, entry, wording)
        yield writer.say("steps.chance_to" if goal else "steps.chance", count=count, cards=cards, to=goal)
        return
    who = seats_text(writer, seats, wording)
    may = "may_" if text(entry.node, "how") == "freely" else ""
    if written(entry.node, "cards") is not None:
        yield _cards(writer, entry, wording, who)
    elif number := written(entry.node, "number"):
        low, high = wording.reach(number)
        yield writer.say(f"steps.{may}name_number", who=who, low=low, high=high)
    else:
        key, answers = _answers(writer, entry, wording)
        yield writer.say(f"steps.{may}{key}" if key == "answer" else f"steps.{key}", who=who, answers=answers)
        if key != "answer":
            return
    yield from _how(writer, entry, wording)
    if text(entry.node, "always") == "yes":
        yield writer.say("steps.always")


def _cards(writer: Writer, entry: Entry, wording: Wording, who: str) -> str:
    """Return who chooses how many cards from where, and where they go."""
    source, to = written(entry.node, "from"), written(entry.node, "to")
    cards = wording.text(source) if source else wording.word("hand")
    count = card_count(writer, entry, wording)
    free = text(entry.node, "how") == "freely"
    if not free and (receiver := _receiver(to)) is not None:
        return writer.say(
            "steps.give", who=who, count=count, cards=cards, to=wording.whose(receiver, to or "")
        )
    key = f"steps.{'may_' if free else ''}choose{'_to' if to else ''}"
    return writer.say(key, who=who, count=count, cards=cards, to=wording.place(to) if to else "")


def _answers(writer: Writer, entry: Entry, wording: Wording) -> tuple[str, str]:
    """The phrase for the answers, and the answers."""
    if wording.settled and (sure := settled_answer(writer, entry)):
        return "settled" if entry.name in writer.certainty.answers else "by", sure
    answers = _offered(writer, entry)
    return "ruled" if wording.settled and leaves_one_answer(
        writer, entry
    ) else "answer", writer.phrases.either(answers)


def _offered(writer: Writer, entry: Entry) -> Iterator[str]:
    """The answers; of a ladder, the first bids and the highest one."""
    listed = entry.node.entries["answers"].node
    for item in listed.items if isinstance(listed, Listing) else (listed,):
        names = [writer.choice(entry.name, answer) for answer in answered(item)]
        if len(names) > 1 and isinstance(item, Mapping) and "levels" in item.entries:
            steps = len(texts(item, "of")) + 1
            if 2 < steps < len(names):  # noqa: PLR2004 - a ladder of one strain is a row of numbers
                first = writer.phrases.listed(names[:steps])
                yield writer.say("steps.ladder_of_strains", first=first, high=names[-1])
            else:
                yield writer.say("steps.ladder", low=names[0], high=names[-1])
        else:
            yield from names


def seats_text(writer: Writer, seats: str, wording: Wording) -> str:
    """The seats that are asked."""
    if seats == "players":
        return writer.say("steps.everybody")
    group = tree(seats)
    if group.data == "negate":
        return writer.say("steps.each_but", who=wording.part(group.children[0], inside=True))
    who = wording.text(seats)
    return writer.say("steps.each", who=who) if group.data in ("both", "either") else who


def _how(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """The order of the answers, and what ends the question early."""
    how, first = text(entry.node, "how") or "together", written(entry.node, "first")
    if entry.need("ask").text != "players" and how == "together":
        return
    if how == "freely" and writer.says(entry.node):
        return  # the ruleset tells it better
    if how != "in_turn" or not _is_one(writer.certainty, tree(entry.need("ask").text)):
        begins = wording.text(first) if first else writer.say("steps.after_dealer")
        yield writer.say(f"steps.how.{how}", first=begins)
    if writer.says(entry.node):
        return
    if until := written(entry.node, "until"):
        yield writer.say("steps.until", until=wording.text(until))
    again = written(entry.node, "again")
    if again and writer.certainty.said(again) is not False:
        yield writer.say("steps.again", again=wording.text(again))


def card_count(writer: Writer, entry: Entry, wording: Wording) -> str:
    """The number of cards: one, a number, or a range."""
    low, high = wording.reach(written(entry.node, "cards") or "1")
    if wording.settled and high.isdecimal() and (most := _most(writer, entry)):
        high = str(min(int(high), most))
    if low != high:
        near = low.isdecimal() and high.isdecimal() and int(high) - int(low) == 1
        return writer.say("steps.cards.either" if near else "steps.cards.range", low=low, high=high)
    reckoned = tree(written(entry.node, "cards") or "1", "range").children[0].data == "reckon"
    return counted_cards(
        writer, writer.say("join.bracketed", text=low) if reckoned and not low.isdecimal() else low
    )


def _receiver(to: str | None) -> Any | None:
    """The seats whose hands receive the cards; None for other piles."""
    name, seats = tree(to, "place").children if to else ("", None)
    return seats if str(name) == "hand" else None


def _most(writer: Writer, entry: Entry) -> int:
    """The largest number of cards to choose from, if they are named; else 0."""
    named = writer.certainty.within(written(entry.node, "from") or "hand")
    return 0 if named is None else named.bit_count()


def counted_cards(writer: Writer, count: str) -> str:
    """A number of cards in words; empty if unknown."""
    return writer.say("steps.cards.one" if count == "1" else "steps.cards.some", count=count) if count else ""


def _is_one(certainty: Certainty, node: Any) -> bool:
    """Return whether seats are a single one by their form: a seat, its neighbour, or the one that is it."""
    if node.data == "word":
        name = str(node.children[0])
        return name in SINGLE or (name in certainty.words and _is_one(certainty, tree(certainty.words[name])))
    if node.data == "reckon":
        return _is_one(certainty, node.children[0])
    if node.data == "choose":
        return all(_is_one(certainty, way) for way in node.children[1:])
    if node.data == "where":
        return _is_about_one(certainty, node.children[1])
    return bool(node.data == "seat")


def _is_about_one(certainty: Certainty, node: Any) -> bool:
    """Return whether a condition holds for one player only."""
    if node.data == "word":
        name = str(node.children[0])
        return name in certainty.words and _is_about_one(certainty, tree(certainty.words[name]))
    if node.data == "choose":
        return all(_is_about_one(certainty, way) for way in node.children[1:])
    if node.data == "both":
        return any(_is_about_one(certainty, part) for part in node.children)
    if node.data != "same" or node.children[0].data != "word":
        return False
    return str(node.children[0].children[0]) == "player" and _is_one(certainty, node.children[1])
