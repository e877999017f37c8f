"""The order of keys: sections in one order; in an entry what it says about itself comes last."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.loading.conformance import schema
from trickbook.sections import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HEAD: Final = tuple(section.key for section in table.head() if section.key not in table.READING_ORDER)
"""The keys that say what a file is; they stand together at its top."""

REMARKS: Final = ("name", "says", "source", "note")
"""What an entry says about itself and no rule: that comes last."""

EXPRESSIONS: Final = frozenset({"expression", "place"})
"""The parts of the schema that hold expressions."""


class Shape(NamedTuple):
    """The schema of a value: the keys of a record, or the entries of an author's map or a list."""

    keys: Mapping[str, Any] = MappingProxyType({})
    entry: Any = None
    item: Any = None
    is_expression: bool = False

    @property
    def is_entry(self) -> bool:
        """Whether it is an entry of the game: a record with a sentence of its own."""
        return "says" in self.keys

    def of(self, key: str) -> Shape:
        """The shape of what stands under a key."""
        return shape(self.keys.get(key, self.entry))

    def of_items(self) -> Shape:
        """The shape of the items of a list."""
        return shape(self.item)

    def ordered(self, keys: Iterable[str]) -> list[str]:
        """Keys in order; those that the schema does not know stay as they are, at the end."""
        return sorted(keys, key=lambda key: _rank(self, key)) if self.keys else list(keys)


def document_shape() -> Shape:
    """The shape of a whole ruleset."""
    return shape(schema("ruleset"))


def _rank(record: Shape, key: str) -> int:
    """The place of a key. All else stays as written: digests and rulebooks depend on it."""
    if "trickbook" in record.keys:
        order = table.reading_order()
        return order.index(key) if key in order else len(order)
    if record.is_entry and "given" not in record.keys:
        return REMARKS.index(key) if key in REMARKS else -1
    return 0


def shape(part: Any) -> Shape:
    """Read a part of the schema; a reference is followed."""
    if not isinstance(part, dict):
        return Shape()
    name = str(part.get("$ref", "")).rpartition("/")[2]
    return _named(name) if name else _shape(part)


@cache
def _named(name: str) -> Shape:
    part = schema("ruleset")["$defs"][name]
    return shape(part)._replace(is_expression=name in EXPRESSIONS)


def _shape(part: dict[str, Any]) -> Shape:
    return Shape(part.get("properties", {}), part.get("additionalProperties"), part.get("items"))
