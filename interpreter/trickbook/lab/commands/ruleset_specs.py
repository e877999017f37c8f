"""Rulesets on the command line: a game with house rules and options, and each change that can be tried."""

from __future__ import annotations

from os.path import exists
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from trickbook.analysis.difference.description import phrases, player_span
from trickbook.console.input_files import open_ruleset
from trickbook.console.messages import bad_parameter, chosen_language, truncated, usage_error
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE
from trickbook.problems import visible
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.ruleset import Ruleset
    from trickbook.sections.options import Option


JOIN: Final = "+"
"""The separator before a house rule or an option."""


HOW: Final = Message("write GAME+RULE for a house rule, GAME+OPTION=VALUE for an option")


FEW: Final = 10
"""Number options with at most this many values are tried completely; else half and double."""


class RulesetSpec(NamedTuple):
    """A ruleset with house rules and options."""

    name: str
    house: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The text that parses to this spec."""
        return JOIN.join([self.name, *self.house, *("=".join(setting) for setting in self.options)])

    @property
    def title(self) -> str:
        """The title in tables: the text of the spec, with every character visible."""
        return truncated(visible(str(self)))


def parse_specs(
    _ctx: click.Context, _param: click.Parameter, given: Sequence[str]
) -> tuple[RulesetSpec, ...]:
    """Parse rulesets; a leading ``+`` adds to the first one."""
    sides: list[RulesetSpec] = []
    for text in given:
        sides.append(_side(text, sides[0] if sides else None))
    return tuple(sides)


def _side(text: str, base: RulesetSpec | None) -> RulesetSpec:
    """Parse one ruleset. The name of an existing file may contain ``+``."""
    name, *more = [text] if exists(text) else text.split(JOIN)  # noqa: PTH110 - no name is too odd for it
    if not name and base is None:
        raise bad_parameter(
            Message("'{text}' adds to nothing: the first names a ruleset; {hint}", text=text, hint=HOW)
        )
    if not all(more) or not (name or more):
        raise bad_parameter(
            Message("'{text}' names nothing behind '{join}'; {hint}", text=text, join=JOIN, hint=HOW)
        )
    house = [part for part in more if "=" not in part]
    pairs = [part.partition("=")[::2] for part in more if "=" in part]
    for setting, value in pairs:
        if not (setting and value):
            raise bad_parameter(
                Message(
                    "'{setting}={value}' in '{text}' is not a setting; {hint}",
                    setting=setting,
                    value=value,
                    text=text,
                    hint=HOW,
                )
            )
        if [key for key, _ in pairs].count(setting) > 1:
            raise bad_parameter(Message("'{setting}' is set twice in '{text}'", setting=setting, text=text))
    start = base if base is not None and not name else RulesetSpec(name)
    return RulesetSpec(
        start.name, (*start.house, *house), tuple({**dict(start.options), **dict(pairs)}.items())
    )


def apply_to_all(
    sides: Sequence[RulesetSpec], house: Sequence[str], options: dict[str, str]
) -> list[RulesetSpec]:
    """Apply house rules and options to all rulesets. An option of a ruleset's own takes precedence."""
    return [
        RulesetSpec(side.name, (*house, *side.house), tuple({**options, **dict(side.options)}.items()))
        for side in sides
    ]


def _load_spec(side: RulesetSpec, players: int | None) -> Ruleset:
    """Load one ruleset; a UsageError names it."""
    try:
        return open_ruleset(side.name, dict(side.options), players, side.house)
    except click.UsageError as error:
        raise usage_error(Message("{name}: {reason}", name=side.title, reason=error.message)) from None


def load_specs(sides: Sequence[RulesetSpec], players: int | None) -> tuple[list[Ruleset], int]:
    """Load all rulesets for one number of players: the first one's usual number, or the nearest for all."""
    found = [_load_spec(side, players) for side in sides]
    if players is not None:
        return found, players
    shared = set(found[0].players).intersection(*(rules.players for rules in found))
    if not shared:
        language = phrases(chosen_language())
        counts = listing(
            Message("{name} is for {span} players", name=side.title, span=player_span(rules, language))
            for side, rules in zip(sides, found, strict=True)
        )
        raise usage_error(Message("nobody can play all of them at one table: {list}", list=counts))
    usual = found[0].usual
    return found, min(shared, key=lambda count: (abs(count - usual), count))


def by_option(base: RulesetSpec, rules: Ruleset, players: int) -> Iterator[RulesetSpec]:
    """The base with each other setting of each option."""
    for name, found in rules.engine(players).options.items():
        for value in _other_settings(found, players):
            yield base._replace(options=tuple({**dict(base.options), name: value}.items()))


def by_house(base: RulesetSpec) -> Iterator[RulesetSpec]:
    """The base with each shipped house rule, whether or not it fits."""
    for name in shipped():
        if name.startswith(HOUSE):
            yield base._replace(house=(*base.house, name.removeprefix(HOUSE)))


def _other_settings(option: Option, players: int) -> list[str]:
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
