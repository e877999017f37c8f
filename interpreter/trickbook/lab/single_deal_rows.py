"""Rows of single deals, numbered like matches, for the arena."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np

from trickbook.bots.arena import Arena, played_deals
from trickbook.cards.gaussian import IMAGINARY
from trickbook.lab.interpreter_rows import split_parts
from trickbook.lab.rows import Rows

if TYPE_CHECKING:
    from trickbook.bots.arena import PlayedDeal
    from trickbook.lab.study import Study


def rows(study: Study, first: int, count: int) -> Rows:
    """Return the points of so many deals from the first, each a match of its own.

    ``failed`` counts the decisions of a seat for which a simpler player decided; ``reason`` is of the first.
    """
    of = Arena(study.rules, study.players, study.bots, study.seed)
    numbers = range(first, first + count)
    with closing(played_deals(of, study.bots, numbers)) as played:
        found = [*played]
    columns = split_parts("points", [one.game.deals[0] for one in found])
    if not study.rules.engine(study.players).layout.complex:
        del columns[f"points{IMAGINARY}"]
    reasons = [_by_seat(one, study.players) for one in found]
    columns["failed"] = np.array([[len(those) for those in seats] for seats in reasons], np.int64)
    columns["reason"] = np.array(
        [[next(iter(those), "") for those in seats] for seats in reasons], np.object_
    )
    deals = np.array([one.game.state.match.history[0].match.deal for one in found], np.int64)
    return Rows(np.array(numbers, np.int64), deals, np.ones(count, np.bool_), columns)


def _by_seat(played: PlayedDeal, seats: int) -> list[list[str]]:
    """Return the reasons of each seat, in turn."""
    return [[why for (one, _), why in played.reasons.items() if one == seat] for seat in range(seats)]
