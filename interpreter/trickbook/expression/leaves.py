"""The leaves of an expression's tree: words, cards, ranks, seats and numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import CardError
from trickbook.expression import parameters
from trickbook.expression.scope import missing
from trickbook.expression.types import CARDS, COMPLEX, NUMBER, SEATS, Term, Type, constant
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import shown
from trickbook.problems.remedies import meant
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree

ANSWER: Final = "answer"
"""A word that is there only where a question's answers are weighed."""


NAMES: Final = ("word", "number", "card", "bid")
"""The leaves that may be the name of a choice; some are something else where no choice stands beside them."""


def bid(scope: Scope, node: Tree) -> Term:
    """The name of a bid, which is known only where a choice among bids stands beside it."""
    name = str(node.children[0])
    from trickbook.expression.diagnostics.wrong_types import carded

    hint = carded(name, scope) or Message(
        "compare it with what was answered: {expression}", expression=shown(f"bid is {name}")
    )
    return scope.wrong(node, "unknown-word", Message("{word} is not a word here", word=shown(name)), hint)


def word(scope: Scope, node: Tree) -> Term:
    """A word of the ruleset or of the language; what it speaks of must be at hand."""
    name = str(node.children[0])
    if name in scope.arguments:
        return parameters.argument(scope, node, name)
    if name in scope.symbols:
        word = scope.symbols[name]
        if isinstance(word, parameters.Parametric):
            return parameters.needed(scope, node, word)
        return scope.present(node, name, word(scope))
    if name in TABLE:
        return scope.present(node, name, TABLE[name].term(scope))
    if name == ANSWER:
        return scope.wrong(node, "no-answer", *missing(ANSWER, name))
    from trickbook.expression.diagnostics.wrong_types import wordless

    return wordless(scope, node, name)


def card(scope: Scope, node: Tree) -> Term:
    """A card by its name, with all its copies."""
    deck, name = scope.layout.deck, str(node.children[0])
    try:
        return constant(CARDS, deck.copies[deck.name(name)])
    except CardError:
        hint: Message | None = None
        if near := deck.near(name):
            hint = meant(near)
        elif deck.faces:
            hint = Message("a rank, then a suit, such as `{card}`", card=deck.faces[-1].name)
        message = Message("{card} is not a card of this deck", card=shown(name))
        return scope.wrong(node, "unknown-card", message, hint)


def rank(scope: Scope, node: Tree) -> Term:
    """A rank by its letter: how high it is."""
    letter, heights = str(node.children[0]), {rank.letter: rank.height for rank in scope.layout.deck.ranks}
    if letter in heights:
        return constant(NUMBER, heights[letter])
    if suit := next((suit for suit in scope.layout.deck.suits if suit.letter == letter), None):
        return scope.wrong(
            node,
            "unknown-word",
            Message("{word} is no rank", word=shown(letter)),
            meant(suit.name),
        )
    return scope.unknown(node, letter, heights)


def seat(scope: Scope, node: Tree) -> Term:
    """The seat of a number."""
    number, seats = int(str(node.children[0])), scope.layout.seats
    if number < seats:
        return constant(SEATS, 1 << number)
    hint = Message("seats are numbered 0 to {number}", number=seats - 1)
    return scope.wrong(node, "no-such-seat", Message("there is no seat {number}", number=number), hint)


def imaginary(_scope: Scope, node: Tree) -> Term:
    """Understand an imaginary number, such as `3i`."""
    from trickbook.cards.gaussian import Gaussian

    return constant(COMPLEX, Gaussian(0, int(str(node.children[0])[:-1])))


def number(_scope: Scope, node: Tree) -> Term:
    """A whole number."""
    return constant(NUMBER, int(str(node.children[0])))


def is_word(node: Any, scope: Scope) -> bool:
    """Return whether a bare name has a meaning here."""
    name = str(node.children[0])
    return name in scope.symbols or name in scope.arguments or name in TABLE or name == ANSWER


def nameless(node: Any, scope: Scope) -> bool:
    """Return whether a part is a bare name without a meaning of its own, as the names of choices are."""
    return bool(node.data == "bid" or (node.data == "word" and not is_word(node, scope)))


def bare(node: Any) -> str:
    """A part of an expression as it was written, if it is a single word."""
    return str(node.children[0]) if node.data in ("word", "card", "rank", "number", "bid") else "…"


def choice(node: Any, wanted: Type | None) -> Term | None:
    """A bare name, where it is one of the names to choose from."""
    if wanted and node.data in NAMES and str(node.children[0]) in wanted.names:
        return constant(wanted, str(node.children[0]))
    return None
