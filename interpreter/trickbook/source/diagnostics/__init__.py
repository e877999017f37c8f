"""Suggestions for YAML that cannot be read; imported after something failed."""
