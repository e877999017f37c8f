"""Rulesets with house rules and options as texts that OpenSpiel reads: ``NAME+HOUSE+OPTION:VALUE``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError, shown
from trickbook.ruleset import load

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

UNREADABLE: Final = "=,()"
"""Signs that OpenSpiel cannot read in a parameter."""


def load_rules(text: str) -> Ruleset:
    """Load a ruleset with its house rules and options."""
    name, house, options = split_rules(text)
    return load(name, options, house=house)


def split_rules(text: str) -> tuple[str, list[str], dict[str, str]]:
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
    name, house, options = split_rules(text)
    written = [f"{option}:{value.replace(',', ' ')}" for option, value in options.items()]
    found = "+".join([name, *house, *written])
    if odd := set(found) & set(UNREADABLE):
        signs = " ".join(sorted(odd))
        raise TrickbookError(
            f"OpenSpiel cannot read {signs} in {shown(text)}: rename the file, or the option's value"
        )
    return found
