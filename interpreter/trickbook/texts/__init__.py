"""Texts of the program: messages as data, and their translations."""
