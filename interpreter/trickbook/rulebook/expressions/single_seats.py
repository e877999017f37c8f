"""Seats of which an expression names only one, as far as its form tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.rulebook.expressions.certainty import tree

if TYPE_CHECKING:
    from trickbook.rulebook.expressions.certainty import Certainty

SINGLE: Final = frozenset({"dealer", "leader", "taker"})
"""The words for one player, or for nobody."""


def is_one(certainty: Certainty, node: Any) -> bool:
    """Return whether seats are a single one by their form: a seat, its neighbour, or the one that is it."""
    if node.data == "word":
        name = str(node.children[0])
        return name in SINGLE or (name in certainty.words and is_one(certainty, tree(certainty.words[name])))
    if node.data == "reckon":
        return is_one(certainty, node.children[0])
    if node.data == "choose":
        return all(is_one(certainty, way) for way in node.children[1:])
    if node.data == "where":
        return _is_about_one(certainty, node.children[1])
    return bool(node.data == "seat")


def _is_about_one(certainty: Certainty, node: Any) -> bool:
    """Return whether a condition holds for one player only."""
    if node.data == "word":
        name = str(node.children[0])
        return name in certainty.words and _is_about_one(certainty, tree(certainty.words[name]))
    if node.data == "choose":
        return all(_is_about_one(certainty, way) for way in node.children[1:])
    if node.data == "both":
        return any(_is_about_one(certainty, part) for part in node.children)
    if node.data != "same" or node.children[0].data != "word":
        return False
    return str(node.children[0].children[0]) == "player" and is_one(certainty, node.children[1])
