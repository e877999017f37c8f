"""What programs give to environments, checked: seeds, counts, actions, agents, and rulesets for OpenSpiel."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.chance import SEEDS
from trickbook.problems import TrickbookError, described, nearest, shown, within
from trickbook.ruleset import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.ruleset import Ruleset

MOST: Final = 1_000_000_000
"""The greatest number of deals, or of actions, that may be asked for."""

UNREADABLE: Final = "=,()"
"""Signs that OpenSpiel cannot read in a parameter."""


class NotResetError(TrickbookError, AttributeError):
    """Raised for an environment that has not been reset; `hasattr` is False then."""


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number of Python or of NumPy; TrickbookError beyond its limits, and for all else."""
    return within(name, _as_index(value), low, high)


def _as_index(value: Any) -> Any:
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
    number = _as_index(action)
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


def load_rules(text: str) -> Ruleset:
    """Load a ruleset with its house rules and options."""
    name, house, options = _split_rules(text)
    return load(name, options, house=house)


def _split_rules(text: str) -> tuple[str, list[str], dict[str, str]]:
    """Return the ruleset, the house rules and the options that a text names."""
    name, *more = text.split("+")
    if not name:
        raise TrickbookError("name a ruleset: trickbook(rules=NAME)")
    house, options = list[str](), dict[str, str]()
    for part in more:
        option, sign, value = part.replace("=", ":", 1).partition(":")
        if not sign or part.endswith(".yaml"):
            house.append(part)
        elif option in options:
            raise TrickbookError(f"the option {shown(option)} is given twice in {shown(text)}")
        else:
            options[option] = value
    return name, house, options


def as_parameter(text: str) -> str:
    """Write the text of a ruleset so that OpenSpiel can read it: `target:50`, spaces between values."""
    name, house, options = _split_rules(text)
    written = [f"{option}:{value.replace(',', ' ')}" for option, value in options.items()]
    found = "+".join([name, *house, *written])
    if odd := set(found) & set(UNREADABLE):
        signs = " ".join(sorted(odd))
        raise TrickbookError(
            f"OpenSpiel cannot read {signs} in {shown(text)}: rename the file, or the option's value"
        )
    return found
