"""The desk: what an author is told of a ruleset while writing it, as plain data."""
