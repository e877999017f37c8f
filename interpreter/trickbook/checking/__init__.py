"""Checking: what can be said about a ruleset before anybody plays it, and what random deals show."""

from trickbook.checking.codes import codes, explain
from trickbook.checking.validating import Report, validate

__all__ = ["Report", "codes", "explain", "validate"]
