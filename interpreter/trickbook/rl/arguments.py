"""Checks of what programs give to environments: seeds, counts, actions, agents."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.chance import SEEDS
from trickbook.problems import TrickbookError, described, nearest, within

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST: Final = 1_000_000_000
"""The greatest number of deals, or of actions, that may be asked for."""


class NotResetError(TrickbookError, AttributeError):
    """Raised for an environment that has not been reset; `hasattr` is False then."""


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number of Python or of NumPy; TrickbookError beyond its limits, and for all else."""
    return within(name, as_index(value), low, high)


def as_index(value: Any) -> Any:
    """Return a whole number as Python's; anything else as it is."""
    try:
        return index(value)
    except TypeError:
        return value


def a_seed(value: object, most: int = SEEDS - 1) -> int:
    """Return a seed."""
    return whole("seed", value, 0, most)


def at_most(name: str, value: object) -> int | None:
    """Return a limit, which is 1 or more, or None for none."""
    return None if value is None else whole(name, value, 1, MOST)


def legal_action(action: object, legal: Sequence[int]) -> int | None:
    """Return a legal action as Python's number; None for any other, and for what is no number."""
    number = as_index(action)
    return number if type(number) is int and number in legal else None


def place_of(agent: object, agents: Sequence[str]) -> int:
    """Return the seat of an agent."""
    if agent in agents:
        return agents.index(str(agent))
    meant = nearest(agent, agents) if isinstance(agent, str) else None
    hint = f"; did you mean {meant}?" if meant else ""
    raise TrickbookError(f"agents are {', '.join(agents)}, not {described(agent)}{hint}")


def has_begun(name: str, lacking: Sequence[str]) -> AttributeError:
    """Return the error for what an object lacks: what comes with the first reset, or an unknown name."""
    if name in lacking:
        return NotResetError(f"the environment has no {name} yet: call reset() first")
    return AttributeError(f"the environment has no attribute {name!r}")
