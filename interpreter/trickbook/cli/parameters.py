"""Parameters that several commands share: rulesets, options and bots."""

from __future__ import annotations

from functools import cache
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickbook.bots import parse_players
from trickbook.cli.record_files import errors_located, record_text
from trickbook.loading.schema import validator
from trickbook.problems import RulesetError, TrickbookError, shown, visible
from trickbook.records.parser import apart
from trickbook.records.record import HEAD
from trickbook.replays.start import rules_of
from trickbook.ruleset import Ruleset, load
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Sequence


@cache
def written_languages() -> frozenset[str]:
    """The languages that a text may be in, in two letters."""
    schema = validator("ruleset").schema
    assert isinstance(schema, dict)  # noqa: S101 - it is written so
    return frozenset(schema["$defs"]["language"]["enum"])


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
    try:
        return parse_players(given)
    except TrickbookError as error:
        raise click.BadParameter(str(error)) from None


def open_ruleset(
    name: str, options: dict[str, str], players: int | None, house: Sequence[str] = ()
) -> Ruleset:
    """Load a ruleset. Raises UsageError for options or a number of players that it does not have.

    The path of a record loads the rules by which it was played.
    """
    try:
        if is_record(name):
            return _of_record(Path(name), options, players, house)
        return load(name, options, players=players, house=house)
    except RulesetError:
        raise
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None


def is_record(name: str) -> bool:
    """Return whether this is the path of a record."""
    if not isfile(name):  # noqa: PTH113 - no name is too odd for it
        return False
    try:
        with Path(name).open("rb") as stream:
            return HEAD.encode() in stream.read(2 * len(HEAD))
    except OSError:
        return False


def _of_record(path: Path, options: dict[str, str], players: int | None, house: Sequence[str]) -> Ruleset:
    """The rules of a record, with its house rules. Given options and players override its own."""
    if house:
        raise TrickbookError(f"{shown(str(path))} is a record and has its own house rules; leave out --house")
    text = record_text(path)
    with errors_located(path, text):
        rules = rules_of(apart(text), None, path.parent)
    return Ruleset.ready(
        rules.resolved, {**rules.chosen, **options}, rules.usual if players is None else players
    )
