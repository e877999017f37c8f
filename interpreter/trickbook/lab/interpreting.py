"""Rows by the interpreter: any ruleset, any players."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

import numpy as np

from trickbook.bots import playing, seated
from trickbook.bots.anything import COUNTED
from trickbook.cards.gaussian import IMAGINARY, parts
from trickbook.lab.laying import counting
from trickbook.lab.rows import Rows, empty, joined, metrics, names
from trickbook.lab.study import begun, seed_of
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.bots import Bot, Step
    from trickbook.game.game import Game
    from trickbook.lab.study import Study

COUNTS: Final = ("choices", "forced", "moves")
"""What is counted while a deal is played."""


def rows(study: Study, first: int, count: int) -> Rows:
    """The rows of so many matches from the first."""
    with seated(study.bots, study.rules, study.players) as bots:
        matches = [_match(study, number, bots) for number in range(first, first + count)]
    return joined([empty(study), *matches])


def _steps(study: Study, match: int, game: Game, bots: Sequence[Bot]) -> Iterator[Step]:
    """Every move of a match; TrickbookError, which tells the match, if it cannot be played."""
    try:
        yield from playing(study.rules, game, bots)
    except TrickbookError as error:
        raise TrickbookError(f"match {match}, seed {seed_of(study, match)}: {error}") from error


def played(study: Study, match: int) -> Game:
    """A match, played to its end."""
    game = begun(study, match)
    with seated(study.bots, study.rules, study.players) as bots:
        for step in _steps(study, match, game, bots):
            game = step.after
    return game


def _match(study: Study, number: int, bots: Sequence[Bot]) -> Rows:
    """The rows of a match."""
    rules = counting(study.rules)
    game = begun(study._replace(rules=rules), number)
    none = np.zeros((len(COUNTS), study.players), np.int64)
    counts: defaultdict[int, NDArray[np.int64]] = defaultdict(none.copy)
    for step in _steps(study, number, game, bots):
        game = step.after
        _count(counts, step)
    history = game.state.match.history
    deals = [past.match.deal for past in history]
    counted = np.array([counts[deal] for deal in deals])
    tricks = [[trick.taker for trick in past.tricks] for past in history]
    columns = {
        **split("points", [past.points for past in history]),
        **split("score", [*(past.match.scores for past in history[1:]), game.scores]),
        **{name: counted[:, place] for place, name in enumerate(COUNTS)},
        "exposed": np.array(rules.table(study.players).laid(game.state), np.int64),
        **{
            name: np.array([past.measured[place] for past in history])
            for place, name in enumerate(metrics(study))
        },
        "tricks": np.array([[takers.count(seat) for seat in range(study.players)] for takers in tricks]),
        "won": np.array([[0] * study.players] * (len(deals) - 1) + [_marked(game.winners, study.players)]),
    }
    last = np.array([False] * (len(deals) - 1) + [True])
    return Rows(
        np.full(len(deals), number, np.int64),
        np.array(deals, np.int64),
        last,
        {name: columns[name] for name in names(study)},
    )


def _count(counts: dict[int, NDArray[np.int64]], step: Step) -> None:
    """Count a move to its deal."""
    many = min(len(step.before.legal(step.seat)), COUNTED)
    counts[step.before.deal][:, step.seat] += (1, many == 1, many)


def split(name: str, numbers: Sequence[Sequence[object]]) -> dict[str, NDArray[np.int64]]:
    """Numbers by deal and seat as columns: the real parts, and the imaginary ones beside."""
    both = np.array([[parts(number) for number in deal] for deal in numbers], np.int64)
    return {name: both[:, :, 0], name + IMAGINARY: both[:, :, 1]}


def _marked(seats: Sequence[int], players: int) -> list[int]:
    """1 for each of these seats."""
    return [int(seat in seats) for seat in range(players)]
