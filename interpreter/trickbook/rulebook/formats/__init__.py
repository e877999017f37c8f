"""The formats in which a rulebook is printed."""
