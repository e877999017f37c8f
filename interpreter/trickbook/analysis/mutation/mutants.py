"""Makes the mutants of a ruleset: drops a rule, negates a condition, changes a number, a card or an order."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from trickbook.analysis.mutation.order import swapped
from trickbook.expression import parser
from trickbook.expression.scope import extent
from trickbook.expression.tree import Tree
from trickbook.problems import shown
from trickbook.sections import table
from trickbook.source import Mapping, Pair, Scalar

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.source import Node

Path = tuple[str, ...]
Kind = Literal["order", "without", "expression"]
"""The kind of change: two entries in another order, an entry dropped, an expression changed."""

VARIANTS: Final = frozenset({"number", "card"})
"""The parts of an expression that a neighbour can replace."""

CONDITIONS: Final = frozenset({"when", "until", "again"})
"""The keys of an entry that have a condition for their value."""


class Mutant(NamedTuple):
    """A changed ruleset: the kind of change, its entry and place, what was done, and the merged tree.

    ``path`` leads to the changed part of the tree. ``title`` is unique among the mutants of a ruleset.
    """

    kind: Kind
    entry: str
    place: Place
    what: str
    root: Mapping
    path: Path
    title: str = ""


def mutants(
    resolved: Resolved, cards: Sequence[str], conditions: Container[str] = CONDITIONS
) -> Iterator[Mutant]:
    """Yield each mutant of a ruleset's own file.

    ``cards`` are those of the pack, neighbours side by side; ``conditions`` are the keys and words that have
    a condition for their value.
    """
    paths = [path for path in _sections(resolved.root) if _at(resolved.root, path).entries]
    yield from _titled([one for path in paths for one in _of_section(resolved, path, cards, conditions)])


def _titled(found: Sequence[Mutant]) -> Iterator[Mutant]:
    """Give each mutant a title: its entry and what was done; its whole path if two mutants share these."""
    many = Counter((mutant.entry, mutant.what) for mutant in found)
    for mutant in found:
        place = mutant.entry if many[mutant.entry, mutant.what] == 1 else ".".join(mutant.path)
        yield mutant._replace(title=f"{place}: {mutant.what}")


def _of_section(
    resolved: Resolved, path: Path, cards: Sequence[str], conditions: Container[str]
) -> Iterator[Mutant]:
    """Yield the mutants of one map of entries."""
    root, node = resolved.root, _at(resolved.root, path)
    own = {name: entry for name, entry in node.entries.items() if entry.key_place.file == resolved.file}
    for second, what, order in swapped(root, path, node, list(own)):
        changed = _with(root, path, order)
        yield Mutant("order", second, own[second].key_place, what, changed, (*path, second))
    for name, entry in node.entries.items():
        here = (*path, name)
        if name in own and isinstance(entry.node, Mapping):
            changed, what = _without(root, path, name), f"without {shown(name)}"
            yield Mutant("without", name, entry.key_place, what, changed, here)
        for inner, scalar in _scalars(entry.node, here):
            if scalar.place.file == resolved.file:
                for text, what in _changed(scalar, cards, negating=_key(inner) in conditions):
                    changed = _with(root, inner, _scalar(scalar, text))
                    yield Mutant("expression", name, scalar.place, what, changed, inner)


def _key(path: Path) -> str:
    """The last key of a path; the name of the entry if its meaning is at the path."""
    return path[1] if path[2:] in ((), ("is",)) else path[-1]


def _sections(root: Mapping) -> Iterator[Path]:
    """The paths of the maps of entries that affect the play or the metrics."""
    paths = table.map_paths(
        lambda one: one.active or one.gives == "meaning" or one.bears_on == "measures",
        lambda key: _names(root, key),
    )
    yield from dict.fromkeys(paths)


def _names(root: Mapping, key: str) -> Sequence[str]:
    return tuple(_at(root, (key,)).entries)


def _at(root: Mapping, path: Path) -> Mapping:
    """Return the map at a path, or an empty one."""
    node: Node = root
    for key in path:
        found = node.entries.get(key) if isinstance(node, Mapping) else None
        if found is None:
            return Mapping({}, root.place)
        node = found.node
    return node if isinstance(node, Mapping) else Mapping({}, root.place)


def _scalars(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    """Yield the expressions of an entry with their paths, without those of nested entries."""
    if isinstance(node, Scalar):
        yield path, node
    for key, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if key not in table.quiet() and isinstance(entry.node, Scalar):
            yield (*path, key), entry.node


def _changed(scalar: Scalar, cards: Sequence[str], *, negating: bool) -> Iterator[tuple[str, str]]:
    """Yield the changed texts of an expression, each with what was done."""
    tree = parser.tree(scalar.text)
    if tree is None or scalar.value is None:
        return
    if negating:
        yield f"not ({scalar.text})", f"{shown(scalar.text)} negated"
    parts = [(part, extent(part)) for part in _leaves(tree)]
    olds = [scalar.text[begin:end] for _, (begin, end) in parts]
    for number, (part, (begin, end)) in enumerate(parts):
        old, which = olds[number], _which(olds, number)
        for new in _neighbours(part, old, cards):
            text = f"{scalar.text[:begin]}{new}{scalar.text[end:]}"
            yield text, f"{shown(new)} in place of {shown(old)}{which}"


def _which(olds: Sequence[str], number: int) -> str:
    """Say which occurrence a part of an expression is, if it occurs more than once."""
    old = olds[number]
    many = olds.count(old)
    return f", number {olds[: number + 1].count(old)} of {many}" if many > 1 else ""


def _leaves(tree: Tree) -> Iterator[Tree]:
    for child in tree.children:
        if isinstance(child, Tree):
            yield from [child] if child.data in VARIANTS else _leaves(child)


def _neighbours(part: Tree, old: str, cards: Sequence[str]) -> Iterator[str]:
    """Yield the replacements of a number, one more and one less, or of a card, its neighbour."""
    if part.data == "number":
        yield from (str(int(old) + 1), str(int(old) - 1))
    elif card := _neighbour(old, cards):
        yield card


def _neighbour(card: str, cards: Sequence[str]) -> str | None:
    """Return the card beside another in the pack; None if the pack does not have it."""
    if card not in cards:
        return None
    place = cards.index(card)
    return next((one for one in (*cards[place + 1 :], *reversed(cards[:place])) if one != card), None)


# The changed trees


def _scalar(scalar: Scalar, text: str) -> Scalar:
    number = text.removeprefix("-").isdecimal()
    return replace(scalar, text=text, value=int(text) if number else text, plain=False)


def _with(root: Mapping, path: Path, node: Node) -> Mapping:
    """Return a tree with another node at a path."""
    key, *rest = path
    old = root.entries[key]
    new = _with(old.node, tuple(rest), node) if rest and isinstance(old.node, Mapping) else node
    return Mapping({**root.entries, key: Pair(old.key_place, new)}, root.place)


def _without(root: Mapping, path: Path, name: str) -> Mapping:
    """Return a tree without an entry."""
    entries = {key: entry for key, entry in _at(root, path).entries.items() if key != name}
    return _with(root, path, Mapping(entries, _at(root, path).place))
