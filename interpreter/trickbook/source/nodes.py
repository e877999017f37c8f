"""The tree of a document: maps, lists and scalars, each with its place; and the entries in it."""

from __future__ import annotations

from collections import abc
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from trickbook.problems import Edit, Place
from trickbook.texts.languages import ENGLISH, languages
from trickbook.texts.message import OwnText

PlainData: TypeAlias = "dict[str, PlainData] | list[PlainData] | str | int | bool | None"


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value: text, a whole number, ``true``, ``false`` or nothing."""

    value: str | int | bool | None
    text: str
    """The text as YAML understood it, whatever the value is."""
    place: Place
    plain: bool
    """Whether it was written without quotes and not as a block."""
    span: tuple[int, int]
    """Where it begins and ends in the source, in characters, quotes included."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, in the order written."""

    items: tuple[Node, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Pair:
    """The value under one key of a map, and where the key was written."""

    key_place: Place
    node: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """A map from the author's names to nodes, in the order written."""

    entries: abc.Mapping[str, Pair]
    place: Place


Node: TypeAlias = Scalar | Listing | Mapping


def is_null(node: Node | None) -> bool:
    """Return whether a node is ``null``, or empty."""
    return isinstance(node, Scalar) and node.value is None


def is_on_one_line(node: Node) -> bool:
    """Return whether a value or a list in brackets stands on one line, so that its place is all of it."""
    match node:
        case Scalar(place=place, span=(begin, end)):
            return place.length == end - begin
        case Listing(items=items, place=place) if items:
            last = items[-1].place
            return last.line == place.line and last.column + last.length < place.column + place.length
    return False


def pair_place(root: Node, path: abc.Sequence[str | int]) -> Place | None:
    """The place of a key with its value, if both are on one line; None for an item of a list."""
    node, key = at(root, path), key_place(root, path)
    if key == node.place or key.line != node.place.line or not is_on_one_line(node):
        return None
    return key._replace(length=node.place.column + node.place.length - key.column)


def added(node: Mapping, text: str) -> Edit | None:
    """The edit that adds a key with its value to a map, as the first that it has in its own file."""
    first = _first(node)
    return Edit(f"{text}{joint(node)}", first._replace(length=0)) if first else None


def joint(node: Mapping) -> str:
    """What stands between the entries of a map: a comma, or the end of the line and an indentation."""
    first = _first(node)
    return "\n" + " " * (first.column - 1) if first and first[:3] == node.place[:3] else ", "


def _first(node: Mapping) -> Place | None:
    """The place of the first key of a map in its own file."""
    found = (pair.key_place for pair in node.entries.values())
    return min((place for place in found if place.file == node.place.file), default=None)


def plain(node: Node) -> PlainData:
    """Give the tree as plain dicts, lists and scalars, without its places."""
    match node:
        case Scalar(value=value):
            return value
        case Listing(items=items):
            return [plain(item) for item in items]
        case Mapping(entries=entries):
            return {key: plain(entry.node) for key, entry in entries.items()}


def at(node: Node, path: abc.Sequence[str | int]) -> Node:
    """Walk from a node by keys, indexes and texts of items; ``KeyError`` if there is no such node."""
    for step in path:
        node = _entry(node, step) if isinstance(node, Mapping) else _item(node, step)
    return node


def key_place(node: Node, path: abc.Sequence[str | int]) -> Place:
    """Find where the key of a node was written; an item of a list has its own place."""
    if not path:
        return node.place
    parent = at(node, path[:-1])
    if isinstance(parent, Mapping) and (entry := parent.entries.get(str(path[-1]))):
        return entry.key_place
    return at(parent, path[-1:]).place


def _entry(node: Mapping, step: str | int) -> Node:
    return node.entries[str(step)].node


def _item(node: Node, step: str | int) -> Node:
    items = node.items if isinstance(node, Listing) else ()
    if isinstance(step, int) and 0 <= step < len(items):
        return items[step]
    for item in items if isinstance(step, str) else ():
        if isinstance(item, Scalar) and item.text == step:
            return item
    raise KeyError(step)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a section: its name, its rule as a sentence, its source ids, its place, what is in it."""

    name: str
    says: str | None
    source: tuple[str, ...]
    place: Place
    node: Mapping

    def __getitem__(self, key: str) -> Scalar | None:
        """The scalar under a key, if there is one."""
        found = self.node.entries.get(key)
        return found.node if found and isinstance(found.node, Scalar) else None

    def need(self, key: str) -> Scalar:
        """The scalar under a key that is known to be there."""
        found = self[key]
        if found is None:
            raise KeyError(key)
        return found


def entry(name: str, place: Place, node: Node) -> Entry:
    """Take an entry apart; a bare scalar stands for its only key, ``is``."""
    if not isinstance(node, Mapping):
        node = Mapping({"is": Pair(node.place, node)}, node.place)
    return Entry(name, text(node, "says"), texts(node, "source"), place, node)


def text(node: Mapping, key: str, language: str = ENGLISH) -> str | None:
    """The text under a key, if there is any: in this language, else in English, else in the first there is.

    What stands in the ruleset's own file wins over its catalogue.
    """
    if (said := text_in(node, key, language)) is not None:
        return said
    found = node.entries.get(key)
    told = found.node if found else None
    if isinstance(told, Mapping):
        told = next((told.entries[one].node for one in (ENGLISH, *told.entries) if one in told.entries), None)
    return told.text if isinstance(told, Scalar) and told.value is not None else None


def text_in(node: Mapping, key: str, language: str) -> str | None:
    """The text under a key in this language only, from the file or its catalogue."""
    found = node.entries.get(key)
    told = found.node if found else None
    if isinstance(told, Mapping):
        told = told.entries[language].node if language in told.entries else None
    elif language != ENGLISH:
        told = None
    if isinstance(told, Scalar) and told.value is not None:
        return told.text
    if language == ENGLISH:
        return None
    from trickbook.source.catalogues import translation

    return translation(node, key, language)


def own_text(node: Mapping, key: str) -> OwnText:
    """The text under a key with its translations, for a message."""
    known = ((one, text_in(node, key, one)) for one in languages() if one != ENGLISH)
    return OwnText(text(node, key) or "", tuple((one, said) for one, said in known if said))


def texts(node: Mapping, key: str) -> tuple[str, ...]:
    """A list of texts under a key; a single text is a list of one."""
    found = node.entries.get(key)
    if found is None:
        return ()
    items = found.node.items if isinstance(found.node, Listing) else (found.node,)
    return tuple(item.text for item in items if isinstance(item, Scalar) and item.value is not None)


def pack(node: Node) -> list[Any]:
    """Give a tree of one file as lists, dicts and scalars: what a node holds, then its place."""
    match node:
        case Scalar():
            return [node.value, node.text, node.plain, *node.span, *node.place[1:]]
        case Listing():
            return [[pack(item) for item in node.items], *node.place[1:]]
        case Mapping():
            pairs = {key: [pack(pair.node), *pair.key_place[1:]] for key, pair in node.entries.items()}
            return [pairs, *node.place[1:]]


def unpack(packed: Sequence[Any], file: str) -> Node:
    """Give the tree of plain data, as the tree of a file."""
    held = packed[0]
    if isinstance(held, dict):
        pairs = {key: Pair(Place(file, *place), unpack(node, file)) for key, (node, *place) in held.items()}
        return Mapping(pairs, Place(file, *packed[1:]))
    if isinstance(held, list):
        return Listing(tuple([unpack(item, file) for item in held]), Place(file, *packed[1:]))
    value, text, is_plain, begin, end, *place = packed
    return Scalar(value, text, Place(file, *place), is_plain, (begin, end))
