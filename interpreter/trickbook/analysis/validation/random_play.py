"""What play finds: dead ends, entries that never apply, and what is odd in deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.coverage import random_deals
from trickbook.analysis.coverage.guided_search import look_for, look_for_answers
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.source_entries import source_entries
from trickbook.problems import Place, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations


def check(tables: Configurations, wanted: int = random_deals.ALL) -> Iterator[Problem]:
    """Play so many random deals for each number of players, then look for what they have not reached.

    Returns the first dead end for each number of players; if there is none, what never applied or was odd.
    With options or players that were set, only what was odd: others may let the rest apply.
    """
    own = (item for item in source_entries(tables.resolved.root) if tables.own(item.place))
    observer = Observer(own, early=True)
    stuck = list(random_deals.play(tables, observer, wanted))
    if not stuck:
        yield from _unplayed(tables, observer, random_deals.wanted_deals(tables, wanted))
    if not stuck and not tables.restricted:
        look_for(tables, observer)
        look_for_answers(tables, observer)
        if observer.exhausted:
            yield _in_part(tables, "the search for what no random deal reached was stopped")
        yield from observer.idle()
        yield from observer.always()
        yield from observer.unanswered()
    yield from stuck or observer.odd()


def _unplayed(tables: Configurations, observer: Observer, wanted: int) -> Iterator[Problem]:
    """A note if fewer random deals were played than wanted, because they took too much work."""
    if observer.deals < wanted and observer.exhausted:
        yield _in_part(tables, f"only {observer.deals} of {wanted} random deals were played")


def _in_part(tables: Configurations, what: str) -> Problem:
    message = f"{what}: a deal by this ruleset takes too long"
    hint = "let fewer rules be asked at each move, or shorten them"
    return Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")
