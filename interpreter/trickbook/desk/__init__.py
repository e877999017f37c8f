"""The desk: problems, rulebook, examples and figures of a ruleset while it is written, as plain data."""
