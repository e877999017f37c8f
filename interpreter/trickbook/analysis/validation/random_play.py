"""Findings of play: dead ends, entries that never apply, and what is odd in deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.coverage import guided_search, random_deals
from trickbook.analysis.coverage.budget import UNLIMITED, Budget
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.tallies import source_entries
from trickbook.problems import Place, Problem
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations


def check(
    tables: Configurations, wanted: int = random_deals.ALL, budget: Budget = UNLIMITED
) -> Iterator[Problem]:
    """Play so many random deals for each number of players, then look for what they have not reached.

    Returns the first dead end for each number of players; if there is none, what never applied or was odd.
    With options or players that were set, only what was odd: others may let the rest apply.
    """
    own = (item for item in source_entries(tables.resolved.root) if tables.own(item.place))
    observer = Observer(own, early=True, budget=budget)
    stuck = list(random_deals.play(tables, observer, wanted))
    if not stuck:
        yield from random_deals.shortfall_note(tables, observer, wanted)
    if not stuck and not tables.restricted:
        unsought = guided_search.look_for(tables, observer)
        guided_search.look_for_answers(tables, observer)
        is_told = observer.short and budget.spent
        if observer.exhausted and not is_told:
            message = Message("the search for what no random deal reached was stopped")
            yield budget.note(tables.resolved.file, message)
        elif not is_told:
            yield from _unsought(tables, unsought)
        if not budget.spent:
            yield from observer.idle()
            yield from observer.always()
            yield from observer.unanswered()
    yield from stuck or observer.odd()


def _unsought(tables: Configurations, many: int) -> Iterator[Problem]:
    """A note if there were too many entries to look for each by itself."""
    if many:
        most = guided_search.MOST_SOUGHT
        message = Message(
            "only {number} of {number_all} entries that no random deal reached were looked for one by one",
            number=most,
            number_all=most + many,
        )
        hint = Message(
            "exercise the others in examples: `trickbook test --coverage` lists those that no example does"
        )
        yield Problem("checked-in-part", message, Place(tables.resolved.file), hint, "note")
