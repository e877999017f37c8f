"""Sitting down: what a player at a table is told and may do, on whatever screen."""

from trickbook.seat.about import about
from trickbook.seat.seat_view import seat_view
from trickbook.seat.texts import languages, texts

__all__ = ["about", "languages", "seat_view", "texts"]
