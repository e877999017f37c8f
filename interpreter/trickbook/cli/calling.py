"""How commands are called: what a call says is read here, and a wrong call told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trickbook.bots import named
from trickbook.problems import RulesetError, TrickbookError
from trickbook.ruleset import Ruleset, load

if TYPE_CHECKING:
    from collections.abc import Sequence


def settings(_ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Read options of a ruleset with their values, each once, as ``name=value``."""
    found = {}
    for setting in given:
        name, _, value = setting.partition("=")
        if not (name and value):
            raise click.BadParameter(f"'{setting}' is no setting; write {param.opts[0]} name=value")
        if name in found:
            raise click.BadParameter(f"'{name}' is set twice")
        found[name] = value
    return found


def seated(_ctx: click.Context, _param: click.Parameter, given: str) -> tuple[str, ...]:
    """Read a list of players; every name must be known."""
    try:
        return named(given)
    except TrickbookError as error:
        raise click.BadParameter(str(error)) from None


def opened(name: str, options: dict[str, str], players: int | None, house: Sequence[str] = ()) -> Ruleset:
    """Load a ruleset for a game; options or a number of players that it does not have are a wrong call."""
    try:
        return load(name, options, players=players, house=house)
    except RulesetError:
        raise
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None
