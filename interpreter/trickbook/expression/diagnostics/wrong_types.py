"""Expressions of another type than stands there: what is said of each, and what to write instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression import leaves, phrases
from trickbook.expression.diagnostics.hints import about, grouped, holding, in_both, reckoned, small_card
from trickbook.expression.scope import extent, outside
from trickbook.expression.types import Kind, Term, Type
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import shown

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree

WHOLE: Final = "write `norm of …`"
"""How a complex number becomes a whole one."""


def mistyped(node: Tree, scope: Scope, term: Term, wanted: Type) -> Term:
    """Tell of a term that is not of the wanted type."""
    hints = {
        (Kind.CARDS, Kind.CONDITION): "ask something of the cards: `hand has …`",
        (Kind.CONDITION, Kind.CARDS): "name cards here and move the condition to `when:`",
        (Kind.CARDS, Kind.NUMBER): "write `count of …` or `rank of …`",
        (Kind.CONDITION, Kind.SEATS): "write `players where (…)`",
        (Kind.COMPLEX, Kind.NUMBER): WHOLE,
        (Kind.NUMBER, Kind.SEATS): "write `seat 3`, or `dealer + 1`",
    }
    if (term.type.kind, wanted.kind) == (Kind.COLUMN, Kind.NUMBER):
        cards = "play" if "play" in scope.about else "…"
        hints[Kind.COLUMN, Kind.NUMBER] = f"write `{scope.written(node)} of {cards}`"
    name = scope.written(node)
    if term.type.names and name.isidentifier():
        hints[Kind.CHOICE, Kind.CONDITION] = (
            f"ask for one of its choices: {shown(f'{name} is {term.type.names[0]}')}"
        )
    message = f"{wanted} must stand here, and this is {term.type}"
    return scope.wrong(
        node, "wrong-type", message[0].upper() + message[1:], hints.get((term.type.kind, wanted.kind))
    )


def wordless(scope: Scope, node: Tree, name: str) -> Term:
    """Tell of a name that is no word here: what it is called, or how the whole is said."""
    from trickbook.expression.diagnostics.repair import fitting, respoken
    from trickbook.expression.diagnostics.slips import otherwise
    from trickbook.expression.semantics import codes

    spoken = respoken(scope.text, name)
    hint = small_card(scope, name) or fitting(spoken, lambda text: codes(text, scope))
    hint = hint or otherwise(name, about(scope), alone=_alone(scope, node)) or grouped(scope, name)
    if hint:
        return scope.wrong(node, "unknown-word", f"{shown(name)} is not a word here", hint)
    return scope.unknown(node, name, [*scope.arguments, *scope.symbols, *TABLE])


def _alone(scope: Scope, node: Tree) -> bool:
    """Return whether a part is the whole expression, or stands in brackets of its own."""
    place = outside(scope, node)
    return place != extent(node) or not (scope.text[: place[0]] + scope.text[place[1] :]).strip()


def nameless(scope: Scope, node: Any, name: str, term: Term) -> Term:
    """Tell of a word before `of` that is none; ``queen of spades`` are the cards that are both."""
    from trickbook.expression.diagnostics.slips import otherwise

    word, inner = node.children
    if term.type.kind is Kind.CARDS and (hint := in_both(scope, name, inner)):
        return scope.wrong(word, "unknown-word", f"{shown(name)} is not a word here", hint)
    if term.type.kind is Kind.SEATS and (
        hint := otherwise(name, leaves.bare(inner), alone=_alone(scope, node))
    ):
        return scope.wrong(word, "unknown-word", f"{shown(name)} is not a word here", hint)
    return scope.unknown(word, name, [*scope.symbols, *TABLE, *phrases.PHRASES])


def piles_missing(scope: Scope, node: Tree, how: str) -> Term:
    """Tell of seats that are asked for cards, which lie in their piles."""
    seats, cards = (scope.written(node.children[place]) for place in (0, -1))
    hint = holding(seats, how.replace("_", " "), cards)
    return scope.wrong(node, "wrong-type", "cards lie in piles, and this is seats", hint)


def inapplicable(scope: Scope, node: Any, name: str, term: Term) -> Term:
    """Tell of a phrase with `of` that says nothing about such a term."""
    seats = term.type.kind is Kind.SEATS and name in phrases.GATHER
    hint = f"say what to ask of each seat: `{name} of … (…)`" if seats else None
    return scope.wrong(node, "wrong-type", f"`{name} of` cannot be applied to {term.type}", hint)


def unreckoned(scope: Scope, node: Tree, sign: str, term: Term, kinds: tuple[Kind, Kind]) -> Term:
    """Tell of a term that is no number beside a sign of arithmetic."""
    what = "numbers" if sign in phrases.COMPLEX_TOO else "whole numbers"
    message = f"`{sign}` calculates with {what}, and this is {term.type}"
    return scope.wrong(node, "wrong-type", message, reckoned(scope, node, sign, kinds))


def nobodys(scope: Scope, node: Tree, name: str, word: Term, group: Term) -> Term:
    """Tell of a word that is not about a player, or of what stands in the place of seats."""
    if group.type.kind is not Kind.SEATS:
        hint = in_both(scope, name, node.children[1]) if group.type.kind is Kind.CARDS else None
        return scope.wrong(
            node, "wrong-type", f"`{name} of …` asks for seats, and this is {group.type}", hint
        )
    if "player" not in word.reads:
        return scope.wrong(node, "wrong-type", f"`{name}` is not about a player", f"write `{name}` alone")
    hint = f"write `any of {scope.written(node).partition(' of ')[2] or '…'} ({name})`"
    return scope.wrong(node, "wrong-type", f"`{name}` is a condition; ask it of each seat", hint)
