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
    from trickbook.lab.study import Study


def rows(study: Study, first: int, count: int) -> Rows:
    """Return the points of so many deals from the first, each a match of its own."""
    of = Arena(study.rules, study.players, study.bots, study.seed)
    numbers = range(first, first + count)
    with closing(played_deals(of, study.bots, numbers)) as games:
        found = [(game.state.match.history[0].match.deal, game.deals[0]) for game in games]
    columns = split_parts("points", [points for _, points in found])
    if not study.rules.engine(study.players).layout.complex:
        del columns[f"points{IMAGINARY}"]
    deals = np.array([deal for deal, _ in found], np.int64)
    return Rows(np.array(numbers, np.int64), deals, np.ones(count, np.bool_), columns)
