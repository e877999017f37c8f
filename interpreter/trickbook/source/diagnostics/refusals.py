"""YAML that rulesets do not have: aliases, anchors, tags, and files that hold no map."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.problems import Place, Problem, shown
from trickbook.source.diagnostics.slips import denied
from trickbook.source.nodes import Listing, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source.nodes import Node
    from trickbook.source.text import Page

MOST_PROPERTIES: Final = 2
"""How many anchors and tags YAML lets stand before a node: one of each."""

_PROPERTY: Final = re.compile(r"\s*+([&!][^\s,\[\]{}]*)")


def alias(text: str, place: Place) -> Problem:
    """Tell of an alias."""
    message = f"{shown(text)} is an alias, which rulesets do not have"
    hint = "write the thing itself, or put text that begins with `*` in quotes"
    return Problem("alias", message, place, hint)


def properties(sheet: Page, begin: int, path: str) -> Iterator[Problem]:
    """Tell of the anchor and the tag that stand before a node."""
    for _ in range(MOST_PROPERTIES):
        found = _PROPERTY.match(sheet.source, begin)
        if found is None:
            return
        code, article = ("anchor", "an anchor") if found[1][0] == "&" else ("tag", "a tag")
        message = f"{shown(found[1])} is {article}, which rulesets do not have"
        hint = f"put text that begins with `{found[1][0]}` in quotes"
        hint = denied(found[1], path) or f"delete it, or {hint}"
        yield Problem(code, message, sheet.between(*found.span(1), path), hint)
        begin = found.end()


def no_map(root: Node | None, file: str) -> Problem:
    """Tell of a file that holds nothing, or something else than a map."""
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        return Problem("empty-document", "there is nothing in this file", Place(file))
    kind = "a list" if isinstance(root, Listing) else "a piece of text"
    message = f"the file is {kind}, not a map of `key: value` lines"
    return Problem("not-a-map", message, root.place, "write a colon and a space after each key")
