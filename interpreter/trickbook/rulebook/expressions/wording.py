"""The wording of expressions, made from their trees without knowledge of any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import CardError
from trickbook.expression.types import Kind
from trickbook.rulebook.expressions import choices
from trickbook.rulebook.expressions.card_sets import card_set_text
from trickbook.rulebook.expressions.certainty import Certainty, tree
from trickbook.rulebook.expressions.grammar_forms import (
    GRAMMAR_FORMS,
    needs_brackets,
    number_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.texts.phrases import Phrases


@dataclass(frozen=True)
class Wording:
    """Words expressions; ``settled`` simplifies what is certain in this configuration."""

    compiled: CompiledRules
    phrases: Phrases
    certainty: Certainty
    settled: bool = True

    def text(self, written: str) -> str:
        """An expression in words."""
        return self._words(tree(written), written)

    def _words(self, node: Any, written: str) -> str:
        """A part of an expression in words; as written if it cannot be compiled."""
        try:
            return self.part(node)
        except (KeyError, CardError):  # part of a step that never happens
            return written

    def condition(self, written: str | None) -> str:
        """A condition in words; empty if there is none, or if it is certainly true."""
        if written is None or (self.settled and self.certainty.said(written)):
            return ""
        return self.text(written)

    def whom(self, written: str) -> str:
        """The players of a condition that only identifies the player; else empty."""
        node = tree(written)
        if node.data != "same":
            return ""
        if text := choices.asked(self, node):
            return text
        left, right = node.children
        about = left.data == "word" and str(left.children[0]) == "player"
        return self.part(right) if about and self.kind(right) is Kind.SEATS else ""

    def value(self, written: str) -> str:
        """A value in words; a condition as yes or no."""
        node = tree(written)
        if (known := self.certainty.of(node)) is not None:
            return self.say("values.yes" if known else "values.no")
        return self._words(node, written)

    def reach(self, written: str) -> tuple[str, str]:
        """The ends of a range in words."""
        low, high = tree(written, "range").children
        return self._words(low, written), self._words(low if high is None else high, written)

    def place(self, written: str) -> str:
        """A pile, or the pile of some seats, in words."""
        name, seats = tree(written, "place").children
        goal = f"goal.{name}"
        if seats is not None and self.phrases.known(f"{goal}_of"):
            return self.say(f"{goal}_of", seats=self._words(seats, written))
        pile = self.say(goal) if self.phrases.known(goal) else self.word(str(name))
        return pile if seats is None else self.say("form.whose", word=pile, seats=self._words(seats, written))

    def whose(self, node: Any, written: str) -> str:
        """Seats in words; a word for a relative seat as that seat."""
        meaning = tree(self.certainty.words.get(str(node.children[0]), "")) if node.data == "word" else node
        while self.settled and (shorter := self.shorter(meaning)) is not None:
            meaning = shorter
        return self._words(meaning if self.settled and meaning.data == "reckon" else node, written)

    def say(self, *keys: str, **blanks: object) -> str:
        """A phrase of the language."""
        return self.phrases.say(*keys, **blanks)

    def kind(self, node: Any) -> Kind:
        """The type of a part of an expression."""
        return self.certainty.term(node).type.kind

    def part(self, node: Any, *, inside: bool = False) -> str:
        """A part of an expression in words; ``inside`` another, in brackets if necessary."""
        if self.settled and (known := self._settled(node)) is not None:
            return known
        if self.settled and (shorter := self.shorter(node)) is not None:
            return self.part(shorter, inside=inside)
        said = GRAMMAR_FORMS[node.data](self, node)
        return self.say("join.bracketed", text=said) if inside and needs_brackets(node) else said

    def names(self, node: Any) -> Iterator[str]:
        """The names in a part of an expression, without parts that are certain."""
        if self.settled and self._settled(node) is not None:
            return
        shorter = self.shorter(node) if self.settled else None
        for child in node.children if shorter is None else (shorter,):
            if hasattr(child, "data"):
                yield from self.names(child)
            elif child is not None:
                yield str(child)

    def _settled(self, node: Any) -> str | None:
        """The words for a part that is certain; None if it is open."""
        if (known := self.certainty.of(node)) is not None:
            return self.say("form.always" if known else "form.never")
        term = self.certainty.term(node)
        if not term.constant:
            return None
        if term.type.kind in (Kind.NUMBER, Kind.COMPLEX):
            return number_text(term.value)
        if term.type.kind is Kind.CARDS and (not _has_name(node) or self.one(term)):
            return card_set_text(self.compiled.deck, term.value, self.phrases)
        return None

    def shorter(self, node: Any) -> Any | None:
        """The remaining part of a condition or choice of which some is certain; else None."""
        if node.data == "choose":
            known = self.certainty.of(node.children[0])
            return None if known is None else node.children[1 if known else 2]
        if node.data in ("both", "either") and self.kind(node) is Kind.CONDITION:
            idle = node.data == "both"
            left, right = node.children
            if self.certainty.of(left) is idle:
                return right
            return left if self.certainty.of(right) is idle else None
        if node.data in ("both", "either") and self.kind(node) is Kind.CARDS:
            idle = self.compiled.deck.cards if node.data == "both" else 0
            left, right = node.children
            if self.certainty.cards(left) == idle:
                return right
            return left if self.certainty.cards(right) == idle else None
        return self._unchanged(node)

    def _unchanged(self, node: Any) -> Any | None:
        """The left part where the right one changes nothing: 0 in a sum, or a condition that is true."""
        if node.data == "reckon" and str(node.children[1]) in "+-":
            term = self.certainty.term(node.children[2])
            idle = term.constant and term.type.kind is Kind.NUMBER and term.value == 0
        else:
            idle = (
                node.data == "same"
                and self.kind(node.children[1]) is Kind.CONDITION
                and self.certainty.of(node.children[1])
            )
        return node.children[0] if idle else None

    def one(self, term: Term) -> bool:
        """Return whether cards are the copies of a single one."""
        deck = self.compiled.deck
        return bool(term.value) and any(term.value == copies for copies in deck.copies.values())

    def word(self, name: str) -> str:
        """A word in words: a built-in one by its phrase, an author's by its display name."""
        deck = self.compiled.deck
        for group, parts in (("suit", deck.suits), ("rank", deck.ranks)):
            if any(one.name == name for one in parts):
                return self.say(f"author.{group}", name=self.phrases.called(name))
        if self.phrases.known(f"word.{name}"):
            return self.say(f"word.{name}")
        return self.say("join.quoted", name=self.phrases.names.get(name) or self.phrases.choice("", name))

    def seat(self, place: int) -> str:
        """A seat by its name, else by its number."""
        return seat(self, place)

    def choice(self, owner: str, name: str) -> str:
        """A choice of an option, or an answer to a step."""
        return self.say("join.quoted", name=self.phrases.choice(owner, name))


def _has_name(node: Any) -> bool:
    """Return whether cards already have a name, or are all except those of a name."""
    return node.data in ("word", "card") or (node.data == "negate" and _has_name(node.children[0]))


def seat(wording: Wording, place: int) -> str:
    """A seat by its name, else by its number."""
    names = wording.compiled.layout.names
    if place >= len(names):
        return wording.say("values.seat", number=place)
    known = wording.phrases.known(f"seats.{names[place]}")
    return wording.say(f"seats.{names[place]}") if known else names[place]
