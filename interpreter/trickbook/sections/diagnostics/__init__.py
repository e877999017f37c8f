"""Suggestions for an entry that is wrong."""
