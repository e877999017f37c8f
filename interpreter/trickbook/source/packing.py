"""Trees as plain data and back, for files that hold data only. The name of their file is left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trickbook.problems import Place
from trickbook.source.nodes import Listing, Mapping, Node, Pair, Scalar


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
