"""The tree of a document: maps, lists and scalars, each with its place; and the entries in it."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias, cast

from trickbook.problems import Edit, Place
from trickbook.texts.languages import ENGLISH, languages
from trickbook.texts.message import OwnText

PlainData: TypeAlias = "dict[str, PlainData] | list[PlainData] | str | int | bool | None"
Path: TypeAlias = tuple[str | int, ...]


class _Tree:
    """What nodes of all kinds give."""

    __slots__ = ()

    @property
    def pairs(self) -> abc.Mapping[str, Pair]:
        """The entries of a map; none of another node."""
        return NO_PAIRS

    @property
    def children(self) -> Iterable[tuple[str | int, Node]]:
        """The nodes directly inside, by their keys or indexes."""
        return ()

    def child(self, _step: str | int, /) -> Node | None:
        """The node under a key or an index; in a list also the item of a text."""
        return None

    def get(self, *path: str | int) -> Node | None:
        """The node at a path; None if there is none."""
        found: Node | None = cast("Node", self)
        for step in path:
            found = found.child(step) if found is not None else None
        return found

    def walk(self, skips: Callable[[Path], bool] | None = None, at: Path = ()) -> Iterator[tuple[Path, Node]]:
        """The node ``at`` a path and all inside it, each with its path, but for the paths that it skips."""
        yield at, cast("Node", self)
        for step, inner in self.children:
            if skips is None or not skips((*at, step)):
                yield from inner.walk(skips, (*at, step))


@dataclass(frozen=True, slots=True)
class Scalar(_Tree):
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
class Sentence(Scalar):
    """A sentence as one table has it: ``read`` reads it with ``text`` or ``text_in``, for a language."""

    read: Callable[[Callable[[Mapping, str, str], str | None], str], str | None]


@dataclass(frozen=True, slots=True)
class Listing(_Tree):
    """A list, in the order written."""

    items: tuple[Node, ...]
    place: Place

    @property
    def children(self) -> Iterable[tuple[str | int, Node]]:
        """The items, by their indexes."""
        return enumerate(self.items)

    def child(self, step: str | int, /) -> Node | None:
        """The item of an index, or of a text."""
        if isinstance(step, int):
            return self.items[step] if 0 <= step < len(self.items) else None
        return next((one for one in self.items if isinstance(one, Scalar) and one.text == step), None)


@dataclass(frozen=True, slots=True)
class Pair:
    """The value under one key of a map, and where the key was written."""

    key_place: Place
    node: Node


@dataclass(frozen=True, slots=True)
class Mapping(_Tree):
    """A map from the author's names to nodes, in the order written."""

    entries: abc.Mapping[str, Pair]
    place: Place

    @property
    def pairs(self) -> abc.Mapping[str, Pair]:
        """The entries."""
        return self.entries

    @property
    def children(self) -> Iterable[tuple[str | int, Node]]:
        """The values, by their keys."""
        return ((key, pair.node) for key, pair in self.entries.items())

    def child(self, step: str | int, /) -> Node | None:
        """The value under a key."""
        pair = self.entries.get(str(step))
        return pair.node if pair is not None else None


Node: TypeAlias = Scalar | Listing | Mapping

NO_PAIRS: Final[abc.Mapping[str, Pair]] = MappingProxyType({})


def is_null(node: Node | None) -> bool:
    """Return whether a node is ``null``, or empty."""
    return isinstance(node, Scalar) and node.value is None


def has(node: Node, *path: str | int) -> bool:
    """Return whether something other than ``null`` stands at a path."""
    found = node.get(*path)
    return found is not None and not is_null(found)


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


def entries_under(node: Node, *path: str | int) -> abc.Mapping[str, Pair]:
    """The entries of the map at a path; none if there is no map."""
    found = node.get(*path)
    return found.pairs if found is not None else NO_PAIRS


def at(node: Node, path: abc.Sequence[str | int]) -> Node:
    """Walk from a node by keys, indexes and texts of items; ``KeyError`` if there is no such node."""
    for step in path:
        if (found := node.child(step)) is None:
            raise KeyError(step)
        node = found
    return node


def key_place(node: Node, path: abc.Sequence[str | int]) -> Place:
    """Find where the key of a node was written; an item of a list has its own place."""
    if not path:
        return node.place
    parent = at(node, path[:-1])
    entry = parent.pairs.get(str(path[-1]))
    return entry.key_place if entry else at(parent, path[-1:]).place


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a section: its name, its source ids, its place, what is in it."""

    name: str
    source: tuple[str, ...]
    place: Place
    node: Mapping

    @property
    def says(self) -> str | None:
        """The rule as a sentence, if there is one."""
        return text(self.node, "says")

    def __getitem__(self, key: str) -> Scalar | None:
        """The scalar under a key, if there is one."""
        found = self.node.get(key)
        return found if isinstance(found, Scalar) else None

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
    return Entry(name, texts(node, "source"), place, node)


def text(node: Mapping, key: str, language: str = ENGLISH) -> str | None:
    """The text under a key, if there is any: in this language, else in English, else in the first there is.

    What stands in the ruleset's own file wins over its catalogue.
    """
    value = node.get(key)
    if isinstance(value, Sentence):
        return value.read(text, language)
    if (own := text_in(node, key, language)) is not None:
        return own
    if isinstance(value, Listing):
        from trickbook.source.catalogues import variants

        return next(filter(None, (text(one, key, language) for one in variants(node, key))), None)
    if isinstance(value, Mapping):
        value = value.get(ENGLISH) or next((inner for _, inner in value.children), None)
    return value.text if isinstance(value, Scalar) and value.value is not None else None


def text_in(node: Mapping, key: str, language: str) -> str | None:
    """The text under a key in this language only, from the file or its catalogue."""
    value = node.get(key)
    if isinstance(value, Sentence):
        return value.read(text_in, language)
    if isinstance(value, Mapping):
        value = value.get(language)
    elif language != ENGLISH:
        value = None
    if isinstance(value, Scalar) and value.value is not None:
        return value.text
    if language == ENGLISH:
        return None
    from trickbook.source.catalogues import translation

    return translation(node, key, language)


def own_text(node: Mapping, key: str) -> OwnText:
    """The text under a key with its translations, for a message."""
    others = ((one, text_in(node, key, one)) for one in languages() if one != ENGLISH)
    return OwnText(text(node, key) or "", tuple((one, other) for one, other in others if other))


def scalars(node: Mapping, key: str) -> tuple[Scalar, ...]:
    """A list of scalars under a key; a single one is a list of one."""
    value = node.get(key)
    items = value.items if isinstance(value, Listing) else (value,)
    return tuple(item for item in items if isinstance(item, Scalar) and item.value is not None)


def texts(node: Mapping, key: str) -> tuple[str, ...]:
    """A list of texts under a key; a single text is a list of one."""
    return tuple(item.text for item in scalars(node, key))
