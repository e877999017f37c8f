"""Rows from the interpreter, for any ruleset and any players: of matches, or of single deals in the arena."""

from __future__ import annotations

from collections import defaultdict
from contextlib import closing
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from trickbook.batch.cells import COUNTED
from trickbook.bots import play_game, seated_players
from trickbook.bots.arena import Arena, played_deals
from trickbook.bots.turn import no_report
from trickbook.cards.chance import MAX_MOVES
from trickbook.cards.gaussian import IMAGINARY, parts
from trickbook.engine.lookup import EXPOSED_PILE
from trickbook.lab.study import (
    Rows,
    column_names,
    joined_rows,
    match_seed,
    metric_columns,
    new_match,
    no_rows,
)
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.sections.compiled import CompiledRules
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from trickbook.bots import Bot, Transition
    from trickbook.bots.arena import PlayedDeal
    from trickbook.core.state import State
    from trickbook.engine.engine import Rules
    from trickbook.game import Game
    from trickbook.lab.study import Study
    from trickbook.state import Match


class CountingEngine(CompiledRules):
    """An engine that counts every exposed card, whenever and by whomever it is exposed.

    The counts of a deal are in slots of the state, one for each seat, and then the last of what was measured.
    """

    def prepared(self, rules: Rules) -> Rules:
        """Add the slots in which cards are counted when they are laid there."""
        self.slot = rules.layout.room(rules.layout.seats)
        return rules._replace(counters={EXPOSED_PILE: self.slot})

    def start(self, s: State, match: Match) -> None:
        """Begin a deal, and keep the counts of the one before."""
        super().start(s, self._with_counts(s, match) if match.history else match)

    def end(self, s: State) -> None:
        """End a deal, and keep the counts of the last one."""
        super().end(s)
        if s.match.over:
            s.match = self._with_counts(s, s.match)

    def _with_counts(self, s: State, match: Match) -> Match:
        """A match whose last deal has the counts that the state has."""
        *before, last = match.history
        last = last._replace(measured=(*last.measured, self.counts(s)))
        return match._replace(history=(*before, last))

    def counts(self, s: State) -> tuple[int, ...]:
        """Return how many cards each seat has exposed in the current deal."""
        return self.program.slot_values(s.v, self.slot, self.layout.seats)

    def exposed_counts(self, s: State) -> Sequence[Sequence[int]]:
        """Return the number of exposed cards by deal and seat, of the finished deals."""
        return [past.measured[-1] for past in s.match.history]


class CountingRuleset(Ruleset):
    """A ruleset whose engines count exposed cards."""

    def engine(self, players: int | None = None, given: frozenset[str] = frozenset()) -> CountingEngine:
        """Return the engine that counts."""
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._engines:
            resolved = self.resolved
            self._engines[key] = CountingEngine(resolved.root, resolved.texts, key[0], self.chosen, given)
        found = self._engines[key]
        assert isinstance(found, CountingEngine)  # noqa: S101 - no other is made here
        return found


@lru_cache(maxsize=256)
def count_exposed(rules: Ruleset) -> CountingRuleset:
    """Return the same rules with engines that count exposed cards."""
    return CountingRuleset(rules.resolved, rules.chosen, rules.usual)


COUNTED_COLUMNS: Final = (*COUNTED, "failed_searches")
"""What is counted during a deal."""


def interpreter_rows(study: Study, first: int, count: int) -> Rows:
    """Return the rows of so many matches from the first."""
    with seated_players(study.bots, study.rules, study.players) as bots:
        matches = [_match(study, number, bots) for number in range(first, first + count)]
    return joined_rows([no_rows(study), *matches])


def _steps(
    study: Study,
    match: int,
    game: Game,
    bots: Sequence[Bot],
    report: Callable[[int, int, str], object] = no_report,
) -> Iterator[Transition]:
    """Yield every move of a match; a TrickbookError names the match. ``report`` gets failed searches."""
    try:
        yield from play_game(study.rules, game, bots, report=report)
    except TrickbookError as error:
        raise TrickbookError(
            Message(
                "match {number}, seed {seed}: {reason}",
                number=match,
                seed=match_seed(study, match),
                reason=error.message,
            )
        ) from error


def played_match(study: Study, match: int) -> Game:
    """Play a match to its end."""
    game = new_match(study, match)
    with seated_players(study.bots, study.rules, study.players) as bots:
        for step in _steps(study, match, game, bots):
            game = step.after
    return game


def _match(study: Study, number: int, bots: Sequence[Bot]) -> Rows:
    """Return the rows of a match."""
    rules = count_exposed(study.rules)
    game = new_match(study._replace(rules=rules), number)
    none = np.zeros((len(COUNTED_COLUMNS), study.players), np.int64)
    counts: defaultdict[int, NDArray[np.int64]] = defaultdict(none.copy)
    failed = set[int]()
    for step in _steps(study, number, game, bots, lambda seat, _number, _reason: failed.add(seat)):
        game = step.after
        _count(counts, step, failed)
        failed.clear()
    history = game.state.match.history
    deals = [past.match.deal for past in history]
    counted = np.array([counts[deal] for deal in deals])
    tricks = [[trick.taker for trick in past.tricks] for past in history]
    columns = {
        **_split_parts("points", [past.points for past in history]),
        **_split_parts("score", [*(past.match.scores for past in history[1:]), game.scores]),
        **{name: counted[:, place] for place, name in enumerate(COUNTED_COLUMNS)},
        "exposed": np.array(rules.engine(study.players).exposed_counts(game.state), np.int64),
        **{
            name: np.array([past.measured[place] for past in history])
            for place, name in enumerate(metric_columns(study))
        },
        "tricks": np.array([[takers.count(seat) for seat in range(study.players)] for takers in tricks]),
        "won": np.array([[0] * study.players] * (len(deals) - 1) + [_marked(game.winners, study.players)]),
    }
    last = np.array([False] * (len(deals) - 1) + [True])
    return Rows(
        np.full(len(deals), number, np.int64),
        np.array(deals, np.int64),
        last,
        {name: columns[name] for name in column_names(study)},
    )


def _count(counts: dict[int, NDArray[np.int64]], step: Transition, failed: AbstractSet[int]) -> None:
    """Count a move for its deal; ``failed`` has its seat if the search for it failed."""
    many = min(len(step.before.legal(step.seat)), MAX_MOVES)
    owner = step.before.engine.owner(step.before.state, step.seat)
    counts[step.before.deal][:, owner] += (1, many == 1, many, len(failed))


def _marked(seats: Sequence[int], players: int) -> list[int]:
    """Return 1 for each of these seats, 0 for the others."""
    return [int(seat in seats) for seat in range(players)]


def single_deal_rows(study: Study, first: int, count: int) -> Rows:
    """Return the points of so many deals from the first, each a match of its own.

    ``failed`` counts the decisions of a seat for which a simpler player decided; ``reason`` is of the first.
    """
    of = Arena(study.rules, study.players, study.bots, study.seed)
    numbers = range(first, first + count)
    with closing(played_deals(of, study.bots, numbers)) as played:
        found = [*played]
    columns = _split_parts("points", [one.game.deals[0] for one in found])
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


def _split_parts(name: str, numbers: Sequence[Sequence[object]]) -> dict[str, NDArray[np.int64]]:
    """Return numbers by deal and seat as columns: the real parts, and the imaginary parts."""
    both = np.array([[parts(number) for number in deal] for deal in numbers], np.int64)
    return {name: both[:, :, 0], name + IMAGINARY: both[:, :, 1]}
