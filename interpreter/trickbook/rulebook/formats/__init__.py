"""The formats of a rulebook."""
