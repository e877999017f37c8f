"""``trickbook results``: list or summarize the files that simulations wrote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.console.messages import bad_parameter, chosen_language, echo, usage_error
from trickbook.console.output_files import OutputPath
from trickbook.console.parameters import JSON, Number, argument, command, option
from trickbook.console.text_tables import columns, standard_output, text_line
from trickbook.lab.commands.resumable_run import LabCommand
from trickbook.problems import visible
from trickbook.sections import metrics
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.lab.result_files import ResultFile
    from trickbook.lab.results import ResultGroup

LISTED: Final = ("file", "ruleset", "house", "players", "bots", "seed", "deals", "matches")
"""The columns of the list of files."""

ABREAST: Final = 4
"""The largest number of groups in one table."""


def _names(_ctx: click.Context, _param: click.Parameter, given: str | None) -> tuple[str, ...]:
    """Parse a list of names; a given list must not be empty."""
    names = tuple(name.strip() for name in (given or "").split(",") if name.strip())
    if given is not None and not names:
        raise bad_parameter(Message("this names nothing; write --by ruleset, or several names with commas"))
    return names


@command("results", LabCommand)
def results(
    *,
    paths: tuple[Path, ...] = argument("[FILE|FOLDER]…", nargs=-1, type=OutputPath()),
    where: str | None = option(
        "--where", "Only files that match this condition, such as 'players = 4'.", metavar="SQL"
    ),
    by: tuple[str, ...] = option(
        "--by", "Group files that agree in these, and print means.", callback=_names
    ),
    match: int | None = option("--match", "Print only the record of this match of a single file.", Number(0)),
    as_json: bool = JSON,
) -> None:
    """List the Parquet files of `trickbook simulate --out`, or print means with --by.

    --where and --by accept file, ruleset, house, players, bots, seed, deals, matches, version, digest, and
    the options of the rulesets. By default the current folder is searched, with its subfolders.
    """
    from trickbook.lab.results import filter_files, find_files, group_files

    if where is not None and not where.strip():
        raise usage_error(Message("--where needs a condition, such as --where 'players = 4'"))
    found, damaged = find_files(paths or [Path()])
    for reason in damaged:
        echo(Message("Skipped: {reason}", reason=reason), err=True)
    if where is not None:
        found = filter_files(found, where)
    if match is not None:
        _record(found, match)
        return
    groups = group_files(found, by or ("file",))
    if as_json:
        click.echo(json.dumps([_data(group) for group in groups], indent=2))
        return
    console = standard_output()
    for line in _means(groups) if by else _list(found):
        console.print(line)


def _record(found: Sequence[ResultFile], match: int) -> None:
    """Print the record of a match of the only file."""
    from trickbook.lab.interpreter_rows import played_match
    from trickbook.lab.results import study_of_file

    if len(found) != 1:
        raise usage_error(
            Message("--match needs exactly one file, and {number} were found", number=len(found))
        )
    if match >= found[0].sums.matches:
        raise usage_error(
            Message(
                "{path} has matches 0 to {number_high}, not {number}",
                path=str(found[0].path),
                number_high=found[0].sums.matches - 1,
                number=match,
            )
        )
    click.echo(played_match(study_of_file(found[0]), match).record(), nl=False)


def _data(group: ResultGroup) -> dict[str, Any]:
    """A group as plain data: the traits its files share, and the means of all their matches."""
    from trickbook.lab.intervals import plain_estimates

    alike = [file.traits for file in group.files]
    common = {name: value for name, value in alike[0].items() if all(one.get(name) == value for one in alike)}
    return {
        **common,
        "files": [str(file.path) for file in group.files],
        "deals": group.sums.deals,
        "matches": group.matches,
        "independent": group.sums.matches,
        metrics.KEY: plain_estimates(group.sums),
    }


def _list(found: Sequence[ResultFile]) -> Iterator[Text]:
    """A line for each file."""
    if not found:
        yield text_line(
            Message("There are no results here; create some with trickbook simulate NAME --out FILE.parquet.")
        )
        return
    rows = [[Text(name, "bold") for name in LISTED]]
    rows += [[Text(visible(str(file.traits[name]))) for name in LISTED] for file in found]
    shown = [place for place in range(len(LISTED)) if any(row[place].plain for row in rows[1:])]
    right = [
        shown.index(place) for place in shown if LISTED[place] in ("players", "seed", "deals", "matches")
    ]
    yield from columns([[row[place] for place in shown] for row in rows], right=right)


def _means(groups: Sequence[ResultGroup]) -> Iterator[Text]:
    """A table: what the groups are, and for each measure the mean of all seats."""
    from trickbook.lab.intervals import estimates
    from trickbook.lab.measures import known_measures
    from trickbook.lab.result_text import format_mean

    if not groups:
        yield text_line(Message("There are no results to group."))
    for first in range(0, len(groups), ABREAST):
        block = groups[first : first + ABREAST]
        heads = [
            [Text(name), *(Text(visible(str(one.traits[name])), "bold") for one in block)]
            for name in block[0].traits
        ]
        heads.append([text_line(Message("deals")), *(Text(f"{one.sums.deals:,}") for one in block)])
        found = [estimates(one.sums) for one in block]
        rows = [
            [
                Text(measure.title(chosen_language())),
                *(
                    Text(format_mean(one[name][-1], share=measure.share) if name in one else "–")
                    for one in found
                ),
            ]
            for name, measure in known_measures(
                (name for one in found for name in one), [name for one in groups for name in one.conditions]
            ).items()
        ]
        if first:
            yield Text()
        yield from columns([*heads, *rows], right=range(1, len(block) + 1), gap=3)
