"""A problem is data: where it is, what is wrong, and the nearest right thing."""

from trickbook.problems.problem import (
    MOST_PROBLEMS,
    EndlessError,
    MissingError,
    Place,
    Problem,
    RulesetError,
    TrickbookError,
    capped,
    in_order,
)
from trickbook.problems.text import nearest, short, shown, visible

__all__ = [
    "MOST_PROBLEMS",
    "EndlessError",
    "MissingError",
    "Place",
    "Problem",
    "RulesetError",
    "TrickbookError",
    "capped",
    "in_order",
    "nearest",
    "short",
    "shown",
    "visible",
]
