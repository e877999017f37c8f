"""A ruleset named on the command line, or the record of a game played by one."""

from __future__ import annotations

from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickbook.cli.record_files import errors_located, record_text
from trickbook.problems import RulesetError, TrickbookError, shown
from trickbook.records.parser import apart
from trickbook.records.record import HEAD
from trickbook.replays.start import rules_of
from trickbook.ruleset import Ruleset, load

if TYPE_CHECKING:
    from collections.abc import Sequence


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
