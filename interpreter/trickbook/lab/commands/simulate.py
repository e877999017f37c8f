"""``trickbook simulate``: statistics of many deals between bots."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from functools import partial
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from trickbook.cards.chance import SEEDS
from trickbook.console.messages import chosen_language, rules_called, shell_line, usage_error
from trickbook.console.output_files import OutputPath, require_writable, write_text
from trickbook.console.parameters import (
    BOTS,
    JSON,
    RANDOM_SEEDS,
    SEED,
    GameSetup,
    Number,
    command,
    option,
    record,
    switch,
)
from trickbook.console.text_tables import columns, seat_name, standard_output, text_line
from trickbook.lab.commands.resumable_run import (
    MOST_DEALS,
    LabCommand,
    Workers,
    prepare_searches,
    report_end,
    resumed_seed,
    show_progress,
)
from trickbook.problems import TrickbookError
from trickbook.sections import metrics
from trickbook.texts.message import Message, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.lab.commands.resumable_run import Finished
    from trickbook.lab.measures import Measure
    from trickbook.lab.result_store import ResultLocation
    from trickbook.lab.runner import RunProgress
    from trickbook.lab.study import Study
    from trickbook.lab.sums import StudySums
    from trickbook.ruleset import Ruleset
    from trickbook.state import Layout


ABREAST: Final = 4
"""The largest number of seats in one table."""


@dataclass(frozen=True)
class DealFile:
    """The file for the deals or for a record, and whether a run in it is resumed or replaced."""

    out: Path | None = option("--out", "Write every deal to a Parquet file.", OutputPath())
    resume: bool = switch("--resume", "Resume the run in --out.")
    force: bool = switch("--force", "Replace an existing file or an unfinished run.")


@command("simulate", LabCommand)
def simulate(  # noqa: PLR0913 - a study has many sides
    *,
    setup: GameSetup = record(GameSetup),
    deals: int = option("--deals", "Number of deals.", Number(1, MOST_DEALS), default=1000),
    bots: tuple[str, ...] = BOTS,
    seed: int | None = SEED,
    workers: Workers = record(Workers),
    file: DealFile = record(DealFile),
    match: int | None = option(
        "--match", "Print only the record of this match; the first is 0.", Number(0, SEEDS - 1)
    ),
    as_json: bool = JSON,
) -> None:
    """Play many deals between bots, and print means with confidence intervals.

    Whole matches are played until --deals is reached. --bots is one bot for all seats, or a list that repeats
    around the table. Ctrl-C prints the results so far; with --out, continue later with --resume.
    """
    from trickbook.lab import result_store
    from trickbook.lab.runner import RunProgress, run_study
    from trickbook.lab.runner import resume_study as go_on
    from trickbook.lab.sums import NO_SUMS

    played_by = workers.options()
    _permit(file, record=match is not None)
    at = result_store.result_location(file.out) if file.out else None
    of = _study(setup.ruleset(), bots, seed, at if file.resume else None)
    if match is not None:
        _record(of, match, file.out)
        return
    prepare_searches([of], played_by)
    store = None if at is None else go_on(at, of) if file.resume else result_store.new_store(at)
    parts = run_study(of, deals, played_by, store)
    finished = show_progress(parts, lambda total: total.found.deals, deals, RunProgress(NO_SUMS))
    again = ["trickbook", "simulate", *setup.words(of.players, of.seed, bots), "--deals", str(deals)]
    if finished.last.found.matches or not finished.error:
        if as_json:
            _print_json(of, finished, deals)
        else:
            _print(of, finished, deals, again)
    resumed = partial(workers.resumed, again, {"out": file.out}, as_json=as_json)
    report_end(finished, at, resumed, aside=as_json)


def _study(rules: Ruleset, bots: tuple[str, ...], seed: int | None, store: ResultLocation | None) -> Study:
    """The study to run. Its seed is the given one, that of the stored run, or random."""
    from trickbook.lab.study import new_study

    if store:
        seed = resumed_seed(seed, store, empty=not lexists(store.out))
    try:
        return new_study(rules, bots, secrets.randbelow(RANDOM_SEEDS) if seed is None else seed)
    except TrickbookError as error:
        raise usage_error(error.message) from None


def _permit(file: DealFile, *, record: bool) -> None:
    """Check that the options about the file go together and overwrite nothing by accident."""
    from trickbook.lab import result_store

    out, resume, force = file.out, file.resume, file.force
    if out is None:
        if resume or force:
            raise usage_error(Message("{flag} needs --out", flag="--resume" if resume else "--force"))
        return
    if resume and (force or record):
        raise usage_error(Message("--resume does not go with {flag}", flag="--force" if force else "--match"))
    require_writable(out, force=force or resume)
    if record and out.suffix == ".parquet":
        raise usage_error(
            Message(
                "{path} would hold the text of a record; name it {path_other}",
                path=str(out),
                path_other=str(out.with_suffix(".txt")),
            )
        )
    if not record and out.suffix != ".parquet":
        raise usage_error(
            Message("{path} would hold Parquet data; use a name that ends in .parquet", path=str(out))
        )
    if not (resume or force or record) and result_store.result_location(out).begun:
        raise usage_error(
            Message(
                "{path} holds an unfinished run; use --resume to continue it, or --force to start again",
                path=str(out),
            )
        )


def _record(of: Study, match: int, out: Path | None) -> None:
    """Print the record of a match, or write it to a file."""
    from trickbook.lab.interpreter_rows import played_match

    record = played_match(of, match).record()
    if out:
        write_text(out, record)
    else:
        click.echo(record, nl=False)


def _print(of: Study, finished: Finished[RunProgress[StudySums]], deals: int, again: Sequence[str]) -> None:
    """Print what was simulated, and a table of the results."""
    from trickbook.lab.chunks import choose_engine
    from trickbook.lab.measures import study_measures
    from trickbook.lab.result_text import INTERVAL_NOTE

    console, sums = standard_output(), finished.last.found
    called = rules_called(of.rules)
    console.print(
        text_line(
            Message(
                "{called}, {number} players, seed {seed}",
                called=called,
                number=of.players,
                seed=of.seed,
            ),
            "bold",
        )
    )
    console.print(text_line(Message("Again: {command}", command=shell_line(again)), "dim"))
    engine = choose_engine(of)
    found = counted_in_matches(sums.deals, sums.matches)
    if finished.last.played:
        number = f"{finished.last.played / finished.seconds:,.0f}"
        found = Message("{what}, {number} deals a second", what=found, number=number)
    by = verbatim(f"{engine.name}: {engine.reason}" if engine.reason else engine.name)
    console.print(text_line(Message("{what} ({text})", what=found, text=by)))
    if sums.matches:
        width = console.width if console.is_terminal else None
        for line in estimates_table(
            sums, study_measures(of), of.rules.engine(of.players).layout, of.bots, width
        ):
            console.print(line)
        console.print()
        console.print(text_line(INTERVAL_NOTE, "dim"))
    if sums.deals < deals:
        console.print(
            text_line(
                Message(
                    "Stopped after {number} of {number_most} deals.",
                    number=f"{sums.deals:,}",
                    number_most=f"{deals:,}",
                ),
                "bold",
            )
        )


def counted_in_matches(deals: int, matches: int) -> Message:
    """So many deals in so many matches."""
    return Message(
        "{deals} in {matches}",
        deals=Message("1 deal" if deals == 1 else "{number} deals", number=f"{deals:,}"),
        matches=Message("1 match" if matches == 1 else "{number} matches", number=f"{matches:,}"),
    )


def _print_json(of: Study, finished: Finished[RunProgress[StudySums]], deals: int) -> None:
    """Print the results as JSON."""
    from trickbook.lab.chunks import choose_engine
    from trickbook.lab.intervals import plain_estimates
    from trickbook.lab.metadata import plain_metadata

    sums, engine = finished.last.found, choose_engine(of)
    data = {
        **plain_metadata(of),
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


def estimates_table(
    sums: StudySums,
    measures: Mapping[str, Measure],
    layout: Layout,
    bots: Sequence[str],
    width: int | None = None,
) -> list[Text]:
    """The lines of the table, split to fit the width: all seats together, then each seat with its bot."""
    for abreast in range(ABREAST, 0, -1):
        lines = [*_blocks(sums, measures, layout, bots, abreast)]
        if width is None or all(line.cell_len <= width for line in lines):
            break
    return lines


def _blocks(
    sums: StudySums, measures: Mapping[str, Measure], layout: Layout, bots: Sequence[str], abreast: int
) -> Iterator[Text]:
    """The table with a limited number of seats side by side."""
    from trickbook.lab.intervals import estimates
    from trickbook.lab.result_text import format_mean

    found = estimates(sums)
    seats = range(layout.seats)
    for first in range(0, layout.seats, abreast):
        block = seats[first : first + abreast]
        head = [
            Text(),
            text_line(Message("all seats"), "bold"),
            *(Text(seat_name(layout, one), "bold") for one in block),
        ]
        rows = [head, [Text(), Text(), *(Text(bots[one], "dim") for one in block)]]
        for name, measure in measures.items():
            *by_seat, together = found[name]
            cells = [together, *(by_seat[one] for one in block if by_seat)]
            rows.append(
                [
                    Text(measure.title(chosen_language())),
                    *(Text(format_mean(one, share=measure.share)) for one in cells),
                ]
            )
        yield Text()
        yield from columns(_even(rows), right=range(1, len(head)), gap=3)


def _even(rows: Sequence[Sequence[Text]]) -> Iterator[list[Text]]:
    """Rows of the same length."""
    width = max(map(len, rows))
    for row in rows:
        yield [*row, *[Text()] * (width - len(row))]
