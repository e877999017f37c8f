"""The random player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.cards.chance import below

if TYPE_CHECKING:
    from trickbook.bots.turn import Turn

MAX_MOVES: Final = 1 << 32
"""Of more moves than this, only the first so many can be chosen."""


def random(turn: Turn) -> str:
    """Return a legal move, chosen uniformly."""
    place, _ = below(turn.chance, min(len(turn.moves), MAX_MOVES))
    return turn.moves[place]
