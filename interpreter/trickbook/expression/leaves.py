"""The leaves of an expression's tree: words, with a parameter or without, cards, ranks, seats and numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from trickbook.cards.deck import CardError
from trickbook.expression.operations import Operation
from trickbook.expression.phrases import PHRASES
from trickbook.expression.scope import missing
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    COMPLEX,
    CONDITION,
    NUMBER,
    SEATS,
    VARIES,
    Kind,
    Term,
    Type,
    constant,
)
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import shown
from trickbook.problems.remedies import instead, meant
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.expression.scope import Scope, Tree
    from trickbook.problems import Problem

    Meaning: TypeAlias = tuple[Term, Sequence[Problem]]


OPEN: Final = "parameter"
"""What terms read whose parameter nothing was given for."""

OF_OTHERS: Final = "other-player"
"""The code of a problem: what is about the player is asked of each seat."""

EMPTY: Final[dict[Kind, Any]] = {Kind.CONDITION: False, Kind.CHOICE: None}
"""The value of a parameter that stands for nothing, where it is not zero."""

TYPES: Final = (CARDS, SEATS, NUMBER, CONDITION, COMPLEX)
"""What a parameter may be, besides a choice; tried in this order."""


@dataclass(frozen=True)
class Parametric:
    """A word with a parameter: what it means of an argument, and if the parameter is open, but of a type.

    ``seen`` holds the types of all arguments that were given.
    """

    name: str
    parameter: str
    applied: Callable[[Scope, Tree, Term], Term]
    opened: Callable[[Type], Meaning]
    seen: list[Type]

    def __call__(self, _scope: Scope) -> Term:
        """What the word is with its parameter open: its type, and what it reads."""
        term, _ = self.opened(self.likeliest())
        return term if term is BROKEN else replace(term, value=VARIES, reads=term.reads | {OPEN})

    def types(self) -> list[Type]:
        """What the parameter may be."""
        known = dict.fromkeys((*self.seen, *TYPES))
        return [kind for kind in known if (found := self.opened(kind))[0] is not BROKEN and not found[1]]

    def likeliest(self) -> Type:
        """What the parameter most likely is: the type with which the fewest things are wrong."""
        return min((*self.seen, *TYPES), key=lambda kind: len(self.opened(kind)[1]))


def placeholder(kind: Type, name: str) -> Term:
    """A parameter for which nothing was given."""
    return Term(kind, reads=frozenset({OPEN}), operation=Operation.PARAMETER, detail=name)


def argument(scope: Scope, node: Tree, name: str) -> Term:
    """What was given for a parameter; in brackets that ask each seat, nothing that is about the player."""
    term = scope.arguments[name]
    if scope.each and "player" in term.reads:
        return scope.wrong(node, "other-player", Message("{word} is about the player", word=shown(name)))
    return term


def needed(scope: Scope, node: Tree, word: Parametric) -> Term:
    """Tell of a word with a parameter for which nothing is given."""
    message = Message(
        "{name} needs to know of what: nothing is given for {parameter}",
        name=shown(word.name),
        parameter=shown(word.parameter),
    )
    return scope.wrong(node, "no-parameter", message, instead(f"{word.name} of …"))


def is_taken(name: str) -> bool:
    """Return whether the language uses a name, so that no parameter may have it; phrases may share it."""
    return name in GRAMMAR - {*PHRASES} or (name in TABLE and not TABLE[name].yields)


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
        return argument(scope, node, name)
    if name in scope.symbols:
        word = scope.symbols[name]
        if isinstance(word, Parametric):
            return needed(scope, node, word)
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


def unnamed(scope: Scope, node: Any, choice: Type) -> Term:
    """Tell of a bare name that is none of the names of the choice beside it."""
    from trickbook.expression.diagnostics import wrong_types

    return wrong_types.unnamed(scope, node, choice)


def bare(node: Any) -> str:
    """A part of an expression as it was written, if it is a single word."""
    return str(node.children[0]) if node.data in ("word", "card", "rank", "number", "bid") else "…"


def choice(node: Any, wanted: Type | None) -> Term | None:
    """A bare name, where it is one of the names to choose from."""
    if wanted and node.data in NAMES and str(node.children[0]) in wanted.names:
        return constant(wanted, str(node.children[0]))
    return None
