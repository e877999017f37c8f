"""``words``: the author's definitions. A word is understood when first used, once for each situation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.leaves import Parametric
from trickbook.expression.operations import Operation
from trickbook.expression.parser import deep, tree
from trickbook.expression.scope import EVERYTHING
from trickbook.expression.types import BROKEN, CONDITION, VARIES, Term
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import shown
from trickbook.sections.parameters import Definition, parametric, pending
from trickbook.source import Scalar
from trickbook.state import GivenWord
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.scope import Scope
    from trickbook.sections.context import Context
    from trickbook.sections.parameters import Guard
    from trickbook.source.nodes import Entry
    from trickbook.state import Layout


DEEPEST: Final = 110
"""How deep words may rest on words: the parts of their meanings, one within another."""


class Depths(NamedTuple):
    """The words being understood, each with the depth of its definition; the whole depth of those known."""

    chain: list[tuple[str, int]]
    known: dict[str, int]


def read(context: Context, given: frozenset[str]) -> None:
    """Make every definition a word; those given from outside are read from the state instead."""
    depths = Depths([], {})
    for entry in context.entries("words"):
        node, parameter = entry["is"], entry["of"]
        if not isinstance(node, Scalar):
            context.wrong(
                "missing-key",
                Message("word {name} has no meaning", name=shown(entry.name)),
                entry.place,
                Message("write `{word}`", word=f"{entry.name}: QS or KS"),
            )
        elif free(context, entry):
            definition = Definition(context, entry, node, _guarded(context, entry, node, depths))
            if parameter is None or parameter.value is None:
                context.symbols[entry.name] = _meaning(definition, given=entry.name in given)
            else:
                context.symbols[entry.name] = parametric(definition)


def settle(context: Context, scope: Scope) -> None:
    """Understand the words that nothing uses, too; those with a parameter once it is known what there is."""
    if any(isinstance(word, Parametric) for word in context.symbols.values()):
        from trickbook.sections import parameters

        parameters.settle(context, scope)
    for entry in context.entries("words"):
        if entry.name in context.symbols:
            context.symbols[entry.name](scope)


def free(context: Context, entry: Entry, name: str = "") -> bool:
    """Return whether the name of an entry, or another that it gives, may become a word; report taken ones."""
    name = name or entry.name
    built_in = name in TABLE and not TABLE[name].yields
    if name in GRAMMAR or built_in or name in context.symbols:
        option = next((other for other in context.entries("options") if other.name == name), entry)
        context.wrong(
            "name-taken",
            Message("{name} is already a word", name=shown(name)),
            option.place,
            Message("choose another name"),
        )
        return False
    return True


def _meaning(definition: Definition, *, given: bool) -> Callable[[Scope], Term]:
    """The meaning of a word in a scope."""
    context, entry, node, guarded = definition
    known: dict[Any, Term] = {}

    def understand(scope: Scope) -> Term:
        if given and entry.name not in context.layout.given and scope.known:
            understand(scope._replace(known={}))  # its public meaning says whether each player has one
        situation = definition.situation(scope.known)
        if situation not in known:
            term = guarded(lambda: context.term(node, None, EVERYTHING, scope.known))
            if term is None:
                return BROKEN
            known[situation] = _fixed(context.layout, entry.name, term) if given else term
        return known[situation]

    return understand


def _guarded(context: Context, entry: Entry, node: Scalar, depths: Depths) -> Guard:
    """Understand a word; give None where it rests on itself, or on words that rest on words, too deep.

    That does not depend on which word is understood first.
    """
    own, chain = deep(node.text), depths.chain

    def guarded(understand: Callable[[], Any]) -> Any:
        if entry.name in pending(context):
            from trickbook.sections.diagnostics import circle

            circle(context, entry.name, entry.place)
            return None
        chain.append((entry.name, own))
        context.understanding.append(entry.name)
        above = sum(depth for _, depth in chain)
        found = understand() if above <= DEEPEST else None
        if above <= DEEPEST:
            depths.known.setdefault(entry.name, own + _beneath(node.text, depths.known))
        if max(above, depths.known.get(entry.name, 0)) > DEEPEST:
            message = Message("{name} rests on words that rest on words, too deep", name=shown(chain[0][0]))
            context.wrong("too-deep", message, entry.place)
            found = None
        chain.pop()
        context.understanding.pop()
        return found

    return guarded


def _beneath(text: str, known: Mapping[str, int]) -> int:
    """Return how deep the words that an expression names are; one that is too deep has no meaning."""
    found = tree(text)
    depths = (known.get(name, 0) for name in (found.tokens() if found else ()))
    return max((depth for depth in depths if depth <= DEEPEST), default=0)


def _fixed(layout: Layout, name: str, term: Term) -> Term:
    """A word whose value somebody gave; where nobody did, its own meaning."""
    if name not in layout.given:
        owned = "player" in term.reads
        layout.given[name] = GivenWord(
            layout.room(1), layout.room(layout.seats if owned else 1), owned, term.type
        )
    given = layout.given[name]
    is_given = Term(CONDITION, operation=Operation.SLOT, detail=given.flag)
    reading = Operation.OWN_SLOT if given.owned else Operation.SLOT
    value = Term(term.type, operation=reading, detail=given.slot)
    reads = term.reads | {"player"} if given.owned else term.reads
    parts = is_given, value, term
    return replace(
        term, value=VARIES, reads=reads, column=None, operation=Operation.IF, parts=parts, detail=None
    )
