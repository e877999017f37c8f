"""Measures of whole games from the literature: Order, Fairness, Convergence, Spread, Drama and Security."""

from trickbook.batch import MISSING
from trickbook.problems import needs

with needs(MISSING):
    import trickbook.batch.playouts  # noqa: F401 - it is only asked whether it is there
