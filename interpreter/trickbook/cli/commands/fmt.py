"""``trickbook fmt``: rulesets in the one style."""

from __future__ import annotations

import os
import stat
import sys
from difflib import unified_diff
from pathlib import Path
from typing import Final, NamedTuple

import click

from trickbook.analysis.validation import validate
from trickbook.cli.output_files import write_text
from trickbook.cli.parameters import truncated
from trickbook.formatting import format_text
from trickbook.loading.files import is_path
from trickbook.problems import visible
from trickbook.problems.rendering import render
from trickbook.source import fetch, read
from trickbook.source.catalogues import is_catalogue
from trickbook.source.text import LIMITS, decode

STDIN: Final = "-"

ANYBODY_WRITES: Final = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
"""The modes of a file that is not read-only; root may write all others, too."""


class Outcome(NamedTuple):
    """The result for one file: its text before and after, or the problems for which it was left unchanged."""

    before: str = ""
    after: str = ""
    problems: str = ""


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Write nothing; name the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
@click.pass_context
def command(ctx: click.Context, *, files: tuple[str, ...], check: bool, diff: bool) -> None:
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
    ctx.exit(1 if wrong else 0)


def _check_names(files: tuple[str, ...]) -> None:
    for name in files:
        if name != STDIN and not is_path(name):
            message = f"'{visible(name)}' is no file; a ruleset's ends in .yaml"
            raise click.BadParameter(message, param_hint="FILE")


def _from_file(name: str) -> Outcome:
    """Format a file; every mistake that `validate` finds without playing forbids it."""
    if is_catalogue(Path(name)):
        return _catalogue(name)
    report = validate(name, quick=True)
    if not report.fine:
        return Outcome(problems=render(report.problems, report.texts))
    text, problems = fetch(name)
    if text is None:
        return Outcome(problems=render(problems))
    return _formatted(text, name)


def _catalogue(name: str) -> Outcome:
    """Leave a catalogue as it is; tell of its mistakes."""
    text, problems = fetch(name)
    problems = problems if text is None else read(text, name)[1]
    if not problems:
        click.echo(f"{visible(name)}: a catalogue of translations, unchanged; fmt formats rulesets", err=True)
    return Outcome(problems=render(problems, {name: text or ""}) if problems else "")


def _from_stdin() -> Outcome:
    """Format what stands on stdin; its form alone is checked, for it is nowhere beside what it extends."""
    text, problems = decode(sys.stdin.buffer.read(LIMITS.bytes + 1), "<stdin>")
    return Outcome(problems=render(problems)) if text is None else _formatted(text, "<stdin>")


def _formatted(text: str, name: str) -> Outcome:
    found = format_text(text, name)
    if found.text is None:
        return Outcome(problems=render(found.problems, {name: text}))
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
        click.echo(f"{title}: would be rewritten")


def _write(name: str, found: Outcome) -> bool:
    """Write a file that changes, or stdout. Return False for a read-only file, which is left alone."""
    if name == STDIN:
        click.echo(found.after, nl=False)
    elif not Path(name).stat().st_mode & ANYBODY_WRITES or not os.access(name, os.W_OK):
        click.echo(f"{visible(name)}: unchanged, since it is read-only; make it writable first", err=True)
        return False
    else:
        write_text(Path(name), found.after)
        click.echo(f"{visible(name)}: rewritten")
    return True
