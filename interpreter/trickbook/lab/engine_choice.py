"""The choice of the engine for a study. Both give the same rows, to the bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.lab import interpreter_rows
from trickbook.lab.study import new_study, searches
from trickbook.problems import MissingError

try:
    import trickbook.fast  # without it, it says what is missing
    from trickbook.lab import machine_rows
except MissingError as missing:
    machine_rows = None  # type: ignore[assignment]
    MISSING = str(missing)
else:
    MISSING = ""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from trickbook.lab.rows import Rows
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset


class RowEngine(NamedTuple):
    """An engine: its name, why it is not the fast one, and a function from matches to rows."""

    name: str
    reason: str
    rows: Callable[[Study, int, int], Rows]


INTERPRETER: Final = RowEngine("interpreter", "", interpreter_rows.interpreter_rows)


def choose_engine(study: Study) -> RowEngine:
    """Return the fastest engine that can play a study."""
    reason = MISSING or machine_rows.refusal(study)
    if reason:
        return INTERPRETER._replace(reason=reason)
    return RowEngine("fast", "", machine_rows.machine_rows)


def searched_study(rules: Ruleset, players: int) -> Study:
    """Return a study that runs what a search runs: with players who duck, if they can play this."""
    ducking, random = (new_study(rules, [name], 0, players) for name in ("duck", "random"))
    return random if MISSING or machine_rows.searching_refusal(ducking) else ducking


def searched_studies(studies: Iterable[Study]) -> list[Study]:
    """Return studies that run what the players of these search with, for those that have such players."""
    return [searched_study(study.rules, study.players) for study in studies if searches(study)]


def is_fast(studies: Iterable[Study]) -> bool:
    """Return whether the fast engine plays all of these studies."""
    return not any(study.single or choose_engine(study).reason for study in studies)


def with_ducks(studies: Iterable[Study]) -> list[Study]:
    """Return those of some studies that need a machine which takes long to compile: ducks play in them."""
    return [] if MISSING else [study for study in studies if machine_rows.ducks(study)]


def machine_kinds(studies: Iterable[Study]) -> tuple[str, ...]:
    """Return the machines for ducks and searches that some studies need; none if they are not installed."""
    return () if MISSING else machine_rows.machine_kinds(studies)


def compiler() -> str:
    """Return which compiler makes the fast engine."""
    return MISSING or trickbook.fast.COMPILER


def warm_up(studies: Iterable[Study]) -> None:
    """Compile the machines for ducks and searches that some studies need, and keep them, if installed."""
    if not MISSING:
        machine_rows.warm_up_machine(studies)
