"""Variations of a ruleset: every other setting of each of its options, every house rule that fits it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.loading import shipped
from trickbook.loading.files import HOUSE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.cli.ruleset_specs import RulesetSpec
    from trickbook.ruleset import Ruleset
    from trickbook.sections.options import Option

FEW: Final = 10
"""Number options with at most this many values are tried completely; else half and double."""


def by_option(base: RulesetSpec, rules: Ruleset, players: int) -> Iterator[RulesetSpec]:
    """The base with each other setting of each option."""
    for name, option in rules.engine(players).options.items():
        for value in other_settings(option, players):
            yield base._replace(options=tuple({**dict(base.options), name: value}.items()))


def by_house(base: RulesetSpec) -> Iterator[RulesetSpec]:
    """The base with each shipped house rule, whether or not it fits."""
    for name in shipped():
        if name.startswith(HOUSE):
            yield base._replace(house=(*base.house, name.removeprefix(HOUSE)))


def other_settings(option: Option, players: int) -> list[str]:
    """The other settings of an option, as written; none if they cannot be enumerated."""
    match option.type:
        case "yes_no":
            return ["no" if option.value else "yes"]
        case "choice":
            return [name for name in option.choices if name != option.value]
        case "cycle":
            return [name for name in option.choices if (name,) != option.value]
        case "seat":
            return [str(seat) for seat in range(players) if seat != option.value]
        case _:
            return [str(number) for number in _numbers(option.value, option.low, option.high)]


def _numbers(value: int, low: int | None, high: int | None) -> list[int]:
    """All other values of a small range, else half and double, within the limits."""
    if low is not None and high is not None and high - low <= FEW:
        return [number for number in range(low, high + 1) if number != value]
    near = sorted({value // 2, value * 2} - {value})
    return [n for n in near if (low is None or n >= low) and (high is None or n <= high)]
