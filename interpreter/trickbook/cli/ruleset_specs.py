"""Rulesets as ``compare`` takes them: ``hearts``, ``hearts+omnibus+moon=convention``, ``+omnibus``."""

from __future__ import annotations

from os.path import exists
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from trickbook.analysis.difference.description import player_span
from trickbook.analysis.phrases import phrases
from trickbook.cli.ruleset_argument import open_ruleset
from trickbook.cli.truncation import truncated
from trickbook.problems import visible
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.ruleset import Ruleset

JOIN: Final = "+"
"""The separator before a house rule or an option."""

HOW: Final = "write GAME+RULE for a house rule, GAME+OPTION=VALUE for an option"


class RulesetSpec(NamedTuple):
    """A ruleset with house rules and options."""

    name: str
    house: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The text that parses to this spec."""
        return JOIN.join([self.name, *self.house, *("=".join(option) for option in self.options)])

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
        raise click.BadParameter(f"'{text}' adds to nothing: the first names a ruleset; {HOW}")
    if not all(more) or not (name or more):
        raise click.BadParameter(f"'{text}' names nothing behind '{JOIN}'; {HOW}")
    house = [part for part in more if "=" not in part]
    pairs = [part.partition("=")[::2] for part in more if "=" in part]
    for option, value in pairs:
        if not (option and value):
            raise click.BadParameter(f"'{option}={value}' in '{text}' is not a setting; {HOW}")
        if [option for option, _ in pairs].count(option) > 1:
            raise click.BadParameter(f"'{option}' is set twice in '{text}'")
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


def _opened(side: RulesetSpec, players: int | None) -> Ruleset:
    """Load one ruleset; a UsageError names it."""
    try:
        return open_ruleset(side.name, dict(side.options), players, side.house)
    except click.UsageError as error:
        raise click.UsageError(f"{side.title}: {error.message}") from None


def load_specs(sides: Sequence[RulesetSpec], players: int | None) -> tuple[list[Ruleset], int]:
    """Load all rulesets for one number of players: the first one's usual number, or the nearest for all."""
    found = [_opened(side, players) for side in sides]
    if players is not None:
        return found, players
    shared = set(found[0].players).intersection(*(rules.players for rules in found))
    if not shared:
        counts = ", ".join(
            f"{side.title} is for {player_span(rules, phrases(ENGLISH))} players"
            for side, rules in zip(sides, found, strict=True)
        )
        raise click.UsageError(f"nobody can play all of them at one table: {counts}")
    usual = found[0].usual
    return found, min(shared, key=lambda count: (abs(count - usual), count))
