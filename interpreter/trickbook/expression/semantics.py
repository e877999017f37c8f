"""From the tree of an expression to its term: types checked, constants worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from trickbook.expression import bids, leaves, logic, orders, phrases
from trickbook.expression.leaves import Parametric
from trickbook.expression.parser import SyntaxMistake, parse
from trickbook.expression.scope import JOINTS, Token, Tree, is_joined
from trickbook.expression.types import (
    BROKEN,
    CONDITION,
    NUMBER,
    SEATS,
    TOP_COST,
    UNKNOWN,
    Kind,
    Term,
    Type,
    constant,
    fits,
)
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import Problem, shown
from trickbook.problems.remedies import instead
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope


ANSWERED: Final = "answered"
"""A word that stands behind `is`: whether a question has its answer."""


UNJOINED: Final = frozenset({"mixed", "wrong-type"})
"""What comes of brackets that are missing."""


EMPTY: Final = frozenset({"empty", "none", "nothing"})
"""What people say of cards where there are none."""


def meaning(text: str, scope: Scope, wanted: Type | None = None) -> Term:
    """Understand an expression, of the wanted type if one is named; mistakes go to the scope's report."""
    scope = scope._replace(text=text, wanted=wanted)
    tree = _tree(scope)
    return understood(tree.children[0], scope, wanted) if tree else BROKEN


def reach(text: str, scope: Scope) -> tuple[Term, Term]:
    """Understand a range such as ``1 to 2``; a single number is a range of one."""
    scope = scope._replace(text=text, start="range")
    tree = _tree(scope)
    if tree is None:
        return BROKEN, BROKEN
    low, high = cast("Any", tree.children)
    lowest = understood(low, scope, NUMBER)
    return lowest, lowest if high is None else understood(high, scope, NUMBER)


def destination(text: str, scope: Scope) -> tuple[str, Term | None, Token] | None:
    """Understand a place for cards such as ``hand of dealer``: the pile's name and its seats, if said."""
    scope = scope._replace(text=text, start="place")
    tree = _tree(scope)
    if tree is None:
        return None
    name, seats = cast("Any", tree.children)
    return str(name), understood(seats, scope, SEATS) if seats is not None else None, name


def _tree(scope: Scope) -> Tree | None:
    tree = parse(scope.text, scope.start)
    if isinstance(tree, SyntaxMistake):
        from trickbook.expression.diagnostics import tell

        tell(tree, scope)
        return None
    return tree


def understood(node: Any, scope: Scope, wanted: Type | None = None) -> Term:
    """Understand a part of an expression, once where the scope keeps its parts."""
    if scope.parts is None:
        return _part(node, scope, wanted)
    key = (id(node), wanted, scope.about, scope.each)
    if key not in scope.parts:
        scope.parts[key] = node, _part(node, scope, wanted)  # as long as the node is kept, its id is its own
    return scope.parts[key][1]


def _part(node: Any, scope: Scope, wanted: Type | None) -> Term:
    """Understand a part of an expression and hold it against the wanted type and the cost bound."""
    named = leaves.choice(node, wanted)
    if wanted and wanted.names and not named and leaves.nameless(node, scope):
        return leaves.unnamed(scope, node, wanted)
    if node.data == "choose":
        term = _choose(scope, node, wanted)
    else:
        term = named or MEANINGS[node.data](scope, node)
    if term.type is UNKNOWN:
        return BROKEN
    if wanted and not fits(term.type.kind, wanted.kind):
        from trickbook.expression.diagnostics.wrong_types import mistyped

        return mistyped(node, scope, term, wanted)
    if wanted and wanted.names and (odd := set(term.type.names) - set(wanted.names)):
        message = Message("{word} is none of {list}", word=shown(min(odd)), list=listing(wanted.names))
        return scope.wrong(node, "not-a-choice", message)
    if term.cost > TOP_COST:
        template = "this may take {number} steps; the limit is {number_most}"
        return scope.wrong(node, "too-costly", Message(template, number=term.cost, number_most=TOP_COST))
    return term


def _joined(scope: Scope, node: Any) -> Term:
    """All that `and` and `or` join outside brackets; where brackets are missing, that is told once."""
    found: list[Problem] = []
    term = _chained(scope._replace(report=found.append), node)
    if not found:
        return term
    from trickbook.expression.diagnostics.repair import bracketed

    hint = bracketed(scope, node, understood)
    for problem in found:
        if not hint or problem.code not in UNJOINED:
            scope.report(problem)
    if hint:
        template = "`{word}` binds more loosely than what precedes it: add brackets"
        return scope.wrong(node, "mixed", Message(template, word=JOINTS[node.data]), hint)
    return term


def _chained(scope: Scope, node: Any) -> Term:
    keeps = scope.parts is not None
    left, right = (
        understood(child, scope) if keeps or not is_joined(scope, child) else _chained(scope, child)
        for child in node.children
    )
    return logic.joined(scope, node, JOINTS[node.data], left, right)


def _has(scope: Scope, node: Tree) -> Term:
    pile, cards = node.children[0], node.children[-1]
    return logic.has(scope, node, node.data, understood(pile, scope), understood(cards, scope))


def _same(scope: Scope, node: Any) -> Term:
    """A bare name may be one of the names of the choice that stands beside it."""
    left, right = node.children
    if right.data == "word" and str(right.children[0]) == ANSWERED and leaves.nameless(right, scope):
        term = _answered(scope, left)
        return term if node.data == "same" else logic.negate(scope, node, term)
    swap = leaves.nameless(left, scope) and right.data != "card"
    known = understood(right if swap else left, scope)
    other = left if swap else right
    if known.type.kind is Kind.CARDS and other.data == "word" and str(other.children[0]) in EMPTY:
        how = "is" if node.data == "same" else ">"
        counted = f"count of {scope.written(right if swap else left)} {how} 0"
        message = Message("`is` cannot compare sets of cards")
        return scope.wrong(node, "cards-compared", message, instead(counted))
    if known.type is UNKNOWN and other.data in ("word", "bid", "card"):
        return BROKEN
    second = _beside(scope, other, known)
    if unranked := orders.unranked(scope, (known, second), (right if swap else left, other)):
        return unranked
    term = logic.same(scope, node, known, second)
    return term if node.data == "same" else logic.negate(scope, node, term)


def _answered(scope: Scope, node: Any) -> Term:
    """``is answered``: of a question for a number, a choice or a condition."""
    term = understood(node, scope)
    if term.type is UNKNOWN:
        return BROKEN
    if found := logic.answered(term):
        return found
    message = Message("`is answered` asks about a question, and this is {what}", what=term.type.phrase)
    hint = Message("write the name of a step that asks for a number or an answer: `bid is answered`")
    return scope.wrong(node, "wrong-type", message, hint)


def _beside(scope: Scope, node: Any, known: Term) -> Term:
    """Understand what stands beside a term; a bare name may be one of the names of its choice."""
    if named := leaves.choice(node, known.type):
        return named
    if known.type.names and (node.data == "card" or leaves.nameless(node, scope)):
        return leaves.unnamed(scope, node, known.type)
    return understood(node, scope)


def _compare(scope: Scope, node: Any) -> Term:
    left, sign, right = node.children
    known = understood(right if (swap := leaves.nameless(left, scope)) else left, scope)
    other = _beside(scope, left if swap else right, known)
    terms = (other, known) if swap else (known, other)
    return orders.unranked(scope, terms, (left, right)) or logic.compare(scope, node, str(sign), *terms)


def _reckon(scope: Scope, node: Any) -> Term:
    left, sign, right = node.children
    return phrases.reckon(scope, node, str(sign), understood(left, scope), understood(right, scope))


def _power(scope: Scope, node: Any) -> Term:
    left, right = node.children
    return phrases.reckon(scope, node, "^", understood(left, scope), understood(right, scope))


def _choose(scope: Scope, node: Any, wanted: Type | None) -> Term:
    """Understand both answers; one that a settled condition rules out may speak of secrets."""
    condition, yes, no = node.children
    named = wanted if wanted and wanted.names else None
    test, free = understood(condition, scope), scope.adding("secret")
    if_so = free if test.constant and not test.value else scope
    if_not = free if test.constant and test.value else scope
    return logic.choose(scope, node, test, understood(yes, if_so, named), understood(no, if_not, named))


def _of(scope: Scope, node: Any) -> Term:
    name, inner = str(node.children[0]), node.children[1]
    term = understood(inner, scope)
    if term.type is UNKNOWN:
        return BROKEN
    word = scope.symbols.get(name)
    if isinstance(word, Parametric):
        return scope.present(node, f"{name} of …", word.applied(scope, inner, term))
    if name == "worth" and name not in scope.symbols:
        return scope.unknown(node.children[0], name, [])
    if found := phrases.phrase(scope, name, term):
        return found
    if name in (*phrases.GATHER, *phrases.PHRASES) or (name in bids.PHRASES and name not in scope.symbols):
        from trickbook.expression.diagnostics.wrong_types import inapplicable

        return inapplicable(scope, node, name, term)
    return _whose(scope, node, name, term)


def _whose(scope: Scope, node: Any, name: str, term: Term) -> Term:
    """A word about a player, of other seats."""
    make = scope.symbols.get(name) or (TABLE[name].term if name in TABLE else None)
    if make is None:
        from trickbook.expression.diagnostics.wrong_types import nameless

        return nameless(scope, node, name, term)
    word = scope.adding("player", "own").present(node, name, make(scope))
    return scope.present(node, f"{name} of …", phrases.whose(scope, node, name, word, term))


def _over(scope: Scope, node: Any) -> Term:
    name, group, asked = node.children
    if name in ("runs", "sets"):
        return orders.melds(scope, node, str(name), understood(group, scope), understood(asked, scope))
    if name in phrases.OF_TWO:
        return phrases.of_two(scope, node, str(name), understood(group, scope), understood(asked, scope))
    each = understood(asked, scope.asking())
    return scope.present(
        node, str(asked and name), phrases.over(scope, node, str(name), understood(group, scope), each)
    )


def _where(scope: Scope, node: Any) -> Term:
    group, asked = node.children
    each = understood(asked, scope.asking())
    return scope.present(node, "this", phrases.where(scope, node, understood(group, scope), each))


MEANINGS: Final[dict[str, Callable[[Scope, Any], Term]]] = {
    "word": leaves.word,
    "card": leaves.card,
    "rank": leaves.rank,
    "bid": leaves.bid,
    "number": leaves.number,
    "imaginary": leaves.imaginary,
    "seat": leaves.seat,
    "yes": lambda _scope, _node: constant(CONDITION, value=True),
    "no": lambda _scope, _node: constant(CONDITION, value=False),
    "both": _joined,
    "either": _joined,
    "negate": lambda scope, node: logic.negate(scope, node, understood(node.children[0], scope)),
    "minus": lambda scope, node: phrases.minus(scope, node, understood(node.children[0], scope)),
    "same": _same,
    "differs": _same,
    "compare": _compare,
    "has": _has,
    "has_no": _has,
    "has_all": _has,
    "has_only": _has,
    "reckon": _reckon,
    "power": _power,
    "of": _of,
    "over": _over,
    "where": _where,
}
"""The meaning of each rule of the grammar."""
