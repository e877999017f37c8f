"""Makes the mutants of a ruleset: drops a rule, changes a condition, a number, a card or an order.

A file's house rules and its removals are dropped from the file itself, which is then merged anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.mutation.changes import Cards, cards_of, changed, swaps
from trickbook.expression.types import Kind as TypeKind
from trickbook.loading import resolve_changed
from trickbook.loading.merge import normal
from trickbook.problems import shown
from trickbook.sections import table
from trickbook.sections.context import WORTH
from trickbook.source import Listing, Mapping, Pair, Scalar, plain
from trickbook.source.nodes import is_null
from trickbook.source.schema import conforms
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node
    from trickbook.texts import message

Path = tuple[str, ...]

Kind = Literal["order", "without", "value", "merge"]
"""The kind of change: two entries in another order, an entry dropped, a value changed, another merge."""

CONDITIONS: Final = frozenset({"when", "until", "again"})
"""The keys that have a condition for their value in every section."""

HOUSE: Final = "house"


class Mutant(NamedTuple):
    """A changed ruleset: the kind of change, its entry and place, what was done, and the merged tree.

    ``path`` leads to the changed part of the tree. ``title`` is unique among the mutants of a ruleset.
    """

    kind: Kind
    entry: str
    place: Place
    what: Message
    root: Mapping
    path: Path
    title: str = ""


def mutants(resolved: Resolved, engine: CompiledRules) -> Iterator[Mutant]:
    """Yield each mutant of a ruleset's own file; the engine has its default options."""
    file = resolved.file
    tree = normal(resolved.trees[file])
    own = _Mutating(resolved.root, file, tree, cards_of(engine.deck), _conditions(engine))
    sections = [(section.key,) for section in table.rules() if section.key in own.root.entries]
    candidates = [one for path in sections for one in _of_node(own, _at(own.root, path), path, "")]
    yield from _with_titles([*candidates, *_merged(resolved)])


class _Mutating(NamedTuple):
    """A ruleset: its tree, its own file and the tree of that, the cards of its deck, its conditions."""

    root: Mapping
    file: str
    own: Mapping
    cards: Cards
    conditions: frozenset[str]


class _OwnTree(NamedTuple):
    """Another tree of a ruleset's own file: the entry and its place, what was done, and the path to it."""

    entry: str
    place: Place
    what: Message
    own: Mapping
    path: Path


def _conditions(engine: CompiledRules) -> frozenset[str]:
    """The paths of the values that are conditions: expressions, and defaults of options."""
    demands = engine.context.demands.items()
    paths = {path for path, demand in demands if demand.found.kind is TypeKind.CONDITION}
    yes_no = [name for name, option in engine.options.items() if option.type == "yes_no"]
    return frozenset(paths.union(f"options.{name}.default" for name in yes_no))


def _with_titles(found: Sequence[Mutant]) -> Iterator[Mutant]:
    """Give each mutant a title: its entry and what was done; its whole path if two mutants share these."""
    many = Counter((mutant.entry, mutant.what) for mutant in found)
    for mutant in found:
        place = mutant.entry if many[mutant.entry, mutant.what] == 1 else ".".join(mutant.path)
        yield mutant._replace(title=f"{place}: {mutant.what}")


def _of_node(own: _Mutating, node: Node, path: Path, entry: str) -> Iterator[Mutant]:
    """Yield the mutants of a part of a ruleset, which belongs to an entry, or is a whole section."""
    match node:
        case Scalar():
            yield from _of_scalar(own, node, path, entry)
        case Listing(items=items):
            for number, item in enumerate(items):
                yield from _of_node(own, item, (*path, str(number)), entry)
        case Mapping():
            yield from _of_map(own, node, path, entry)


def _of_map(own: _Mutating, node: Mapping, path: Path, entry: str) -> Iterator[Mutant]:
    """Yield the mutants of a map: of the author's entries, or of keys."""
    named = table.entries_at(path)
    if named and named.order == "placed":
        yield from _orders(own, node, path)
    for name, pair in node.entries.items():
        here = (*path, name)
        if named and named.is_rule and pair.key_place.file == own.file:
            yield from _without(own, pair, here)
        if named or not table.is_about(here):
            yield from _of_node(own, pair.node, here, name if named else entry or name)


def _orders(own: _Mutating, node: Mapping, path: Path) -> Iterator[Mutant]:
    """Yield the mutants with two entries in the other order."""
    for name, what, order in swaps(own.root, node, _at(own.own, path)):
        place = node.entries[name].key_place
        yield Mutant("order", name, place, what, _with(own.root, path, order), (*path, name))


def _without(own: _Mutating, pair: Pair, path: Path) -> Iterator[Mutant]:
    """Yield the mutant without an entry."""
    *above, name = path
    if isinstance(pair.node, Mapping):
        node = _at(own.root, tuple(above))
        rest = Mapping({key: one for key, one in node.entries.items() if key != name}, node.place)
        root = _with(own.root, tuple(above), rest)
        what = Message("without {name}", name=shown(name))
        yield Mutant("without", name, pair.key_place, what, root, path)


def _of_scalar(own: _Mutating, scalar: Scalar, path: Path, entry: str) -> Iterator[Mutant]:
    """Yield the mutants with a changed value, if it is in the ruleset's own file."""
    if scalar.place.file != own.file:
        return
    condition = path[-1] in CONDITIONS or scalar.place.path in own.conditions
    for text, what in changed(scalar, path, own.cards, condition=condition):
        root = _with(own.root, path, _scalar(scalar, text))
        if not text.startswith("-") or conforms(plain(root), "ruleset"):
            yield Mutant("value", entry, scalar.place, what, root, path)


def _merged(resolved: Resolved) -> Iterator[Mutant]:
    """Yield the mutants without a house rule of the file, and without a removal."""
    for change in _own_trees(resolved.trees[resolved.file]):
        root = resolve_changed(resolved, change.own)
        if root is not None:
            yield Mutant("merge", change.entry, change.place, change.what, root, change.path)


def _own_trees(own: Mapping) -> Iterator[_OwnTree]:
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
            what = Message("without the house rule {name}", name=shown(name))
            yield _OwnTree(name, item.place, what, tree, (HOUSE, name))
    for section in table.rules():
        if section.key in own.entries:
            yield from _removals(own, own.entries[section.key].node, (section.key,), "")


def _removals(own: Mapping, node: Node, path: Path, entry: str) -> Iterator[_OwnTree]:
    """Yield the own tree without each removal in a part of it, which belongs to an entry."""
    named = table.entries_at(path)
    for key, pair in node.entries.items() if isinstance(node, Mapping) else ():
        here, name = (*path, key), key if named else entry or key
        is_rule = named.is_rule if named else not table.is_about(here)
        if is_null(pair.node) and is_rule:
            what = Message("{name} not removed", name=shown(key))
            yield _OwnTree(name, pair.key_place, what, _without_node(own, here), here)
        yield from _removals(own, pair.node, here, name)


# The changed trees


def _at(root: Mapping, path: Path) -> Mapping:
    """Return the map at a path, or an empty one."""
    node: Node = root
    for key in path:
        found = node.entries.get(key) if isinstance(node, Mapping) else None
        if found is None:
            return Mapping({}, root.place)
        node = found.node
    return node if isinstance(node, Mapping) else Mapping({}, root.place)


def _scalar(scalar: Scalar, text: str) -> Scalar:
    number = text.removeprefix("-").isdecimal()
    return replace(scalar, text=text, value=int(text) if number else text, plain=False)


def _with(root: Mapping, path: Path, node: Node) -> Mapping:
    """Return a tree with another node at a path."""
    key, *rest = path
    old = root.entries[key]
    return Mapping(
        {**root.entries, key: Pair(old.key_place, _with_node(old.node, tuple(rest), node))}, root.place
    )


def _with_node(old: Node, path: Path, node: Node) -> Node:
    """Return a node with another at a path below it, or the other itself."""
    match old:
        case Mapping() if path:
            return _with(old, path, node)
        case Listing(items=items) if path:
            place, *rest = path
            new = _with_node(items[int(place)], tuple(rest), node)
            return Listing((*items[: int(place)], new, *items[int(place) + 1 :]), old.place)
    return node


def _without_node(node: Mapping, path: Path) -> Mapping:
    """Return a map without what stands at a path below it."""
    key, *rest = path
    entries = dict(node.entries)
    pair = entries.pop(key)
    if rest and isinstance(pair.node, Mapping):
        entries[key] = Pair(pair.key_place, _without_node(pair.node, tuple(rest)))
    return Mapping({one: entries[one] for one in node.entries if one in entries}, node.place)


Values = tuple[tuple[int, int], ...]
"""Pairs of a value and the cards that have it."""


class WorthOrders:
    """The worth of a ruleset's cards for the usual number of players, under all its options."""

    def __init__(self, resolved: Resolved) -> None:
        """Compute the worth of all cards by the unchanged rules."""
        self.resolved = resolved
        self.values = _values(resolved)

    def same(self, mutant: Mutant) -> bool:
        """Return whether a mutant only changes the order of ``worth:``, and all cards keep their worth.

        Where the options combine in too many ways to try all, nothing is certain.
        """
        if self.values is None or mutant.kind != "order" or mutant.path[:-1] != (WORTH,):
            return False
        return _values(self.resolved._replace(root=mutant.root)) == self.values


def _values(resolved: Resolved) -> MappingOf[message.Listing, Values] | None:
    """The worth of the cards for each setting of the options that affect it; None if there are too many."""
    tables = Configurations(resolved, players=resolved.players.usual)
    found = resolved.root.entries.get(WORTH)
    options = tables.dependencies.options(found.node) if found else frozenset()
    if not tables.tries_all(options):
        return None
    return {way: engine.worth for way, engine in tables.every_way(resolved.players.usual, options)}
