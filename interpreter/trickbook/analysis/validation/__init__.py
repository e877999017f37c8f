"""Validation: all problems of a ruleset that checks and random deals can find."""

from trickbook.analysis.validation.codes import codes, explain
from trickbook.analysis.validation.validator import Report, has_errors, validate, validate_resolved

__all__ = ["Report", "codes", "explain", "has_errors", "validate", "validate_resolved"]
