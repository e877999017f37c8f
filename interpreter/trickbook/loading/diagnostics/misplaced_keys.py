"""Keys that are right and stand in the wrong map: found by their names, or by what stands below them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.conformance import schema as schema_of
from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import short, shown
from trickbook.sections import table
from trickbook.source import Scalar, at

if TYPE_CHECKING:
    from trickbook.loading.diagnostics.finding import Finding

EXTENDS: Final = "extends"
FILES: Final = {EXTENDS: "", "house": HOUSE}
"""Keys that name other files, and what stands before these names among all that are shipped."""


def within(finding: Finding, key: str) -> str | None:
    """Return the map below this one that has a key, as ``given:`` of an example has ``hand:``."""
    for name, schema in finding.schema["properties"].items():
        if key in _whole(schema).get("properties", ()):
            node = at(finding.root, (*finding.path, key))
            value = node.text if isinstance(node, Scalar) else "…"
            return f"write it within {shown(f'{name}:')}, as {shown(short(f'{name}: {{{key}: {value}}}'))}"
    return None


def by_content(finding: Finding, key: str) -> str | None:
    """Return the section that is meant by a key of the ruleset, by the keys of its entries or by a name."""
    value = finding.value[key]
    if finding.path or EXTENDS not in finding.schema["properties"]:
        return None
    if isinstance(value, dict):
        return _section(value) or _one_entry(value)
    if finding.schema.get("slips", {}).get(key, EXTENDS) not in FILES:
        return None
    names = value if isinstance(value, list) else [value]
    texts = [name for name in names if isinstance(name, str)]
    for head, prefix in FILES.items():
        if texts and all(f"{prefix}{name}" in shipped() for name in texts):
            written = f"[{', '.join(texts)}]" if isinstance(value, list) else texts[0]
            return f"write {shown(short(f'{head}: {written}'))}"
    return None


def _section(entries: dict[str, Any]) -> str | None:
    """The one section whose entries have all the keys of these."""
    keys = {name for entry in entries.values() if isinstance(entry, dict) for name in entry}
    keys -= {*table.REMARKS}
    found = [name for name in _ruleset()["properties"] if keys and keys <= entry_keys(name)]
    return f"write {shown(f'{found[0]}:')}, whose entries have these keys" if len(found) == 1 else None


def _one_entry(value: dict[str, Any]) -> str | None:
    """The one section of whose entries this has the keys, as ``pass: {each: 3}`` is a step."""
    keys = {*value} - {*table.REMARKS}
    found = [name for name in _ruleset()["properties"] if keys and keys <= entry_keys(name)]
    is_flat = not any(isinstance(one, dict) for one in value.values())
    return (
        f"put it under {shown(f'{found[0]}:')}, whose entries have these keys"
        if is_flat and len(found) == 1
        else None
    )


def entry_keys(section: str) -> set[str]:
    """The keys of the entries of a section, as the schema has them."""
    node = _whole(_ruleset()["properties"][section])
    entry = node.get("additionalProperties")
    return set(_whole(entry).get("properties", ())) if isinstance(entry, dict) else set()


def _whole(schema: Any) -> Any:
    """A part of the schema, or what it refers to."""
    definitions = _ruleset()["$defs"]
    while "$ref" in schema:
        schema = definitions.get(schema["$ref"].rpartition("/")[2], {})
    return schema


def _ruleset() -> Any:
    """The schema of rulesets."""
    return schema_of("ruleset")
