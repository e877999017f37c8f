"""The givens of an example: facts, answers and metrics, by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import MARK
from trickbook.expression.types import Kind
from trickbook.rulebook.expressions.card_sets import card_set_text
from trickbook.rulebook.expressions.grammar_forms import number_text
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.stories import fragments
from trickbook.rulebook.writer import spaced
from trickbook.source import Listing, Mapping, Scalar, plain
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.engine.facts import Fact
    from trickbook.rulebook.writer import Writer
    from trickbook.source import Node


def is_given(node: Node) -> bool:
    """Return whether a node has a value."""
    return not isinstance(node, Mapping) or bool(node.entries)


def facts(writer: Writer, node: Node) -> Iterator[str]:
    """Each fact with its value, by seat where each seat has its own."""
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        fact = next((fact for fact in writer.compiled.facts if fact.name == name), None)
        values = _values(writer, name, entry.node, fact)
        names = [_value(writer, value, fact) for value in values]
        if len(names) == 1:
            yield _single(writer, name, names[0])
        elif set(values) <= {"yes", "no"}:
            yield _holders(writer, writer.called(name), values)
        else:
            yield _owned(writer, writer.called(name), names)


def metrics(writer: Writer, node: Node) -> Iterator[str]:
    """The metrics of each seat; for a condition, the seats for which it is true."""
    measured = {metric.entry.name: metric for metric in writer.compiled.metrics}
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        metric = measured[name]
        called = text(metric.entry.node, "name", writer.phrases.language) or spaced(name)
        values = [plain(item) for item in fragments.items(entry.node)]
        if metric.what.type.kind is Kind.CONDITION:
            yield _holders(writer, called, ["yes" if value else "no" for value in values])
        else:
            yield _owned(writer, called, [*map(number_text, values)])


def _owned(writer: Writer, called: str, values: Sequence[str]) -> str:
    """The value of each seat."""
    if len(set(values)) == 1:
        return writer.say("examples.fact.alike", name=called, value=values[0])
    owned = (
        writer.say("examples.fact.whose", seat=seat(writer.wording, at), value=one)
        for at, one in enumerate(values)
    )
    return writer.say("examples.fact.is", name=called, value=writer.phrases.listed(owned))


def _holders(writer: Writer, called: str, values: Sequence[str]) -> str:
    """The seats for which a condition is true."""
    seats = [seat(writer.wording, place) for place, value in enumerate(values) if value == "yes"]
    who = writer.phrases.listed(seats) if seats else writer.say("values.nobody")
    if len(seats) == len(values):
        who = writer.say("values.everybody")
    return writer.say("examples.fact.holds", name=called, seats=who)


def _single(writer: Writer, name: str, value: str) -> str:
    if value in (yes := writer.say("values.yes"), writer.say("values.no")):
        return writer.say(
            "author.condition" if value == yes else "author.not_condition", name=writer.called(name)
        )
    return writer.say("examples.fact.is", name=writer.called(name), value=value)


def _values(writer: Writer, name: str, node: Node, fact: Fact | None) -> Sequence[str]:
    """The values as written: one for each seat, or a single one."""
    parts = [item.text for item in fragments.items(node) if isinstance(item, Scalar)]
    asked = any(
        step.name == name and step["ask"] is not None for step in writer.compiled.context.entries("steps")
    )
    whole = " ".join(parts)
    if (fact.owned if fact else asked) and len(whole.split()) == writer.compiled.layout.seats:
        return whole.split()
    return (whole,)


def _value(writer: Writer, value: str, fact: Fact | None) -> str:
    """A value in words: a seat, yes or no, cards, a number, or a choice."""
    if value in ("yes", "no", "nobody"):
        return writer.say(f"values.{value}")
    if fact is not None and fact.type.kind is Kind.SEATS and value.isdecimal():
        return seat(writer.wording, int(value))
    if value and all(fragments.card(writer, one) for one in value.split()):
        deck = writer.compiled.deck
        cards = 0
        for one in value.split():
            cards |= deck.copies[deck.name(one.partition("@")[0].removesuffix(MARK))]
        return card_set_text(deck, cards, writer.phrases)
    return fragments.answer(writer, value)


def answers(writer: Writer, node: Node) -> str:
    """The seats with their answers, or possible answers."""
    pairs = node.entries.items() if isinstance(node, Mapping) else ()
    told = (
        writer.say("join.colon", a=fragments.owner(writer, key), b=_answer(writer, entry.node))
        for key, entry in pairs
    )
    return writer.say("join.parts").join(told)


def _answer(writer: Writer, node: Node) -> str:
    if isinstance(node, Mapping):
        pairs = node.entries.items()
        return writer.phrases.listed(
            writer.say("examples.setting", name=writer.quoted(name), value=_answer(writer, entry.node))
            for name, entry in pairs
        )
    if isinstance(node, Listing):
        return writer.say("steps.or").join(_answer(writer, item) for item in node.items)
    return fragments.answer(writer, node.text)
