"""How often each house rule is played at the listed tables."""

from __future__ import annotations

import sqlite3
from typing import Final

from trickbook.server.store.database import Database, select

PLAYED_QUERY: Final = """
SELECT house.value, count(*) FROM tables, json_each(tables.choice, '$.house') AS house
WHERE tables.listed = 1 GROUP BY house.value"""


def played_house_rules(database: Database) -> dict[str, int]:
    """Count the listed tables made with each house rule; unlisted tables count for nothing.

    Returns no counts if the store cannot be read.
    """
    try:
        return dict(select(database, PLAYED_QUERY))
    except sqlite3.Error:
        return {}
