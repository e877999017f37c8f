"""Changes one value of a ruleset: negates a condition, moves a number, replaces a card by its neighbour."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression import parser
from trickbook.expression.parser import SyntaxMistake, parse
from trickbook.expression.phrases import GATHER
from trickbook.expression.scope import Tree, extent
from trickbook.expression.types import CONDITION
from trickbook.problems import shown
from trickbook.sections.answers import answers
from trickbook.sections.table import PLACES
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Container, Iterator, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.source import Node, Pair


Fact = tuple[str, str, bool]
"""A part of a condition: a word, the choice that it is compared with, and whether it must be that one."""


def swaps(root: Mapping, node: Mapping, own: Mapping) -> Iterator[tuple[str, Message, Mapping]]:
    """Yield an own entry that changes places with a neighbour, what was done, and the entries in order.

    ``own`` has the entries of the ruleset's own file. Both neighbours are among them, or its file places
    one of the two.
    """
    choices = _choices(root)
    names = list(node.entries)
    for first, second in pairwise(names):
        one, other = node.entries[first].node, node.entries[second].node
        if (
            _placed_by(own, first, second)
            and _upon(one) == _upon(other)
            and not exclusive(one, other, choices)
        ):
            order = [{first: second, second: first}.get(name, name) for name in names]
            entries = {name: node.entries[name] for name in order}
            entry = second if second in own.entries else first
            what = Message("{one} before {other}", one=shown(second), other=shown(first))
            yield entry, what, Mapping(entries, node.place)


def _placed_by(own: Mapping, first: str, second: str) -> bool:
    """Return whether a file decides which of two neighbours comes first."""
    mine = [own.entries[name].node for name in (first, second) if name in own.entries]
    return len(mine) > 1 or any(_entries(node).keys() & {*PLACES} for node in mine)


def _upon(node: Node) -> tuple[str, ...]:
    return texts(node, "upon") if isinstance(node, Mapping) else ()


def _choices(root: Mapping) -> frozenset[str]:
    """The names of all choices of options and of all answers to questions."""
    nodes = {key: found.node for key in ("options", "steps") if (found := root.entries.get(key))}
    entries = [(key, entry.node) for key, node in nodes.items() for entry in _entries(node).values()]
    asked = [answers(entry) for key, entry in entries if key == "steps" and isinstance(entry, Mapping)]
    return frozenset([*chain(*asked), *(name for key, entry in entries for name in _chosen(key, entry))])


def _entries(node: Node) -> dict[str, Pair]:
    return dict(node.entries) if isinstance(node, Mapping) else {}


def _list_changes(node: Node, key: str) -> tuple[str, ...]:
    return texts(node, key) if isinstance(node, Mapping) else ()


def _chosen(key: str, entry: Node) -> tuple[str, ...]:
    """The choices of an option, from a list or a map."""
    found = _entries(entry).get("choices") if key == "options" else None
    inner = found.node if found else None
    return tuple(inner.entries) if isinstance(inner, Mapping) else _list_changes(entry, "choices")


def exclusive(one: Node, other: Node, choices: Container[str]) -> bool:
    """Return whether the conditions of two entries name choices that are never made together."""
    theirs = [fact for fact in _facts(other) if fact[1] in choices]
    return any(_contrary(fact, another) for fact in _facts(one) if fact[1] in choices for another in theirs)


def _contrary(one: Fact, other: Fact) -> bool:
    if one[0] != other[0]:
        return False
    return one[2] != other[2] if one[1] == other[1] else one[2] and other[2]


def _facts(node: Node) -> list[Fact]:
    """The conditions that hold whenever an entry applies, by its ``when:``."""
    found = node.entries.get("when") if isinstance(node, Mapping) else None
    if found is None or not isinstance(found.node, Scalar):
        return []
    tree = parse(found.node.text)
    return [] if isinstance(tree, SyntaxMistake) else list(_order_parts(tree, found.node.text))


def _order_parts(tree: Tree, written: str) -> Iterator[Fact]:
    """The comparisons of two words by ``is``, among the parts that ``and`` joins."""
    inner = [child for child in tree.children if isinstance(child, Tree)]
    match tree.data:
        case "start" | "both":
            for child in inner:
                yield from _order_parts(child, written)
        case "same" | "differs" if {child.data for child in inner} == {"word"}:
            word, choice = (_text(child, written) for child in inner)
            yield word, choice, tree.data == "same"


def _text(tree: Tree, written: str) -> str:
    begin, end = extent(tree)
    return " ".join(written[begin:end].split())


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
    heights: abc.Mapping[str, int]


def cards_of(deck: Deck) -> Cards:
    """The cards of a deck, those in play first."""
    names = dict.fromkeys([*deck.names, *(face.name for face in deck.faces)])
    return Cards(tuple(names), {rank.letter: rank.height for rank in deck.ranks})


def changed(scalar: Scalar, path: Path, cards: Cards, *, condition: bool) -> Iterator[tuple[str, Message]]:
    """Yield the changed texts of a value, which may be a condition, each with what was done."""
    text = scalar.text
    tree = parser.tree(text) or parser.tree(text, "range")
    if tree is None or scalar.value is None or (scalar.text.isdecimal() and isinstance(scalar.value, str)):
        return
    if condition:
        yield CONTRARY.get(text, f"not ({text})"), Message("{text} negated", text=shown(text))
    changes = [*_negations(tree, text), *_shifted_values(tree, path, cards)]
    for change in changes:
        old = text[change.begin : change.end]
        what = Message("{new} in place of {old}", new=shown(change.new), old=shown(old))
        if change.negates:
            what = Message("{text} negated", text=shown(old))
        yield f"{text[: change.begin]}{change.new}{text[change.end :]}", _which(change, changes, text, what)


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


def _negations(tree: Tree, text: str) -> Iterator[Change]:
    """Yield the negations of all conditions within a larger expression."""
    for part in _subtrees(tree):
        asked = _condition(part)
        if asked is not None:
            begin, end = extent(asked)
            yield Change(begin, end, f"not ({text[begin:end]})", negates=True)


def _subtrees(tree: Tree) -> Iterator[Tree]:
    """Yield a tree and all parts of it, in the order written."""
    yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _subtrees(child)


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


def _shifted_values(tree: Tree, path: Path, cards: Cards) -> Iterator[Change]:
    """Yield the numbers moved by one, and the cards replaced by a neighbour."""
    for leaf in _subtrees(tree):
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
        index = cards.index(card)
        yield from cards[index + 1 : index + 2]
        yield from cards[max(index - 1, 0) : index]
