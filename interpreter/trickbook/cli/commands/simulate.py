"""``trickbook simulate``: statistics of many deals between bots."""

from __future__ import annotations

import json
import secrets
from os.path import lexists
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from trickbook.cards.chance import SEEDS
from trickbook.cli.input_files import open_ruleset
from trickbook.cli.language import usage_error
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.cli.parameters import (
    RANDOM_SEEDS,
    Number,
    parse_bots,
    parse_settings,
    shell_line,
    worker_options,
)
from trickbook.cli.resumable_run import (
    prepare_searches,
    report_end,
    resume_command,
    resumed_seed,
    show_progress,
)
from trickbook.cli.terminal_text import standard_output
from trickbook.problems import TrickbookError, visible
from trickbook.sections import metrics

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.cli.resumable_run import Finished
    from trickbook.lab.result_store import ResultLocation
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums
    from trickbook.ruleset import Ruleset

MOST: Final = 10**12
"""The largest number of deals."""


@click.command("simulate")
@click.argument("name", metavar="NAME|FILE")
@click.option("--players", type=Number(), help="Number of players.  [default: the usual number]")
@click.option("--deals", type=Number(1, MOST), default=1000, show_default=True, help="Number of deals.")
@click.option("--bots", callback=parse_bots, default="random", show_default=True, help="Bots in the seats.")
@click.option("--seed", type=Number(0, SEEDS - 1), help="Seed: the same seed gives the same deals.")
@click.option(
    "--option", "options", multiple=True, callback=parse_settings, help="Set an option: name=value."
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule.")
@worker_options
@click.option("--out", type=OutputPath(), help="Write every deal to a Parquet file.")
@click.option("--resume", is_flag=True, help="Resume the run in --out.")
@click.option("--force", is_flag=True, help="Replace an existing file or an unfinished run.")
@click.option(
    "--match", type=Number(0, SEEDS - 1), help="Print only the record of this match; the first is 0."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913 - each option of the command is one
    *,
    name: str,
    players: int | None,
    deals: int,
    bots: tuple[str, ...],
    seed: int | None,
    options: dict[str, str],
    house: tuple[str, ...],
    workers: WorkerOptions,
    out: Path | None,
    resume: bool,
    force: bool,
    match: int | None,
    as_json: bool,
) -> None:
    """Play many deals between bots, and print means with confidence intervals.

    Whole matches are played until --deals is reached. --bots is one bot for all seats, or a list that repeats
    around the table. Ctrl-C prints the results so far; with --out, continue later with --resume.
    """
    from trickbook.lab import result_store
    from trickbook.lab.runner import RunProgress, run_study
    from trickbook.lab.runner import resume_study as go_on
    from trickbook.lab.sums import NO_SUMS

    _permit(out, resume=resume, force=force, record=match is not None)
    at = result_store.result_location(out) if out else None
    of = _study(open_ruleset(name, options, players, house), bots, seed, at if resume else None)
    if match is not None:
        _record(of, match, out)
        return
    prepare_searches([of], workers)
    store = None if at is None else go_on(at, of) if resume else result_store.new_store(at)
    parts = run_study(of, deals, workers, store)
    finished = show_progress(parts, lambda total: total.found.deals, deals, RunProgress(NO_SUMS))
    if finished.last.found.matches or not finished.error:
        (_tell_json if as_json else _tell)(of, finished, deals)
    again = _again(of, deals)
    report_end(finished, at, lambda: resume_command(again, "workers", "scheduler", "out"), aside=as_json)


def _study(rules: Ruleset, bots: tuple[str, ...], seed: int | None, store: ResultLocation | None) -> Study:
    """The study to run. Its seed is the given one, that of the stored run, or random."""
    from trickbook.lab.study import new_study

    if store:
        seed = resumed_seed(seed, store, empty=not lexists(store.out))
    try:
        return new_study(rules, bots, secrets.randbelow(RANDOM_SEEDS) if seed is None else seed)
    except TrickbookError as error:
        raise usage_error(error) from None


def _permit(out: Path | None, *, resume: bool, force: bool, record: bool) -> None:
    """Check that the options about the file go together and overwrite nothing by accident."""
    from trickbook.lab import result_store

    if out is None:
        if resume or force:
            raise click.UsageError(f"{'--resume' if resume else '--force'} needs --out")
        return
    if resume and (force or record):
        raise click.UsageError(f"--resume does not go with {'--force' if force else '--match'}")
    require_writable(out, force=force or resume)
    if record and out.suffix == ".parquet":
        raise click.UsageError(f"{out} would hold the text of a record; name it {out.with_suffix('.txt')}")
    if not record and out.suffix != ".parquet":
        raise click.UsageError(f"{out} would hold Parquet data; use a name that ends in .parquet")
    if not (resume or force or record) and result_store.result_location(out).begun:
        raise click.UsageError(
            f"{out} holds an unfinished run; use --resume to continue it, or --force to start again"
        )


def _record(of: Study, match: int, out: Path | None) -> None:
    """Print the record of a match, or write it to a file."""
    from trickbook.lab.interpreter_rows import played_match

    record = played_match(of, match).record()
    if out:
        write_text(out, record)
    else:
        click.echo(record, nl=False)


def _again(of: Study, deals: int) -> list[str]:
    """The command that repeats the run."""
    called = click.get_current_context().params
    again = ["trickbook", "simulate", called["name"], "--players", str(of.players), "--seed", str(of.seed)]
    again += [part for key, value in called["options"].items() for part in ("--option", f"{key}={value}")]
    again += [part for rule in called["house"] for part in ("--house", rule)]
    return [*again, "--bots", ",".join(called["bots"]), "--deals", str(deals)]


def _tell(of: Study, finished: Finished[RunProgress[StudySums]], deals: int) -> None:
    """Print what was simulated, and a table of the results."""
    from trickbook.cli.measure_tables import estimates_table
    from trickbook.lab.engine_choice import choose_engine
    from trickbook.lab.measures import study_measures
    from trickbook.lab.result_text import INTERVAL_NOTE

    console, sums = standard_output(), finished.last.found
    house = f" with {', '.join(of.rules.house)}" if of.rules.house else ""
    console.print(Text(visible(f"{of.rules.title}{house}, {of.players} players, seed {of.seed}"), "bold"))
    console.print(Text(f"Again: {shell_line(_again(of, deals))}", "dim"))
    engine = choose_engine(of)
    why = f": {engine.reason}" if engine.reason else ""
    rate = f", {finished.last.played / finished.seconds:,.0f} deals a second" if finished.last.played else ""
    deal, match = "deal" if sums.deals == 1 else "deals", "match" if sums.matches == 1 else "matches"
    console.print(
        Text(visible(f"{sums.deals:,} {deal} in {sums.matches:,} {match}{rate} ({engine.name}{why})"))
    )
    if sums.matches:
        width = console.width if console.is_terminal else None
        for line in estimates_table(
            sums, study_measures(of), of.rules.engine(of.players).layout, of.bots, width
        ):
            console.print(line)
        console.print(Text(f"\n{INTERVAL_NOTE}", "dim"))
    if sums.deals < deals:
        console.print(Text(f"Stopped after {sums.deals:,} of {deals:,} deals.", "bold"))


def _tell_json(of: Study, finished: Finished[RunProgress[StudySums]], deals: int) -> None:
    """Print the results as JSON."""
    from trickbook.lab.engine_choice import choose_engine
    from trickbook.lab.intervals import plain_estimates
    from trickbook.lab.metadata import plain_metadata as told

    sums, engine = finished.last.found, choose_engine(of)
    data = {
        **told(of),
        "deals": sums.deals,
        "matches": sums.matches,
        "complete": sums.deals >= deals,
        "elapsed_s": finished.seconds,
        "deals_per_second": finished.last.played / finished.seconds,
        "engine": engine.name,
        "engine_reason": engine.reason or None,
        metrics.KEY: plain_estimates(sums),
        "points": [dict(sorted(seat.items())) for seat in sums.points],
    }
    click.echo(json.dumps(data, indent=2))
