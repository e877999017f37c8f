"""Measures of whole games from the literature: Order, Fairness, Convergence, Spread, Drama and Security."""
