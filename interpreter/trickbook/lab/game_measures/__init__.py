"""Measures of whole games from the literature: Order, Fairness, Convergence, Spread, Drama and Security."""

from trickbook.problems import MissingError

try:
    import trickbook.fast  # noqa: F401 - it is only asked whether it is there
except MissingError as missing:
    raise MissingError(f"measures need the fast engine: {missing}") from missing
