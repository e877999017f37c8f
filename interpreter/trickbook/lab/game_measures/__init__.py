"""Measures of whole games from the literature: Order, Fairness, Convergence, Spread, Drama and Security."""

from trickbook.problems import needs

with needs("measures need the fast engine: run `make lab` in your clone of Trickbook"):
    import trickbook.fast  # noqa: F401 - it is only asked whether it is there
