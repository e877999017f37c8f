"""Examples in sentences: the situation, the moves, and the outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import MARK
from trickbook.rulebook.chapters import example_parts
from trickbook.rulebook.chapters import example_words as words
from trickbook.rulebook.expressions.grammar_forms import number_text
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.writer import Block, Heading, Item, Items, Paragraph, capitalised, spaced
from trickbook.sections import metrics
from trickbook.source import Listing, Mapping, Scalar, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.rulebook.writer import Writer
    from trickbook.source import Node


def examples(writer: Writer) -> list[Block]:
    """The examples that pass in this configuration."""
    texts = tuple(_story(writer, example.name, example.node) for example in writer.examples)
    if not texts:
        return []
    names = writer.phrases.listed(map(writer.wording.seat, range(writer.compiled.layout.seats)))
    seats = writer.say("players.names", names=names) if writer.compiled.layout.names else ""
    lead = Paragraph(seats or writer.say("players.numbers"))
    return [Heading(writer.say("title.examples"), own=True), lead, Items(texts)]


def _story(writer: Writer, name: str, node: Mapping) -> Item:
    """One example: what it shows, then its parts in order."""
    given = node.entries.get("given")
    parts = [writer.says(node)]
    if given and isinstance(given.node, Mapping):
        texts = ((word, entry.node) for word, entry in given.node.entries.items() if word != "seed")
        parts += [_given_sentence(writer, word, entry) for word, entry in texts]
    course = node.entries.get("course")
    if course and words.items(course.node):
        parts.append(writer.say("examples.course", moves=_course(writer, course.node)))
    for word, entry in node.entries.items():
        if writer.phrases.known(f"examples.then.{word}"):
            parts.append(_then(writer, word, entry.node, given.node if given else None))
    if MARK in "".join(_example_words(node)):
        parts.append(writer.say("examples.marked", mark=MARK))
    parts = [writer.phrases.sentence(part) for part in parts if part]
    return Item(writer.phrases.joined(parts), "" if writer.says(node) else capitalised(name))


def _example_words(node: Node) -> Iterator[str]:
    """All words of an example."""
    if isinstance(node, Scalar):
        yield node.text
    inner = [entry.node for entry in node.entries.values()] if isinstance(node, Mapping) else ()
    for one in node.items if isinstance(node, Listing) else inner:
        yield from _example_words(one)


def _given_sentence(writer: Writer, word: str, node: Node) -> str:
    """A given word as a sentence."""
    if word == "options" and isinstance(node, Mapping):
        settings = (
            writer.say("examples.setting", name=writer.called(name), value=_setting(writer, name, entry.node))
            for name, entry in node.entries.items()
        )
        return writer.say("examples.options", settings=writer.phrases.listed(settings))
    if word == "players":
        return writer.say("examples.players", count=_words(writer, node))
    if word == "hands" and isinstance(node, Mapping):
        return writer.say("examples.given.hands", cards=_by_deal(writer, node))
    if word == "facts" and not example_parts.is_given(node):
        return ""
    if word == "last":
        return writer.say(f"examples.given.last.{'yes' if getattr(node, 'text', '') == 'yes' else 'no'}")
    return writer.say(f"examples.given.{word}", **_blanks(writer, word, node))


def _setting(writer: Writer, name: str, node: Node) -> str:
    """The setting of an option."""
    values = [item.text for item in words.items(node) if isinstance(item, Scalar)]
    return writer.phrases.listed(
        writer.phrases.choice(name, value) if value not in ("yes", "no") else writer.say(f"values.{value}")
        for value in values
    )


def _then(writer: Writer, word: str, node: Node, given: Node | None) -> str:
    """An expected word as a sentence."""
    if word in ("winner", "left_out"):
        tell = example_parts.winner if word == "winner" else example_parts.left_out
        return tell(writer, node, given)
    if word in OUTCOMES:
        return OUTCOMES[word](writer, node)
    if word == "phase":
        return _phase(writer, node.text if isinstance(node, Scalar) else "")
    if word == "deals":
        key = "one_deal" if len(words.items(node)) == 1 else "deals"
        return writer.say(f"examples.then.{key}", numbers=_deals(writer, node, given))
    if word == "redeals":
        steps = writer.phrases.listed(writer.quoted(str(plain(one))) for one in words.items(node))
        return writer.say("examples.then.redeals" if steps else "examples.then.kept", steps=steps)
    if word == "decision" and not example_parts.is_given(node):
        word = "undecided"
    return writer.say(f"examples.then.{word}", **_blanks(writer, word, node))


def _phase(writer: Writer, name: str) -> str:
    """The next step by its name; the tricks as such."""
    steps = {step.name: step for step in writer.compiled.context.entries("steps")}
    if name == "over":
        return writer.say("examples.then.over")
    if name in steps and steps[name]["leader"] is not None:
        return writer.say("examples.tricks")
    return writer.say("examples.then.phase", name=writer.quoted(name))


def _blanks(writer: Writer, word: str, node: Node) -> dict[str, str]:
    """The text for the blank of a phrase, in the form that its word requires."""
    if word == "facts":
        return {"facts": writer.say("join.parts").join(example_parts.facts(writer, node))}
    if word == metrics.KEY:
        return {metrics.KEY: writer.say("join.parts").join(example_parts.metrics(writer, node))}
    if word in ("decide", "decision"):
        return {"answers": example_parts.answers(writer, node)}
    for names, blank, tell in FORMS:
        if word in names:
            return {blank: tell(writer, node)}
    return {"number": _words(writer, node)}


def _seats(writer: Writer, node: Node) -> str:
    return writer.phrases.listed(words.seat_text(writer, item) for item in words.items(node))


def _words(writer: Writer, node: Node) -> str:
    """A plain value: words and numbers unchanged, cards with their signs."""
    if isinstance(node, Listing):
        return writer.phrases.listed(_words(writer, item) for item in node.items)
    if isinstance(node, Mapping):
        return writer.phrases.listed(spaced(key) for key in node.entries)
    return words.answer(writer, node.text)


def _by_deal(writer: Writer, node: Mapping) -> str:
    """Hands for each seat, deal by deal."""
    texts = (
        words.labelled(writer, writer.say("examples.deal", number=key), words.by_seat(writer, entry.node))
        for key, entry in node.entries.items()
    )
    return writer.say("join.parts").join(texts)


def _deals(writer: Writer, node: Node, given: Node | None) -> str:
    """The points of each deal; with numbers if there are several."""
    found = given.entries.get("deal") if isinstance(given, Mapping) else None
    first: Any = plain(found.node) if found else 1
    rows = words.items(node)
    if len(rows) == 1 or type(first) is not int:
        return _numbers(writer, node)
    texts = (
        words.labelled(writer, writer.say("examples.deal", number=place), _numbers(writer, row))
        for place, row in enumerate(rows, first)
    )
    return writer.say("join.parts").join(texts)


def _numbers(writer: Writer, node: Node) -> str:
    """Numbers by seat, or lists of them."""
    items = words.items(node)
    if any(isinstance(item, Listing) for item in items):
        return writer.say("join.parts").join(_numbers(writer, item) for item in items)
    numbers = [number_text(plain(item)) for item in items]
    if len(numbers) > 1 and len(set(numbers)) == 1:
        return writer.say("examples.alike", number=numbers[0])
    return writer.phrases.listed(
        words.labelled(writer, seat(writer.wording, place), text) for place, text in enumerate(numbers)
    )


def _course(writer: Writer, node: Node) -> str:
    """The moves in order; those of a step after its name."""
    texts = []
    for item in words.items(node):
        if isinstance(item, Mapping):
            for name, entry in item.entries.items():
                step = writer.called(name)
                moves = writer.phrases.listed(_moves(writer, name, words.items(entry.node)))
                texts.append(writer.say("examples.step", name=step, moves=moves))
        else:
            texts.append(_move_text(writer, item, "", cards=False))
    return writer.say("join.parts").join(texts)


def _moves(writer: Writer, name: str, nodes: Sequence[Node]) -> Iterator[str]:
    """The moves of a step; final passes of all seats are joined."""
    step, cards, seats = writer.called(name), _of_cards(writer, name), writer.compiled.layout.seats
    last = {node.text.partition(" ")[2].strip() for node in nodes[-seats:] if isinstance(node, Scalar)}
    silent = cards and len(nodes) >= seats and last in ({"done"}, {"none"})
    for node in nodes[: len(nodes) - seats * silent]:
        yield _move_text(writer, node, step, cards=cards)
    if silent:
        yield writer.say(f"examples.all_{last.pop()}", step=step)


def _of_cards(writer: Writer, name: str) -> bool:
    """Return whether cards are chosen or played in a step, not an answer."""
    steps = (step for step in writer.compiled.context.entries("steps") if step.name == name)
    return any(step["cards"] is not None or step["leader"] is not None for step in steps)


def _move_text(writer: Writer, node: Node, step: str, *, cards: bool) -> str:
    """A move with its seat."""
    who, _, what = (node.text if isinstance(node, Scalar) else "").strip().partition(" ")
    if not who.isdecimal():
        return writer.say("examples.announce", what=writer.called(what))
    moved = (cards or not step) and words.is_card_names(writer, what)
    key, text = ("move", words.move(writer, what)) if moved else ("says", words.answer(writer, what))
    if (step and what.strip() == "done") or (cards and what.strip() == "none"):
        key = what.strip()
    return writer.say(f"examples.{key}", seat=seat(writer.wording, int(who)), what=text, step=step)


OUTCOMES: Final[dict[str, Callable[[Writer, Node], str]]] = {
    "legal": example_parts.legal,
    "illegal": example_parts.forbidden,
    "takers": example_parts.takers,
}
"""The words about moves and tricks."""

FORMS: Final[tuple[tuple[frozenset[str], str, Callable[[Writer, Node], str]], ...]] = (
    (
        frozenset({"hand", "held", "played", "exposed", "aside", "trick", "cards"}),
        "cards",
        words.cards,
    ),
    (frozenset({"taken", "hands", "open", "shown"}), "cards", words.by_seat),
    (frozenset({"draws"}), "cards", words.drawn),
    (frozenset({"tricks", "scores", "points", "deals", "counts"}), "numbers", _numbers),
    (frozenset({"actors", "resting", "winners"}), "seats", _seats),
    (frozenset({"dealer", "leader"}), "seat", words.seat_text),
)
"""The form of each word, and the blank that it fills."""
