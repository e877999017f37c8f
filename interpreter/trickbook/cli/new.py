"""``trickbook new``: write the file of a new variant."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import replace
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from trickbook.analysis.draft import Heading, draft, worked_example
from trickbook.analysis.validation import validate
from trickbook.console.input_files import open_ruleset
from trickbook.console.messages import (
    bad_parameter,
    chosen_language,
    echo,
    shell_line,
    suggestion,
    usage_error,
)
from trickbook.console.output_files import failure_reason, require_writable, temporary_file, write_atomically
from trickbook.console.parameters import FORCE, HOUSE_RULES, SETTINGS, argument, command, option
from trickbook.examples.runner import run
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE, is_path
from trickbook.problems import RulesetError, TrickbookError, visible
from trickbook.ruleset import load
from trickbook.source.files import folder
from trickbook.source.nodes import scalars
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

KEBAB: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
LONGEST: Final = 60


@command("new")
def new(
    *,
    name: str = argument(),
    parent: str = option("--from", "The game to vary.", required=True, metavar="NAME|FILE"),
    house: tuple[str, ...] = HOUSE_RULES,
    options: dict[str, str] = SETTINGS,
    out: Path = option("--out", "Folder of the new file.", click.Path(path_type=Path), default="."),
    force: bool = FORCE,
) -> None:
    """Write NAME.yaml, a new variant of a game that you can validate and play at once.

    House rules and options are set in the file. The entries of the game and the words for expressions follow
    as comments, ready to be changed.
    """
    _check_name(name)
    path = out / f"{name}.yaml"
    require_writable(path, force=force)
    rules = open_ruleset(parent, options, None, house)
    _check_parent(rules, parent, path)
    laid = [_reference(rule, out) for rule in house]
    heading = Heading(
        name.replace("-", " ").capitalize(), _schema(out), _reference(parent, out), laid, options
    )
    _write(path, heading, open_ruleset(parent, {}, None), rules)
    echo(Message("{path} is written. Go on with:", path=visible(str(path))))
    for verb in ("validate", "play"):
        click.echo(f"  {shell_line(['trickbook', verb, str(path)])}")


def _check_name(name: str) -> None:
    """Check that a name consists of small letters, digits and hyphens, and that no shipped ruleset has it."""
    if not KEBAB.fullmatch(name) or len(name) > LONGEST:
        words = re.findall(r"[a-z0-9]+", Path(name.removesuffix(".yaml")).name.lower())
        near = "-".join(words).lstrip("0123456789-")[:LONGEST].strip("-")
        message = Message(
            "'{name}' is not a valid name for a ruleset: use at most {number} small letters, digits and "
            "hyphens, starting with a letter; {hint}",
            name=visible(name),
            number=LONGEST,
            hint=suggestion(near, Message("for example 'at-our-table'")),
        )
        raise bad_parameter(message, "NAME")
    if name in shipped():
        message = Message(
            "'{name}' comes with Trickbook; choose another name, such as 'our-{name}'", name=name
        )
        raise bad_parameter(message, "NAME")


def _check_parent(rules: Ruleset, parent: str, path: Path) -> None:
    """Check that the parent is a game, not a house rule, and that the new file would not extend itself."""
    if path.exists() and any(exists(file) and path.samefile(file) for file in rules.resolved.texts):  # noqa: PTH110 - no name is too odd
        raise usage_error(
            Message(
                "{path} is one of the files that the variant extends; choose another name", path=str(path)
            )
        )
    fits = scalars(rules.resolved.root, "fits")
    if fits:
        call = f"--from {fits[0].text} --house {parent.removeprefix(HOUSE)}"
        raise usage_error(
            Message(
                "{parent} is a house rule, not a game; apply it to a game: {call}", parent=parent, call=call
            )
        )


def _reference(name: str, out: Path) -> str:
    """Return how a file in ``out`` refers to a ruleset: by name if shipped, else by relative path."""
    try:
        name.encode()
    except UnicodeEncodeError:
        message = Message(
            "'{name}' is not valid Unicode and cannot be written to a file; rename it", name=visible(name)
        )
        raise usage_error(message) from None
    return _way(Path(name), out) if is_path(name) else name


def _way(path: Path, out: Path) -> str:
    try:
        way = Path(os.path.relpath(path.resolve(), out.resolve())).as_posix()
    except ValueError:  # another drive has no relative path
        return path.resolve().as_posix()
    return way if "/" in way else f"./{way}"


def _schema(out: Path) -> str:
    return _way(folder("schema") / "ruleset.schema.json", out)


def _write(path: Path, heading: Heading, parent: Ruleset, rules: Ruleset) -> None:
    """Write to a temporary file, and rename it only if the ruleset is valid."""
    beside = _begun(path)
    try:
        language = chosen_language()
        beside.write_text(draft(heading, parent, rules, language=language), "utf-8")
        example = worked_example(parent, load(beside), language)
        text = draft(heading, parent, rules, example, language)
        beside.write_text(text, "utf-8")
        _check_rules(beside)
        write_atomically(path, text.encode())
    except RulesetError as error:
        raise _renamed(error, beside, path) from None
    except (OSError, ValueError) as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(path), reason=failure_reason(error))
        ) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _begun(path: Path) -> Path:
    """Create an empty temporary file in the same folder, with the permissions of a new file."""
    try:
        return temporary_file(path, ".yaml")
    except OSError as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(path), reason=failure_reason(error))
        ) from None


def _check_rules(path: Path) -> None:
    """Check that the written ruleset is valid and its example passes."""
    report = validate(path, quick=True)
    results = run([str(path)])
    problems = [p for p in (*report.problems, *results.all_problems()) if p.severity == "error"]
    if problems:
        raise RulesetError(problems, {**report.texts, **results.texts})


def _renamed(error: RulesetError, beside: Path, path: Path) -> RulesetError:
    """The same problems, under the final name of the file."""
    problems = [
        replace(problem, place=problem.place._replace(file=str(path)))
        if problem.place and problem.place.file == str(beside)
        else problem
        for problem in error.problems
    ]
    texts = {str(path) if file == str(beside) else file: text for file, text in error.sources.items()}
    return RulesetError(problems, texts)
