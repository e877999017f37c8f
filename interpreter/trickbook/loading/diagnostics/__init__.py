"""The places and causes of mistakes in a ruleset, with suggestions; imported after something failed."""
