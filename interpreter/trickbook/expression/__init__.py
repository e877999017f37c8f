"""Expressions: from text to a tree, from a tree to a typed meaning."""
