"""``trickbook show``: a ruleset as written, or merged with all that it extends."""

from __future__ import annotations

import click

from trickbook.cli.flat_ruleset import flat_yaml
from trickbook.loading import resolve
from trickbook.loading.files import find
from trickbook.problems import RulesetError
from trickbook.source import fetch


@click.command("show")
@click.argument("name", metavar="NAME|FILE")
@click.option("--resolved", is_flag=True, help="Merge all that it extends, and add the origin of each line.")
def command(name: str, *, resolved: bool) -> None:
    """Print a ruleset as it is written.

    --resolved prints it merged with all that it extends, as a ruleset that needs no other file. A comment
    behind each line names its origin.
    """
    click.echo(_resolved(name) if resolved else _written(name), nl=False)


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
