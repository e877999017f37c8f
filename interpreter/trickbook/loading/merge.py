"""Merging: a ruleset laid over what it extends, entry by entry and key by key.

Maps merge, anything else replaces, a text in several languages too; ``null`` removes; ``before`` and
``after`` place an entry, ``after: all`` for good; keys that exclude each other replace each other;
``replaces: yes`` starts one anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from trickbook.problems import Place, Problem, shown
from trickbook.sections import table
from trickbook.sections.table import PLACES, RENEWS, is_own, is_prose
from trickbook.source import Listing, Mapping, Pair, Scalar
from trickbook.source.nodes import has, is_null
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Node

Path = tuple[str, ...]
Standing = tuple[str, str, Scalar]
"""An entry, whether it stands before or after another, and the name of that."""

LAST: Final = "all"
"""After all: the entry stays behind all others, those of files laid over it later too."""


@dataclass
class Merging:
    """Mistakes found while merging, and where something was removed, by its path: ``steps.tricks``.

    Files ``sibling_files`` are house rules that do not know each other: they may remove the same.
    """

    problems: list[Problem] = field(default_factory=list)
    removed: dict[str, Place] = field(default_factory=dict)
    sibling_files: frozenset[str] = frozenset()

    def lay(self, base: Mapping, over: Mapping, path: Path = ()) -> Mapping:
        """Lay one map over another."""
        entries = {key: entry for key, entry in base.entries.items() if path or not is_own(key)}
        if path and says_yes(over, RENEWS):
            entries = {}
        self._make_room(entries, over, path)
        places: list[Standing] = []
        for key, entry in over.entries.items():
            here = (*path, key)
            if key == RENEWS:
                continue
            if isinstance(entry.node, Scalar) and entry.node.value is None:
                self._remove(entries, key, entry, here)
                continue
            self._check_replacing(base, key, entry, here)
            entries[key] = self._entry(entries.get(key), entry, here)
            places += self._places(key, entry.node)
        for key, word, place in self._in_turn(places):
            entries = self._move(entries, key, word, place)
        last = {key: entry for key, entry in entries.items() if _is_last(entry.node)}
        return Mapping({key: entry for key, entry in entries.items() if key not in last} | last, over.place)

    def _places(self, key: str, node: Node) -> list[Standing]:
        """Return where an entry wants to stand; it can say only one thing."""
        found = [(key, word, place) for word in PLACES if (place := _place(node, word))]
        if len(found) > 1:
            message = Message("{key} cannot have both `before:` and `after:`", key=shown(key))
            hint = Message("keep one of the two")
            self.problems.append(Problem("exclusive-keys", message, found[1][2].place, hint))
        return found[:1]

    def _in_turn(self, places: list[Standing]) -> Iterator[Standing]:
        """Places in an order in which an entry moves after the one that it wants to stand by."""
        left = {key: (key, word, place) for key, word, place in places}
        while left:
            ready = [key for key in left if left[key][2].text not in left]
            yield from (left[key] for key in ready)
            if not ready:
                from trickbook.loading.diagnostics import circular

                ring, problem = circular(left)
                self.problems.append(problem)
            left = {key: found for key, found in left.items() if key not in (ready or ring)}

    def _check_replacing(self, base: Mapping, key: str, entry: Pair, path: Path) -> None:
        """Tell of an entry that starts anew though there is none."""
        if not isinstance(entry.node, Mapping) or not says_yes(entry.node, RENEWS) or key in base.entries:
            return
        from trickbook.loading.diagnostics import nothing_to_replace

        self.problems.append(nothing_to_replace(base.entries, path, entry.node.entries[RENEWS].node.place))

    def _make_room(self, entries: dict[str, Pair], over: Mapping, path: Path) -> None:
        """Take away the keys that a key laid over them excludes."""
        for key, stale in table.stale(path):
            for name in stale if has(over, key) else ():
                entries.pop(name, None)
        section = table.entries_at(path[:-1])
        for groups in section.groups if section else ():
            chosen = [group for group in groups if any(has(over, key) for key in group)]
            for group in groups if chosen else ():
                if group not in chosen:
                    for key in group:
                        if key not in over.entries:
                            entries.pop(key, None)

    def _remove(self, entries: dict[str, Pair], key: str, entry: Pair, path: Path) -> None:
        if key in entries:
            if isinstance(entry.node, Scalar) and not entry.node.text:
                from trickbook.loading.diagnostics import empty

                self.problems.append(empty(key, entry, entries[key].node))
                return
            del entries[key]
            self.removed[".".join(path)] = entry.key_place
            return
        before = self.removed.get(".".join(path))
        if before and {before.file, entry.key_place.file} <= self.sibling_files:
            return
        from trickbook.loading.diagnostics import nothing_to_remove

        self.problems.append(nothing_to_remove(entries, path, entry))

    def _entry(self, old: Pair | None, new: Pair, path: Path) -> Pair:
        if isinstance(new.node, Mapping) and not is_prose(path):
            under = old.node if old and isinstance(old.node, Mapping) else Mapping({}, new.node.place)
            return Pair(new.key_place, self.lay(under, new.node, path))
        if old and isinstance(old.node, Mapping) and not is_prose(path) and not is_own(path[0]):
            return old  # what is no map is told of already, and what it hides is still spoken of
        return new

    def _move(self, entries: dict[str, Pair], key: str, word: str, place: Scalar) -> dict[str, Pair]:
        """Put an entry before or after another."""
        entry = entries.pop(key)
        if (word, place.text) == ("after", LAST):
            return {**entries, key: entry}
        if place.text not in entries:
            from trickbook.loading.diagnostics import unknown_place

            self.problems.append(unknown_place(entries, word, place))
            return {**entries, key: entry}
        assert isinstance(entry.node, Mapping)  # noqa: S101 - only maps bear a place
        bare = {name: found for name, found in entry.node.entries.items() if name not in PLACES}
        entry = Pair(entry.key_place, Mapping(bare, entry.node.place))
        reordered: dict[str, Pair] = {}
        for name, found in entries.items():
            pair = ((key, entry), (name, found))
            reordered |= dict((pair if word == "before" else pair[::-1]) if name == place.text else pair[1:])
        return reordered


def rivals(path: Path) -> tuple[str, ...]:
    """The keys of the same entry that a key excludes: other verbs, or the other place to stand."""
    if len(path) < 2:  # noqa: PLR2004 - a section and an entry
        return ()
    found = [key for key in PLACES if key != path[-1]] if path[-1] in PLACES else []
    section = table.entries_at(path[:-2])
    for groups in section.groups if section else ():
        if any(path[-1] in group for group in groups):
            found += [key for group in groups if path[-1] not in group for key in group]
    return tuple(found)


def normal(root: Mapping) -> Mapping:
    """Bring what can be written in two ways into one: definitions and choices become maps."""
    entries = dict(root.entries)
    for section in table.rules():
        found = entries.get(section.key)
        if section.short and found and isinstance(found.node, Mapping):
            wrap = _names if table.entries_at((section.key, "", section.short)) else _definition
            inner = {
                name: Pair(entry.key_place, wrap(entry.node, section.short))
                for name, entry in found.node.entries.items()
            }
            entries[section.key] = Pair(found.key_place, Mapping(inner, found.node.place))
    return Mapping(table.in_order(entries), root.place)


def _definition(node: Node, key: str) -> Node:
    if isinstance(node, Mapping) or is_null(node):
        return node
    return Mapping({key: Pair(node.place, node)}, node.place)


def _names(node: Node, key: str) -> Node:
    names, pair = node.get(key), node.pairs.get(key)
    if not isinstance(node, Mapping) or not isinstance(names, Listing) or pair is None:
        return node
    path = names.place.path
    entries = {
        item.text: Pair(item.place, Mapping({}, item.place._replace(path=f"{path}.{item.text}")))
        for item in names.items
        if isinstance(item, Scalar)
    }
    return Mapping({**node.entries, key: Pair(pair.key_place, Mapping(entries, names.place))}, node.place)


def _place(node: Node, word: str) -> Scalar | None:
    place = node.get(word)
    return place if isinstance(place, Scalar) and place.value is not None else None


def _is_last(node: Node) -> bool:
    """Return whether an entry says that it stays behind all others."""
    place = _place(node, "after")
    return place is not None and place.text == LAST


def says_yes(node: Mapping, key: str) -> bool:
    """Return whether a key of an entry says yes."""
    value = node.get(key)
    return isinstance(value, Scalar) and value.text in ("yes", "true")
