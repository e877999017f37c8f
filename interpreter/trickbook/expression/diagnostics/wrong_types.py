"""Expressions of another type than stands there: what is said of each, and what to write instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.deck import CardError
from trickbook.expression import leaves, phrases
from trickbook.expression.leaves import bare
from trickbook.expression.parser import tree
from trickbook.expression.scope import Rewritten, extent, outside
from trickbook.expression.types import SEATS, Kind, Term, Type
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import Remedy, nearest, shown
from trickbook.problems.remedies import edit, instead, meant
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope, Token, Tree

CAPITALS: Final = {
    "cards": "Cards", "seats": "Seats", "a condition": "A condition", "one of {list}": "One of {list}",
    "a number": "A number", "a complex number": "A complex number",
    "a number for each card": "A number for each card",
}  # fmt: skip
"""What types are called at the beginning of a sentence."""

ASKING: Final = ("compare", "same", "differs", "has", "has_no", "has_all", "has_only")
"""The phrases that are a condition."""

WHOLE: Final = Message("write `norm of …`")
"""How a complex number becomes a whole one."""


def mistyped(node: Tree, scope: Scope, term: Term, wanted: Type) -> Term:
    """Tell of a term that is not of the wanted type."""
    hints = {
        (Kind.CARDS, Kind.CONDITION): Message("ask something of the cards: `hand has …`"),
        (Kind.CONDITION, Kind.CARDS): Message("name cards here and move the condition to `when:`"),
        (Kind.CARDS, Kind.NUMBER): Message("write `count of …` or `rank of …`"),
        (Kind.CONDITION, Kind.SEATS): Message("write `players where (…)`"),
        (Kind.COMPLEX, Kind.NUMBER): WHOLE,
        (Kind.NUMBER, Kind.SEATS): Message("write `seat 3`, or `dealer + 1`"),
    }
    if (term.type.kind, wanted.kind) == (Kind.COLUMN, Kind.NUMBER):
        cards = "play" if "play" in scope.about else "…"
        hints[Kind.COLUMN, Kind.NUMBER] = instead(f"{scope.written(node)} of {cards}")
    name = scope.written(node)
    if term.type.names and name.isidentifier():
        hints[Kind.CHOICE, Kind.CONDITION] = Message(
            "ask for one of its choices: {code}", code=shown(f"{name} is {term.type.names[0]}")
        )
    what = wanted.phrase
    first = Message(CAPITALS.get(what.template, what.template), **dict(what.values))
    types = {"what": first, "what_found": term.type.phrase}
    message = Message("{what} must stand here, and this is {what_found}", **types)
    return scope.wrong(node, "wrong-type", message, hints.get((term.type.kind, wanted.kind)))


def wordless(scope: Scope, node: Tree, name: str) -> Term:
    """Tell of a name that is no word here: what it is called, or how the whole is said."""
    from trickbook.expression.diagnostics.repair import reworded
    from trickbook.expression.diagnostics.slips import otherwise

    hint = _small_card(scope, name) or reworded(scope, name)
    hint = hint or _in_scope(otherwise(name, _about(scope), alone=_alone(scope, node)), scope)
    hint = hint or _grouped(scope, name)
    if hint:
        return scope.wrong(node, "unknown-word", Message("{word} is not a word here", word=shown(name)), hint)
    return scope.unknown(node, name, [*scope.arguments, *scope.symbols, *TABLE])


def unpicked(scope: Scope, node: Tree, group: Term, asked: Term) -> Message | Rewritten:
    """Return how to pick seats that are named in brackets: ``players where (bidder)``."""
    if (group.type.kind, asked.type.kind) != (Kind.SEATS, Kind.SEATS):
        return Message("write `players where (…)`")
    seats, named = (scope.written(node.children[place]) for place in (0, -1))
    return scope.rewritten(node, f"{seats} where ({named} has player)")


def unnamed(scope: Scope, node: Any, choice: Type) -> Term:
    """Tell of a bare name that is none of the names of a choice."""
    from trickbook.expression.diagnostics.slips import alike

    name = str(node.children[0])
    near = next((one.text for one in alike(name, name, choice.names)), None) or nearest(name, choice.names)
    message = Message("{word} is not a word here", word=shown(name))
    if near:
        return scope.wrong(node, "unknown-word", message, meant(near))
    return scope.wrong(node, "not-a-choice", message, choice.phrase)


def _alone(scope: Scope, node: Tree) -> bool:
    """Return whether a part is the whole expression, or stands in brackets of its own."""
    place = outside(scope, node)
    return place != extent(node) or not (scope.text[: place[0]] + scope.text[place[1] :]).strip()


def nameless(scope: Scope, node: Any, name: str, term: Term) -> Term:
    """Tell of a word before `of` that is none; ``queen of spades`` are the cards that are both."""
    from trickbook.expression.diagnostics.repair import reworded
    from trickbook.expression.diagnostics.slips import otherwise

    word, inner = node.children
    if term.type.kind is Kind.CARDS and (hint := _in_both(scope, name, node)):
        return scope.wrong(node, "unknown-word", Message("{word} is not a word here", word=shown(name)), hint)
    if term.type.kind is Kind.SEATS and (
        remedy := otherwise(name, leaves.bare(inner), alone=_alone(scope, node))
    ):
        edit = remedy.edit if isinstance(remedy, Remedy) else None
        hint = scope.rewritten(node, edit.text) if edit else remedy
        return scope.wrong(word, "unknown-word", Message("{word} is not a word here", word=shown(name)), hint)
    message = Message("{word} is not a word here", word=shown(name))
    if found := reworded(scope, name):
        return scope.wrong(word, "unknown-word", message, found)
    return scope.unknown(word, name, [*scope.symbols, *TABLE, *phrases.PHRASES])


def piles_missing(scope: Scope, node: Tree, how: str) -> Term:
    """Tell of seats that are asked for cards, which lie in their piles."""
    seats, cards = (scope.written(node.children[place]) for place in (0, -1))
    hint = _holding(seats, how.replace("_", " "), cards)
    return scope.wrong(node, "wrong-type", Message("cards lie in piles, and this is seats"), hint)


def inapplicable(scope: Scope, node: Any, name: str, term: Term) -> Term:
    """Tell of a phrase with `of` that says nothing about such a term."""
    seats = term.type.kind is Kind.SEATS and name in phrases.GATHER
    hint = Message("say what to ask of each seat: `{phrase}`", phrase=f"{name} of … (…)") if seats else None
    what = term.type.phrase
    message = Message("`{phrase}` cannot be applied to {what}", phrase=f"{name} of", what=what)
    return scope.wrong(node, "wrong-type", message, hint)


def unreckoned(scope: Scope, node: Tree, sign: str, term: Term, kinds: tuple[Kind, Kind]) -> Term:
    """Tell of a term that is no number beside a sign of arithmetic."""
    what = Message("numbers") if sign in phrases.COMPLEX_TOO else Message("whole numbers")
    template = "`{sign}` calculates with {what}, and this is {what_found}"
    message = Message(template, sign=sign, what=what, what_found=term.type.phrase)
    return scope.wrong(node, "wrong-type", message, _reckoned(scope, node, sign, kinds))


def nobodys(scope: Scope, node: Tree, name: str, word: Term, group: Term) -> Term:
    """Tell of a word that is not about a player, or of what stands in the place of seats."""
    if group.type.kind is not Kind.SEATS:
        hint = _in_both(scope, name, node) if group.type.kind is Kind.CARDS else None
        types = {"what": SEATS.phrase, "what_found": group.type.phrase}
        message = Message(
            "`{phrase}` asks for {what}, and this is {what_found}", phrase=f"{name} of …", **types
        )
        return scope.wrong(node, "wrong-type", message, hint)
    if "player" not in word.reads:
        return scope.wrong(
            node,
            "wrong-type",
            Message("`{word}` is not about a player", word=name),
            Remedy("write `{word}` alone", name, word=name),
        )
    seats = scope.written(node).partition(" of ")[2] or "…"
    message = Message("`{word}` is a condition; ask it of each seat", word=name)
    return scope.wrong(node, "wrong-type", message, instead(f"any of {seats} ({name})"))


def _reckoned(scope: Scope, node: Tree, sign: str, kinds: tuple[Kind, Kind]) -> Message | None:
    """Return what arithmetic with cards likely means: those in either, those without others, their number."""
    if kinds == (Kind.CARDS, Kind.CARDS) and sign in "+-":
        left, right = (scope.written(part) for part in (node.children[0], node.children[-1]))
        return instead(f"{left} {'or' if sign == '+' else 'and not'} {right}")
    return instead("count of …") if Kind.CARDS in kinds else None


def numbered(scope: Scope, node: Any, sign: str, term: Term, counted: Term) -> Message | None:
    """Return what is meant by cards beside a number: how many they are, or those that rank so."""
    if term.type.kind is Kind.COMPLEX:
        return Message("compare `norm of …`")
    if term.type.kind is Kind.CHOICE:
        return _of_choice(node, sign, term)
    if term.type.kind is not Kind.CARDS:
        return None
    left, right = (bare(node.children[place]) for place in (0, -1))
    if term is not counted:
        return instead(f"{left} {sign} count of {right}")
    counting = f"count of {left} {sign} {right}"
    if f"{left}_number" in TABLE:
        one = f"{left}_number {sign} {right}"
        return Remedy("write `{one}`, or `{other}` for its cards", edit(one), one=one, other=counting)
    other = f"{left} and rank {sign} {right}"
    fix = edit(counting) if scope.wanted else None  # else it may have been meant to name cards
    return Remedy("write `{one}`, or for the cards `{other}`", fix, one=counting, other=other)


def _of_choice(node: Any, sign: str, term: Term) -> Message:
    """Return how a choice is compared: with one of its names, or by the level of a bid."""
    left, right = (bare(node.children[place]) for place in (0, -1))
    if right.isdecimal() and any(getattr(name, "level", 0) for name in term.type.names):
        return instead(f"level of {left} {sign} {right}")
    code = f"{left} {sign} {term.type.names[-1]}"
    return Message("compare it with one of its choices: `{expression}`", expression=code)


def asked_of_any(scope: Scope, node: Tree | Token, hint: Message) -> Message | Rewritten:
    """Return how to ask any player what an expression asks of nobody, where it is a single condition.

    What some cards have none of is asked of all players at once.
    """
    whole = tree(scope.text)
    asked = None if whole is None else whole.children[0]
    if asked is None or asked.data not in ASKING:
        return hint
    if asked.data == "has_no" and extent(asked.children[0]) == extent(node):
        found = scope.rewritten(node, f"{scope.written(node)} of players")
        return found._replace(remedy=None) if isinstance(found, Rewritten) else found
    return Rewritten(f"any of players ({scope.text})", hint)


def carded(text: str, scope: Scope) -> Message | None:
    """Return how cards are written, for who wrote one that is none, ``11S``, or the sign of a suit."""
    deck = scope.layout.deck
    if suit := next((suit.name for suit in deck.suits if suit.sign == text), None):
        return instead(suit)
    if not re.fullmatch(r"[0-9]+[A-Za-z]", text) or not deck.faces:
        return None
    ranks = " ".join(rank.letter for rank in deck.ranks)
    template = "a card is a rank, then a suit, such as `{card}`; the ranks are {cards}"
    return Message(template, card=deck.faces[-1].name, cards=ranks)


def _about(scope: Scope) -> str:
    """Whom a sentence can be about here."""
    return "player" if "player" in scope.about else "dealer"


def _in_scope(hint: Message | None, scope: Scope) -> Message | None:
    """A hint, unless it says points where there are none: there, twice as much is 2."""
    text = hint.edit.text if isinstance(hint, Remedy) and hint.edit else ""
    if not text.startswith("points") or "points" in scope.about:
        return hint
    return instead(text.removeprefix("points * ")) if text.startswith("points * ") else None


def _small_card(scope: Scope, name: str) -> Message | None:
    """The card whose name was written small, if there is one."""
    try:
        return meant(scope.layout.deck.name(name))
    except CardError:
        return None


def _grouped(scope: Scope, name: str) -> Message | None:
    """Return which cards an unknown name means: a colour, or a rank and a suit, as ``jack_of_diamonds``."""
    deck = scope.layout.deck
    if suits := [suit.name for suit in deck.suits if suit.colour == name]:
        return instead(" or ".join(suits))
    high, _, low = name.partition("_of_")
    ranks = {rank.name: rank.letter for rank in deck.ranks}
    letters = {suit.name: suit.letter for suit in deck.suits}
    rank, suit = nearest(high, ranks), nearest(low, letters) if low else None
    return instead(ranks[rank] + letters[suit]) if rank and suit else None


def _in_both(scope: Scope, name: str, node: Any) -> Message | Rewritten | None:
    """Return how to write the cards in both, as for ``queen of spades``; None if the first are no cards."""
    deck, inner = scope.layout.deck, node.children[1]
    near = nearest(name, deck.groups)
    rank = next((rank for rank in deck.ranks if rank.name == near), None)
    suit = next((suit for suit in deck.suits if suit.name == bare(inner)), None)
    if rank and suit:
        return scope.rewritten(node, rank.letter + suit.letter)
    return scope.rewritten(node, f"{near} and {bare(inner)}") if near else None


def compared(scope: Scope, node: Tree, kinds: tuple[Kind, Kind]) -> Message | None:
    """Return what is meant by `is` between two types: a condition alone, a seat, what lies in a pile."""
    left, right = (scope.written(node.children[place]) for place in (0, -1))
    if set(kinds) == {Kind.SEATS, Kind.CONDITION}:
        condition = left if kinds[0] is Kind.CONDITION else right
        return Remedy(
            "write {condition} alone; it is a condition", edit(condition), condition=shown(condition)
        )
    if kinds == (Kind.SEATS, Kind.NUMBER) and left.isidentifier() and right.isdigit():
        return instead(f"{left} is seat {right}")
    if kinds == (Kind.SEATS, Kind.CARDS):
        return _holding(left, "has", right)
    if kinds != (Kind.CARDS, Kind.NUMBER):
        return None
    counted, which = f"count of {left} is {right}", f"{left}_number"
    if which in TABLE:
        one = f"{which} is {right}"
        return Remedy("write {one}, or {other}", edit(one), one=shown(one), other=shown(counted))
    return instead(counted)


def _holding(seats: str, how: str, cards: str) -> Message:
    """Return how to ask which cards somebody has: a player has a hand, and what was taken."""
    group = seats if seats.isidentifier() else f"({seats})"
    piles = ("hand", "taken") if seats == "player" else (f"hand of {group}", f"taken of {group}")
    one, other = (f"{pile} {how} {cards}" for pile in piles)
    return Remedy("write {one} or {other}", edit(one), one=shown(one), other=shown(other))
