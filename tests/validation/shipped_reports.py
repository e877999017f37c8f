"""What `validate` reports of shipped rulesets, their random deals included; each is validated once."""

from functools import cache

from trickbook.analysis.report import Report
from trickbook.analysis.validation import validate


@cache
def full_report(name: str) -> Report:
    return validate(name)
