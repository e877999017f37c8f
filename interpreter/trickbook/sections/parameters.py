"""``of:`` of a word: its parameter. The definition is understood anew for each argument, which stands in it.

What kind of thing a parameter is follows from the definition: whatever makes sense there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.expression.leaves import OF_OTHERS, Parametric, is_taken, placeholder
from trickbook.expression.parser import tree
from trickbook.expression.scope import EVERYTHING
from trickbook.expression.semantics import meaning
from trickbook.expression.types import BROKEN, TOP_SUM, Kind, Term, Type, alternatives
from trickbook.problems import shown
from trickbook.sections.context import NOTHING, Demand
from trickbook.sections.orders import KEY as ORDERS
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

    from trickbook.expression.leaves import Meaning
    from trickbook.expression.scope import Scope, Tree
    from trickbook.problems import Problem
    from trickbook.sections.context import Context
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry

    Guard: TypeAlias = Callable[[Callable[[], Any]], Any]


LEAST: Final = 10
"""How many steps a use of a word with a parameter counts at least, so that uses of uses come to an end."""


class Definition(NamedTuple):
    """A word's definition, and what understands it unless it rests on itself."""

    context: Context
    entry: Entry
    node: Scalar
    guarded: Guard

    def situation(self, known: Mapping[str, bool]) -> tuple[Any, ...]:
        """What the meaning of a word may depend on, besides its definition."""
        return (pending(self.context) is self.context.understanding, *sorted(known.items()))


def pending(context: Context) -> list[str]:
    """The words being understood; where an order is, those that it rests on, for there all is as printed."""
    found = context.understanding
    return found[found.index(ORDERS) :] if ORDERS in found else found


def parametric(definition: Definition) -> Parametric:
    """A word with a parameter: its meaning for each argument, and for none."""
    known: dict[Any, Term] = {}
    open_ones: dict[Type, Meaning] = {}
    name, parameter = definition.entry.name, _parameter(definition)

    def applied(scope: Scope, node: Tree, argument: Term) -> Term:
        given = (node, scope.given)
        key = (given, *definition.situation(scope.known))
        if key not in known:
            if definition.context.spent > TOP_SUM:
                return BROKEN
            found = definition.guarded(lambda: _bound(definition, argument, given, scope.known))
            if found is None:
                return BROKEN
            word.seen.append(argument.type)
            definition.context.spent += max(LEAST, found[0].cost)
            known[key] = _judged(word, scope, node, argument, found)
        return known[key]

    def opened(kind: Type) -> Meaning:
        if kind not in open_ones:
            stand_in = placeholder(kind, parameter)
            found = definition.guarded(lambda: _bound(definition, stand_in, (name, kind)))
            if found is None:
                return BROKEN, ()
            open_ones[kind] = found
        return open_ones[kind]

    word = Parametric(name, parameter, applied, opened, [])
    return word


def _bound(
    definition: Definition, term: Term, given: Hashable, known: Mapping[str, bool] = NOTHING
) -> Meaning:
    """What a definition means with a term for its parameter, and what is wrong with it then."""
    found: list[Problem] = []
    scope = definition.context.scope(definition.node, EVERYTHING, known)
    scope = scope._replace(report=found.append, arguments={_parameter(definition): term}, given=given)
    definition.context.read += len(definition.node.text)
    return meaning(definition.node.text, scope), found


def _parameter(definition: Definition) -> str:
    return definition.entry.need("of").text


def _judged(word: Parametric, scope: Scope, node: Tree, argument: Term, meaning: Meaning) -> Term:
    """What a word means of an argument; where that makes no sense, tell what is wrong."""
    term, found = meaning
    if not found:
        return term
    if any(problem.code == OF_OTHERS for problem in found):
        message = Message(
            "{phrase} is about the player, and `{word}` asks other seats",
            phrase=shown(scope.written(node)),
            word=f"{word.name} of …",
        )
        hint = Message("name somebody, or something that is about no player")
        return scope.wrong(node, "other-player", message, hint)
    kinds = [kind.kind for kind in word.types()]
    if kinds and argument.type.kind not in kinds:
        message = Message(
            "`{phrase}` asks for {what}, and this is {what_found}",
            phrase=f"{word.name} of …",
            what=alternatives([Type(kind).phrase for kind in kinds]),
            what_found=argument.type.phrase,
        )
        return scope.wrong(node, "wrong-type", message)
    for problem in found:
        scope.report(problem)
    return BROKEN


def settle(context: Context, scope: Scope) -> None:
    """Understand each definition with its parameter open, once all words are known; check its name."""
    for entry in context.entries("words"):
        word = context.symbols.get(entry.name)
        if isinstance(word, Parametric):
            _check_name(context, entry, word)
            if not word.types():
                word.seen.extend(kind for kind in _choices(context, scope) if not word.opened(kind)[1])
            _demanded(context, entry.need("is"), word)


def _check_name(context: Context, entry: Entry, word: Parametric) -> None:
    """Check the name of a parameter: no other word, and one that the definition uses."""
    name, place, definition = word.parameter, entry.need("of").place, tree(entry.need("is").text)
    if is_taken(name) or name in context.symbols:
        context.wrong(
            "name-taken",
            Message("{name} is already a word", name=shown(name)),
            place,
            Message("choose another name"),
        )
    elif definition and name not in list(definition.tokens()):
        message = Message(
            "{name} does not use its parameter {parameter}", name=shown(entry.name), parameter=shown(name)
        )
        hint = Message("write {parameter} in its meaning, or leave out `of:`", parameter=shown(name))
        context.wrong("no-parameter", message, place, hint)


def _choices(context: Context, scope: Scope) -> Iterable[Type]:
    """What can be chosen in this ruleset."""
    words = (word for word in context.symbols.values() if not isinstance(word, Parametric))
    return dict.fromkeys(kind for word in words if (kind := word(scope).type).kind is Kind.CHOICE)


def _demanded(context: Context, node: Scalar, word: Parametric) -> None:
    """Tell what is wrong with a definition, whatever its parameter is; note what may stand in it."""
    kind = word.likeliest()
    term, problems = word.opened(kind)
    stand_in = {word.parameter: placeholder(kind, word.parameter)}
    context.demands[node.place.path] = Demand(None, EVERYTHING, NOTHING, term.type, stand_in)
    context.problems.extend(problems)
