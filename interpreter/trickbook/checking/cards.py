"""Cards that are named and not there: left out at some tables, or in none of the packs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from trickbook.cards import CardError
from trickbook.checking.reach import PROSE
from trickbook.checking.tables import numbers
from trickbook.document import Mapping, Scalar, within
from trickbook.expression.parsing import Slip, parse
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Token

    from trickbook.checking.tables import Tables
    from trickbook.document import Node
    from trickbook.table import Table

NEEDED: Final = ("leader", "from", "keep", "only", "ask")
"""Keys under which a card is waited for; elsewhere it is merely mentioned."""


def missing(tables: Tables) -> Iterator[Problem]:
    """Tell of every card that an expression names and that is not in the deck for some number of players."""
    for section in ("words", "facts", "steps", "play", "winning", "points", "match"):
        found = tables.reach.root.entries.get(section)
        for key, scalar in _scalars("", found.node) if found else ():
            yield from _missing(tables, key, scalar)


def _scalars(key: str, node: Node) -> Iterator[tuple[str, Scalar]]:
    if isinstance(node, Scalar):
        yield key, node
    for name, entry in node.entries.items() if isinstance(node, Mapping) else ():
        if name not in PROSE:
            yield from _scalars(name, entry.node)


def _missing(tables: Tables, key: str, scalar: Scalar) -> Iterator[Problem]:
    tree = parse(scalar.text)
    if isinstance(tree, Slip):
        return
    for node in tree.find_data("card"):
        token = cast("Token", node.children[0])
        without = [seats for seats, table in tables.usual.items() if not _there(table, str(token))]
        if without:
            yield _told(tables, key, scalar, token, without)


def _there(table: Table, card: str) -> bool:
    try:
        return bool(table.deck.copies[table.deck.name(card)])
    except CardError:
        return True


def _told(tables: Tables, key: str, scalar: Scalar, token: Token, without: list[int]) -> Problem:
    source = tables.resolved.texts.get(scalar.place.file, "")
    place = within(scalar, token.start_pos or 0, token.end_pos or 1, source)
    where = f" with {numbers(without)} players" if len(without) < len(tables.usual) else ""
    waited = key == "leader" or (key in NEEDED and str(token) == scalar.text.strip())
    hint = "name what takes its place, such as the lowest card of a suit"
    message = f"{shown(str(token))} is not in the deck{where}"
    return Problem("not-in-deck", message, place, hint, tables.severity(place) if waited else "note")
