"""Anything: a player that likes any move as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.cards.chance import below

if TYPE_CHECKING:
    from trickbook.bots.turn import Turn

MAX_MOVES: Final = 1 << 32
"""Of more moves than this, chance picks among the first so many."""


def random(turn: Turn) -> str:
    """Any legal move, each as likely."""
    place, _ = below(turn.chance, min(len(turn.moves), MAX_MOVES))
    return turn.moves[place]
