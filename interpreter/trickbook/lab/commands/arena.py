"""``trickbook arena``: how much better one bot is than others, on the same deals."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.console.messages import rules_called, shell_line, truncated, usage_error
from trickbook.console.parameters import JSON, SEED, GameSetup, Number, command, option, parse_bots, record
from trickbook.console.text_tables import columns, standard_output, text_line
from trickbook.lab.commands.resumable_run import (
    LabCommand,
    Storage,
    Workers,
    open_store,
    prepare_searches,
    report_end,
    run_seed,
    show_progress,
)
from trickbook.problems import RulesetError, TrickbookError, visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.bots.arena import Arena
    from trickbook.lab.arena import Tally
    from trickbook.lab.commands.resumable_run import Finished
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.runner import RunProgress

MOST: Final = 10**9
"""The largest number of deals."""


@command("arena", LabCommand)
def arena(  # noqa: PLR0913 - each option of the command is one
    *,
    setup: GameSetup = record(GameSetup),
    bots: tuple[str, ...] = option(
        "--bots",
        "Bots to compare: the first against the others.",
        callback=parse_bots,
        default="duck,random",
    ),
    deals: int = option("--deals", "Number of deals.", Number(1, MOST), default=200),
    seed: int | None = SEED,
    workers: Workers = record(Workers),
    storage: Storage = record(Storage),
    as_json: bool = JSON,
) -> None:
    """Measure how much better one bot is than others, on the same deals with seats rotated.

    Each deal is played once per seating, as all bots move one seat on, so none has better cards or seats.
    If there are fewer bots than seats, the first bot has one seat, or one side; the others repeat
    around the rest. Ctrl-C prints the results so far; with --keep, continue with --resume.
    """
    from trickbook.bots.arena import new_arena
    from trickbook.lab import arena as lab
    from trickbook.lab.runner import RunProgress

    played_by, last = workers.options(), storage.run()
    try:
        of = new_arena(setup.ruleset(), bots, run_seed(seed, last))
    except RulesetError:
        raise
    except TrickbookError as error:
        raise usage_error(error.message) from None
    titles = [",".join(seating) for seating in of.seatings]
    store = open_store(last, titles, lambda at: lab.resume_arena(of, at))
    prepare_searches(lab.seating_studies(of), played_by)
    parts = lab.run_arena(of, deals, store, played_by)
    finished = show_progress(
        parts, lambda total: total.found.matches, deals, RunProgress(lab.empty_tally(of))
    )
    again = ["trickbook", "arena", *setup.words(of.players, of.seed, bots), "--deals", str(deals)]
    if as_json:
        click.echo(json.dumps(_data(of, finished, deals), indent=2))
    else:
        for line in _lines(of, finished, deals, again):
            standard_output().print(line)
    resumed = partial(workers.resumed, again, {"keep": storage.keep}, as_json=as_json)
    report_end(finished, store.place if store else None, resumed, aside=as_json)


def _rate(of: Arena, finished: Finished[RunProgress[Tally]]) -> float:
    """Deals per second in this run, each counted once for all its seatings."""
    return finished.last.played / len(of.seatings) / finished.seconds


def _lines(
    of: Arena, finished: Finished[RunProgress[Tally]], deals: int, again: Sequence[str]
) -> Iterator[Text]:
    """Yield what was played, the results of each bot, and the verdict."""
    from trickbook.lab.result_text import format_mean

    tally, names = finished.last.found, list(of.seats)
    called = rules_called(of.rules)
    yield text_line(
        Message("{called}, {number} players, seed {seed}", called=called, number=of.players, seed=of.seed),
        "bold",
    )
    yield text_line(Message("Again: {command}", command=shell_line(again)), "dim")
    template = (
        "1 deal, in {number_seatings} seatings"
        if tally.matches == 1
        else "{number} deals, each in {number_seatings} seatings"
    )
    deals_text = Message(template, number=f"{tally.matches:,}", number_seatings=len(of.seatings))
    if finished.last.played:
        number = f"{_rate(of, finished):,.1f}"
        deals_text = Message("{what}, {number} deals a second", what=deals_text, number=number)
    yield text_line(deals_text)
    yield Text()
    if tally.matches:
        apart, *rest = tally.estimates
        rows = [
            [Text(), text_line(Message("points a deal"), "bold"), text_line(Message("deals won"), "bold")]
        ]
        rows += [
            [Text(_name(name)), Text(format_mean(points)), Text(format_mean(won, share=True))]
            for name, points, won in zip(names, rest[: len(names)], rest[len(names) :], strict=True)
        ]
        yield from columns(rows, right=(1, 2), gap=3)
        yield Text()
        yield from _failures(names, tally)
        yield from _verdict(of, tally, format_mean(apart), apart)
    if tally.matches < deals:
        yield text_line(
            Message(
                "Stopped after {number} of {number_most} deals.",
                number=f"{tally.matches:,}",
                number_most=f"{deals:,}",
            ),
            "bold",
        )


def _failures(names: Sequence[str], tally: Tally) -> Iterator[Text]:
    """Yield for which decisions of a bot a simpler one stepped in, because these make it look weaker."""
    for name, failures in zip(names, tally.failures, strict=True):
        if failures.decisions:
            many = Message(
                "1 decision" if failures.decisions == 1 else "{number} decisions",
                number=f"{failures.decisions:,}",
            )
            first = Message(
                "the first in deal {deal}: {reason}",
                deal=str(failures.deal),
                reason=Message(visible(str(failures.reason))),
            )
            yield text_line(
                Message(
                    "{name} failed in {what}, and a simpler bot decided; {reason}",
                    name=_name(name),
                    what=many,
                    reason=first,
                ),
                "bold",
            )


def _verdict(of: Arena, tally: Tally, figure: str, apart: Estimate) -> Iterator[Text]:
    """Yield whether the first bot is better than the others, and by how much."""
    from trickbook.lab.intervals import SIGNIFICANCE_LEVEL
    from trickbook.lab.result_text import too_few_notice

    first, p = _name(of.bots[0]), tally.chance
    sure = Message("p {number}: the probability of such a difference by chance alone", number=_p(p))
    if p >= SIGNIFICANCE_LEVEL or not apart.mean:
        yield text_line(
            Message(
                "{name} and the others cannot be told apart: {number} points a deal ({what}).",
                name=first,
                number=figure,
                what=sure,
            )
        )
        if few := too_few_notice(tally.matches, 1, "deals"):
            yield text_line(few)
        return
    template = "{name} is worse than the others by {number} points a deal ({what})."
    if apart.mean > 0:
        template = "{name} is better than the others by {number} points a deal ({what})."
    yield text_line(Message(template, name=first, number=figure.removeprefix("-"), what=sure))


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
