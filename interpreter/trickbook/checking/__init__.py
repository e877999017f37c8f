"""Checking: what can be said about a ruleset before anybody plays it, and what random deals show."""

from trickbook.checking.codes import codes, explain
from trickbook.checking.validating import Report, checked, validate

__all__ = ["Report", "checked", "codes", "explain", "validate"]
