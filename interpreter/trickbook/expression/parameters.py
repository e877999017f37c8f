"""Words with a parameter, such as ``pairs of spades``: what they are, and what a parameter stands for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from trickbook.expression.operations import Operation
from trickbook.expression.phrases import PHRASES
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
)
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import shown
from trickbook.problems.remedies import instead
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree
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
