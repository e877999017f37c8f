"""``says``: sentences with places, such as ``A nil counts {nil}``, and in variants, as each table has them.

A place holds an expression that is fixed before the first deal, or a key of an entry: ``{queen.is}``.
``{{`` and ``}}`` are braces.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.scope import MISSING, no_edit
from trickbook.expression.types import CONDITION, Kind
from trickbook.problems import nearest, shown
from trickbook.problems.remedies import meant
from trickbook.sections import table
from trickbook.source import Listing, Mapping, Pair, Scalar
from trickbook.source.catalogues import variants
from trickbook.source.nodes import Sentence, entries_under, text, text_in
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterator

    from trickbook.expression.types import Term
    from trickbook.problems import Place, Problem
    from trickbook.sections.context import Context
    from trickbook.sections.options import Option
    from trickbook.source import Node

SAYS: Final = "says"

PLACE: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
"""A place of a sentence, two braces that mean one, or a brace that is neither."""

KEY: Final = re.compile(r"\s*([a-z]\w*)\.([a-z]\w*)\s*")
"""A key of an entry."""

WAITING: Final = frozenset(f"no-{name}" for name in MISSING)
"""The codes of what is at hand only during a deal."""

NOTHING: Final = frozenset[str]()
"""What is at hand before the first deal."""


def places(sentence: str) -> tuple[str, ...]:
    """What stands in the places of a sentence."""
    return tuple(found[1].strip() for found in PLACE.finditer(sentence) if found[1] is not None)


def own_words(node: Mapping, language: str = ENGLISH) -> str:
    """What a sentence says in all its variants, without what stands in its places, which is always true."""
    read = text if language == ENGLISH else text_in
    return " ".join(PLACE.sub("", read(one, SAYS, language) or "") for one in variants(node, SAYS))


class TableSentence:
    """A sentence of a ruleset at one table: the variant that holds, and what stands in its places."""

    def __init__(self, node: Mapping) -> None:
        """Take the map that has the sentence; it is settled once options and words are read."""
        self.node, self.held = node, variants(node, SAYS)[0]
        self.values: dict[str, Callable[[str], str]] = {}

    def read(self, reader: Callable[[Mapping, str, str], str | None], language: str) -> str | None:
        """What it says in a language."""
        found = reader(self.held, SAYS, language)
        return PLACE.sub(lambda place: self._filled(place, language), found) if found else found

    def _filled(self, place: re.Match[str], language: str) -> str:
        if place[1] is None:
            return place[0][:1]
        value = self.values.get(place[1].strip())
        return value(language) if value else place[0]


def with_sentences(root: Mapping) -> tuple[Mapping, tuple[TableSentence, ...]]:
    """A ruleset in which each sentence with places or variants waits for its table, and those sentences."""
    found: list[TableSentence] = []
    return _waiting(root, (), found), tuple(found)


def _waiting(node: Mapping, path: tuple[str, ...], found: list[TableSentence]) -> Mapping:
    changed: dict[str, Pair] = {}
    for key, pair in node.entries.items():
        inner = pair.node
        if key == SAYS and _has_places(inner) and table.is_prose((*path, key)):
            sentence, first = TableSentence(node), next(_scalars(node), None)
            if first is not None:
                found.append(sentence)
                parts = (first.value, first.text, inner.place, first.plain, first.span)
                changed[key] = Pair(pair.key_place, Sentence(*parts, sentence.read))
        elif isinstance(inner, Mapping) and (path or not table.is_own(key)):
            waiting = _waiting(inner, (*path, key), found)
            if waiting is not inner:
                changed[key] = Pair(pair.key_place, waiting)
    return Mapping({**node.entries, **changed}, node.place) if changed else node


def _has_places(node: Node) -> bool:
    """Return whether a text has braces, or variants."""
    if isinstance(node, Scalar):
        return "{" in node.text or "}" in node.text
    return isinstance(node, Listing) or any(_has_places(inner) for _, inner in node.children)


def _scalars(node: Mapping) -> Iterator[Scalar]:
    """The texts of a sentence: each variant, in each language that the file has."""
    for variant in variants(node, SAYS):
        found = variant.get(SAYS)
        parts = (inner for _, inner in found.children) if isinstance(found, Mapping) else (found,)
        yield from (part for part in parts if isinstance(part, Scalar) and part.value is not None)


class _Reader(NamedTuple):
    """What reads the places of sentences: the ruleset at a table, its options, words given from outside."""

    context: Context
    options: abc.Mapping[str, Option]
    given: frozenset[str]


def settle(
    context: Context,
    sentences: tuple[TableSentence, ...],
    options: abc.Mapping[str, Option],
    given: frozenset[str],
) -> None:
    """Choose the variant of each sentence and read its places; tell of what is wrong with them."""
    reader = _Reader(context, options, given)
    _check_elsewhere(reader)
    for sentence in sentences:
        sentence.held = _held(context, sentence.node)
        for scalar in _scalars(sentence.node):
            for found in PLACE.finditer(scalar.text):
                if found[1] is None:
                    _check_brace(context, scalar, found)
                elif (value := _value(reader, scalar, found)) is not None:
                    sentence.values[found[1].strip()] = value


def _check_elsewhere(reader: _Reader) -> None:
    """Tell of names of the ruleset in braces in texts that are read where no table is set."""
    context = reader.context
    known = {*reader.options, *(entry.name for entry in context.entries("words"))}
    examples = [pair.node.get(SAYS) for pair in entries_under(context.root, "examples").values()]
    for node in (context.root.get("summary"), *examples):
        if isinstance(node, Scalar) and known.intersection(places(node.text)):
            message = Message("this text has no places, for it is read where no table is set")
            context.wrong("bad-place", message, node.place, Message("write what it states in plain words"))


def _held(context: Context, node: Mapping) -> Mapping:
    """The first variant whose condition holds, or that has none; nothing is said if there is none."""
    written = node.get(SAYS)
    held: list[Mapping] = []
    items = written.items if isinstance(written, Listing) else (None,)
    for item, variant in zip(items, variants(node, SAYS), strict=True):
        when = item.get("when") if item else None
        if not isinstance(when, Scalar) or context.fixed(when, CONDITION):
            held.append(variant)
    return held[0] if held else Mapping({}, node.place)


def _check_brace(context: Context, scalar: Scalar, found: re.Match[str]) -> None:
    if len(found[0]) == 1:
        message = Message("this brace belongs to no place of the sentence")
        hint = Message(
            "write {text} for a brace, or {word} for what is fixed", text=found[0] * 2, word="{name}"
        )
        context.wrong("bad-place", message, context.scope(scalar).place(*found.span()), hint)


def _value(reader: _Reader, scalar: Scalar, found: re.Match[str]) -> Callable[[str], str] | None:
    """What stands in a place, by language; else None, and a problem."""
    from trickbook.expression.semantics import meaning

    context = reader.context
    problems: list[Problem] = []
    begin, end = found.span(1)
    written, whole = shown(found[1].strip()), context.scope(scalar, NOTHING)
    scope = whole._replace(
        place=lambda first, last: whole.place(begin + first, begin + last),
        report=problems.append,
        edit=no_edit,
    )
    key = KEY.fullmatch(found[1])
    node = _of_key(context, key, scope.place) if key else None
    if key and node is None:
        return None
    term = meaning(node.text if node else scalar.text[begin:end], scope)
    context.spent += term.cost
    mistakes = [] if node else [problem for problem in problems if problem.code not in WAITING]
    value = _printed(reader, term) if term.constant and not problems else None
    if mistakes:
        context.problems.extend(mistakes)
    elif (problems or not term.constant) and not reader.given:
        message = Message("{name} is not fixed before the first deal", name=written)
        hint = Message("a sentence states options, and what follows from them and the number of players")
        context.wrong("not-fixed", message, whole.place(begin, end), hint)
    elif value is None and not reader.given:
        message = Message("a sentence cannot state {name}: it is {what}", name=written, what=term.type.phrase)
        hint = Message("state a number, a choice, a suit or a card; yes or no makes variants with `when:`")
        context.wrong("wrong-type", message, whole.place(begin, end), hint)
    return value


def _of_key(context: Context, found: re.Match[str], place: Callable[[int, int], Place]) -> Scalar | None:
    """What stands under a key of an entry; else None, and a problem."""
    name, key = found.groups()
    entries: dict[str, Node] = {}
    for path in table.map_paths(lambda _: True, context.names):
        for one, pair in entries_under(context.root, *path).items():
            entries.setdefault(one, pair.node)
    entry = entries.get(name)
    node = entry.get(key) if entry else None
    if isinstance(node, Scalar):
        return node
    known = [str(one) for one, _ in entry.children] if entry else [*entries]
    near = nearest(key if entry else name, known)
    hint = meant(near) if near else Message("there are {list}", list=listing(known))
    message = Message("there is no entry {name}", name=shown(name))
    if entry:
        message = Message("{name} has no `{key}`", name=shown(name), key=f"{key}:")
    context.wrong("unknown-word", message, place(*found.span(2 if entry else 1)), hint)
    return None


def _printed(reader: _Reader, term: Term) -> Callable[[str], str] | None:
    """How a value is printed in a language; None if it is nothing that a sentence states."""
    value, deck = term.value, reader.context.layout.deck
    if term.type.kind is Kind.NUMBER:
        return partial(_called, None, str(value).replace("-", "−"))
    if term.type.kind is Kind.CHOICE:
        option = next((one for one in reader.options.values() if one.names == term.type.names), None)
        return partial(_called, option.entry.node.get("choices", str(value)) if option else None, str(value))
    if term.type.kind is not Kind.CARDS or not value:
        return None
    faces = {face.name: face for face in deck.faces}
    cards = {name for bit, name in enumerate(deck.names) if value >> bit & 1}
    found = [faces[name] for name in sorted(cards)]
    suit = found[0].suit
    if len(found) == 1:
        name = found[0].name
        rank = next((rank.ways[-1] for rank in deck.ranks if rank.letter == name[:-1]), name[:-1])
        return partial(_called, None, rank + suit.sign if suit else name)
    whole = {face.name for face in deck.faces if face.copies and face.suit == suit}
    if suit is None or cards != whole:
        return None
    entries = {entry.name: entry.node for entry in reader.context.entries("deck", "suits")}
    return partial(_called, entries.get(suit.name), suit.name)


def _called(node: Node | None, name: str, language: str) -> str:
    """What an entry is called: by its name, else by its description, else as it is written."""
    called = (text(node, key, language) for key in ("name", SAYS)) if isinstance(node, Mapping) else ()
    return next(filter(None, called), name.replace("_", " "))
