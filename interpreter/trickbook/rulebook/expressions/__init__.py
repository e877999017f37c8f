"""Expressions in words."""
