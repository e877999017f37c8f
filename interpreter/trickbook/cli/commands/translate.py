"""``trickbook translate``: a catalogue to fill in, with each English text above its key."""

from __future__ import annotations

from pathlib import Path

import click

from trickbook.analysis.draft.catalogue import NONE, catalogue_to_fill, earlier_catalogue, planted
from trickbook.analysis.translations import require_catalogues, sentences
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.cli.parameters import parse_tag
from trickbook.loading import resolve
from trickbook.loading.dependencies import open_sheet
from trickbook.problems import RulesetError, visible
from trickbook.source.catalogues import catalogue_path
from trickbook.source.nodes import text, text_in


@click.command("translate")
@click.argument("name", metavar="NAME|FILE")
@click.option("--lang", callback=parse_tag, required=True, help="The language, in two letters, such as zh.")
@click.option("--out", type=OutputPath(), help="The file to write.  [default: where it is read]")
@click.option("--force", is_flag=True, help="Replace a file; its translations and comments are kept.")
def command(*, name: str, lang: str, out: Path | None, force: bool) -> None:
    """Write a catalogue to fill in: each text of a ruleset as a key, with the English above it.

    The catalogue of my-game.yaml is my-game.zh.yaml beside it. An empty key falls back to English.
    Translations that the ruleset has already stand in the new file.
    """
    resolved = resolve(name)
    if any(problem.severity == "error" for problem in resolved.problems):
        raise RulesetError(resolved.problems, resolved.texts)
    require_catalogues(resolved, lang)
    file = next(one for one in resolved.texts if one == resolved.file)
    root = open_sheet(Path(getattr(file, "path")), file).root  # noqa: B009 - it was opened
    found = [(path, entry) for path, entry, _ in sentences(root)] if root else []
    english = {path: text(entry, path[-1]) for path, entry in found}
    said = {path: text_in(entry, path[-1], lang) for path, entry in found if english[path]}
    goal = out or catalogue_path(file, lang)
    if not said or goal is None:
        raise click.UsageError(f"{visible(name)} says nothing that could be translated")
    if out is None:
        goal.parent.mkdir(parents=True, exist_ok=True)
    require_writable(goal, force=force)
    earlier = earlier_catalogue(goal, resolved) if goal.is_file() else NONE
    said |= earlier.texts
    remarks = {path: visible(" ".join(told.split())) for path, told in english.items() if told}
    write_text(goal, catalogue_to_fill(planted(said), remarks, earlier))
    click.echo(f"{visible(str(goal))} is written: {_counted(list(said.values()))}.")


def _counted(said: list[str | None]) -> str:
    """Return how many texts there are, and how many lack a translation."""
    missing = sum(text is None for text in said)
    return f"{len(said)} text{'s' * (len(said) > 1)}, {missing} to translate"
