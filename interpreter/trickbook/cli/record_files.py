"""Records in files: read, replayed, and with errors at their place in the file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.problems import Place, Problem, RulesetError
from trickbook.records.parser import LONGEST
from trickbook.records.record import RecordError
from trickbook.replays import replay
from trickbook.source.files import NotAFileError, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.game.game import Game

NOWHERE: Final = ("no-such-ruleset", "missing-file")
"""Codes of a ruleset that cannot be found."""


def replayed_game(record: Path, ruleset: str | None) -> Game:
    """Replay a record by a ruleset, or by its own. Raises RecordError with the place in the file."""
    text = record_text(record)
    with errors_located(record, text):
        return replay(text, ruleset, beside=record.parent)


@contextmanager
def errors_located(record: Path, text: str) -> Iterator[None]:
    """Give the errors of a record their place in the file."""
    try:
        yield
    except RecordError as error:
        raise _placed(error, record, text) from None
    except RulesetError as error:
        first = error.problems[0]
        if first.code not in NOWHERE or (first.place and first.place.line > 1):
            raise
        message = f"{first.message}; {first.hint}" if first.hint else first.message
        raise click.BadParameter(message, param_hint="'--ruleset'") from None


def record_text(path: Path) -> str:
    """Read a record. Raises RecordError if the file cannot be one."""
    try:
        data = read_file(path, LONGEST).data
    except FileNotFoundError:
        raise _refused("missing-file", "there is no such file", path) from None
    except NotAFileError as error:
        raise _refused("not-a-file", error.message, path) from None
    except (OSError, ValueError) as error:
        raise _refused(
            "unreadable", f"the file cannot be read: {getattr(error, 'strerror', None) or error}", path
        ) from None
    if len(data) > LONGEST:
        raise _refused("too-large", f"a record has at most {LONGEST:,} bytes", path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise _refused("not-utf8", "this is not UTF-8 text, so it is not a record", path) from None


def _refused(code: str, message: str, path: Path) -> RecordError:
    return RecordError([Problem(code, message, Place(str(path)))])


def _placed(error: RecordError, path: Path, text: str) -> RecordError:
    """The same problems, placed in the file."""
    problems = [
        replace(problem, place=problem.place and problem.place._replace(file=str(path)))
        for problem in error.problems
    ]
    return RecordError(problems, {str(path): text})
