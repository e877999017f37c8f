"""Measures of whole games from the literature: Order, Fairness, Convergence, Spread, Drama and Security."""

from trickbook.problems import needs

with needs("measures need machine code: run `make lab` in your clone of Trickbook"):
    import trickbook.batch.playouts  # noqa: F401 - it is only asked whether it is there
