"""Worlds on their way to where the plays are likelier, as machine code; ``worlds`` says how."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.batch.cells import STATES
from trickbook.batch.search import bits, reals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.batch.cells import PastPlay
    from trickbook.batch.search import Search


class PassOdds(NamedTuple):
    """The known cards that a seat passed: the cards that a duck would rather have passed.

    ``odds`` are logarithms, by the number of these that the seat holds: how much likelier the pass is if the
    seat is a duck.
    """

    seat: int
    costlier: int
    odds: Sequence[float]


class Walk:
    """Worlds on their way, in memory of their own, with the odds of each seat to be a duck."""

    def __init__(
        self, search: Search, deals: NDArray[np.int64], made: Sequence[PastPlay], passed: PassOdds | None
    ) -> None:
        """Weigh the worlds by the plays; of more plays than there is room for, by the last."""
        self.search, self.room, self.deals = search, search.room(empty="STATES"), deals
        made, piles = made[-STATES:], search.piles(deals)
        self.worlds, self.unseen = len(deals), np.bitwise_or.reduce(piles ^ piles[:1], axis=(0, 1))
        search.put_deals(self.room, search.deals([one.state for one in made]))
        self._put("PLAY_OF", search.words([one.play for one in made]))
        self._put("MADE_BY", np.array([one.seat for one in made], np.int64))
        self._put("STATE_OF", np.arange(len(made)))
        self._put_passed(passed)
        self._put_piles(piles)
        for name, number in (("MANY", len(made)), ("WALKERS", self.worlds)):
            self._put(name, np.array([number]))
        search.weigh(self.room)

    def _put(self, name: str, values: NDArray[np.int64]) -> None:
        self.search.put(self.room, name, values)

    def _put_passed(self, passed: PassOdds | None) -> None:
        """Write what passed cards say."""
        self._put("PASSER", np.array([-1 if passed is None else passed.seat]))
        if passed is not None:
            self._put("COSTLIER", self.search.words([passed.costlier]))
            room = len(self.search.engine.pack) + 1
            more = [passed.odds[-1]] * (room - len(passed.odds))
            self._put("ODDS_OF_PASS", bits([*passed.odds, *more][:room]))

    def _put_piles(self, piles: NDArray[np.uint64]) -> None:
        """Write the piles of the worlds, and where each unseen card lies and may lie."""
        unseen = self.unseen.tolist()
        places = [(at, 1 << bit) for at, word in enumerate(unseen) for bit in range(64) if word >> bit & 1]
        cards = np.zeros((len(places), len(unseen)), np.uint64)
        for number, (at, card) in enumerate(places):
            cards[number, at] = card
        lying = np.zeros((self.worlds, len(self.search.engine.pack)), np.int64)
        lying[:, : len(cards)] = (piles[:, :, None] & cards).any(axis=-1).argmax(axis=1)
        self.cards = len(cards)
        self._put("WORLDS", piles.reshape(-1, piles.shape[-1]).view(np.int64))
        self._put("UNSEEN", self.unseen.reshape(1, -1).view(np.int64))
        self._put("CARDS_UNSEEN", cards.view(np.int64))
        self._put("LYING", lying.ravel())
        self._put("MAY_LIE", np.bitwise_or.reduce(piles & self.unseen, axis=0).view(np.int64))

    def go(self, luck: NDArray[np.float64]) -> None:
        """Go some steps, ``WALKED`` at most, by three random numbers from 0 to 1 for each step and world."""
        steps = len(luck)
        given = np.zeros((steps, STATES, 3), np.int64)
        given[:, : self.worlds, :2] = np.minimum(luck[:, :, :2] * self.cards, self.cards - 1)
        given[:, : self.worlds, 2] = bits(luck[:, :, 2])
        self._put("LUCK", given.ravel())
        self._put("STEPS", np.array([steps]))
        self.search.walk(self.room)

    @property
    def odds(self) -> NDArray[np.float64]:
        """The logarithm of the odds that a seat is a duck, by world; minus infinity after an illegal play."""
        seats = self.search.engine.layout.seats
        return reals(self.search.numbers(self.room, "ODDS", self.worlds * seats)).reshape(self.worlds, seats)

    @property
    def piles(self) -> NDArray[np.uint64]:
        """The cards of each pile in each world, in words."""
        piles = self.search.engine.layout.pile_cells
        at = self.search.start["WORLDS"]
        cells = self.room[at : at + self.worlds * piles]
        return cells.reshape(self.worlds, piles, -1).view(np.uint64).copy()
