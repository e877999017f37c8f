"""Faults of machine code: what went wrong in a deal, as a number in the cell for it. Nothing did: 0."""

from __future__ import annotations

from typing import Final

STUCK: Final = -2
"""A seat has no move, or could play a card twice to a trick."""

TOO_MANY: Final = -3
"""There are more moves than there is room for, or more answers than a deal may have."""

ENDLESS: Final = -4
"""A deal goes on for very long, or nobody moves in very many deals of a match."""

UNKNOWN: Final = -5
"""Scores are too large to be compared."""

IDLE: Final = -6
"""Nobody has anything to do in very many deals at a table that is asked from outside."""

UNNUMBERED: Final = -100
"""An answer has no action; less the index of its question."""
