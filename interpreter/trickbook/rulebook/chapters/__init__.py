"""The chapters of a rulebook."""
