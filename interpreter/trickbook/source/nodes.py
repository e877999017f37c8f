"""The tree of a document: maps, lists and scalars, each with its place."""

from __future__ import annotations

from collections import abc
from dataclasses import dataclass
from typing import TypeAlias

from trickbook.problems import Place

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
    """What stands under one key of a map, and where the key was written."""

    key_place: Place
    node: Node


@dataclass(frozen=True, slots=True)
class Mapping:
    """A map from the author's names to nodes, in the order written."""

    entries: abc.Mapping[str, Pair]
    place: Place


Node: TypeAlias = Scalar | Listing | Mapping


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
    """Walk from a node by keys and indexes; ``KeyError`` if there is no such node."""
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
    if isinstance(node, Listing) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    raise KeyError(step)
