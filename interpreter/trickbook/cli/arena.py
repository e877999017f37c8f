"""``trickbook arena``: how much better one player is than others, on the same deals."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from rich.text import Text

from trickbook.chance import SEEDS
from trickbook.cli import INTERRUPTED
from trickbook.cli.calling import opened, seated, settings
from trickbook.cli.cutting import cut, typed
from trickbook.cli.drawing import columns, terminal
from trickbook.cli.playing import SHORT
from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.bots.arena import Arena, Played
    from trickbook.cli.waiting import Waited
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.sums import Sum

MOST: Final = 10**9
"""So many deals may be asked for."""


class Tally(NamedTuple):
    """The sums over the deals so far: how far the first is ahead, the points of each, the wins of each."""

    deals: int
    sums: tuple[Sum, ...]


@click.command("arena")
@click.argument("name", metavar="NAME|FILE")
@click.option(
    "--bots", callback=seated, default="duck,random", show_default=True, help="The first against the others."
)
@click.option("--deals", type=click.IntRange(1, MOST), default=200, show_default=True, help="How many deals.")
@click.option("--players", type=int, help="How many play; the ruleset knows the usual number.")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="The same seed gives the same deals.")
@click.option("--option", "options", multiple=True, callback=settings, help="Set an option, as name=value.")
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Lay a house rule over it.")
@click.option("--json", "as_json", is_flag=True, help="Tell it to programs.")
def command(  # noqa: PLR0913 - each option of the command is one
    *,
    name: str,
    bots: tuple[str, ...],
    deals: int,
    players: int | None,
    seed: int | None,
    options: dict[str, str],
    house: tuple[str, ...],
    as_json: bool,
) -> None:
    """How much better a player is than others: the same deals, with seats changed.

    Each deal is played once for each seating, as all move on together, so that nobody has better cards or a
    better seat. Of fewer players than seats the first has one seat, or one side, and the others go round the
    rest. An interrupt keeps what is done.
    """
    from trickbook.bots.arena import arena, measured
    from trickbook.cli.waiting import wait

    rules = opened(name, options, players, house)
    try:
        of = arena(rules, bots, secrets.randbelow(SHORT) if seed is None else seed)
    except TrickbookError as error:
        raise click.UsageError(str(error)) from None
    stopped: list[TrickbookError] = []
    waited = wait(_tallied(of, measured(of, deals), stopped), _deals, deals, _nothing(of))
    if as_json:
        click.echo(json.dumps(_data(of, waited, deals), indent=2))
    else:
        for line in _lines(of, waited, deals):
            terminal().print(line)
    if stopped:
        raise stopped[0]
    if waited.interrupted:
        click.get_current_context().exit(INTERRUPTED)


def _deals(tally: Tally) -> int:
    return tally.deals


def _nothing(of: Arena) -> Tally:
    from trickbook.lab.sums import Sum

    return Tally(0, (Sum(),) * (1 + 2 * len(of.seats)))


def _tallied(of: Arena, played: Iterable[Played], stopped: list[TrickbookError]) -> Iterator[Tally]:
    """Add deals up; what stops them is told later, after what is done."""
    from trickbook.lab.sums import Sum

    tally, seats = _nothing(of), list(of.seats.values())
    per = [seats[0] * sum(seats[1:]), *seats, *(many * of.whole for many in seats)]
    try:
        for one in played:
            counted = (one.apart, *one.points.values(), *one.won.values())
            more = [
                Sum(much, many, much * much, much * many, many * many)
                for much, many in zip(counted, per, strict=True)
            ]
            sums = tuple(Sum(*map(int.__add__, old, new)) for old, new in zip(tally.sums, more, strict=True))
            tally = Tally(tally.deals + 1, sums)
            yield tally
    except TrickbookError as error:
        stopped.append(error)


def _estimates(tally: Tally) -> list[Estimate]:
    from trickbook.lab.intervals import estimate

    return [estimate(one, tally.deals) for one in tally.sums]


def _chance(tally: Tally) -> float:
    """How likely chance alone is to set players apart as far."""
    from trickbook.lab.intervals import spread
    from trickbook.lab.paired import chance

    first = tally.sums[0]
    error = spread(first, tally.deals) if tally.deals > 1 else 0.0
    return chance(first.much / first.many, error, tally.deals)


def _again(of: Arena, deals: int) -> str:
    """A call that plays the same."""
    called = click.get_current_context().params
    again = ["trickbook", "arena", called["name"], "--players", str(of.players), "--seed", str(of.seed)]
    again += [word for key, value in called["options"].items() for word in ("--option", f"{key}={value}")]
    again += [word for rule in called["house"] for word in ("--house", rule)]
    return typed([*again, "--bots", ",".join(called["bots"]), "--deals", str(deals)])


def _lines(of: Arena, waited: Waited[Tally], deals: int) -> Iterator[Text]:
    """What was played, what each player made of it, and who is better."""
    from trickbook.lab.written import mean

    tally, names = waited.last, list(of.seats)
    house = f" with {', '.join(of.rules.house)}" if of.rules.house else ""
    yield Text(visible(f"{of.rules.title}{house}, {of.players} players, seed {of.seed}"), "bold")
    yield Text(f"Again: {_again(of, deals)}", "dim")
    rate = f", {tally.deals / waited.seconds:,.1f} deals a second" if tally.deals else ""
    yield Text(f"{tally.deals:,} deals, each in {len(of.seatings)} seatings{rate}")
    yield Text()
    if tally.deals:
        apart, *rest = _estimates(tally)
        rows = [[Text(), Text("points a deal", "bold"), Text("deals won", "bold")]]
        rows += [
            [Text(_name(name)), Text(mean(points)), Text(mean(won, share=True))]
            for name, points, won in zip(names, rest[: len(names)], rest[len(names) :], strict=True)
        ]
        yield from columns(rows, right=(1, 2), gap=3)
        yield Text()
        yield from _verdict(of, tally, mean(apart), apart)
    if tally.deals < deals:
        yield Text(f"Stopped after {tally.deals:,} of {deals:,} deals.", "bold")


def _verdict(of: Arena, tally: Tally, figure: str, apart: Estimate) -> Iterator[Text]:
    """Whether the first is better than the others, and by how much."""
    from trickbook.lab.paired import LEVEL

    first, p = _name(of.bots[0]), _chance(tally)
    sure = f"p {_p(p)}: how likely chance alone is to set them apart as far"
    if p >= LEVEL or not apart.mean:
        yield Text(f"{first} and the others cannot be told apart: {figure} points a deal ({sure}).")
        return
    how = "better" if apart.mean > 0 else "worse"
    bare = figure.removeprefix("-")
    yield Text(f"{first} is {how} than the others by {bare} points a deal ({sure}).")


def _p(p: float) -> str:
    return "< 0.0001" if p < 1e-4 else f"= {p:.2g}"  # noqa: PLR2004 - more digits say no more


def _name(name: str) -> str:
    return cut(visible(name))


def _data(of: Arena, waited: Waited[Tally], deals: int) -> dict[str, Any]:
    """All of it for programs."""
    from trickbook import __version__
    from trickbook.bots.worths import highest_wins

    tally, names = waited.last, list(of.seats)
    apart, *rest = (one._asdict() for one in _estimates(tally)) if tally.deals else _unknown(of)
    return {
        "ruleset": of.rules.name,
        "digest": of.rules.digest_for(of.players),
        "house": list(of.rules.house),
        "options": of.rules.options,
        "players": of.players,
        "bots": list(of.bots),
        "seed": of.seed,
        "version": __version__,
        "deals": tally.deals,
        "seatings": len(of.seatings),
        "complete": tally.deals >= deals,
        "elapsed_s": waited.seconds,
        "deals_per_second": tally.deals / waited.seconds,
        "highest_wins": highest_wins(of.rules, of.players),
        "players_did": {
            name: {"points": points, "won": won}
            for name, points, won in zip(names, rest[: len(names)], rest[len(names) :], strict=True)
        },
        "better_by": apart,
        "p": _chance(tally) if tally.deals else None,
    }


def _unknown(of: Arena) -> Sequence[None]:
    return [None] * (1 + 2 * len(of.seats))
