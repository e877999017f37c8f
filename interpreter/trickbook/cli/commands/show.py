"""``trickbook show``: a ruleset as written, merged with all that it extends, or as its program."""

from __future__ import annotations

import click

from trickbook.cli.flat_ruleset import flat_yaml
from trickbook.loading import resolve
from trickbook.loading.files import find
from trickbook.problems import RulesetError
from trickbook.ruleset import load
from trickbook.source import fetch


@click.command("show")
@click.argument("name", metavar="NAME|FILE")
@click.option("--resolved", is_flag=True, help="Merge all that it extends, and add the origin of each line.")
@click.option("--python", is_flag=True, help="Print the functions that its terms and clauses become.")
def command(name: str, *, resolved: bool, python: bool) -> None:
    """Print a ruleset as it is written.

    --resolved prints it merged with all that it extends, as a ruleset that needs no other file. A comment
    behind each line names its origin. --python prints the program by which it is played with its usual
    options and number of players. A comment above a function names the entry that it says.
    """
    if resolved and python:
        raise click.UsageError("--resolved and --python exclude each other: print one after the other")
    show = _program if python else _resolved if resolved else _written
    click.echo(show(name), nl=False)


def _program(name: str) -> str:
    """The program that a ruleset becomes."""
    return load(name).engine().program.whole()


def _written(name: str) -> str:
    """The text of a ruleset's own file."""
    path = find(name)
    if path is None:
        raise RulesetError(resolve(name).problems)
    text, problems = fetch(path)
    if text is None:
        raise RulesetError(problems)
    return text if text.endswith("\n") else text + "\n"


def _resolved(name: str) -> str:
    """The text of a ruleset with all that it extends; a part may be shown too."""
    found = resolve(name)
    wrong = [
        problem for problem in found.problems if problem.severity == "error" and problem.code != "only-a-part"
    ]
    if wrong:
        raise RulesetError(wrong, found.texts)
    return flat_yaml(found.root)
