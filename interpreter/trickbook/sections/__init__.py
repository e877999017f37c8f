"""The sections of a ruleset, one module each: how it is read, and what it does in play."""
