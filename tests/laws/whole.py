"""What is explained is whole: reasons stand where they say, and points add up to the last one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trickbook.explain import ExplainedPoints, Reason


def stands(reason: Reason) -> None:
    """A reason names an entry that stands where it says."""
    file, line = reason.place.rsplit(":", 1)
    assert f"{reason.name}:" in Path(file).read_text("utf-8").splitlines()[int(line) - 1]
    assert reason.name in str(reason)
    assert all(rule in str(reason) for rule in reason.source)


def cards_add_up(explained: ExplainedPoints) -> None:
    """Each card counts its worth times every factor, and all cards together what is counted."""
    total: Any = 0
    for group in explained.cards:
        stands(group.reason)
        each = group.worth
        for factor in group.factors:
            stands(factor.reason)
            each = each * factor.times
            assert each == factor.each
        assert each == group.each
        for _ in group.cards:
            total = total + each
    assert total == explained.counted


def changes_follow_one_another(explained: ExplainedPoints) -> None:
    """Each adjustment begins where the one before has ended, and changes what it says."""
    points = explained.counted
    for change in explained.changes:
        stands(change.reason)
        assert change.before == points
        for _, by in change.by:
            points = points + by
        assert change.after == points
    assert points == explained.points
