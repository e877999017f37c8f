"""Sitting down: what a player at a table is told and may do, on whatever screen."""

from trickbook.sitting.about import about
from trickbook.sitting.telling import told
from trickbook.sitting.texts import languages, texts

__all__ = ["about", "languages", "texts", "told"]
