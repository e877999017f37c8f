"""Suggestions for an expression that cannot be compiled; imported after something failed."""
