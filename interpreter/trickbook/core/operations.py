"""Each operation of the language in the subset: an expression, or a function that asks seats."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.core import card_orders, seat_groups
from trickbook.core.seat_groups import Loop
from trickbook.core.text import (
    ONE,
    ZERO,
    Code,
    binary,
    call,
    choice,
    complement,
    count,
    item,
    negation,
    number,
)
from trickbook.core.words import PRINTED, WORDS
from trickbook.expression.operations import ASKING_SEATS, COMPARISONS, CYCLES, IN_ORDER, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import TypeAlias

    from trickbook.core.source import Asked, Source
    from trickbook.expression.types import Term

    TermWriter: TypeAlias = Callable[[Source, Term, Asked], Code]
    """A function that gives the expression of a term."""


def in_brackets(term: Term) -> bool:
    """Return whether the second part of a term is asked of each of several seats."""
    return term.operation in ASKING_SEATS


# Sets and conditions


def _join(word: str, sign: str) -> TermWriter:
    def make(source: Source, term: Term, asked: Asked) -> Code:
        one, other = (source.text(part, asked) for part in term.parts)
        return binary(word if term.type.kind is Kind.CONDITION else sign, one, other)

    return make


def _not(source: Source, term: Term, asked: Asked) -> Code:
    part = source.text(term.parts[0], asked)
    if term.type.kind is Kind.CONDITION:
        return negation(part)
    everything = source.deck.cards if term.type.kind is Kind.CARDS else source.layout.everyone
    return binary("&", number(everything), complement(part))


def _is(source: Source, term: Term, asked: Asked) -> Code:
    one, other = term.parts
    if one.type.kind is Kind.SEATS:
        seats = [single for part in term.parts if (single := seat_groups.single(source, part, asked))]
        if len(seats) == len(term.parts):
            return binary("==", *seats)
    real = binary("==", source.text(one, asked), source.text(other, asked))
    if Kind.COMPLEX not in (one.type.kind, other.type.kind):
        return real
    aside = asked._replace(part=1)
    return binary("and", real, binary("==", source.text(one, aside), source.text(other, aside)))


def _compare(source: Source, term: Term, asked: Asked) -> Code:
    return binary(term.operation, *(source.text(part, asked) for part in term.parts))


def _has(source: Source, term: Term, asked: Asked) -> Code:
    some, wanted = (source.text(part, asked) for part in term.parts)
    match term.operation:
        case Operation.HAS | Operation.HAS_NO:
            sign = "!=" if term.operation == Operation.HAS else "=="
            return binary(sign, binary("&", some, wanted), ZERO)
        case Operation.HAS_ALL:
            return binary("==", binary("&", wanted, complement(some)), ZERO)
    return call("has_only", some, wanted)


def _if(source: Source, term: Term, asked: Asked) -> Code:
    test, yes, no = term.parts
    test_text = source.text(test, asked._replace(part=0))
    return choice(test_text, source.text(yes, asked), source.text(no, asked))


# Numbers


def _arithmetic(source: Source, term: Term, asked: Asked) -> Code:
    """Plus, minus and times; held at the largest number unless it cannot come so far."""
    if term.operation == Operation.MULTIPLY:
        return _times(source, term, asked)
    found = binary(term.operation, *(source.text(part, asked) for part in term.parts))
    return found if source.assumptions.within_reach(term) else call("held", found)


def _times(source: Source, term: Term, asked: Asked) -> Code:
    one, other = term.parts
    if term.type.kind is not Kind.COMPLEX:
        texts = source.text(one, asked), source.text(other, asked)
        return binary("*", *texts) if source.assumptions.within_reach(term) else call("times", *texts)
    each = [source.text(one, asked._replace(part=part)) for one in term.parts for part in (0, 1)]
    return call("imaginary_times" if asked.part else "real_times", *each)


def _call_of(name: str) -> TermWriter:
    return lambda source, term, asked: call(name, *(source.text(part, asked) for part in term.parts))


def _division(name: str, sign: str) -> TermWriter:
    def make(source: Source, term: Term, asked: Asked) -> Code:
        by = term.parts[1]
        texts = [source.text(part, asked) for part in term.parts]
        return binary(sign, *texts) if by.constant and by.value else call(name, *texts)

    return make


def _norm(source: Source, term: Term, asked: Asked) -> Code:
    real, imaginary = (source.text(term.parts[0], asked._replace(part=part)) for part in (0, 1))
    return call("norm", real, imaginary)


def _count(source: Source, term: Term, asked: Asked) -> Code:
    return count(source.text(term.parts[0], asked))


# Choices


def _number_of_choice(source: Source, term: Term, asked: Asked) -> Code:
    choice = source.text(term.parts[0], asked)  # before the table: it may name choices that are new
    return Code(f"{source.by_choice(term.detail)}[{choice}]")


def _choice_of_number(source: Source, term: Term, asked: Asked) -> Code:
    table = source.table((0, *map(source.choice, term.detail)))
    return Code(f"{table}[{source.text(term.parts[0], asked)}]")


def _cycle(source: Source, term: Term, _asked: Asked) -> Code:
    """The value whose turn it is, by deals, by rounds of deals, or by dealer."""
    layout, deal = source.layout, binary("-", item("DEAL"), ONE)
    ends = item("DEALER"), number(layout.first)
    away = binary("-", *(ends if layout.turn > 0 else ends[::-1]))
    turns: dict[str, Code] = {
        Operation.CYCLE_BY_DEAL: deal,
        Operation.CYCLE_BY_ROUND: binary("//", deal, number(layout.seats)),
        Operation.CYCLE_BY_DEALER: binary("%", away, number(layout.seats)),
    }
    table = source.table(source.value(term.type.kind, value) for value in term.detail)
    return Code(f"{table}[{binary('%', turns[term.operation], number(len(term.detail)))}]")


EXPRESSIONS: Final[Mapping[str, TermWriter]] = MappingProxyType(
    {
        **WORDS,
        **PRINTED,
        Operation.AND: _join("and", "&"),
        Operation.OR: _join("or", "|"),
        Operation.NOT: _not,
        Operation.IS: _is,
        **dict.fromkeys(COMPARISONS, _compare),
        Operation.HAS: _has,
        Operation.HAS_NO: _has,
        Operation.HAS_ALL: _has,
        Operation.HAS_ONLY: _has,
        Operation.IF: _if,
        Operation.ADD: _arithmetic,
        Operation.SUBTRACT: _arithmetic,
        Operation.MULTIPLY: _arithmetic,
        Operation.DIVIDE: _division("quotient", "//"),
        Operation.REMAINDER: _division("remainder", "%"),
        Operation.POWER: _call_of("power"),
        Operation.LESSER: _call_of("lesser"),
        Operation.GREATER: _call_of("greater"),
        Operation.SIZE: _call_of("size"),
        Operation.NORM: _norm,
        Operation.COUNT: _count,
        Operation.ONWARD: seat_groups.onward,
        Operation.NUMBER_OF_CHOICE: _number_of_choice,
        Operation.CHOICE_OF_NUMBER: _choice_of_number,
        **dict.fromkeys(CYCLES.values(), _cycle),
        **dict.fromkeys(IN_ORDER.values(), card_orders.phrase),
        Operation.LED_SUIT_IN_ORDER: card_orders.led_suit,
        Operation.COLUMN_COMPARISON: card_orders.comparison,
    }
)
"""The operations that are expressions."""

FUNCTIONS: Final[Mapping[str, Loop]] = seat_groups.LOOPS
"""The operations that go through seats."""


def names_in(term: Term) -> Sequence[object]:
    """Return the names of choices that a term has besides those of its type."""
    if term.type.kind is Kind.CHOICE and term.constant:
        return () if term.value is None else (term.value,)
    if term.operation == Operation.NUMBER_OF_CHOICE:
        return [name for name, _ in term.detail]
    if term.operation == Operation.CHOICE_OF_NUMBER or (
        term.type.kind is Kind.CHOICE and term.operation in CYCLES.values()
    ):
        return [name for name in term.detail if name is not None]
    return ()
