"""Whoever writes two keys that exclude each other is told the way round."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from trickbook.loading.diagnostics.exclusive_keys import WAYS_ROUND, way_round
from trickbook.source.files import folder

ABSENT = {"$ref": "#/$defs/absent"}


def excluded(schema: object) -> Iterator[tuple[str, str]]:
    """The pairs of keys that exclude each other in some entry."""
    if isinstance(schema, list):
        for part in schema:
            yield from excluded(part)
    if not isinstance(schema, dict):
        return
    for key, depends in schema.get("dependentSchemas", {}).items():
        yield from ((key, other) for other in _absent(depends))
    for part in schema.values():
        yield from excluded(part)


def _absent(depends: dict[str, Any]) -> Iterator[str]:
    for part in depends.get("allOf", [depends]):
        yield from (key for key, what in part.get("then", {}).get("properties", {}).items() if what == ABSENT)


SCHEMA = json.loads((folder("schema") / "ruleset.schema.json").read_text("utf-8"))
PAIRS = sorted(set(excluded(SCHEMA)))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_every_pair_has_a_way_round(one: str, other: str) -> None:
    assert way_round(one, other) == way_round(other, one)
    assert str(way_round(one, other)) != "remove one of the two"


def test_every_way_round_is_needed() -> None:
    told = {way_round(*pair) for pair in PAIRS}
    assert [hint for *_, hint in WAYS_ROUND if hint not in told] == []
