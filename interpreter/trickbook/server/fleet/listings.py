"""The open tables of all processes of a store in PostgreSQL: NOTIFY tells whose have changed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from trickbook.server.store.database import select

if TYPE_CHECKING:
    from trickbook.server.fleet.members import Summaries
    from trickbook.server.store.postgres import PostgresDatabase

CHANNEL: Final = "listings"
"""What processes listen to: it names those whose open tables have changed."""

LIST: Final = """
WITH changed AS (UPDATE nodes SET tables = ? WHERE name = ? RETURNING name)
SELECT pg_notify('listings', name) FROM changed"""

ALL: Final = "SELECT name, tables FROM nodes"
CHANGED: Final = f"{ALL} WHERE name = ANY(?)"


class Listings:
    """The open tables that each process has listed; only what has changed is written and read."""

    def __init__(self) -> None:
        """Start without any."""
        self.listed = "", ""
        self.known: dict[str, Summaries] = {}

    def exchange(self, database: PostgresDatabase, name: str, own: Summaries) -> Summaries:
        """List the open tables of a process; those of the others, as far as the database tells them."""
        if self.listed != (listing := (json.dumps(own), name)):
            select(database, LIST, *listing)
            self.listed = listing
        if (changed := database.notices()) is None:
            self.known = {}
            self._read(select(database, ALL))
        elif others := changed - {name}:
            self.known = {node: tables for node, tables in self.known.items() if node not in others}
            self._read(select(database, CHANGED, sorted(others)))
        return [one for node in sorted(self.known) if node != name for one in self.known[node]]

    def _read(self, rows: list[tuple[str, str]]) -> None:
        self.known |= {node: json.loads(tables) for node, tables in rows}
