"""Parameters that several commands share: rulesets, options and bots."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import click

from trickbook.loading.conformance import schema
from trickbook.problems import TrickbookError, visible
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def written_languages() -> frozenset[str]:
    """The languages that a text may be in, in two letters."""
    return frozenset(schema("ruleset")["$defs"]["language"]["enum"])


def parse_settings(_ctx: click.Context, param: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """Parse options of a ruleset, written ``name=value``; each may be set once."""
    found = {}
    for setting in given:
        name, _, value = setting.partition("=")
        if not (name and value):
            raise click.BadParameter(f"'{setting}' is not a setting; write {param.opts[0]} name=value")
        if name in found:
            raise click.BadParameter(f"'{name}' is set twice")
        found[name] = value
    return found


def parse_tag(_ctx: click.Context, _param: click.Parameter, given: str | None) -> str | None:
    """Read the language of a catalogue, in two letters; English stands in the ruleset itself."""
    if given is None or (given in written_languages() and given != ENGLISH):
        return given
    if given == ENGLISH:
        raise click.BadParameter("English stands in the ruleset itself; name another language, such as 'zh'")
    raise click.BadParameter(f"'{visible(given)}' is no language in two small letters, such as 'zh'")


def parse_bots(_ctx: click.Context, _param: click.Parameter, given: str) -> tuple[str, ...]:
    """Parse a list of bots; every name must be known."""
    from trickbook.bots import parse_players

    try:
        return parse_players(given)
    except TrickbookError as error:
        raise click.BadParameter(str(error)) from None
