"""Mutants that need another merge: without a house rule that a file applies, or without a removal."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import shown
from trickbook.sections import table
from trickbook.source import Listing, Mapping, Pair, Scalar
from trickbook.source.nodes import is_null

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place
    from trickbook.source import Node

Path = tuple[str, ...]

HOUSE: Final = "house"


class Changed(NamedTuple):
    """Another tree of a ruleset's own file: the entry and its place, what was done, and the path to it."""

    entry: str
    place: Place
    what: str
    own: Mapping
    path: Path


def changed_trees(own: Mapping) -> Iterator[Changed]:
    """Yield the own tree of a ruleset without each of its house rules, and without each removal."""
    found = own.entries.get(HOUSE)
    items = () if found is None else found.node.items if isinstance(found.node, Listing) else (found.node,)
    for item in items:
        if found and isinstance(item, Scalar):
            name = PurePath(item.text).stem
            left = tuple(one for one in items if one is not item)
            other = {HOUSE: Pair(found.key_place, Listing(left, found.node.place))} if left else {}
            rest = {key: pair for key, pair in own.entries.items() if key != HOUSE}
            tree = Mapping({**rest, **other}, own.place)
            yield Changed(name, item.place, f"without the house rule {shown(name)}", tree, (HOUSE, name))
    for section in table.rules():
        if section.key in own.entries:
            yield from _of_node(own, own.entries[section.key].node, (section.key,), "")


def _of_node(own: Mapping, node: Node, path: Path, entry: str) -> Iterator[Changed]:
    """Yield the own tree without each removal in a part of it, which belongs to an entry."""
    named = table.entries_at(path)
    for key, pair in node.entries.items() if isinstance(node, Mapping) else ():
        here, name = (*path, key), key if named else entry or key
        is_rule = named.is_rule if named else not table.is_about(here)
        if is_null(pair.node) and is_rule:
            yield Changed(name, pair.key_place, f"{shown(key)} not removed", _without(own, here), here)
        yield from _of_node(own, pair.node, here, name)


def _without(node: Mapping, path: Path) -> Mapping:
    """Return a map without what stands at a path below it."""
    key, *rest = path
    entries = dict(node.entries)
    pair = entries.pop(key)
    if rest and isinstance(pair.node, Mapping):
        entries[key] = Pair(pair.key_place, _without(pair.node, tuple(rest)))
    return Mapping({one: entries[one] for one in node.entries if one in entries}, node.place)
