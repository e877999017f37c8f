"""A ruleset named on the command line, or the record of a game, with errors at their place in the file."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.console.messages import bad_parameter, usage_error
from trickbook.problems import Place, Problem, RulesetError, TrickbookError, shown
from trickbook.records import HEAD, RecordError
from trickbook.ruleset import Ruleset, load
from trickbook.source.files import NotAFileError, read_file
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.game import Game
    from trickbook.loading import Resolved

NOWHERE: Final = ("no-such-ruleset", "missing-file")
"""Codes of a ruleset that cannot be found."""


def open_ruleset(
    name: str, options: dict[str, str], players: int | None, house: Sequence[str] = ()
) -> Ruleset:
    """Load a ruleset. Raises UsageError for options or a number of players that it does not have.

    The path of a record loads the rules by which it was played.
    """
    with _as_usage_error():
        if _is_record(name):
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
        raise usage_error(error.message) from None


def _is_record(name: str) -> bool:
    """Return whether this is the path of a record."""
    try:
        return HEAD.encode() in read_file(name, 2 * len(HEAD)).data
    except (OSError, ValueError):
        return False


def _of_record(path: Path, options: dict[str, str], players: int | None, house: Sequence[str]) -> Ruleset:
    """The rules of a record, with its house rules. Given options and players override its own."""
    if house:
        raise TrickbookError(
            Message(
                "{path} is a record and has its own house rules; leave out --house", path=shown(str(path))
            )
        )
    from trickbook.records.parser import parse_record
    from trickbook.replays.start import rules_of

    text = record_text(path)
    with errors_located(path, text):
        rules = rules_of(parse_record(text), None, path.parent)
    return Ruleset.ready(
        rules.resolved, {**rules.chosen, **options}, rules.usual if players is None else players
    )


def replayed_game(record: Path, ruleset: str | None) -> Game:
    """Replay a record by a ruleset, or by its own. Raises RecordError with the place in the file."""
    from trickbook.replays import replay

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
        message = first.message
        if first.hint:
            message = Message("{what}; {hint}", what=message, hint=first.hint)
        raise bad_parameter(message, "'--ruleset'") from None


def record_text(path: Path) -> str:
    """Read a record. Raises RecordError if the file cannot be one."""
    from trickbook.records.parser import LONGEST

    try:
        data = read_file(path, LONGEST).data
    except FileNotFoundError:
        raise _refused("missing-file", Message("there is no such file"), path) from None
    except NotAFileError as error:
        raise _refused("not-a-file", error.message, path) from None
    except (OSError, ValueError) as error:
        raise _refused(
            "unreadable",
            Message("the file cannot be read: {text}", text=str(getattr(error, "strerror", None) or error)),
            path,
        ) from None
    if len(data) > LONGEST:
        raise _refused(
            "too-large", Message("a record has at most {number} bytes", number=f"{LONGEST:,}"), path
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise _refused("not-utf8", Message("this is not UTF-8 text, so it is not a record"), path) from None


def _refused(code: str, message: Message, path: Path) -> RecordError:
    return RecordError([Problem(code, message, Place(str(path)))])


def _placed(error: RecordError, path: Path, text: str) -> RecordError:
    """The same problems, placed in the file."""
    problems = [
        replace(problem, place=problem.place and problem.place._replace(file=str(path)))
        for problem in error.problems
    ]
    return RecordError(problems, {str(path): text})
