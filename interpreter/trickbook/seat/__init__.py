"""The view and the choices of a player at any table, as plain data."""

from trickbook.seat.about import about
from trickbook.seat.seat_view import seat_view
from trickbook.seat.texts import languages, texts

__all__ = ["about", "languages", "seat_view", "texts"]
