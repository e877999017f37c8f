"""The entries in which two rulesets differ, by section and key."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Literal, NamedTuple

from trickbook.sections import table
from trickbook.source import Mapping, plain
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.problems import Place
    from trickbook.source import Node, Pair

    Entries = dict[str, Pair]

Kind = Literal["added", "removed", "changed", "moved", "worded"]


class KeyChange(NamedTuple):
    """A key of an entry: its path (empty if the entry is a value), its old and its new value."""

    path: tuple[str, ...]
    old: Node | None
    new: Node | None


class WrittenEntry(NamedTuple):
    """An entry as one ruleset has it."""

    place: Place
    node: Node


class EntryChange(NamedTuple):
    """An entry that differs: ``added`` is only in the second ruleset, ``worded`` only has other descriptions.

    ``after`` names the entry that it now follows, where the order counts and it is new there; "" for none.
    """

    section: str
    name: str
    kind: Kind
    keys: tuple[KeyChange, ...]
    old: WrittenEntry | None
    new: WrittenEntry | None
    after: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the entry."""
        return *self.section.split("."), self.name

    @property
    def sides(self) -> tuple[WrittenEntry, ...]:
        """The entry where it stands, in the first ruleset and in the second."""
        return tuple(side for side in (self.old, self.new) if side)


def compare(one: Mapping, other: Mapping) -> tuple[EntryChange, ...]:
    """All entries in which two merged trees differ, in the order of sections."""
    old, new = dict(_sections(one)), dict(_sections(other))
    return tuple(
        change
        for section in sorted({*old, *new}, key=_rank)
        for change in _section(section, old.get(section, {}), new.get(section, {}))
    )


def same_rules(changes: tuple[EntryChange, ...]) -> bool:
    """Return whether only descriptions differ."""
    return all(change.kind == "worded" for change in changes)


def is_ordered(path: Sequence[str]) -> bool:
    """Return whether the order of the entries under a path matters."""
    section = table.entries_at(path)
    return section is not None and section.order != "free"


def _rank(section: str) -> tuple[int, str]:
    """The position of a section; unknown ones come last."""
    whole, order = section.partition(".")[0], list(table.SECTIONS)
    return order.index(whole) if whole in order else len(order), section


def _sections(root: Mapping) -> Iterator[tuple[str, Entries]]:
    """The sections of a tree as maps of entries; the maps in records count as sections."""
    for name, found in root.entries.items():
        if table.is_head(name) or not isinstance(found.node, Mapping):
            continue
        entries = found.node.entries
        inner = [key for key in entries if table.entries_at((name, key))]
        yield (
            name,
            {key: e for key, e in entries.items() if key not in inner and not table.is_about((name, key))},
        )
        for key in inner:
            node = entries[key].node if key in entries else None
            if isinstance(node, Mapping):
                yield f"{name}.{key}", dict(node.entries)


def _section(section: str, old: Entries, new: Entries) -> Iterator[EntryChange]:
    """The entries of one section that differ."""
    stayed = _longest([name for name in old if name in new], [name for name in new if name in old])
    for name, entry in old.items():
        if name not in new:
            yield EntryChange(section, name, "removed", (), _written(entry), None)
    before = ""
    for name, entry in new.items():
        was = old.get(name)
        after = before if is_ordered(section.split(".")) else None
        before = name
        if was is None:
            yield EntryChange(section, name, "added", (), None, _written(entry), after)
            continue
        keys = tuple(_keys(was.node, entry.node, (*section.split("."), name)))
        elsewhere = after if name not in stayed else None
        kind: Kind = "changed" if keys else "moved" if elsewhere is not None else "worded"
        if kind != "worded" or _says(was.node) != _says(entry.node):
            yield EntryChange(section, name, kind, keys, _written(was), _written(entry), elsewhere)


def _written(entry: Pair) -> WrittenEntry:
    return WrittenEntry(entry.key_place, entry.node)


def _says(node: Node) -> str | None:
    return text(node, "says") if isinstance(node, Mapping) else None


def _keys(old: Node, new: Node, top: tuple[str, ...], path: tuple[str, ...] = ()) -> Iterator[KeyChange]:
    """The keys in which an entry differs, without descriptions."""
    if not (isinstance(old, Mapping) and isinstance(new, Mapping)):
        if plain(old) != plain(new):
            yield KeyChange(path, old, new)
        return
    for key in dict.fromkeys([*old.entries, *new.entries]):
        was, now = (node.entries[key].node if key in node.entries else None for node in (old, new))
        here = (*path, key)
        if table.is_about((*top, *here)):
            continue
        if was is None or now is None:
            yield KeyChange(here, was, now)
        else:
            yield from _keys(was, now, top, here)
            if is_ordered((*top, *here)) and _is_reordered(was, now):
                yield KeyChange(here, was, now)


def _is_reordered(old: Node, new: Node) -> bool:
    """Return whether the rules of a step have another order."""
    one, other = (node.entries if isinstance(node, Mapping) else {} for node in (old, new))
    return [name for name in one if name in other] != [name for name in other if name in one]


def _longest(old: Sequence[str], new: Sequence[str]) -> frozenset[str]:
    """The names that kept their order: a longest common subsequence of two orders of the same names."""
    places = {name: index for index, name in enumerate(old)}
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for index in (places[name] for name in new):
        length = bisect_left(ends, index)
        before[index] = ends[length - 1] if length else None
        ends[length : length + 1] = [index]
    kept = set[str]()
    end = ends[-1] if ends else None
    while end is not None:
        kept.add(old[end])
        end = before[end]
    return frozenset(kept)
