"""Rulesets to compare, as they are written: ``hearts``, ``hearts+omnibus+moon=convention``, ``+omnibus``."""

from __future__ import annotations

from os.path import exists
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from trickbook.analysis.difference.configuration_changes import player_span
from trickbook.cli.parameters import open_ruleset
from trickbook.cli.truncation import truncated
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.ruleset import Ruleset

JOIN: Final = "+"
"""What stands before a house rule or an option that belongs to a ruleset."""

HOW: Final = "write GAME+RULE for a house rule, GAME+OPTION=VALUE for an option"


class RulesetSpec(NamedTuple):
    """One of the rulesets: its name, the house rules laid over it, its options."""

    name: str
    house: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Write it as it may be written."""
        return JOIN.join([self.name, *self.house, *("=".join(option) for option in self.options)])

    @property
    def title(self) -> str:
        """What it is called in tables: as it may be written, and safe to show."""
        return truncated(visible(str(self)))


def parse_specs(
    _ctx: click.Context, _param: click.Parameter, given: Sequence[str]
) -> tuple[RulesetSpec, ...]:
    """Read rulesets; one that begins with ``+`` is the first with more."""
    sides: list[RulesetSpec] = []
    for text in given:
        sides.append(_side(text, sides[0] if sides else None))
    return tuple(sides)


def _side(text: str, base: RulesetSpec | None) -> RulesetSpec:
    """Read one ruleset; a file may have ``+`` in its name if there is one."""
    name, *more = [text] if exists(text) else text.split(JOIN)  # noqa: PTH110 - no name is too odd for it
    if not name and base is None:
        raise click.BadParameter(f"'{text}' adds to nothing: the first names a ruleset; {HOW}")
    if not all(more) or not (name or more):
        raise click.BadParameter(f"'{text}' names nothing behind '{JOIN}'; {HOW}")
    house = [part for part in more if "=" not in part]
    pairs = [part.partition("=")[::2] for part in more if "=" in part]
    for option, value in pairs:
        if not (option and value):
            raise click.BadParameter(f"'{option}={value}' in '{text}' is no setting; {HOW}")
        if [option for option, _ in pairs].count(option) > 1:
            raise click.BadParameter(f"'{option}' is set twice in '{text}'")
    start = base if base is not None and not name else RulesetSpec(name)
    return RulesetSpec(
        start.name, (*start.house, *house), tuple({**dict(start.options), **dict(pairs)}.items())
    )


def apply_to_all(
    sides: Sequence[RulesetSpec], house: Sequence[str], options: dict[str, str]
) -> list[RulesetSpec]:
    """Lay house rules over all of them, and set options in all of them that set none of that name."""
    return [
        RulesetSpec(side.name, (*house, *side.house), tuple({**options, **dict(side.options)}.items()))
        for side in sides
    ]


def _opened(side: RulesetSpec, players: int | None) -> Ruleset:
    """Load one of them; a wrong call is told with its name."""
    try:
        return open_ruleset(side.name, dict(side.options), players, side.house)
    except click.UsageError as error:
        raise click.UsageError(f"{side.title}: {error.message}") from None


def load_specs(sides: Sequence[RulesetSpec], players: int | None) -> tuple[list[Ruleset], int]:
    """Load them all for the same number of players: the first's usual one if all allow it, or the next."""
    found = [_opened(side, players) for side in sides]
    if players is not None:
        return found, players
    shared = set(found[0].players).intersection(*(rules.players for rules in found))
    if not shared:
        counts = ", ".join(
            f"{side.title} is for {player_span(rules)} players"
            for side, rules in zip(sides, found, strict=True)
        )
        raise click.UsageError(f"nobody can play all of them at one table: {counts}")
    usual = found[0].usual
    return found, min(shared, key=lambda count: (abs(count - usual), count))
