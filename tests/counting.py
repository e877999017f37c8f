"""How much work something is, in calls of functions or in lines: the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def calls(work: Callable[[], object]) -> int:
    """How many functions are called while some work is done."""
    counted = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counted


def steps(work: Callable[[], object]) -> int:
    """How many lines are run while some work is done; one that repeats itself counts each time."""
    counted = 0

    def count(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal counted
        counted += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted
