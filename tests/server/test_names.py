"""What people may write: names of players, titles of games, whether a table is listed."""

from __future__ import annotations

import asyncio

import pytest

from trickbook.server.client import RefusedError, create_table


@pytest.mark.parametrize("listed", ["no", 0, 1, "false", []])
def test_a_table_is_listed_or_not(url: str, listed: object) -> None:
    """Nothing else is taken for yes."""
    with pytest.raises(RefusedError, match="`listed` is true or false"):
        asyncio.run(create_table(url, game="hearts", name="Ann", listed=listed))
