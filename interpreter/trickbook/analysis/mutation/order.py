"""The mutants with two neighbours in the other order, but for those whose order makes no difference."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING

from trickbook.expression.parser import Slip, parse
from trickbook.expression.scope import extent
from trickbook.expression.tree import Tree
from trickbook.problems import shown
from trickbook.sections.answers import answers
from trickbook.sections.table import PLACES
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from trickbook.source import Node, Pair

Fact = tuple[str, str, bool]
"""A part of a condition: a word, the choice that it is compared with, and whether it must be that one."""


def swapped(root: Mapping, node: Mapping, own: Mapping) -> Iterator[tuple[str, Message, Mapping]]:
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


def _listed(node: Node, key: str) -> tuple[str, ...]:
    return texts(node, key) if isinstance(node, Mapping) else ()


def _chosen(key: str, entry: Node) -> tuple[str, ...]:
    """The choices of an option, from a list or a map."""
    found = _entries(entry).get("choices") if key == "options" else None
    inner = found.node if found else None
    return tuple(inner.entries) if isinstance(inner, Mapping) else _listed(entry, "choices")


def exclusive(one: Node, other: Node, choices: Container[str]) -> bool:
    """Return whether the conditions of two entries name choices that are never made together."""
    theirs = [fact for fact in _facts(other) if fact[1] in choices]
    return any(_contrary(fact, another) for fact in _facts(one) if fact[1] in choices for another in theirs)


def _contrary(one: Fact, other: Fact) -> bool:
    if one[0] != other[0]:
        return False
    return one[2] != other[2] if one[1] == other[1] else one[2] and other[2]


def _facts(node: Node) -> list[Fact]:
    """What holds whenever an entry applies, by its ``when:``."""
    found = node.entries.get("when") if isinstance(node, Mapping) else None
    if found is None or not isinstance(found.node, Scalar):
        return []
    tree = parse(found.node.text)
    return [] if isinstance(tree, Slip) else list(_parts(tree, found.node.text))


def _parts(tree: Tree, written: str) -> Iterator[Fact]:
    """The comparisons of two words by ``is``, among the parts that ``and`` joins."""
    inner = [child for child in tree.children if isinstance(child, Tree)]
    match tree.data:
        case "start" | "both":
            for child in inner:
                yield from _parts(child, written)
        case "same" | "differs" if {child.data for child in inner} == {"word"}:
            word, choice = (_text(child, written) for child in inner)
            yield word, choice, tree.data == "same"


def _text(tree: Tree, written: str) -> str:
    begin, end = extent(tree)
    return " ".join(written[begin:end].split())
