"""A ruleset named on the command line, or the record of a game played by one."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trickbook.problems import RulesetError, TrickbookError, shown
from trickbook.records.record import HEAD
from trickbook.ruleset import Ruleset, load
from trickbook.source.files import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.loading import Resolved


def open_ruleset(
    name: str, options: dict[str, str], players: int | None, house: Sequence[str] = ()
) -> Ruleset:
    """Load a ruleset. Raises UsageError for options or a number of players that it does not have.

    The path of a record loads the rules by which it was played.
    """
    with _as_usage_error():
        if is_record(name):
            return _of_record(Path(name), options, players, house)
        return load(name, options, players=players, house=house)


def open_resolved(resolved: Resolved, options: dict[str, str]) -> Ruleset:
    """Make a ruleset that is merged already ready to play, with the same errors."""
    with _as_usage_error():
        return Ruleset.ready(resolved, options)


@contextmanager
def _as_usage_error() -> Iterator[None]:
    """Turn errors into wrong calls, but for those of a ruleset itself."""
    try:
        yield
    except RulesetError:
        raise
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None


def is_record(name: str) -> bool:
    """Return whether this is the path of a record."""
    try:
        return HEAD.encode() in read_file(name, 2 * len(HEAD)).data
    except (OSError, ValueError):
        return False


def _of_record(path: Path, options: dict[str, str], players: int | None, house: Sequence[str]) -> Ruleset:
    """The rules of a record, with its house rules. Given options and players override its own."""
    if house:
        raise TrickbookError(f"{shown(str(path))} is a record and has its own house rules; leave out --house")
    from trickbook.cli.record_files import errors_located, record_text
    from trickbook.records.parser import apart
    from trickbook.replays.start import rules_of

    text = record_text(path)
    with errors_located(path, text):
        rules = rules_of(apart(text), None, path.parent)
    return Ruleset.ready(
        rules.resolved, {**rules.chosen, **options}, rules.usual if players is None else players
    )
