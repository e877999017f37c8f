"""``trickbook report``: pictures of a ruleset's statistics, and of what each change does."""

from __future__ import annotations

from functools import partial
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

import click
from rich.cells import cell_len

from trickbook import __version__
from trickbook.console.messages import echo, rules_called, shell_line, spoken, usage_error
from trickbook.console.output_files import OutputPath, failure_reason, require_writable, write_text
from trickbook.console.parameters import Number, argument, command, option, record, switch
from trickbook.lab.commands.resumable_run import LabCommand, Storage, Workers, report_end, run_seed
from trickbook.lab.commands.ruleset_specs import RulesetSpec, by_house, by_option, load_specs, parse_specs
from trickbook.lab.commands.study_run import (
    DEALS,
    SharedSetup,
    deals_of,
    engines_text,
    lineup,
    lineup_arguments,
    picture_data,
    require_different_rules,
    require_drawable,
    run_mark,
    run_studies,
    studies_of,
)
from trickbook.problems import TrickbookError, visible
from trickbook.texts.message import Message, every, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.lab.commands.resumable_run import ResumableRun
    from trickbook.lab.commands.study_run import StudyRun
    from trickbook.lab.game_measures.measures import GameMeasures
    from trickbook.lab.report.picture import Picture
    from trickbook.lab.study import Study
    from trickbook.texts.message import Value

Ties = Literal["shared", "first"]
"""Whether equal players share a win."""

Found = TypeVar("Found")

NAMES: Final = (
    Message("Order"),
    Message("Fairness"),
    Message("Convergence"),
    Message("Spread"),
    Message("Drama"),
    Message("Security"),
)

WIDTH: Final = 20
"""The columns of the terminal for a measure."""

CHANGES: Final = ("options", "house", "all", "none")
"""The changes that --changes can try."""


class MeasuredDeals(NamedTuple):
    """How many deals of each kind are measured, how many playouts estimate a play, what ties are worth."""

    deals: int
    playouts: int
    ties: Ties
    seed: int


@command("report", LabCommand)
def report(  # noqa: PLR0913 - each option of the command is one
    *,
    sides: tuple[RulesetSpec, ...] = argument(
        "NAME|FILE [B …]", nargs=-1, required=True, callback=parse_specs
    ),
    out: Path | None = option("--out", "Write the report to an HTML file.", OutputPath(".html")),
    svg: Path | None = option("--svg", "Write each picture to a folder.", OutputPath()),
    deals: int = DEALS,
    changes: str = option("--changes", "Changes to try.", click.Choice(CHANGES), default=CHANGES[0]),
    measures: bool = switch("--measures", "Print the published measures of games instead."),
    playouts: int = option(
        "--playouts", "Playouts of each play, for --measures.", Number(1, 10_000), default=10
    ),
    ties: Ties = option(
        "--ties",
        "Whether equal players share a win, or the first to play has it, for --measures.",
        click.Choice(("shared", "first")),
        default="shared",
    ),
    setup: SharedSetup = record(SharedSetup),
    workers: Workers = record(Workers),
    storage: Storage = record(Storage),
) -> None:
    """Draw the statistics of a ruleset: points, seats, the length of a match, and the effect of each change.

    All rulesets play the same matches until each has --deals deals. B is written as for compare, such as
    +omnibus, and is drawn beside the first. --changes options tries every other setting of each option; house
    tries every house rule that fits; all tries both. With --keep, continue an interrupted run with --resume.

    --measures prints a table instead: how Order, Fairness, Convergence, Spread, Drama and Security, as the
    literature defines them, come out over --deals single deals of each ruleset.
    """
    played_by, last = workers.options(), storage.run()
    named, keep = setup.specs(sides), storage.keep
    if measures:
        if out or svg or keep:
            raise usage_error(Message("--measures prints a table; leave out --out, --svg and --keep"))
        how = MeasuredDeals(deals, playouts, ties, run_seed(setup.seed, last))
        _print_measures([side.title for side in sides], named, setup.players, how)
        return
    if out is None and svg is None:
        raise usage_error(Message("a report needs a place: name a file with --out, or a folder with --svg"))
    studies = setup.studies(named, last)
    require_different_rules([side.title for side in named], studies)
    _permit(out, svg, run_mark(studies), last)
    varied = dict(_varied(named[0], studies, changes))
    titles = [*(side.title for side in named), *(side.title for side in varied)]
    made = run_studies(titles, [*studies, *varied.values()], deals, played_by, last)
    again = ["trickbook", "report", *map(str, named), "--deals", str(deals), "--changes", changes]
    again += lineup_arguments(studies[0])
    if made.found.matches:
        _write(made, len(named), again, (out, svg))
    else:
        echo(Message("No match was finished, so nothing was written."), err=True)
    resumed = partial(workers.resumed, again, {"keep": keep, "out": out, "svg": svg}, as_json=False)
    report_end(made.finished, made.place, resumed, aside=False)


def _permit(out: Path | None, svg: Path | None, mark: str, last: ResumableRun) -> None:
    """Check that the output file and folder can be written."""
    from trickbook.lab.report.page import PICTURE_NAMES

    if out is not None:
        require_drawable(out, mark, last)
    if svg is None:
        return
    if not isdir(svg):  # noqa: PTH112 - no name is too odd for it
        require_writable(svg, force=False)
        return
    for name in PICTURE_NAMES:
        require_drawable(svg / f"{name}.svg", mark, last)


def _varied(base: RulesetSpec, studies: Sequence[Study], changes: str) -> Iterator[tuple[RulesetSpec, Study]]:
    """The changes to try, without those that do not load or that equal rules already included."""
    first = studies[0]
    known = {study.rules.digest_for(study.players) for study in studies}
    tried = [
        *(by_option(base, first.rules, first.players) if changes in ("options", "all") else ()),
        *(by_house(base) if changes in ("house", "all") else ()),
    ]
    for side in tried:
        try:
            (study,) = studies_of([side], first.players, first.bots, first.seed)
        except (TrickbookError, click.UsageError):
            continue
        digest = study.rules.digest_for(study.players)
        if digest not in known:
            known.add(digest)
            yield side, study


def _write(made: StudyRun, shown: int, again: Sequence[str], where: tuple[Path | None, Path | None]) -> None:
    """Write the report and the pictures, and print where they are."""
    from trickbook.lab.report.page import all_pictures, report_page

    of = picture_data(made, shown)
    found, (out, svg), mark = all_pictures(of), where, run_mark(made.studies[:shown])
    if out is not None:
        title = spoken(Message("{name} in numbers", name=rules_called(made.studies[0].rules)))
        command = Message("Again: {command}", command=shell_line(again))
        lines = [*map(spoken, (*_lines(made, shown), command))]
        write_text(out, report_page(of, visible(title), lines, found) + mark)
    if svg is not None:
        _write_pictures(svg, found, mark)
    files = every(visible(str(path)) for path in where if path)
    for line in (*_lines(made, shown), Message("Written to {list}.", list=files)):
        echo(line)


def _write_pictures(folder: Path, found: Sequence[Picture], mark: str) -> None:
    """Write each picture to a file of the folder."""
    from trickbook.lab.report.picture import XML

    try:
        folder.mkdir(exist_ok=True)
    except (OSError, ValueError) as error:
        raise TrickbookError(
            Message("{path} cannot be made: {reason}", path=str(folder), reason=failure_reason(error))
        ) from None
    for picture in found:
        write_text(folder / f"{picture.name}.svg", f"{XML}{picture.svg}{mark}")


def _lines(made: StudyRun, shown: int) -> Iterator[Message]:
    """Yield what was played, by which bots, and whether there are enough matches."""
    from trickbook.lab.result_text import too_few_notice

    total = made.found
    deals: Value = listing(
        deals_of(sums.deals, title) for sums, title in zip(total.sums[:shown], made.titles, strict=False)
    )
    more, first = len(made.titles) - shown, made.titles[0]
    if more:
        template = "{list}, and 1 change of {name}" if more == 1 else "{list}, and {number} changes of {name}"
        deals = Message(template, list=deals, number=more, name=first)
    yield Message("The same {number} matches: {list}.", number=f"{total.matches:,}", list=deals)
    yield Message(
        "{what}; seed {seed}. Trickbook {version}; engine: {text}.",
        what=lineup(made),
        seed=made.studies[0].seed,
        version=__version__,
        text=engines_text(made),
    )
    looked = len(made.found.differences())
    if looked and (few := too_few_notice(total.matches, looked)):
        yield few
    if made.finished.stopped:
        yield Message("It was stopped: this is what was done until then.")


def _print_measures(
    titles: Sequence[str], sides: Sequence[RulesetSpec], players: int | None, how: MeasuredDeals
) -> None:
    """Measure each ruleset and print its line."""
    from trickbook.lab.game_measures.measures import measure_game
    from trickbook.lab.game_measures.table import measured_table

    found, seats = load_specs(sides, players)
    tables = [
        _naming_errors(title, partial(measured_table, rules, seats, how.ties))
        for title, rules in zip(titles, found, strict=True)
    ]
    again = ["trickbook", "report", *map(str, sides), "--measures", "--players", str(seats)]
    for name in ("deals", "playouts", "ties", "seed"):
        again += [f"--{name}", str(getattr(how, name))]
    playouts = Message("1 playout" if how.playouts == 1 else "{number} playouts", number=how.playouts)
    echo(
        Message(
            "{number} deals of each kind for {number_seats} players; each play is estimated by {what}.",
            number=f"{how.deals:,}",
            number_seats=seats,
            what=playouts,
        )
    )
    echo(Message("Again: {command}", command=shell_line(again)))
    click.echo()
    width = max(map(cell_len, titles))
    heads = map(spoken, NAMES)
    click.echo(" " * width + "".join(" " * (WIDTH - cell_len(head)) + head for head in heads))
    for title, table in zip(titles, tables, strict=True):
        measured = _naming_errors(title, partial(measure_game, table, how.deals, how.playouts, how.seed))
        click.echo(f"{title}{' ' * (width - cell_len(title))}{_figures(measured)}")
    click.echo()
    echo(Message("± holds the truth 95 times in 100."))


def _naming_errors(title: str, work: Callable[[], Found]) -> Found:
    """Return what is worked out of a ruleset; an error of it names the ruleset."""
    try:
        return work()
    except TrickbookError as error:
        raise TrickbookError(Message("{name}: {reason}", name=title, reason=error.message)) from None


def _figures(of: GameMeasures) -> str:
    """The measures of a ruleset, in columns."""
    from trickbook.lab.result_text import format_mean

    return "".join(format_mean(one).rjust(WIDTH) for one in of)
