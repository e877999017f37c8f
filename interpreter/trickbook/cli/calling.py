"""What commands have in common in how they are called."""

from __future__ import annotations

import click

from trickbook.problems import RulesetError, TrickbookError
from trickbook.ruleset import Ruleset, load


class Setting(click.ParamType):
    """An option of a ruleset with its value, as ``name=value``."""

    name = "name=value"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Part the name from the value."""
        if isinstance(value, tuple):
            return value
        name, sign, setting = str(value).partition("=")
        if not (sign and name and setting):
            self.fail(f"'{value}' is not a setting; write --option name=value", param, ctx)
        return name, setting


def opened(name: str, settings: tuple[tuple[str, str], ...], players: int | None) -> Ruleset:
    """Load a ruleset for a game; options or a number of players that it does not have are a wrong call."""
    try:
        return load(name, dict(settings), players=players)
    except RulesetError:
        raise
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None
