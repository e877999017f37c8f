"""A study: what is simulated, and the rows of its deals. The number of a match is enough to repeat it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.bots.registry import BUDGETED, TREE_SEARCH, check_player
from trickbook.cards.chance import SEEDS, stream
from trickbook.cards.gaussian import IMAGINARY
from trickbook.problems import TrickbookError, described, within
from trickbook.problems.arguments import listed
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.engine.scores import Metric
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset

COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "points": "the points of the deal",
        "score": "the score after it",
        "tricks": "the tricks that the seat took",
        "choices": "how often it had to move",
        "forced": "how often it had one move only",
        "moves": "how many moves it had, all times together",
        "exposed": "how many cards were exposed before it",
        "failed_searches": "how many of its searches failed, so that a simpler player decided",
        "won": "1 if it won the match, in the last row of the match",
    }
)
"""The columns of a seat. Complex points and scores have columns for their imaginary parts beside them.

The metrics of the ruleset come between these and ``won``. Only studies with players who search have the
failed searches.
"""

OWN_PREFIX: Final = "own_"
"""The prefix of a metric that is called like another column."""


class Study(NamedTuple):
    """Matches by these rules between these players, one for each seat, all from one seed.

    ``single``: its matches are single deals, as in the arena.
    """

    rules: Ruleset
    players: int
    bots: tuple[str, ...]
    seed: int
    single: bool = False


def new_study(rules: Ruleset, bots: Sequence[str], seed: int, players: int | None = None) -> Study:
    """Make a study; the players repeat around the table. Raises TrickbookError for invalid arguments."""
    seats = rules.engine(players).layout.seats
    for name in listed("bots", bots, Message("names of players")):
        if not isinstance(name, str):
            raise TrickbookError(
                Message("bots: a player is a name, as 'duck', not {text}", text=described(name))
            )
        check_player(name)
    if not 0 < len(bots) <= seats:
        raise TrickbookError(
            Message(
                "{number} players are named for {number_seats} seats", number=len(bots), number_seats=seats
            )
        )
    around = tuple(bots[seat % len(bots)] for seat in range(seats))
    return Study(rules, seats, around, within("seed", seed, 0, SEEDS - 1))


def plays_out(study: Study) -> bool:
    """Return whether a player of the study plays out deals for each move."""
    return any(name.partition("@")[0] in BUDGETED for name in study.bots)


def searches_trees(study: Study) -> bool:
    """Return whether a player of the study searches a tree for each move."""
    return any(name.partition("@")[0] == TREE_SEARCH for name in study.bots)


def match_seed(study: Study, match: int) -> int:
    """Return the seed of a match; matches are numbered from 0."""
    return stream(study.seed, match) % SEEDS


def new_match(study: Study, match: int) -> Game:
    """Return a match before its first move."""
    return study.rules.new_game(study.players, seed=match_seed(study, match))


class Rows(NamedTuple):
    """Deals in order: their match, their number in it from 1, whether it is the last.

    ``columns`` have a number for each deal and seat; one of the arena has texts.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    last: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]


def column_names(study: Study) -> tuple[str, ...]:
    """Return the columns of a study's rows, in order."""
    parts = ("", IMAGINARY) if study.rules.engine(study.players).layout.complex else ("",)
    scored = tuple(name + part for name in ("points", "score") for part in parts)
    absent = ("points", "score", "won", *(() if plays_out(study) else ("failed_searches",)))
    others = tuple(name for name in COLUMNS if name not in absent)
    return (*scored, *others, *metric_columns(study), "won")


def metric_columns(study: Study) -> dict[str, Metric]:
    """Return the metrics of a study's ruleset, by their columns."""
    found = study.rules.engine(study.players).metrics
    return {_free(metric.entry.name): metric for metric in found}


def _free(name: str) -> str:
    """Return a column for a metric that no other column or measure has."""
    taken = (*COLUMNS, "branching", "length")
    return (
        OWN_PREFIX + name
        if name in taken or name.endswith(IMAGINARY) or name.startswith(OWN_PREFIX)
        else name
    )


def no_rows(study: Study) -> Rows:
    """Return no rows."""
    none, seats = np.zeros(0, np.int64), np.zeros((0, study.players), np.int64)
    return Rows(none, none, np.zeros(0, np.bool_), dict.fromkeys(column_names(study), seats))


def joined_rows(parts: Sequence[Rows]) -> Rows:
    """Return rows one after another; there must be some."""
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    match, deal, last = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:3])
    return Rows(match, deal, last, columns)


def row_range(rows: Rows, begin: int, end: int) -> Rows:
    """Return the rows from one to before another."""
    cut = slice(begin, end)
    columns = {name: column[cut] for name, column in rows.columns.items()}
    return Rows(rows.match[cut], rows.deal[cut], rows.last[cut], columns)


def first_deals(rows: Rows, deals: int) -> Rows:
    """Return the first so many deals, to the end of the match in progress."""
    ends = np.flatnonzero(rows.last[max(deals - 1, 0) :])
    if deals > len(rows.deal) or not len(ends):
        return rows
    return row_range(rows, 0, max(deals - 1, 0) + int(ends[0]) + 1 if deals > 0 else 0)
