"""The cells of a batch, behind those of a deal: the match, cards and plays, seeds, the sheet; and faults."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.batch.nodes import EXACT, MOST_NODES
from trickbook.cards.gaussian import IMAGINARY
from trickbook.core import Cells, subset
from trickbook.core.program import Program
from trickbook.engine.ask import AskStep
from trickbook.engine.lookup import EXPOSED_PILE
from trickbook.engine.plays import MOST_PLAYS
from trickbook.engine.roots import roots
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from trickbook.core.source import Source
    from trickbook.core.state import State
    from trickbook.engine.lookup import Lookup, Step
    from trickbook.expression.types import Term


# Faults: what went wrong in a deal, as a number in its cell, in which 0 stands for nothing

STUCK: Final = -2
"""A seat has no move, or could play a card twice to a trick."""

TOO_MANY: Final = -3
"""There are more moves than there is room for, or more answers than a deal may have."""

ENDLESS: Final = -4
"""A deal goes on for very long, or nobody moves in very many deals of a match."""

UNKNOWN: Final = -5
"""Scores are too large to be compared."""

IDLE: Final = -6
"""Nobody has anything to do in very many deals at a table that is asked from outside."""

UNNUMBERED: Final = -100
"""An answer has no action; less the index of its question."""


MATCHES: Final = 4096
"""So many matches may be asked for at once."""

LINES: Final = 20_000
"""So many deals have room on the sheet, which is written column by column."""

OFFERS: Final = MOST_PLAYS
"""So many plays may be offered to a seat, as in Python."""

LOT: Final = 32
"""For so many turns is drawn at once, side by side; a power of 2."""

SINGLE: Final = (
    "CHANCE", "LOGGED", "MANY", "NEXT", "OPEN", "LINES", "DUCKS", "SEED", "SOURCE", "TURN", "DRAW", "LASTING",
    "IDLE", "SEARCHING",
)  # fmt: skip
"""Single cells: the stream of the deal, and how much was written down in it, which belong to a deal in
progress as its cells do. Then how many matches or trials are wanted, which is played, whether it has begun,
how many lines the sheet has, which seats duck; the match's seed, the stream of the players, how often they
moved, the draw for a move; whether facts of the match last from a deal before, how many deals went by in
which nobody moved, and which seats choose by a tree."""

LEADING: Final = 3
"""A line's first numbers: the match's index among the seeds, the deal's number, whether it is the last."""

COUNTED: Final = ("choices", "forced", "moves")
"""The counts of each seat: choices, those with one move only, all moves."""

MOST_NUMBERS: Final = 126
"""So many numbers can be answered in machine code; where more can be, a match is given up."""

STATES: Final = 256
"""From so many deals in progress trials may go on at once."""

TRIALS: Final = 1024
"""So many trials run at once."""

COLUMNS: Final = (
    "STATE_OF",
    "SEED_OF",
    "DUCKS_OF",
    "PLAY_OF",
    "HIDDEN_OF",
    "SEARCHING_OF",
    "ROOT_OF",
)
"""The cells of a trial: the deal from which it goes on, a seed, the seats that duck, the play it begins
with; the row of the piles whose cards are dealt again, from 1; the seats that choose by a tree, and its
root."""

WALKED: Final = 20
"""So many steps worlds walk at once."""

METRIC: Final = "metrics."
"""The prefix of the name of a metric, and of no other column."""


SeatPoints = tuple[Any, ...]
"""The points of each seat."""


class Playout(NamedTuple):
    """A deal to play out: the index of its state among those given, a seed, the set of seats that duck.

    Its ``play``, known to be legal, is made first; without one (0), the next seat chooses.
    """

    state_index: int
    seed: int
    ducks: int = 0
    play: int = 0


class PastPlay(NamedTuple):
    """A seat's past play, and the state before it."""

    state: State
    seat: int
    play: int


def new_program(
    engine: Lookup,
    regions: Sequence[tuple[str, int]],
    write: Callable[[Source], object],
    shared: tuple[ModuleType, ...] = (subset,),
) -> Program:
    """Return a program of an engine's rules, with regions behind the cells of a deal, and what it writes.

    In Python its functions call those of ``shared`` modules.
    """
    return Program(Cells(engine.layout, engine.cells.sizes, regions), partial(roots, engine), write, shared)


def asking_steps(engine: Lookup) -> Iterator[tuple[int, AskStep | TrickStep]]:
    """Yield the steps that wait for seats, with their indexes."""
    return ((index, step) for index, step in engine.waiting.items() if step.asks)


def columns(engine: Lookup) -> tuple[str, ...]:
    """Return what a line has for each seat."""
    parts = ("", IMAGINARY)[: 1 + engine.layout.complex]
    return (
        *(f"{name}{part}" for name in ("points", "score") for part in parts),
        "tricks",
        *(name for name, _ in count_columns(engine)),
        *(f"{METRIC}{metric.entry.name}" for metric in engine.metrics),
        *COUNTED,
        "won",
    )


def count_columns(engine: Lookup) -> Iterator[tuple[str, int]]:
    """Yield the columns of cards that are counted where they are laid, with their first slots."""
    if EXPOSED_PILE in engine.counters:
        yield "exposed", engine.counters[EXPOSED_PILE]


def most_chosen(engine: Lookup) -> int:
    """Return the most cards that a seat may choose or play at once; 0 where each play is one card."""
    high = [_most(step) for step in engine.every_step]
    pack = len(engine.pack)
    return max((min(pack, max(one.value, 1)) if one.constant else pack for one in high if one), default=0)


def plays_several(engine: Lookup) -> bool:
    """Return whether plays may have several cards."""
    return any(isinstance(step, TrickStep) and step.low is not None for step in engine.every_step)


def most_names(engine: Lookup) -> int:
    """Return how many members the largest set may have: of the pack, or of answers if 128 bits hold these."""
    most = max(map(len, (engine.deck.names, *(step.names for step in engine.questions))))
    numbers = max((_numbers(step) for step in engine.questions), default=0)
    return max(most, min(numbers, MOST_NUMBERS))


def _numbers(step: AskStep) -> int:
    """Return how many numbers may be answered, if that is known before."""
    if step.low is None or step.high is None or not (step.low.constant and step.high.constant):
        return 0
    return int(min(step.high.value - step.low.value + 1, step.most_numbers))


def _most(step: Step) -> Term | None:
    """Return how many cards may be chosen or played in a step; None where it is one, or none."""
    if isinstance(step, AskStep):
        return step.high if step.asks and step.source is not None else None
    return step.high if isinstance(step, TrickStep) else None


def regions(engine: Lookup, *, ducks: bool, searches: bool = False) -> Sequence[tuple[str, int]]:
    """Return the regions that moves need, with their sizes; seats may duck, or search."""
    seats, pack = engine.layout.seats, len(engine.pack)
    most = most_chosen(engine)
    return (
        *((name, 1) for name in SINGLE),
        *((name.upper(), seats) for name in COUNTED),
        ("LOT", LOT),
        ("NUMBERS", pack),
        ("PACK", pack),
        ("GROUPS", pack if engine.manifold or most else 0),
        ("WAYS", (pack + 1) * (most + 1) if most else 0),
        ("OFFERS", OFFERS if plays_several(engine) else pack if ducks or searches else 0),
        ("HEIGHTS", pack if ducks else 0),
    )


def deal_cells(cells: Cells) -> int:
    """Return how many cells a deal in progress has, with its stream and how much was written down in it."""
    return cells.start["LOGGED"] + 1


def of_trials(engine: Lookup) -> Sequence[tuple[str, int]]:
    """Return the regions of trials.

    That is deals in progress, the trials column by column, and hidden piles; and what is found: whether a
    trial ended and what it found, and the points of each seat.
    """
    seats, piles = engine.layout.seats, engine.layout.pile_cells
    deal = Cells(engine.layout, engine.cells.sizes).size + 2
    return (
        ("STATES", STATES * deal),
        *((name, TRIALS) for name in COLUMNS),
        ("HIDDEN", STATES * piles),
        ("FOUND", TRIALS),
        ("GAINED", 2 * seats * TRIALS),
    )


def of_search(engine: Lookup) -> Sequence[tuple[str, int]]:
    """Return the regions of a search.

    That is, of worlds: who made which play, the piles of each world, the unseen cards, where each of them
    lies in each world and where it may lie, the odds of each seat; what passed cards say; luck for some
    steps. And the tree.
    """
    seats, piles, pack = engine.layout.seats, engine.layout.pile_cells, len(engine.pack)
    single = ("WALKERS", "STEPS", "UNSEEN", "PASSER", "COSTLIER")
    return (
        *((name, 1) for name in single),
        ("MADE_BY", STATES),
        ("WORLDS", STATES * piles),
        ("CARDS_UNSEEN", pack),
        ("LYING", STATES * pack),
        ("MAY_LIE", piles),
        ("ODDS", STATES * seats),
        ("TRIED", seats),
        ("ODDS_OF_PASS", pack + 1),
        ("LUCK", 3 * STATES * WALKED),
        ("TREE", EXACT + MOST_NODES * seats),
    )


def of_matches(engine: Lookup) -> Sequence[tuple[str, int]]:
    """Return the regions of whole matches: their seeds, why some were given up, the sheet."""
    width = LEADING + engine.layout.seats * len(columns(engine))
    return ("SEEDS_OF_MATCHES", MATCHES), ("ENDINGS", MATCHES), ("SHEET", LINES * width)
