"""``words``: the author's definitions. A word is understood when first used, once for each situation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.parser import deep
from trickbook.expression.scope import EVERYTHING
from trickbook.expression.types import BROKEN, Term
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import shown
from trickbook.sections.orders import KEY as ORDERS
from trickbook.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

DEEPEST: Final = 110
"""How deep words may rest on words: the parts of their meanings, one within another."""


def read(context: Context, given: frozenset[str]) -> None:
    """Make every definition a word; those given from outside are read from the state instead."""
    chain: list[tuple[str, int]] = []
    for entry in context.entries("words"):
        node = entry["is"]
        if not isinstance(node, Scalar):
            context.wrong(
                "missing-key",
                f"word {shown(entry.name)} has no meaning",
                entry.place,
                f"write `{entry.name}: QS or KS`",
            )
        elif free(context, entry):
            context.symbols[entry.name] = _definition(context, entry, node, chain, given=entry.name in given)


def free(context: Context, entry: Entry, name: str = "") -> bool:
    """Return whether the name of an entry, or another that it gives, may become a word; report taken ones."""
    name = name or entry.name
    built_in = name in TABLE and not TABLE[name].yields
    if name in GRAMMAR or built_in or name in context.symbols:
        option = next((other for other in context.entries("options") if other.name == name), entry)
        context.wrong("name-taken", f"{shown(name)} is already a word", option.place, "choose another name")
        return False
    return True


def _definition(
    context: Context, entry: Entry, node: Scalar, chain: list[tuple[str, int]], *, given: bool
) -> Callable[[Scope], Term]:
    """The meaning of a word in a scope; ``chain`` holds the words being understood, with their depths."""
    known: dict[Any, Term] = {}

    def understand(scope: Scope) -> Term:
        pending = _pending(context)
        situation = (pending is context.understanding, *sorted(scope.known.items()))
        if situation in known:
            return known[situation]
        if entry.name in pending:
            from trickbook.sections.diagnostics.entries import circle

            circle(context, entry.name, entry.place)
            return BROKEN
        chain.append((entry.name, deep(node.text)))
        context.understanding.append(entry.name)
        if sum(depth for _, depth in chain) > DEEPEST:
            message = f"{shown(chain[0][0])} rests on words that rest on words, too deep"
            context.wrong("too-deep", message, entry.place)
            chain.pop()
            context.understanding.pop()
            return BROKEN
        term = context.term(node, None, EVERYTHING, scope.known)
        chain.pop()
        context.understanding.pop()
        known[situation] = term = _fixed(entry.name, term) if given else term
        return term

    return understand


def _pending(context: Context) -> list[str]:
    """The words being understood; where an order is, those that it rests on, for there all is as printed."""
    pending = context.understanding
    return pending[pending.index(ORDERS) :] if ORDERS in pending else pending


def _fixed(name: str, term: Term) -> Term:
    """A word whose value somebody gave; where nobody did, its own meaning."""
    run = term.run
    if "player" in term.reads:
        meaning = lambda s, p, x: s.match.given[name][p] if name in s.match.given else run(s, p, x)  # noqa: E731
    else:
        meaning = lambda s, p, x: s.match.given[name] if name in s.match.given else run(s, p, x)  # noqa: E731
    return Term(term.type, meaning, reads=term.reads, piles=term.piles, cost=term.cost)
