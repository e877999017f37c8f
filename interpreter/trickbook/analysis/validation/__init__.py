"""Checking: what can be said about a ruleset before anybody plays it, and what random deals show."""

from trickbook.analysis.validation.codes import codes, explain
from trickbook.analysis.validation.validator import Report, validate, validate_resolved

__all__ = ["Report", "codes", "explain", "validate", "validate_resolved"]
