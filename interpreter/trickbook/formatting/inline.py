"""The choice between one line, in braces or brackets, and a block."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.formatting.scalars import written, written_key
from trickbook.source.nodes import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from trickbook.formatting.key_order import Shape
    from trickbook.source import Node

MOST_KEYS: Final = 4
"""How many keys an entry on one line may have, if all of them fit."""


def is_short(node: Node, shape: Shape, opened: AbstractSet[str], path: str) -> bool:
    """Return whether a value may stand on one line, if it fits."""
    if path in opened:
        return False
    if isinstance(node, Scalar):
        return "\n" not in node.text
    if isinstance(node, Listing):
        maps = any(isinstance(item, Mapping) for item in node.items)
        return (not maps or len(node.items) == 1) and all(
            is_short(item, shape.of_items(), opened, item.place.path) for item in node.items
        )
    return _is_short_map(node, shape) and all(
        is_short(pair.node, shape.of(key), opened, pair.key_place.path) for key, pair in node.entries.items()
    )


def _is_short_map(node: Mapping, shape: Shape) -> bool:
    if shape.is_entry:
        return len(node.entries) <= MOST_KEYS
    if shape.keys:
        return True
    maps = sum(isinstance(pair.node, Mapping) for pair in node.entries.values())
    return not maps or len(node.entries) == 1


def inline(node: Node, shape: Shape) -> str:
    """Write a value on one line."""
    match node:
        case Scalar():
            return written(node)
        case Listing(items=items):
            return f"[{', '.join(flow(item, shape.of_items()) for item in items)}]"
        case Mapping(entries=entries):
            pairs = (
                f"{written_key(key, flow=True)}: {flow(entries[key].node, shape.of(key))}"
                for key in shape.ordered(entries)
            )
            return f"{{{', '.join(pairs)}}}"


def flow(node: Node, shape: Shape) -> str:
    """Write a value between braces or brackets."""
    return written(node, flow=True) if isinstance(node, Scalar) else inline(node, shape)
