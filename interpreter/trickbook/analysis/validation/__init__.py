"""Validation: all problems of a ruleset that checks and random deals can find."""

from trickbook.analysis.report import Report
from trickbook.analysis.validation.codes import codes, explain
from trickbook.analysis.validation.validator import validate, validate_resolved

__all__ = ["Report", "codes", "explain", "validate", "validate_resolved"]
