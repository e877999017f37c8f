"""Commands for authors: the one style of rulesets, catalogues of translations, the server for editors."""

from __future__ import annotations

import os
import stat
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Final, NamedTuple

import click

from trickbook.console.messages import bad_parameter, chosen_language, echo, truncated, usage_error
from trickbook.console.output_files import OutputPath, require_writable, write_text
from trickbook.console.parameters import NAME, argument, command, option, parse_tag, switch
from trickbook.loading.files import is_path
from trickbook.problems import RulesetError, needs, visible
from trickbook.problems.rendering import render
from trickbook.source import fetch, read
from trickbook.source.catalogues import catalogue_path, is_catalogue
from trickbook.source.files import LIMITS, decode
from trickbook.source.nodes import text, text_in
from trickbook.texts.message import Message

STDIN: Final = "-"

ANYBODY_WRITES: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""The modes of a file that is not read-only; root may write all others, too."""


class Outcome(NamedTuple):
    """The result for one file: its text before and after, or the problems for which it was left unchanged."""

    before: str = ""
    after: str = ""
    problems: str = ""


@command("fmt")
def fmt(
    *,
    files: tuple[str, ...] = argument("FILE...", nargs=-1, required=True),
    check: bool = switch("--check", "Write nothing; name the files that would change."),
    diff: bool = switch("--diff", "Write nothing; show what would change."),
) -> None:
    """Write rulesets in the one style; `-` reads one from stdin and writes it to stdout.

    Comments, the order of entries and every value stay. A file with mistakes, or a read-only one, is left
    alone. A file that links lead to, or that has several names, stays one file with all of them.

    Exit code 0 if all are fine, 1 if a file has mistakes or is read-only, or would change with --check or
    --diff.
    """
    _check_names(files)
    wrong = False
    for name in dict.fromkeys(files):
        found = _from_stdin() if name == STDIN else _from_file(name)
        if found.problems:
            click.echo(truncated(found.problems), err=name == STDIN)
        elif check or diff:
            _show(name, found, check=check, diff=diff)
        elif found.before != found.after or name == STDIN:
            wrong = not _write(name, found) or wrong
        wrong = wrong or bool(found.problems) or ((check or diff) and found.before != found.after)
    if wrong:
        raise click.exceptions.Exit(1)


def _check_names(files: tuple[str, ...]) -> None:
    for name in files:
        if name != STDIN and not is_path(name):
            message = Message("'{name}' is no file; a ruleset's ends in .yaml", name=visible(name))
            raise bad_parameter(message, "FILE")


def _from_file(name: str) -> Outcome:
    """Format a file; every mistake that `validate` finds without playing forbids it."""
    if is_catalogue(Path(name)):
        return _catalogue(name)
    from trickbook.analysis.validation import validate

    report = validate(name, quick=True)
    if not report.fine:
        return Outcome(problems=render(report.problems, report.texts, language=chosen_language()))
    text, problems = fetch(name)
    if text is None:
        return Outcome(problems=render(problems, language=chosen_language()))
    return _formatted(text, name)


def _catalogue(name: str) -> Outcome:
    """Leave a catalogue as it is; tell of its mistakes."""
    text, problems = fetch(name)
    problems = problems if text is None else read(text, name)[1]
    if not problems:
        echo(
            Message(
                "{name}: a catalogue of translations, unchanged; fmt formats rulesets", name=visible(name)
            ),
            err=True,
        )
    return Outcome(
        problems=render(problems, {name: text or ""}, language=chosen_language()) if problems else ""
    )


def _from_stdin() -> Outcome:
    """Format what stands on stdin; its form alone is checked, for it is nowhere beside what it extends."""
    text, problems = decode(sys.stdin.buffer.read(LIMITS.bytes + 1), "<stdin>")
    return (
        Outcome(problems=render(problems, language=chosen_language()))
        if text is None
        else _formatted(text, "<stdin>")
    )


def _formatted(text: str, name: str) -> Outcome:
    from trickbook.formatting import format_text

    found = format_text(text, name)
    if found.text is None:
        return Outcome(problems=render(found.problems, {name: text}, language=chosen_language()))
    return Outcome(text, found.text)


def _show(name: str, found: Outcome, *, check: bool, diff: bool) -> None:
    """Tell what would change."""
    if found.before == found.after:
        return
    title = visible(name)
    if diff:
        before, after = (text.splitlines(keepends=True) for text in (found.before, found.after))
        for line in unified_diff(before, after, title, title):
            click.echo(visible(line.rstrip("\r\n")))
    if check:
        echo(Message("{name}: would be rewritten", name=title))


def _write(name: str, found: Outcome) -> bool:
    """Write a file that changes, or stdout. Return False for a read-only file, which is left alone."""
    if name == STDIN:
        click.echo(found.after, nl=False)
    elif not Path(name).stat().st_mode & ANYBODY_WRITES or not os.access(name, os.W_OK):
        echo(
            Message("{name}: unchanged, since it is read-only; make it writable first", name=visible(name)),
            err=True,
        )
        return False
    else:
        write_text(Path(name), found.after)
        echo(Message("{name}: rewritten", name=visible(name)))
    return True


@command("translate")
def translate(
    *,
    name: str = NAME,
    into: str = option(
        "--into", "The language, in two letters, such as zh.", callback=parse_tag, required=True
    ),
    out: Path | None = option("--out", "The file to write.  [default: where it is read]", OutputPath()),
    force: bool = switch("--force", "Replace a file; its translations and comments are kept."),
) -> None:
    """Write a catalogue to fill in: each text of a ruleset as a key, with the English above it.

    The catalogue of my-game.yaml is my-game.zh.yaml beside it. An empty key falls back to English.
    Translations that the ruleset has already stand in the new file.
    """
    from trickbook.analysis.draft.catalogue import NONE, catalogue_to_fill, earlier_catalogue, text_tree
    from trickbook.analysis.translations import require_catalogues, sentences
    from trickbook.loading import resolve
    from trickbook.loading.dependencies import parsed_file

    resolved = resolve(name)
    if any(problem.severity == "error" for problem in resolved.problems):
        raise RulesetError(resolved.problems, resolved.texts)
    require_catalogues(resolved, into)
    file = next(one for one in resolved.texts if one == resolved.file)
    root = parsed_file(Path(getattr(file, "path")), file).root  # noqa: B009 - it was opened
    found = [(path, entry) for path, entry, _ in sentences(root)] if root else []
    english = {path: text(entry, path[-1]) for path, entry in found}
    said = {path: text_in(entry, path[-1], into) for path, entry in found if english[path]}
    goal = out or catalogue_path(file, into)
    if not said or goal is None:
        raise usage_error(Message("{name} says nothing that could be translated", name=visible(name)))
    if out is None:
        goal.parent.mkdir(parents=True, exist_ok=True)
    require_writable(goal, force=force)
    earlier = earlier_catalogue(goal, resolved) if goal.is_file() else NONE
    said |= earlier.texts
    remarks = {path: visible(" ".join(says.split())) for path, says in english.items() if says}
    write_text(goal, catalogue_to_fill(text_tree(said), remarks, earlier))
    echo(_written_message(visible(str(goal)), list(said.values())))


def _written_message(path: str, texts: list[str | None]) -> Message:
    """Return how many texts a new catalogue has, and how many lack a translation."""
    missing = sum(text is None for text in texts)
    template = "{path} is written: 1 text, {number_missing} to translate."
    if len(texts) > 1:
        template = "{path} is written: {number} texts, {number_missing} to translate."
    return Message(template, path=path, number=len(texts), number_missing=missing)


@command("lsp")
def lsp() -> None:
    """Serve an editor by standard input and output, as the Language Server Protocol has it.

    Editors start it by themselves.
    """
    with needs(Message("the language server needs pygls: run `make editor` in your clone of Trickbook")):
        from trickbook.language_server.requests import run
    run()
