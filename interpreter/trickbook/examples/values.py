"""A parsed example and its values: cards, moves and seats, parsed with the words of its ruleset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MARK, CardError
from trickbook.cards.pack import Pack
from trickbook.engine.moves import answer_text
from trickbook.examples import InvalidExampleError
from trickbook.expression.scope import Scope
from trickbook.expression.semantics import meaning
from trickbook.expression.types import CARDS, Kind
from trickbook.problems import TrickbookError, shown
from trickbook.sections.conversion import named_value
from trickbook.source import Listing, Mapping, Scalar, plain
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.game.rules import PlayableRules
    from trickbook.problems import Place, Problem
    from trickbook.sections.compiled import CompiledRules
    from trickbook.sections.conversion import NamedValue
    from trickbook.source import Node


DESCRIPTIVE_KEYS = frozenset({"says", "source", "note", "replaces", "given", "course"})
"""The keys of an example that are not expectations."""

CONFIGURATION_KEYS = frozenset({"options", "players", "cards"})
"""The keys of any situation that select the configuration."""


class Example(NamedTuple):
    """An example as it is written."""

    name: str
    place: Place
    node: Mapping

    @property
    def says(self) -> str | None:
        """The sentence that says what the example shows."""
        return text(self.node, "says")

    @property
    def source(self) -> tuple[str, ...]:
        """The ids of the rules that the example shows."""
        return texts(self.node, "source")

    @property
    def given(self) -> Mapping:
        """The situation."""
        found = self.node.entries.get("given")
        return found.node if found and isinstance(found.node, Mapping) else Mapping({}, self.place)

    @property
    def expected(self) -> dict[str, Node]:
        """The expected values, by word."""
        return {word: entry.node for word, entry in self.node.entries.items() if word not in DESCRIPTIVE_KEYS}


class Situation(NamedTuple):
    """The situation of an example, with its ruleset."""

    rules: PlayableRules
    given: Mapping

    @property
    def engine(self) -> CompiledRules:
        """The engine for the number of players."""
        return self.rules.engine()

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.engine.layout.seats

    def limit(self, allowed: frozenset[str], form: Message) -> None:
        """Raise InvalidExampleError for any other key, which would be ignored."""
        for word, entry in self.given.entries.items():
            if word not in allowed | CONFIGURATION_KEYS:
                message = Message("this has no part in {what}", what=form)
                raise InvalidExampleError(entry.key_place, word, message)

    def node(self, word: str) -> Node | None:
        """The value of a word."""
        found = self.given.entries.get(word)
        return found.node if found else None

    def cards(self, word: str) -> list[str]:
        """The cards of a word; empty if not given."""
        node = self.node(word)
        return cards(self.engine, node, word) if node else []

    def pack(self) -> tuple[str, ...]:
        """The only cards in play, each copy by its name."""
        taken = Pack(self.engine.deck).take(self.cards("cards"))
        if not taken:
            place = self.given.entries["cards"].key_place
            raise InvalidExampleError(place, "cards", Message("no card is left in the deck"))
        return tuple(self.engine.deck.written(taken))

    def plays(self, word: str) -> list[str]:
        """The plays of a word, as texts."""
        node = self.node(word)
        return [text_of(item) for item in node.items] if isinstance(node, Listing) else []

    def piles(self, word: str) -> list[list[str]]:
        """The cards of a word for each seat; empty for seats not named."""
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        node = self.node(word)
        for seat, given in by_seat(self.engine, node, word) if node else ():
            hands[seat] = cards(self.engine, given, word)
        return hands

    def plain(self, *words: str) -> dict[str, Any]:
        """The given ones of these words, as plain values."""
        nodes = {word: node for word in words if (node := self.node(word))}
        return {
            word: facts(self.engine, node) if word == "facts" else plain(node) for word, node in nodes.items()
        }


WORD: Final = re.compile(r"[a-z]{2}")
"""A pattern found in expressions, but not in names of cards."""

NAMES: Final = re.compile(r"\w+")
"""The words and the cards of an expression."""

OPEN: Final = "nothing"
"""The word for what a seat has not answered."""


def facts(engine: CompiledRules, node: Node) -> dict[str, Any]:
    """The values of facts, answers and words, as plain data."""
    found = {}
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        try:
            known = named_value(engine, name)
        except TrickbookError as error:
            raise InvalidExampleError(entry.key_place, "facts", error.message) from None
        found[name] = _fact(engine, known, entry.node)
    return found


def _fact(engine: CompiledRules, known: NamedValue, node: Node) -> Any:
    """The value of a fact; a list where each player has one."""
    if known.owned and isinstance(node, Listing):
        return [_fact(engine, known._replace(owned=False), item) for item in node.items]
    if known.type.kind is Kind.CARDS and not isinstance(node, Mapping):
        return cards(engine, node, "facts")
    if isinstance(node, Scalar):
        if known.answer and node.text == OPEN and OPEN not in known.type.names:
            return None
        if known.type.kind is Kind.SEATS and all(part.isdecimal() for part in node.text.split()):
            return [int(part) for part in node.text.split()]
    return plain(node)


def cards(engine: CompiledRules, node: Node, word: str) -> list[str]:
    """The names of cards: names side by side, an expression, or a list of these."""
    if isinstance(node, Mapping):
        raise InvalidExampleError(node.place, word, Message("cards are named side by side, or in a list"))
    if isinstance(node, Listing):
        return [card for item in node.items for card in cards(engine, item, word)]
    try:
        return card_names(engine, node.text)
    except CardError as error:
        if not WORD.search(node.text):
            raise InvalidExampleError(node.place, word, error.message) from None
    return _meant(engine, node, word)


def card_names(engine: CompiledRules, text: str) -> list[str]:
    """Cards by name, with their marks."""
    words = text.replace(",", " ").split()
    return [engine.deck.name(one.removesuffix(MARK)) + (MARK if one.endswith(MARK) else "") for one in words]


def _meant(engine: CompiledRules, node: Scalar, word: str) -> list[str]:
    """The cards of an expression that does not depend on the state."""
    problems: list[Problem] = []

    def place(_begin: int, _end: int) -> Place:
        return node.place

    term = meaning(
        node.text,
        Scope(engine.layout, engine.context.symbols, frozenset(), place, problems.append, {}),
        CARDS,
    )
    if problems:
        message, hint = problems[0].message, problems[0].hint
        if hint:
            message = Message("{what_one}; {what_other}", what_one=message, what_other=hint)
        raise InvalidExampleError(node.place, word, message)
    if not isinstance(term.value, int):
        message = Message("which cards these are depends on the course of play")
        raise InvalidExampleError(node.place, word, message)
    if twice := next((one for one in NAMES.findall(node.text) if _is_several(engine, one)), None):
        message = Message(
            "{card} is every copy in an expression, and one copy in a list; write `[…, {cards}]` for two",
            card=shown(twice),
            cards=f"{twice} {twice}",
        )
        raise InvalidExampleError(node.place, word, message)
    return engine.deck.written(term.value)


def _is_several(engine: CompiledRules, name: str) -> bool:
    """Return whether a word of an expression is a card of which there are several copies."""
    return engine.deck.copies.get(name, 0).bit_count() > 1


def moves(engine: CompiledRules, node: Node, word: str) -> list[str]:
    """Moves: the items of a list, or cards side by side; each card of an expression is one move."""
    if isinstance(node, Listing):
        return [sorted_move(engine, text_of(item)) for item in node.items]
    try:
        return card_names(engine, text_of(node))
    except CardError:
        return list(dict.fromkeys(cards(engine, node, word)))


def sorted_move(engine: CompiledRules, move: str) -> str:
    """A move with its cards sorted; any other word unchanged."""
    try:
        return " ".join(sorted(card_names(engine, move), key=lambda card: _order(engine, card)))
    except CardError:
        return move


def _order(engine: CompiledRules, card: str) -> tuple[int, bool]:
    return engine.deck.copies[card.removesuffix(MARK)].bit_length(), card.endswith(MARK)


def in_order(engine: CompiledRules, names: Iterable[str]) -> list[str]:
    """Cards sorted from the lowest."""
    return sorted(names, key=lambda card: _order(engine, card))


def by_seat(engine: CompiledRules, node: Node, word: str) -> Iterator[tuple[int, Node]]:
    """Each seat that a map or a list names, with its value."""
    pairs: Sequence[tuple[Any, Node]]
    if isinstance(node, Mapping):
        pairs = [(key, entry.node) for key, entry in node.entries.items()]
    else:
        pairs = list(enumerate(node.items)) if isinstance(node, Listing) else []
    for key, value in pairs:
        yield seat(engine, str(key), value.place, word), value


def seat(engine: CompiledRules, text: str, place: Place, word: str) -> int:
    """The number of a seat of this table."""
    seats = engine.layout.seats
    if not (text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < seats):  # noqa: PLR2004 - no table has so many
        last = seats - 1
        message = Message(
            "seats are numbered 0 to {number}, and {name} is none of them", number=last, name=text
        )
        raise InvalidExampleError(place, word, message)
    return int(text)


def text_of(node: Node) -> str:
    """The text of a scalar, or of any other value."""
    return node.text if isinstance(node, Scalar) else str(plain(node))


def as_text(value: object) -> str:
    """A value as text in an example."""
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, list | tuple) for item in value)
        return ("; " if nested else " ").join(map(as_text, value)) or "nothing"
    return "nobody" if value is None else answer_text(value)
