"""Changes one value of a ruleset: negates a condition, moves a number, replaces a card by its neighbour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression import parser
from trickbook.expression.phrases import GATHER
from trickbook.expression.scope import extent
from trickbook.expression.tree import Tree
from trickbook.expression.types import CONDITION
from trickbook.problems import shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.source import Scalar

Path = tuple[str, ...]

UP, DOWN = (1,), (-1,)
"""The moves of a number that is the least, or the greatest, of what is allowed."""

LEAVES: Final = frozenset({"number", "imaginary", "rank", "seat", "card"})
"""The parts of an expression that a neighbour can replace."""

CONTRARY: Final = {"yes": "no", "no": "yes"}


class Change(NamedTuple):
    """A part of a text, and what is written in its place."""

    begin: int
    end: int
    new: str
    negates: bool = False


class Cards(NamedTuple):
    """The names of the cards of a deck, neighbours side by side, and the height of each rank by letter."""

    names: tuple[str, ...]
    heights: Mapping[str, int]


def cards_of(deck: Deck) -> Cards:
    """The cards of a deck, those in play first."""
    names = dict.fromkeys([*deck.names, *(face.name for face in deck.faces)])
    return Cards(tuple(names), {rank.letter: rank.height for rank in deck.ranks})


def changed(scalar: Scalar, path: Path, cards: Cards, *, condition: bool) -> Iterator[tuple[str, Message]]:
    """Yield the changed texts of a value, which may be a condition, each with what was done."""
    text = scalar.text
    tree = parser.tree(text) or parser.tree(text, "range")
    if tree is None or scalar.value is None or _is_letter(scalar):
        return
    if condition:
        yield CONTRARY.get(text, f"not ({text})"), Message("{text} negated", text=shown(text))
    changes = [*_negated(tree, text), *_moved(tree, path, cards)]
    for change in changes:
        old = text[change.begin : change.end]
        what = Message("{new} in place of {old}", new=shown(change.new), old=shown(old))
        if change.negates:
            what = Message("{text} negated", text=shown(old))
        yield f"{text[: change.begin]}{change.new}{text[change.end :]}", _which(change, changes, text, what)


def _is_letter(scalar: Scalar) -> bool:
    """Return whether a figure is what is printed on a card: it is in quotes, and no number."""
    return scalar.text.isdecimal() and isinstance(scalar.value, str)


def _which(change: Change, changes: Sequence[Change], text: str, what: Message) -> Message:
    """Say of what was done at which occurrence of a part it was, if it occurs more than once."""
    old = text[change.begin : change.end]
    alike = [one for one in changes if one.negates is change.negates and text[one.begin : one.end] == old]
    places = list(dict.fromkeys(one.begin for one in alike))
    if len(places) <= 1:
        return what
    number = places.index(change.begin) + 1
    return Message(
        "{what}, number {number} of {number_all}", what=what, number=number, number_all=len(places)
    )


def _negated(tree: Tree, text: str) -> Iterator[Change]:
    """Yield the negations of all conditions within a larger expression."""
    for part in _parts(tree):
        asked = _condition(part)
        if asked is not None:
            begin, end = extent(asked)
            yield Change(begin, end, f"not ({text[begin:end]})", negates=True)


def _parts(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all parts of it, in the order written."""
    yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _parts(child)


def _condition(part: Tree) -> Tree | None:
    """The condition that a part of an expression asks: of ``if``, of ``where``, of each seat."""
    match part.data, part.children:
        case "choose", (Tree() as asked, *_):
            return asked
        case "where", (_, Tree() as asked):
            return asked
        case "over", (name, _, Tree() as asked) if GATHER.get(str(name), (None,))[0] is CONDITION:
            return asked
    return None


def _moved(tree: Tree, path: Path, cards: Cards) -> Iterator[Change]:
    """Yield the numbers moved by one, and the cards replaced by a neighbour."""
    for leaf in _parts(tree):
        if leaf.data in LEAVES:
            *_, token = leaf.tokens()
            for new in _neighbours(leaf.data, token, _moves(tree, leaf, path), cards):
                yield Change(token.begin, token.end, new)


def _neighbours(kind: str, written: str, moves: Sequence[int], cards: Cards) -> Iterator[str]:
    """Yield the replacements of a number, or of a card."""
    match kind:
        case "card":
            yield from _beside(written, cards.names)
        case "imaginary":
            yield from (f"{int(written.removesuffix('i')) + by}i" for by in moves)
        case "rank":
            yield from (str(cards.heights[written] + by) for by in moves if written in cards.heights)
        case _:
            yield from (str(int(written) + by) for by in moves)


def _moves(tree: Tree, leaf: Tree, path: Path) -> tuple[int, ...]:
    """By how much to move a number. A limit moves inward: no example can ask for what is not allowed."""
    match path, tree.data, tree.children:
        case ("options", _, "from"), "start", (only,) if only is leaf:
            return UP
        case ("options", _, "to"), "start", (only,) if only is leaf:
            return DOWN
        case ("players", "count"), "range", (low, Tree()):
            return UP if leaf is low else DOWN
    return (*UP, *DOWN)


def _beside(card: str, cards: Sequence[str]) -> Iterator[str]:
    """Yield the cards after and before another in the deck, without wrapping around."""
    if card in cards:
        place = cards.index(card)
        yield from cards[place + 1 : place + 2]
        yield from cards[max(place - 1, 0) : place]
