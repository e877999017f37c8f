"""Coverage: which entries of a ruleset its examples and random deals exercise."""
