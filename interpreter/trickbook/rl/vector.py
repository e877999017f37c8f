"""Thousands of deals side by side, stepped inside the fast engine; NumPy arrays in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.problems import TrickbookError, described, needs
from trickbook.rl.actions import no_action
from trickbook.rl.arguments import a_seed, whole
from trickbook.rl.moment import MOST_DEALS
from trickbook.rl.table_spaces import spaces

with needs("`vector_env` needs Numba: run `make rl` in your clone of Trickbook"):
    from trickbook.fast import compile_engine
    from trickbook.fast.asked_deals import deal_anew, deal_group, go_on, legal_actions, new_deals
    from trickbook.fast.compiler.outside import UNNUMBERED_CODE, AnswerNumbers, Numbering
    from trickbook.fast.machine.actions import note_tricks, sample_actions, say_actions
    from trickbook.fast.machine.bit_words import WORD
    from trickbook.rl.vector_fields import SEAT, begin_tables, readers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.rl.table_spaces import Spaces
    from trickbook.ruleset import Ruleset

MAX_SEED: Final = 1 << 62
MAX_TABLES: Final = 1 << 20


class Step(NamedTuple):
    """The result of a step: who acts now, which actions are legal, the rewards, and which deals ended.

    ``seats`` has a seat for each table. ``legal`` has words of 64 bits, bit k for action k. ``rewards`` has
    the points of each seat at each table where a deal ``ended``; more are better. The table has dealt anew.
    """

    seats: NDArray[np.int64]
    legal: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]

    def masks(self, actions: int) -> NDArray[np.bool_]:
        """Return which actions are legal, a row for each table."""
        many = self.legal.shape[1] * WORD
        whole("the number of actions, as in VectorEnv.actions,", actions, many - WORD + 1, many)
        words = np.ascontiguousarray(self.legal.astype("<u8", copy=False))
        bits = np.unpackbits(words.view(np.uint8), axis=1, count=actions, bitorder="little")
        return bits.view(np.bool_)

    def sample(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal action for each table, each as likely."""
        actions = np.empty(len(self.seats), np.int64)
        sample_actions(self.legal, chance.random(len(self.seats)), actions)
        return actions


class VectorEnv:
    """So many tables of a ruleset; where a deal ends, the table deals the next."""

    def __init__(self, of: Spaces, n: int) -> None:
        """Set n tables, and deal."""
        self.of, self.n, self.actions = of, whole("n", n, 1, MAX_TABLES), len(of.actions.labels)
        self.game = compile_engine(of.rules.engine(of.players), outside=_numbering(of))
        self._every = deal_group(self.game, np.arange(n))
        self._readers = readers(self.game.engine)
        self.reset(0)

    def reset(self, seed: int = 0) -> Step:
        """Deal at every table: table t deals by seed + t, and goes on by n from deal to deal."""
        self.seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(a_seed(seed, MAX_SEED))
        self.deals = new_deals(self.game, self.n, self.actions)
        words = self.deals.plays.shape[2] if self.game.wide else 1
        self.played = np.zeros((self.n, self.of.players, words), np.uint64)
        self.won = np.zeros_like(self.played)
        self.before = np.zeros((self.n, 2), np.int64)
        return self._on()

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Act at every table by the number of a legal action; TrickbookError, and no change, for others."""
        self._say(actions)
        return self._on()

    def observe(self) -> dict[str, NDArray[Any]]:
        """Return what the seat that acts at each table observes, by field, a row for each table.

        The fields are those of `spaces` that the fast engine keeps, with the same shapes, units and meaning:
        not the phase, the scores, what was exposed, chosen, shown, answered or announced, nor words.
        """
        tables = begin_tables(self.game, self.deals, self.played, self.won)
        return {name: read(tables) for name, read in self._readers.items()}

    def _say(self, actions: object) -> None:
        try:
            given = np.asarray(actions)
        except ValueError:  # lists of different lengths
            given = np.zeros(0)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            wanted = f"actions are {self.n} whole numbers, one for each table"
            raise TrickbookError(f"{wanted}, not {described(actions)}")
        chosen = np.ascontiguousarray(given, np.int64)  # too large for that: below 0, and not legal
        table = say_actions(chosen, self.actions, self.deals.asked)
        if table < self.n:
            raise TrickbookError(f"action {int(given[table])} is not legal at table {table}")

    def _on(self) -> Step:
        """Go on to the next choice everywhere, over the ends of deals."""
        rewards, ended = np.zeros((self.n, self.of.players)), np.zeros(self.n, np.bool_)
        group, seeds = self._every, self.seeds
        for _ in range(MOST_DEALS):
            found = go_on(self.game, self.deals, group, seeds)
            if found is None:
                plays = self.deals.plays.reshape(self.n, -1, self.played.shape[2])
                note_tricks((self.deals.numbers, plays, self.deals.who), self.before, self.played, self.won)
                seats = self.deals.turns[:, SEAT].astype(np.int64)
                return Step(seats, legal_actions(self.deals).copy(), rewards, ended)
            which, points = found.places, found.points
            if found.endings.any():
                place = found.endings.argmax()
                raise self._failed(int(self.seeds[which[place]]), int(found.endings[place]))
            whole = (points**2).sum(axis=2) if points.shape[2] > 1 else points[:, :, 0]
            rewards[which] += self.of.sign * whole
            ended[which] = True
            self.seeds[which] += np.uint64(self.n)
            deal_anew(self.game, self.deals, which)
            self.played[which], self.won[which], self.before[which] = 0, 0, 0
            group, seeds = deal_group(self.game, which), self.seeds[which]
        raise TrickbookError(f"nobody has anything to do in any of {MOST_DEALS} deals")

    def _failed(self, seed: int, ending: int) -> TrickbookError:
        """Return the error for a deal that the machine gave up."""
        if ending >= UNNUMBERED_CODE:
            return no_action(self.of.actions, list(self.of.actions.answers)[ending - UNNUMBERED_CODE])
        return TrickbookError(f"the fast engine cannot play the deal of seed {seed} to its end")


def _numbering(of: Spaces) -> Numbering:
    """Return the actions of each question, and the least number that may be answered, if it asks for any."""
    named = {step.name for step in of.rules.engine(of.players).questions if step.names}
    answers = {}
    for step, numbers in of.actions.answers.items():
        low = 0 if step in named or not numbers else int(next(iter(numbers)))
        answers[step] = AnswerNumbers(min(numbers.values(), default=0), low, len(numbers))
    return Numbering(answers)


def vector_env(rules: Ruleset, n: int, players: int | None = None) -> VectorEnv:
    """Return n tables of a ruleset, stepped together; BeyondError where the fast engine cannot ask."""
    return VectorEnv(spaces(rules, players), n)
