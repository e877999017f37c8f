"""The words of an example: cards with their signs, moves, and lists of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MARK, CardError
from trickbook.expression import parser
from trickbook.expression.types import Kind
from trickbook.rulebook.expressions.card_sets import signed_card, whole_kind
from trickbook.rulebook.expressions.certainty import tree
from trickbook.rulebook.expressions.wording import seat
from trickbook.rulebook.writer import spaced
from trickbook.sections.answers import answers
from trickbook.source import Listing, Mapping, Scalar, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.rulebook.writer import Writer
    from trickbook.source import Node

WORD: Final = re.compile(r"[a-z][a-z0-9_]*")
"""A single word."""


def items(node: Node) -> tuple[Node, ...]:
    """The items of a list; a single value is a list of one."""
    return node.items if isinstance(node, Listing) else (node,)


def cards(writer: Writer, node: Node) -> str:
    """Cards named side by side, plays, or an expression for cards."""
    if isinstance(node, Listing):
        return writer.phrases.listed(cards(writer, item) for item in node.items) or writer.say(
            "examples.nothing"
        )
    written = node.text if isinstance(node, Scalar) else ""
    if is_card_names(writer, written):
        return move(writer, written) or writer.say("examples.nothing")
    if _chosen(writer, written):
        return writer.choice("", written)
    if writer.phrases.known(f"examples.said.{written}"):
        return writer.say(f"examples.said.{written}")
    known = written in writer.compiled.context.symbols or writer.phrases.known(f"word.{written}")
    if parser.tree(written) is None or (WORD.fullmatch(written) and not known):
        return spaced(written)
    return _all(writer, written)


def drawn(writer: Writer, node: Node) -> str:
    """The draws in order; cards dealt to all seats with the seat of each."""
    texts = [_dealt(writer, item) for item in items(node)]
    split = any("|" in getattr(item, "text", "") for item in items(node))
    return writer.say("join.parts").join(texts) if split else writer.phrases.listed(texts)


def _dealt(writer: Writer, node: Node) -> str:
    """A single draw; with bars, what each seat is dealt."""
    if not isinstance(node, Scalar) or "|" not in node.text:
        return cards(writer, node)
    texts = [move(writer, part) for part in node.text.split("|")]
    return writer.phrases.listed(
        labelled(writer, seat(writer.wording, place), one) for place, one in enumerate(texts) if one
    )


def offered(writer: Writer, node: Node) -> str:
    """What may be chosen: answers by what they are called, and cards."""
    if isinstance(node, Listing):
        return writer.phrases.listed(offered(writer, item) for item in node.items)
    written = node.text if isinstance(node, Scalar) else ""
    known = any(written in answers(step.node) for step in writer.compiled.context.entries("steps"))
    return writer.choice("", written) if known else cards(writer, node)


def _all(writer: Writer, written: str) -> str:
    """Cards by an expression; all of a kind as such."""
    node = tree(written)
    kind = writer.certainty.term(node).constant and writer.wording.kind(node) is Kind.CARDS
    return whole_kind(writer.wording, node) if kind else writer.wording.text(written)


def is_card_names(writer: Writer, written: str) -> bool:
    """Return whether a text consists of names of cards."""
    return all(card(writer, name) for name in written.split())


def card(writer: Writer, name: str) -> str:
    """A card in print, with its mark; empty if the text is not a card."""
    bare, _, owner = name.partition("@")
    try:
        found = signed_card(writer.compiled.deck, writer.compiled.deck.name(bare.removesuffix(MARK)))
    except CardError:
        return ""
    text = found + (MARK if bare.endswith(MARK) else "")
    if owner.isdecimal():
        text = writer.say("join.inserted", text=text, more=seat(writer.wording, int(owner)))
    return text


def move(writer: Writer, written: str) -> str:
    """A move: cards with their signs, other text unchanged."""
    return " ".join(card(writer, name) or name for name in written.split())


def answer(writer: Writer, written: str) -> str:
    """A move or an answer: cards with their signs, a choice by its display name, a number in print."""
    if written in ("yes", "no"):
        return writer.say(f"values.{written}")
    if writer.phrases.chooses(written):
        return writer.choice("", written)
    text = spaced(move(writer, written))
    return text.replace("-", "−") if text[:1] == "-" and text[1:2].isdecimal() else text


def owner(writer: Writer, key: str) -> str:
    """A seat by its name, from its number."""
    return seat(writer.wording, int(key)) if key.isdecimal() else key


def labelled(writer: Writer, a: str, b: str) -> str:
    """A label and its value, with a colon."""
    return writer.say("join.colon", a=a, b=b)


def seat_text(writer: Writer, node: Node) -> str:
    """A seat, or nobody."""
    value = plain(node)
    return seat(writer.wording, value) if isinstance(value, int) else writer.say("values.nobody")


def by_seat(writer: Writer, node: Node, tell: Callable[[Writer, Node], str] = cards) -> str:
    """Cards, or what else is told, for each seat, from a map or from a list."""
    if isinstance(node, Mapping):
        pairs = [(key, entry.node) for key, entry in node.entries.items()]
    else:
        pairs = [(str(place), item) for place, item in enumerate(items(node))]
    texts = (labelled(writer, owner(writer, key), tell(writer, item)) for key, item in pairs)
    return writer.say("join.parts").join(texts) or writer.say("examples.nothing")


def cards_alone(writer: Writer, node: Node) -> bool:
    """Return whether a value contains only cards, no numbers or answers."""
    if isinstance(node, Mapping):
        return all(cards_alone(writer, entry.node) for entry in node.entries.values())
    if isinstance(node, Listing):
        return all(cards_alone(writer, item) for item in node.items)
    return is_card_names(writer, node.text) or not _answers(writer, node.text)


def _answers(writer: Writer, written: str) -> bool:
    """Return whether a text is an answer: a number, yes or no, or a named choice."""
    return written in ("yes", "no") or written.lstrip("-").isdecimal() or _chosen(writer, written)


def _chosen(writer: Writer, written: str) -> bool:
    """Return whether a text is a choice, not a word for cards."""
    return writer.phrases.chooses(written) and written not in writer.compiled.context.symbols
