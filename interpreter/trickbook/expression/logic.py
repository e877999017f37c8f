"""Conditions and choices: and, or, not, is, has, comparisons, if."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression import bids, orders
from trickbook.expression.operations import ONCE_ANSWERED, Operation
from trickbook.expression.phrases import complex_column
from trickbook.expression.scope import Tree
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    CONDITION,
    UNKNOWN,
    Kind,
    Term,
    Type,
    constant,
    lift,
    union,
)
from trickbook.problems import shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope

HAS: Final[dict[str, Callable[[int, int], bool]]] = {
    Operation.HAS: lambda some, wanted: some & wanted != 0,
    Operation.HAS_NO: lambda some, wanted: some & wanted == 0,
    Operation.HAS_ALL: lambda some, wanted: wanted & ~some == 0,
    Operation.HAS_ONLY: lambda some, wanted: some != 0 and some & ~wanted == 0,
}

ORDER: Final[dict[str, Callable[[Any, Any], Any]]] = {
    Operation.LESS_THAN: operator.lt,
    Operation.AT_MOST: operator.le,
    Operation.MORE_THAN: operator.gt,
    Operation.AT_LEAST: operator.ge,
}


def joined(scope: Scope, node: Tree, word: str, left: Term, right: Term) -> Term:
    """``and``, ``or``: of conditions, or of sets of cards or of seats (both, either)."""
    kinds = {left.type.kind, right.type.kind}
    if Kind.UNKNOWN in kinds:
        return BROKEN
    if kinds in ({Kind.CARDS}, {Kind.SEATS}):
        join = operator.and_ if word == "and" else operator.or_
        return lift(left.type, Operation(word), join, left, right)
    if kinds == {Kind.CONDITION}:
        return _both(left, right) if word == "and" else _either(left, right)
    if kinds == {Kind.CARDS, Kind.CONDITION}:
        return scope.wrong(
            node,
            "mixed",
            Message("`{word}` joins cards with a condition here", word=word),
            _unmixed(node, word, left, right),
        )
    from trickbook.expression.diagnostics.repair import unjoined

    odd = left if left.type.kind not in (Kind.CARDS, Kind.CONDITION) else right
    template = "`{word}` joins cards, seats or conditions, and this is {what}"
    message = Message(template, word=word, what=odd.type.phrase)
    return scope.wrong(node, "wrong-type", message, unjoined(scope, node, odd, is_left=odd is left))


def _unmixed(node: Tree, word: str, left: Term, right: Term) -> Message:
    if word == "or" and right.type.kind is Kind.CARDS:
        return Message("put brackets round the cards: `trick has (QS or KS)`")
    part = node.children[1 if left.type.kind is Kind.CARDS else 0]
    if isinstance(part, Tree) and part.data == "word":
        return Message("move {part} to `when:`", part=shown(str(part.children[0])))
    return Message("move the condition to `when:`")


def _both(left: Term, right: Term) -> Term:
    if left.constant:
        return right if left.value else left
    if right.constant:
        return left if right.value else right
    return Term(CONDITION, **union(Operation.AND, (left, right)))


def _either(left: Term, right: Term) -> Term:
    if left.constant:
        return left if left.value else right
    if right.constant:
        return right if right.value else left
    return Term(CONDITION, **union(Operation.OR, (left, right)))


def negate(scope: Scope, node: Tree, term: Term) -> Term:
    """``not``: of a condition, or all cards or seats but these."""
    if term.type.kind in (Kind.CARDS, Kind.SEATS):
        everything = scope.layout.deck.cards if term.type.kind is Kind.CARDS else scope.layout.everyone
        return lift(term.type, Operation.NOT, lambda some: everything & ~some, term)
    if term.type.kind is Kind.CONDITION:
        return lift(CONDITION, Operation.NOT, operator.not_, term)
    what = term.type.phrase
    message = Message("`not` negates a condition, cards or seats, and this is {what}", what=what)
    return _odd(scope, node, term, message)


def same(scope: Scope, node: Tree, left: Term, right: Term) -> Term:
    """``is``: of numbers, seats, choices and conditions; of a column, the cards of which it is true."""
    kinds = {left.type.kind, right.type.kind}
    if Kind.UNKNOWN in kinds:
        return BROKEN
    if Kind.COLUMN in kinds:
        return _once_answered((left, right), column(scope, node, operator.eq, left, right))
    if kinds == {Kind.CARDS}:
        return scope.wrong(
            node,
            "cards-compared",
            Message("`is` cannot compare sets of cards"),
            Message("write `has`, `has only` or `has all`"),
        )
    if len(kinds) > 1 and kinds != {Kind.NUMBER, Kind.COMPLEX}:
        from trickbook.expression.diagnostics.wrong_types import compared

        hint = compared(scope, node, (left.type.kind, right.type.kind))
        types = {"what": left.type.phrase, "what_other": right.type.phrase}
        message = Message("`is` compares {what} with {what_other}", **types)
        return scope.wrong(node, "wrong-type", message, hint)
    names = set(left.type.names), set(right.type.names)
    if len(kinds) == 1 and names[0] != names[1] and not names[0] & names[1]:
        types = {"what": left.type.phrase, "what_other": right.type.phrase}
        message = Message("this is never true: {what} is never {what_other}", **types)
        return scope.wrong(node, "wrong-type", message, None)
    return _once_answered((left, right), lift(CONDITION, Operation.IS, operator.eq, left, right))


def compare(scope: Scope, node: Tree, sign: str, left: Term, right: Term) -> Term:
    """``<`` and its like: of numbers; of a column, the cards of which it is true."""
    kinds = {left.type.kind, right.type.kind}
    if Kind.UNKNOWN in kinds:
        return BROKEN
    if Kind.COLUMN in kinds:
        return _once_answered((left, right), column(scope, node, ORDER[sign], left, right))
    if kinds == {Kind.CHOICE}:
        compared = partial(lift, CONDITION, Operation(sign), ORDER[sign])
        return bids.compared(scope, node, compared, left, right)
    for term in (left, right):
        if term.type.kind is not Kind.NUMBER:
            from trickbook.expression.diagnostics.wrong_types import numbered

            what = term.type.phrase
            message = Message("`{sign}` compares numbers, and this is {what}", sign=sign, what=what)
            return scope.wrong(node, "wrong-type", message, numbered(scope, node, sign, term, left))
    return _once_answered((left, right), lift(CONDITION, Operation(sign), ORDER[sign], left, right))


def answered(term: Term) -> Term | None:
    """``bid is answered``: of several seats, whether all have answered; None if a term is no answer."""
    if term.operation == Operation.WHOSE and (of_each := answered(term.parts[1])):
        group = term.parts[0]
        return replace(term, type=CONDITION, operation=Operation.ALL_OF_SEATS, parts=(group, of_each))
    if term.operation == Operation.OWN_ANSWER:
        return replace(term, type=CONDITION, operation=Operation.OWN_ANSWERED)
    return None


def _once_answered(sides: tuple[Term, Term], compared: Term) -> Term:
    """A comparison; a number that is still open compares with nothing, a choice stands below all names."""
    numbers = [term for term in sides if term.type.kind is Kind.NUMBER]
    for guard in filter(None, map(answered, numbers)):
        if compared.type is CARDS:
            compared = Term(CARDS, **union(Operation.IF, (guard, compared, constant(CARDS, 0))))
            continue
        compared = replace(_both(guard, compared), detail=ONCE_ANSWERED)
    return compared


def column(scope: Scope, node: Tree, test: Any, left: Term, right: Term) -> Term:
    """The cards of which a comparison is true; the other side must be fixed before the first deal."""
    odd = left if left.type.kind is not Kind.COLUMN else right
    if odd.type.kind is Kind.COMPLEX and test is not operator.eq:
        message = Message("complex numbers have no order")
        return scope.wrong(
            node, "wrong-type", message, Message("ask with `is`, or name the cards themselves")
        )
    if odd.type.kind not in (Kind.COLUMN, Kind.NUMBER, Kind.COMPLEX):
        template = "a number for each card is compared with a number, and this is {what}"
        return scope.wrong(node, "wrong-type", Message(template, what=odd.type.phrase), None)
    size = len(scope.layout.deck.names)
    lefts, rights = (
        term.value if term.type.kind is Kind.COLUMN else (term.value,) * size for term in (left, right)
    )
    known = [value for term, values in ((left, lefts), (right, rights)) if term.constant for value in values]
    if test is not operator.eq and complex_column(known):
        message = Message("some cards have complex numbers, which have no order")
        return scope.wrong(node, "wrong-type", message, Message("name the cards themselves"))
    if not (left.constant and right.constant):
        sign = next(sign for sign, one in orders.SIGNS.items() if one is test)
        return _each(scope, node, sign, left, right)
    return constant(CARDS, sum(1 << bit for bit in range(size) if test(lefts[bit], rights[bit])))


def _each(scope: Scope, node: Tree, sign: str, left: Term, right: Term) -> Term:
    """The cards of which a comparison is true, where the other side or the order of the cards can change."""
    if left.type.kind is right.type.kind:
        message = Message(
            "two numbers for each card are compared only where both are fixed before the first deal"
        )
        return scope.wrong(node, "not-fixed", message)
    if left.type.kind is Kind.COLUMN:
        return orders.compared(left, sign, right)
    return orders.compared(right, orders.MIRRORED[sign], left)


def has(scope: Scope, node: Tree, how: str, pile: Term, cards: Term) -> Term:
    """``has``, ``has no``, ``has all``, ``has only``: of two sets of cards, or of seats."""
    if (pile.type.kind, cards.type.kind) == (Kind.SEATS, Kind.CARDS):
        from trickbook.expression.diagnostics.wrong_types import piles_missing

        return piles_missing(scope, node, how)
    for term in (pile, cards):
        if term.type.kind is not (Kind.SEATS if pile.type.kind is Kind.SEATS else Kind.CARDS):
            what = term.type.phrase
            template = "`has` asks whether cards lie among cards, or seats among seats, and this is {what}"
            if term is pile and term.type.kind is Kind.CONDITION and cards.type.kind is Kind.CARDS:
                from trickbook.expression.diagnostics.repair import of_condition

                return scope.wrong(
                    node, "wrong-type", Message(template, what=what), of_condition(scope, node, how)
                )
            return _odd(scope, node, term, Message(template, what=what))
    return lift(CONDITION, Operation(how), HAS[how], pile, cards)


def choose(scope: Scope, node: Tree, condition: Term, yes: Term, no: Term) -> Term:
    """``if … then … else …``: both answers are of one type."""
    if condition.type.kind is not Kind.CONDITION:
        what = condition.type.phrase
        return _odd(
            scope, node, condition, Message("`if` asks for a condition, and this is {what}", what=what)
        )
    if UNKNOWN in (yes.type, no.type):
        return BROKEN
    kinds = {yes.type.kind, no.type.kind}
    if len(kinds) > 1 and kinds != {Kind.NUMBER, Kind.COMPLEX}:
        types = {"what": yes.type.phrase, "what_other": no.type.phrase}
        message = Message("`then` gives {what} and `else` {what_other}; both must be the same", **types)
        return scope.wrong(node, "wrong-type", message, None)
    if condition.constant:
        return yes if condition.value else no
    if yes.type.kind is Kind.COLUMN:
        return scope.wrong(
            node, "not-fixed", Message("a number for each card is fixed before the first deal"), None
        )
    names = bids.merged(yes.type.names, no.type.names)
    kind = Kind.COMPLEX if Kind.COMPLEX in kinds else yes.type.kind
    parts = union(Operation.IF, (condition, yes, no))
    parts["cost"] += condition.cost * (kind is Kind.COMPLEX)  # each part asks it
    return Term(Type(kind, names), **parts)


def _odd(scope: Scope, node: Tree, term: Term, message: Message) -> Term:
    return BROKEN if term.type is UNKNOWN else scope.wrong(node, "wrong-type", message, None)
