"""Suggestions where a value has the wrong type, in the author's own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import CardError
from trickbook.expression.leaves import bare
from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import nearest, shown

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree
    from trickbook.expression.types import Term


def reckoned(scope: Scope, node: Tree, sign: str, kinds: tuple[Kind, Kind]) -> str | None:
    """Return what arithmetic with cards likely means: those in either, those without others, their number."""
    if kinds == (Kind.CARDS, Kind.CARDS) and sign in "+-":
        left, right = (scope.written(part) for part in (node.children[0], node.children[-1]))
        return f"write `{left} {'or' if sign == '+' else 'and not'} {right}`"
    return "write `count of …`" if Kind.CARDS in kinds else None


def numbered(node: Any, sign: str, term: Term, counted: Term) -> str | None:
    """Return what is meant by cards beside a number: how many they are, or those that rank so."""
    if term.type.kind is Kind.COMPLEX:
        return "compare `norm of …`"
    if term.type.kind is Kind.CHOICE:
        return _of_choice(node, sign, term)
    if term.type.kind is not Kind.CARDS:
        return None
    left, right = (bare(node.children[place]) for place in (0, -1))
    if term is not counted:
        return f"write `{left} {sign} count of {right}`"
    if f"{left}_number" in TABLE:
        return f"write `{left}_number {sign} {right}`, or `count of {left} {sign} {right}` for its cards"
    return f"write `count of {left} {sign} {right}`, or for the cards `{left} and rank {sign} {right}`"


def _of_choice(node: Any, sign: str, term: Term) -> str:
    """Return how a choice is compared: with one of its names, or by the level of a bid."""
    left, right = (bare(node.children[place]) for place in (0, -1))
    if right.isdecimal() and any(getattr(name, "level", 0) for name in term.type.names):
        return f"write `level of {left} {sign} {right}`"
    return f"compare it with one of its choices: `{left} {sign} {term.type.names[-1]}`"


def carded(text: str, scope: Scope) -> str | None:
    """Return how cards are written, for who wrote one that is none, ``11S``, or the sign of a suit."""
    deck = scope.layout.deck
    if suit := next((suit.name for suit in deck.suits if suit.sign == text), None):
        return f"write `{suit}`"
    if not re.fullmatch(r"[0-9]+[A-Za-z]", text) or not deck.faces:
        return None
    ranks = " ".join(rank.letter for rank in deck.ranks)
    return f"a card is a rank, then a suit, such as `{deck.faces[-1].name}`; the ranks are {ranks}"


def about(scope: Scope) -> str:
    """Whom a sentence can be about here."""
    return "player" if "player" in scope.about else "dealer"


def small_card(scope: Scope, name: str) -> str | None:
    """The card whose name was written small, if there is one."""
    try:
        return f"did you mean `{scope.layout.deck.name(name)}`?"
    except CardError:
        return None


def grouped(scope: Scope, name: str) -> str | None:
    """Return which cards an unknown name means: a colour, or a rank and a suit, as ``jack_of_diamonds``."""
    deck = scope.layout.deck
    if suits := [suit.name for suit in deck.suits if suit.colour == name]:
        return f"write {shown(' or '.join(suits))}"
    high, _, low = name.partition("_of_")
    ranks = {rank.name: rank.letter for rank in deck.ranks}
    letters = {suit.name: suit.letter for suit in deck.suits}
    rank, suit = nearest(high, ranks), nearest(low, letters) if low else None
    return f"write {shown(ranks[rank] + letters[suit])}" if rank and suit else None


def in_both(scope: Scope, name: str, inner: Any) -> str | None:
    """Return how to write the cards in both, as for ``queen of spades``; None if the first are no cards."""
    deck = scope.layout.deck
    near = nearest(name, deck.groups)
    rank = next((rank for rank in deck.ranks if rank.name == near), None)
    suit = next((suit for suit in deck.suits if suit.name == bare(inner)), None)
    if rank and suit:
        return f"write `{rank.letter}{suit.letter}`"
    return f"write `{near} and {bare(inner)}`" if near else None


def compared(scope: Scope, node: Tree, kinds: tuple[Kind, Kind]) -> str | None:
    """Return what is meant by `is` between two types: a condition alone, a seat, what lies in a pile."""
    left, right = (scope.written(node.children[place]) for place in (0, -1))
    if set(kinds) == {Kind.SEATS, Kind.CONDITION}:
        return f"write {shown(left if kinds[0] is Kind.CONDITION else right)} alone; it is a condition"
    if kinds == (Kind.SEATS, Kind.NUMBER) and left.isidentifier() and right.isdigit():
        return f"write {shown(f'{left} is seat {right}')}"
    if kinds == (Kind.SEATS, Kind.CARDS):
        return holding(left, "has", right)
    if kinds != (Kind.CARDS, Kind.NUMBER):
        return None
    which = f"{left}_number"
    numbered = f"{shown(f'{which} is {right}')}, or " if which in TABLE else ""
    return f"write {numbered}{shown(f'count of {left} is {right}')}"


def holding(seats: str, how: str, cards: str) -> str:
    """Return how to ask which cards somebody has: a player has a hand, and what was taken."""
    group = seats if seats.isidentifier() else f"({seats})"
    piles = ("hand", "taken") if seats == "player" else (f"hand of {group}", f"taken of {group}")
    return " or ".join(f"{shown(f'{pile} {how} {cards}')}" for pile in piles).join(("write ", ""))
