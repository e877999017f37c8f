"""Thousands of deals side by side, stepped as machine code; NumPy arrays in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.problems import TrickbookError, described, needs
from trickbook.rl.actions import a_seed, no_action, whole
from trickbook.rl.table_spaces import MOST_DEALS, spaces
from trickbook.texts.message import Message

with needs(Message("`vector_env` needs llvmlite: run `make rl` in your clone of Trickbook")):
    from trickbook.batch.cells import IDLE, UNNUMBERED
    from trickbook.batch.queries import AnswerNumbers, Numbering
    from trickbook.batch.vector_tables import VectorTables, pick_actions
    from trickbook.core import FAULT
    from trickbook.core.instructions import NUMBER
    from trickbook.rl.vector_fields import begin_look, readers

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
        many = self.legal.shape[1] * NUMBER
        whole(Message("the number of actions, as in VectorEnv.actions,"), actions, many - NUMBER + 1, many)
        words = np.ascontiguousarray(self.legal.astype("<u8", copy=False))
        bits = np.unpackbits(words.view(np.uint8), axis=1, count=actions, bitorder="little")
        return bits.view(np.bool_)

    def sample(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal action for each table, each as likely."""
        return pick_actions(self.legal, chance)


class VectorEnv:
    """So many tables of a ruleset; where a deal ends, the table deals the next."""

    def __init__(self, of: Spaces, n: int) -> None:
        """Set n tables, and deal."""
        self.of, self.n, self.actions = of, whole("n", n, 1, MAX_TABLES), len(of.actions.labels)
        engine = of.rules.engine(of.players)
        self.tables = VectorTables(engine, numbering(of), MOST_DEALS)
        self._readers = readers(engine)
        self.reset(0)

    def reset(self, seed: int = 0) -> Step:
        """Deal at every table: table t deals by seed + t, and goes on by n from deal to deal."""
        seeds = np.arange(self.n, dtype=np.uint64) + np.uint64(a_seed(seed, MAX_SEED))
        return self._step(ended=self.tables.begin(seeds, self.n))

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seed by which each table has dealt."""
        return self.tables.column("SEED").astype(np.uint64)

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Act at every table by the number of a legal action; TrickbookError, and no change, for others."""
        return self._step(ended=self.tables.apply(self._checked(actions)))

    def observe(self) -> dict[str, NDArray[Any]]:
        """Return what the seat that acts at each table observes, by field, a row for each table.

        The fields are those of `spaces` that the cells keep, with the same shapes, units and meaning:
        not the phase, the scores, what was exposed, chosen, shown, answered or announced, nor words.
        """
        look = begin_look(self.tables)
        return {name: read(look) for name, read in self._readers.items()}

    def _checked(self, actions: object) -> NDArray[np.int64]:
        """Return actions that are legal; TrickbookError for others."""
        try:
            given = np.asarray(actions)
        except ValueError:  # lists of different lengths
            given = np.zeros(0)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            template = "actions are {number} whole numbers, one for each table, not {text}"
            raise TrickbookError(Message(template, number=self.n, text=described(actions)))
        chosen = np.ascontiguousarray(given, np.int64)  # too large for that: below 0, and not legal
        known = (chosen >= 0) & (chosen < self.actions)
        number = np.where(known, chosen, 0)
        words = np.take_along_axis(self._legal, number[:, None] >> NUMBER.bit_length() - 1, axis=1)[:, 0]
        legal = known & (words >> (number & NUMBER - 1).astype(np.uint64) & np.uint64(1)).astype(np.bool_)
        if not legal.all():
            table = int(legal.argmin())
            raise TrickbookError(
                Message(
                    "action {action} is not legal at table {table}", action=int(given[table]), table=table
                )
            )
        return chosen

    def _step(self, *, ended: bool) -> Step:
        """Return the tables as they are now; TrickbookError if something went wrong at one."""
        tables, shape = self.tables, (self.n, self.of.players)
        self._legal = tables.legal()
        if not ended:
            rewards, where = np.zeros(shape), np.zeros(self.n, np.bool_)
        else:
            faults = tables.rows[:, FAULT, 0] != 0
            if faults.any():
                raise self._failed(int(faults.argmax()))
            rewards = (self.of.sign * tables.columns("GAINED", self.of.players)).astype(np.float64)
            where = tables.column("ENDED") != 0
        return Step(tables.column("SEAT").copy(), self._legal.copy(), rewards, where)

    def _failed(self, table: int) -> TrickbookError:
        """Return the error for a table at which something went wrong."""
        fault, seed = (int(self.tables.rows[table, at, 0]) for at in (FAULT, self.tables.start["SEED"]))
        if fault <= UNNUMBERED:
            return no_action(self.of.actions, list(self.of.actions.answers)[UNNUMBERED - fault])
        if fault == IDLE:
            return TrickbookError(
                Message("nobody has anything to do in any of {number} deals", number=MOST_DEALS)
            )
        return TrickbookError(
            Message("machine code cannot play the deal of seed {seed} to its end", seed=seed)
        )


def numbering(of: Spaces) -> Numbering:
    """Return the actions of each question, and the least number that may be answered, if it asks for any."""
    named = {step.name for step in of.rules.engine(of.players).questions if step.names}
    answers = {}
    for step, numbers in of.actions.answers.items():
        low = 0 if step in named or not numbers else int(next(iter(numbers)))
        answers[step] = AnswerNumbers(min(numbers.values(), default=0), low, len(numbers))
    return Numbering(len(of.actions.labels), answers)


def vector_env(rules: Ruleset, n: int, players: int | None = None) -> VectorEnv:
    """Return n tables of a ruleset, stepped together; BeyondError for what machine code cannot do."""
    return VectorEnv(spaces(rules, players), n)
