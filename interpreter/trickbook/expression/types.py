"""The types of expressions; terms, which are expressions understood; and clauses, which narrow a choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.operations import Operation
from trickbook.source.nodes import Entry
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence


class Kind(StrEnum):
    """The kind of value that an expression has; messages call it by the enum's value."""

    CARDS = "cards"
    CONDITION = "a condition"
    NUMBER = "a number"
    COMPLEX = "a complex number"
    SEATS = "seats"
    CHOICE = "a choice"
    COLUMN = "a number for each card"
    UNKNOWN = "something unknown"


MANY: Final = 12
"""Of more choices than this, messages name the first few and the last."""


class Type(NamedTuple):
    """A kind and, of a choice, the names to choose from."""

    kind: Kind
    names: tuple[str, ...] = ()

    @property
    def phrase(self) -> Message:
        """What messages call the type."""
        some = self.names if len(self.names) <= MANY else (*self.names[:3], "…", self.names[-1])
        return Message("one of {list}", list=listing(some)) if some else Message(self.kind.value)

    def __str__(self) -> str:
        """Call the type as messages do."""
        return str(self.phrase)


def alternatives(phrases: Sequence[Message]) -> Message:
    """Phrases of which one is enough."""
    return reduce(
        lambda one, other: Message("{what_one} or {what_other}", what_one=one, what_other=other), phrases
    )


CARDS: Final = Type(Kind.CARDS)
CONDITION: Final = Type(Kind.CONDITION)
NUMBER: Final = Type(Kind.NUMBER)
COMPLEX: Final = Type(Kind.COMPLEX)
SEATS: Final = Type(Kind.SEATS)
COLUMN: Final = Type(Kind.COLUMN)
UNKNOWN: Final = Type(Kind.UNKNOWN)

VARIES: Final = object()
"""Stands for the value of a term that only the state can tell."""

LARGEST: Final = 10**18
"""Products and powers hold at this size, so that no rule can make a number without end."""

GREATEST: Final = 10**15
"""Points hold at this size, so that no rule can make a score without end."""

TOP_COST: Final = 20_000
"""How many steps one evaluation of an expression may take."""

TOP_SUM: Final = 100_000
"""How many steps all expressions of a ruleset may take, each evaluated once."""


def held(number: Any, largest: int = LARGEST) -> Any:
    """A number, or the largest there is on its side of zero; of a complex one, each part."""
    if isinstance(number, int):
        return number if -largest <= number <= largest else largest if number > 0 else -largest
    return type(number)(held(number.real, largest), held(number.imag, largest))


def beyond(number: Any, largest: int) -> bool:
    """Return whether a number, or a part of a complex one, is larger than this on either side of zero."""
    return bool(max(abs(number.real), abs(number.imag)) > largest)


def fits(kind: Kind, wanted: Kind) -> bool:
    """Return whether what is of a kind may stand where another is wanted: every number is a complex one."""
    return kind is wanted or (kind, wanted) == (Kind.NUMBER, Kind.COMPLEX)


@dataclass(frozen=True, slots=True)
class Term:
    """An expression understood: its type, what is done to find its value, and what that takes.

    ``value`` is the constant it always has, or ``VARIES``. ``reads`` names what there must be: ``player``,
    ``play``, ``size`` (the play's alone), ``place``, ``answer``, ``outcome``, ``points``, ``own`` (secrets of
    the player) and ``secret`` (somebody else's). ``piles`` are the player's piles that it speaks of; ``cost``
    bounds the steps of an evaluation. ``column`` is what a play of one card gives, by the card's bit, if that
    hangs on nothing else. ``operation`` is an ``Operation`` or a built-in word; it is applied to the values
    of its ``parts`` and to ``detail``, such as the slot that is read. From these a program can be written.
    """

    type: Type
    value: Any = VARIES
    reads: frozenset[str] = frozenset()
    piles: frozenset[str] = frozenset()
    cost: int = 1
    column: tuple[Any, ...] | None = None
    operation: str = ""
    parts: tuple[Term, ...] = ()
    detail: Any = None

    @property
    def constant(self) -> bool:
        """Whether the term has the same value in every state."""
        return self.value is not VARIES


def constant(kind: Type, value: Any) -> Term:
    """A term that always has this value."""
    return Term(kind, value)


def meaning(term: Term) -> Hashable:
    """Return what a term means, equal for terms that have the same value at every moment."""
    if term.constant:
        return ("constant", term.type.kind, term.value)
    if term.operation == Operation.WHOSE and term.parts[0].operation == "player":
        return meaning(term.parts[1])
    own = (term.operation, term.detail) if term.operation else id(term)
    return (own, *map(meaning, term.parts))


BROKEN: Final = replace(constant(UNKNOWN, 0), value=VARIES)
"""What a wrong expression gives, so that one mistake is told once."""


def union(operation: str, terms: tuple[Term, ...]) -> dict[str, Any]:
    """Return an operation on several terms, what they read, and what they cost together."""
    return {
        "operation": operation,
        "parts": terms,
        "reads": frozenset().union(*(term.reads for term in terms)),
        "piles": frozenset().union(*(term.piles for term in terms)),
        "cost": 1 + sum(term.cost for term in terms),
    }


def lift(
    kind: Type, operation: str, function: Callable[..., Any], *terms: Term, detail: object = None
) -> Term:
    """Apply an operation, by its function of values, to terms; of constants it gives a constant."""
    if any(term.type is UNKNOWN for term in terms):
        return BROKEN
    if all(term.constant for term in terms):
        return constant(kind, function(*(term.value for term in terms)))
    column = tuple(map(function, terms[0].column)) if len(terms) == 1 and terms[0].column else None
    return Term(kind, column=column, detail=detail, **union(operation, terms))


COMPARING: Final = ("most", "fewest")
"""The verbs of clauses that weigh each candidate by a number."""


class Clause(NamedTuple):
    """A rule that narrows: its verb, when it applies (None: always) and what it looks at."""

    entry: Entry
    verb: str
    when: Term | None
    what: Term

    @property
    def name(self) -> str:
        """The name of the clause in the ruleset."""
        return self.entry.name
