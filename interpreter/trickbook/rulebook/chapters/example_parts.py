"""The parts of an example in words: what it gives, and what it expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import MARK
from trickbook.examples.values import OPEN
from trickbook.expression.types import UNKNOWN, Kind
from trickbook.problems import TrickbookError
from trickbook.rulebook.chapters import example_words as words
from trickbook.rulebook.chapters import players_and_deck
from trickbook.rulebook.expressions.card_sets import card_set_text, signed_card
from trickbook.rulebook.expressions.grammar_forms import number_text
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.writer import spaced
from trickbook.sections.answers import answers as offered
from trickbook.sections.conversion import NamedValue, named_value
from trickbook.source import Listing, Mapping, Scalar, plain
from trickbook.source.nodes import text
from trickbook.texts.phrases import STOPS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.writer import Writer
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node


def is_given(node: Node) -> bool:
    """Return whether a node has a value."""
    return not isinstance(node, Mapping) or bool(node.entries)


def facts(writer: Writer, node: Node) -> Iterator[str]:
    """Each fact with its value, by seat where each seat has its own."""
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        known = _known(writer, name, entry.node)
        each = words.items(entry.node) if known.owned else (entry.node,)
        if not known.owned:
            yield _single(writer, name, _value(writer, known, entry.node))
        elif set(texts := [getattr(one, "text", "") for one in each]) <= {"yes", "no"}:
            yield _holders(writer, writer.called(name), texts)
        else:
            yield _owned(writer, writer.called(name), [_value(writer, known, one) for one in each])


def metrics(writer: Writer, node: Node) -> Iterator[str]:
    """The metrics of each seat; for a condition, the seats for which it is true."""
    measured = {metric.entry.name: metric for metric in writer.compiled.metrics}
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        metric = measured[name]
        called = text(metric.entry.node, "name", writer.phrases.language) or spaced(name)
        values = [plain(item) for item in words.items(entry.node)]
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


def _known(writer: Writer, name: str, node: Node) -> NamedValue:
    """The fact, answer or word of that name; its type is unknown if it exists by other options only."""
    try:
        return named_value(writer.compiled, name)
    except TrickbookError:
        owned = isinstance(node, Listing) and len(node.items) == writer.compiled.layout.seats
        return NamedValue(UNKNOWN, owned, answer=True)


def _value(writer: Writer, known: NamedValue, node: Node) -> str:
    """A value in words: a seat, yes or no, cards, a number, or a choice."""
    value = " ".join(item.text for item in words.items(node) if isinstance(item, Scalar))
    if known.answer and value == OPEN and OPEN not in known.type.names:
        return writer.say("examples.fact.open")
    if value in ("yes", "no", "nobody"):
        return writer.say(f"values.{value}")
    if known.type.kind is Kind.SEATS:
        return writer.phrases.listed(words.owner(writer, one) for one in value.split())
    return _cards(writer, node, value) if known.type.kind is Kind.CARDS else words.answer(writer, value)


def _cards(writer: Writer, node: Node, value: str) -> str:
    """Cards in words, whole suits and ranks by their names."""
    if value == OPEN:
        return writer.say("sets.none")
    if not words.is_card_names(writer, value):
        return words.cards(writer, node)
    deck, cards = writer.compiled.deck, 0
    for one in value.split():
        cards |= deck.copies[deck.name(one.removesuffix(MARK))]
    return card_set_text(deck, cards, writer.phrases)


def answers(writer: Writer, node: Node) -> str:
    """The seats with their answers, or possible answers."""
    pairs = node.entries.items() if isinstance(node, Mapping) else ()
    texts = (
        writer.say("join.colon", a=words.owner(writer, key), b=_answer(writer, entry.node))
        for key, entry in pairs
    )
    return writer.say("join.parts").join(texts)


def _answer(writer: Writer, node: Node) -> str:
    if isinstance(node, Mapping):
        pairs = node.entries.items()
        return writer.phrases.listed(
            writer.say("examples.setting", name=writer.quoted(name), value=_answer(writer, entry.node))
            for name, entry in pairs
        )
    if isinstance(node, Listing):
        return writer.say("steps.or").join(_answer(writer, item) for item in node.items)
    return words.answer(writer, node.text)


def legal(writer: Writer, node: Node) -> str:
    """The legal plays or choices, by seat where given."""
    alone = words.cards_alone(writer, node)
    key, tell = ("legal", words.cards) if alone else ("open_to", words.offered)
    text = words.by_seat(writer, node, tell) if isinstance(node, Mapping) else tell(writer, node)
    return writer.say(f"examples.then.{key}", cards=text)


def forbidden(writer: Writer, node: Node) -> str:
    """The forbidden moves, with the reasons."""
    cards = illegal(writer, node) if isinstance(node, Mapping) else [words.cards(writer, node)]
    return writer.say("examples.then.illegal", cards=writer.phrases.listed(cards))


def winner(writer: Writer, node: Node, given: Node | None) -> str:
    """The winning play by its cards, or by its place if others have the same cards."""
    place: Any = plain(node)
    trick = given.entries.get("trick") if isinstance(given, Mapping) else None
    plays = words.items(trick.node) if trick else ()
    if not isinstance(place, int) or not 0 <= place < len(plays):
        return writer.say("examples.then.nobody")
    texts = [words.cards(writer, play) for play in plays]
    nth = f"examples.nth.{place + 1}"
    if texts.count(texts[place]) > 1 and writer.phrases.known(nth):
        return writer.say("examples.then.winner_of", cards=texts[place], nth=writer.say(nth))
    return writer.say("examples.then.winner", cards=texts[place])


def takers(writer: Writer, node: Node) -> str:
    """The taker of each trick, with the earlier tricks that nobody took."""
    items = words.items(node)
    seats = [words.seat_text(writer, item) for item in items]
    for place in range(1, len(items)):
        if type(plain(items[place])) is int and type(plain(items[place - 1])) is not int:
            seats[place] = writer.say("examples.held_too", seat=seats[place])
    if len(seats) == 1:
        return writer.say("examples.then.taker", seat=seats[0])
    texts = (
        words.labelled(writer, writer.say("examples.trick", number=number), one)
        for number, one in enumerate(seats, 1)
    )
    return writer.say("examples.then.takers", tricks=writer.say("join.parts").join(texts))


def left_out(writer: Writer, node: Node, given: Node | None) -> str:
    """The cards left out, with multiplicity; extra cards do not count."""
    compiled, names = _table(writer, given), node.text.split() if isinstance(node, Scalar) else []
    if compiled is None or not words.is_card_names(writer, " ".join(names)):
        return writer.say("examples.then.left_out", cards=words.cards(writer, node))
    out, beside = players_and_deck.left_out(compiled), players_and_deck.beside(compiled)
    rest = [compiled.deck.name(name) for name in names]
    counts = {**dict.fromkeys((name for name in rest if name not in beside), 1), **out}
    texts = [signed_card(compiled.deck, name) for name, copies in counts.items() for _ in range(copies)]
    cards = writer.phrases.listed(texts) or writer.say("sets.none")
    return writer.say("examples.then.left_out", cards=cards)


def _table(writer: Writer, given: Node | None) -> CompiledRules | None:
    """The engine of an example; None if its options or its cards differ from the book's."""
    entries = given.entries if isinstance(given, Mapping) else {}
    if "options" in entries or "cards" in entries:
        return None
    count: Any = plain(entries["players"].node) if "players" in entries else writer.compiled.layout.seats
    return writer.tables(count) if count in writer.resolved.players.counts else None


def illegal(writer: Writer, node: Mapping) -> Iterator[str]:
    """The illegal moves, with the rules that forbid them."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for move, entry in node.entries.items():
        if isinstance(entry.node, Mapping):
            text = writer.phrases.listed(illegal(writer, entry.node))
            yield words.labelled(writer, words.owner(writer, move), text)
        else:
            name = entry.node.text if isinstance(entry.node, Scalar) else ""
            reasons.setdefault((name, _clause(writer, name, move)), []).append(words.answer(writer, move))
    for (name, says), moves in reasons.items():
        yield _reason(writer, name, says, writer.phrases.listed(moves))


def _reason(writer: Writer, name: str, says: str, moves: str) -> str:
    """Some moves, with the rule that forbids them."""
    if name == "impossible":
        return writer.say("examples.impossible", cards=moves)
    if says:
        return writer.say("examples.because_says", cards=moves, says=says.rstrip("".join(STOPS)))
    return writer.say("examples.because", cards=moves, name=spaced(name))


def _clause(writer: Writer, name: str, move: str) -> str:
    """The sentence of the clause of that name, of a question that the move answers if there is one."""
    context = writer.compiled.context
    steps = [(move in offered(step.node), ("steps", step.name, "rules")) for step in context.entries("steps")]
    asked, others = ([path for own, path in steps if own is mine] for mine in (True, False))
    entries = (entry for path in (*asked, ("play",), *others) for entry in context.entries(*path))
    return next((writer.says(entry.node) for entry in entries if entry.name == name), "")
