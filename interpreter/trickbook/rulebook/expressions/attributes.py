"""Attributes of cards and seats in words: their number, rank, suit and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.types import Kind
from trickbook.rulebook.expressions.arithmetic import bracketed

if TYPE_CHECKING:
    from trickbook.rulebook.expressions.wording import Wording

KINDS: Final = {
    Kind.CARDS: "cards",
    Kind.CONDITION: "condition",
    Kind.NUMBER: "number",
    Kind.COMPLEX: "number",
    Kind.SEATS: "seats",
    Kind.CHOICE: "choice",
    Kind.COLUMN: "number",
}
"""The kind of phrase for each type."""


def attribute(wording: Wording, node: Any) -> str:
    """The attribute of a part, by name."""
    name, inner = str(node.children[0]), node.children[1]
    if name == "size" and inner.data == "reckon" and str(inner.children[1]) == "-":
        a, b = (wording.part(inner.children[at], inside=True) for at in (0, 2))
        return wording.say("form.difference", a=a, b=b)
    said = bracketed(wording, inner) if inner.data != "both" else wording.part(inner)
    if name == "count":
        return _count(wording, inner, said)
    if wording.phrases.known(f"form.{name}_of"):
        one = "_one" if name == "suit" and _is_one(wording, inner) else ""
        return wording.say(f"form.{name}_of{one}", a=said)
    if wording.kind(node) is Kind.CONDITION:
        return wording.say("form.holds_of", name=wording.phrases.called(name), a=said)
    return wording.say("form.whose", word=wording.word(name), seats=said)


def _count(wording: Wording, inner: Any, said: str) -> str:
    """The number of cards or seats."""
    if inner.data == "of" and str(inner.children[0]) == "twins":
        return wording.say("form.count_of_twins", a=wording.part(inner.children[1], inside=True))
    word = str(inner.children[0]) if inner.data == "word" else ""
    if wording.phrases.known(f"form.count_of_{word}"):
        return wording.say(f"form.count_of_{word}")
    kind = "everybody" if is_all_players(inner) else KINDS.get(wording.kind(inner), "cards")
    return wording.say(f"form.count_{'word' if kind == 'cards' and inner.data == 'word' else kind}", a=said)


def whole_kind(wording: Wording, node: Any) -> str:
    """All cards of a kind; with several packs, every copy."""
    deck, told = wording.compiled.deck, wording.part(node, inside=True)
    cards = wording.certainty.term(node)
    if cards.value == deck.cards:
        return wording.say("sets.all")
    if node.data == "word" and not wording.one(cards) and cards.value:
        kinds = {suit.name for suit in deck.suits} | {rank.name for rank in deck.ranks}
        return wording.say("sets.suit" if str(node.children[0]) in kinds else "sets.whole", name=told)
    return wording.say("sets.copies", cards=told) if deck.manifold else told


def _is_one(wording: Wording, node: Any) -> bool:
    """Return whether a part is a choice, or the one card of a question."""
    if wording.kind(node) is Kind.CHOICE:
        return True
    name = str(node.children[0]) if node.data == "word" else ""
    steps = (step for step in wording.compiled.context.entries("steps") if step.name == name)
    return any(step["cards"] is not None and step["cards"].text == "1" for step in steps)


def is_all_players(node: Any) -> bool:
    """Return whether a part means all players."""
    return bool(node.data == "word" and str(node.children[0]) == "players")
