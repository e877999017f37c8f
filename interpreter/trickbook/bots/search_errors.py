"""What may go wrong in a search: in hands that are only imagined, rules may leave no move, or no end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.bots.duck import NoMoveError
from trickbook.cards.deck import CardError
from trickbook.engine.moves import MoveError
from trickbook.problems import EndlessError, MissingError

if TYPE_CHECKING:
    from trickbook.problems import TrickbookError

SEARCH_ERRORS: Final[tuple[type[TrickbookError], ...]] = (
    CardError,
    EndlessError,
    MissingError,
    MoveError,
    NoMoveError,
)
"""Errors after which a simpler player decides. All others are mistakes of ours, and are raised."""

NO_WORLDS: Final = "no hands of the others agree with what the seat sees"
"""The reason where no world can be sampled."""
