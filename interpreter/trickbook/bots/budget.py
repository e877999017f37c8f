"""A player's budget for a turn."""

from __future__ import annotations

from typing import NamedTuple


class Budget(NamedTuple):
    """The deals to play out, as the player counts them; or the milliseconds for a turn."""

    playouts: int = 1
    milliseconds: int | None = None
