"""Where a wrong ruleset goes wrong, and what was likely meant; imported after something failed."""
