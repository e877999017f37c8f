"""``trickbook arena``: how much better one bot is than others, on the same deals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.cards.chance import SEEDS
from trickbook.cli.input_files import open_ruleset
from trickbook.cli.language import usage_error
from trickbook.cli.parameters import Number, parse_bots, parse_settings, shell_line, truncated, worker_options
from trickbook.cli.resumable_run import (
    open_store,
    prepare_searches,
    report_end,
    resumable_run,
    resume_command,
    resume_options,
    run_seed,
    show_progress,
)
from trickbook.cli.terminal_text import columns, standard_output
from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from trickbook.bots.arena import Arena
    from trickbook.cli.resumable_run import Finished
    from trickbook.lab.arena import Tally
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.runner import RunProgress, WorkerOptions

MOST: Final = 10**9
"""The largest number of deals."""


@click.command("arena")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--bots",
    callback=parse_bots,
    default="duck,random",
    show_default=True,
    help="Bots to compare: the first against the others.",
)
@click.option("--deals", type=Number(1, MOST), default=200, show_default=True, help="Number of deals.")
@click.option("--players", type=Number(), help="Number of players.  [default: the usual number]")
@click.option("--seed", type=Number(0, SEEDS - 1), help="Seed: the same seed gives the same deals.")
@click.option(
    "--option", "options", multiple=True, callback=parse_settings, help="Set an option: name=value."
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule.")
@worker_options
@resume_options
@click.option("--force", is_flag=True, help="Replace the results in --keep.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(  # noqa: PLR0913 - each option of the command is one
    *,
    name: str,
    bots: tuple[str, ...],
    deals: int,
    players: int | None,
    seed: int | None,
    options: dict[str, str],
    house: tuple[str, ...],
    workers: WorkerOptions,
    keep: Path | None,
    resume: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Measure how much better one bot is than others, on the same deals with seats rotated.

    Each deal is played once per seating, as all bots move one seat on, so none has better cards or seats.
    If there are fewer bots than seats, the first bot has one seat, or one side; the others repeat
    around the rest. Ctrl-C prints the results so far; with --keep, continue with --resume.
    """
    from trickbook.bots.arena import new_arena
    from trickbook.lab import arena as lab
    from trickbook.lab.runner import RunProgress

    rules, last = open_ruleset(name, options, players, house), resumable_run(keep, resume=resume, force=force)
    try:
        of = new_arena(rules, bots, run_seed(seed, last))
    except TrickbookError as error:
        raise usage_error(error) from None
    titles = [",".join(seating) for seating in of.seatings]
    store = open_store(last, titles, lambda at: lab.resume_arena(of, at))
    prepare_searches(lab.seating_studies(of), workers)
    parts = lab.run_arena(of, deals, store, workers)
    finished = show_progress(
        parts, lambda total: total.found.matches, deals, RunProgress(lab.empty_tally(of))
    )
    if as_json:
        click.echo(json.dumps(_data(of, finished, deals), indent=2))
    else:
        for line in _lines(of, finished, deals):
            standard_output().print(line)
    again = _again(of, deals)
    report_end(
        finished,
        store.place if store else None,
        lambda: resume_command(again, "workers", "scheduler", "keep"),
        aside=as_json,
    )


def _again(of: Arena, deals: int) -> list[str]:
    """The command that repeats the run."""
    called = click.get_current_context().params
    again = ["trickbook", "arena", called["name"], "--players", str(of.players), "--seed", str(of.seed)]
    again += [word for key, value in called["options"].items() for word in ("--option", f"{key}={value}")]
    again += [word for rule in called["house"] for word in ("--house", rule)]
    return [*again, "--bots", ",".join(called["bots"]), "--deals", str(deals)]


def _rate(of: Arena, finished: Finished[RunProgress[Tally]]) -> float:
    """Deals per second in this run, each counted once for all its seatings."""
    return finished.last.played / len(of.seatings) / finished.seconds


def _lines(of: Arena, finished: Finished[RunProgress[Tally]], deals: int) -> Iterator[Text]:
    """Yield what was played, the results of each bot, and the verdict."""
    from trickbook.lab.result_text import format_mean

    tally, names = finished.last.found, list(of.seats)
    house = f" with {', '.join(of.rules.house)}" if of.rules.house else ""
    yield Text(visible(f"{of.rules.title}{house}, {of.players} players, seed {of.seed}"), "bold")
    yield Text(f"Again: {shell_line(_again(of, deals))}", "dim")
    rate = f", {_rate(of, finished):,.1f} deals a second" if finished.last.played else ""
    many = "1 deal," if tally.matches == 1 else f"{tally.matches:,} deals, each"
    yield Text(f"{many} in {len(of.seatings)} seatings{rate}")
    yield Text()
    if tally.matches:
        apart, *rest = tally.estimates
        rows = [[Text(), Text("points a deal", "bold"), Text("deals won", "bold")]]
        rows += [
            [Text(_name(name)), Text(format_mean(points)), Text(format_mean(won, share=True))]
            for name, points, won in zip(names, rest[: len(names)], rest[len(names) :], strict=True)
        ]
        yield from columns(rows, right=(1, 2), gap=3)
        yield Text()
        yield from _failures(names, tally)
        yield from _verdict(of, tally, format_mean(apart), apart)
    if tally.matches < deals:
        yield Text(f"Stopped after {tally.matches:,} of {deals:,} deals.", "bold")


def _failures(names: Sequence[str], tally: Tally) -> Iterator[Text]:
    """Yield for which decisions of a bot a simpler one stepped in, because these make it look weaker."""
    for name, failures in zip(names, tally.failures, strict=True):
        if failures.decisions:
            many = "1 decision" if failures.decisions == 1 else f"{failures.decisions:,} decisions"
            why = visible(f"the first in deal {failures.deal}: {failures.reason}")
            yield Text(f"{_name(name)} failed in {many}, and a simpler bot decided; {why}", "bold")


def _verdict(of: Arena, tally: Tally, figure: str, apart: Estimate) -> Iterator[Text]:
    """Yield whether the first bot is better than the others, and by how much."""
    from trickbook.lab.intervals import SIGNIFICANCE_LEVEL
    from trickbook.lab.result_text import too_few_notice

    first, p = _name(of.bots[0]), tally.chance
    sure = f"p {_p(p)}: the probability of such a difference by chance alone"
    if p >= SIGNIFICANCE_LEVEL or not apart.mean:
        yield Text(f"{first} and the others cannot be told apart: {figure} points a deal ({sure}).")
        if few := too_few_notice(tally.matches, 1, "deals"):
            yield Text(few)
        return
    how = "better" if apart.mean > 0 else "worse"
    bare = figure.removeprefix("-")
    yield Text(f"{first} is {how} than the others by {bare} points a deal ({sure}).")


def _p(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else f"= {p:.2g}"  # noqa: PLR2004 - more digits would be noise


def _name(name: str) -> str:
    return truncated(visible(name))


def _data(of: Arena, finished: Finished[RunProgress[Tally]], deals: int) -> dict[str, Any]:
    """The results as plain data."""
    from trickbook import __version__
    from trickbook.bots.costs_of_cards import highest_wins

    tally, names = finished.last.found, list(of.seats)
    apart, *rest = (one._asdict() for one in tally.estimates) if tally.matches else _unknown(of)
    return {
        "ruleset": of.rules.name,
        "digest": of.rules.digest_for(of.players),
        "house": list(of.rules.house),
        "options": of.rules.options,
        "players": of.players,
        "bots": list(of.bots),
        "seed": of.seed,
        "version": __version__,
        "deals": tally.matches,
        "seatings": len(of.seatings),
        "complete": tally.matches >= deals,
        "elapsed_s": finished.seconds,
        "deals_per_second": _rate(of, finished),
        "highest_wins": highest_wins(of.rules, of.players),
        "players_did": {
            name: {"points": points, "won": won, "failed": failures._asdict()}
            for name, points, won, failures in zip(
                names, rest[: len(names)], rest[len(names) :], tally.failures, strict=True
            )
        },
        "better_by": apart,
        "p": tally.chance if tally.matches else None,
    }


def _unknown(of: Arena) -> Sequence[None]:
    return [None] * (1 + 2 * len(of.seats))
