"""Keys that the schema does not have: what they are likely meant for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.loading.conformance import schema
from trickbook.loading.diagnostics.fallen_keys import strayed
from trickbook.loading.diagnostics.misplaced_keys import by_content, entry_keys, within
from trickbook.loading.diagnostics.wording import listed, slipped
from trickbook.problems import Problem, nearest, shown
from trickbook.sections import table
from trickbook.source import key_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.loading.diagnostics.finding import Finding


def unknown_keys(finding: Finding) -> Iterator[Problem]:
    """Tell of the keys of a map that are not in its schema."""
    known = list(finding.schema["properties"])
    for key in finding.value:
        if key not in known:
            yield invisible(finding, key) or _unknown(finding, key, known)


def invisible(finding: Finding, key: str) -> Problem | None:
    """A key with a character that nobody sees."""
    odd = unseen(key)
    if not odd:
        return None
    plain = "".join(char for char in key if char not in odd)
    message = f"there is an invisible character in the key {shown(plain)}"
    place = key_place(finding.root, (*finding.path, key))
    return Problem("unknown-key", message, place, "write it anew, with plain blanks")


def unseen(key: str) -> list[str]:
    """The characters of a key that nobody sees, plain blanks apart."""
    return [char for char in key if not char.isprintable() or (char.isspace() and char != " ")]


def _unknown(finding: Finding, key: str, known: list[str]) -> Problem:
    deeper, slips = within(finding, key), finding.schema.get("slips", ())
    near = None if deeper or key in slips else nearest(key, known)
    if not near and (problem := strayed(finding.root, (*finding.path, key), known)):
        return problem
    meant = deeper or by_content(finding, key) or _elsewhere(finding, key) or said_otherwise(finding, key)
    hint = f"did you mean {shown(near)}?" if near else meant or f"its keys are {listed(known, 'and')}"
    place = key_place(finding.root, (*finding.path, key))
    return Problem("unknown-key", f"{shown(key)} is not a key of {finding.title}", place, hint)


def said_otherwise(finding: Finding, word: str) -> str | None:
    """Return what the schema says of a key or a choice that has another name elsewhere."""
    whole = schema("ruleset")
    return slipped(finding.schema, word, whole["$defs"])


def _elsewhere(finding: Finding, key: str) -> str | None:
    """Return the section beside this one whose entries have a key, and another of those written here."""
    if len(finding.path) != 2:  # noqa: PLR2004 - an entry of a section
        return None
    sections = [section.key for section in table.rules()]
    if finding.path[0] not in sections:
        return None
    here, others = sections.index(str(finding.path[0])), {*finding.value} - {key}
    for name in (*sections[here + 1 : here + 2], *sections[max(0, here - 1) : here]):
        keys = entry_keys(name)
        if key in keys and others & keys - {*table.REMARKS}:
            return f"`{key}:` is a key of `{name}:`; write it in an entry there"
    return None
