"""A contest: rulesets that play the same matches, and how that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from trickbook.cli.drawing import seat
from trickbook.cli.lasting import shelved
from trickbook.cli.sides import loaded
from trickbook.cli.waiting import wait, warm
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cli.lasting import Lasting
    from trickbook.cli.sides import Side
    from trickbook.cli.waiting import Waited
    from trickbook.lab.comparing import Compared
    from trickbook.lab.hiring import Hands
    from trickbook.lab.measures import Measure
    from trickbook.lab.report.material import Material
    from trickbook.lab.running import Total
    from trickbook.lab.shelf import Place
    from trickbook.lab.study import Study


MOST: Final = 10**12
"""So many deals may be asked for."""


class Contest(NamedTuple):
    """What was played, under which titles, and what came of it; where it is kept, if it is."""

    titles: tuple[str, ...]
    studies: tuple[Study, ...]
    waited: Waited[Total[Compared]]
    place: Place | None = None

    @property
    def found(self) -> Compared:
        """What came of it."""
        return self.waited.last.found


class Table(NamedTuple):
    """How many sit down, who they are, and where the deals come from."""

    players: int | None
    bots: tuple[str, ...]
    seed: int


def studied(sides: Sequence[Side], at: Table) -> tuple[Study, ...]:
    """The studies of these rules at the same table; more players than seats are a wrong call."""
    from trickbook.lab.study import study

    found, seats = loaded(sides, at.players)
    if len(at.bots) > seats:
        raise click.UsageError(f"{len(at.bots)} players are named for {seats} seats")
    return tuple(study(rules, at.bots, at.seed, seats) for rules in found)


def apart(titles: Sequence[str], studies: Sequence[Study]) -> None:
    """Rules are not compared with themselves."""
    known: dict[str, str] = {}
    for title, study in zip(titles, studies, strict=True):
        digest = study.rules.digest_for(study.players)
        if digest in known:
            raise click.UsageError(f"{known[digest]} and {title} are the same rules with the same options")
        known[digest] = title


def at(of: Study) -> list[str]:
    """The table of a study, as one writes it to sit down there again."""
    bots = of.bots[:1] if len(set(of.bots)) == 1 else of.bots
    return ["--players", str(of.players), "--bots", ",".join(bots), "--seed", str(of.seed)]


def contest(
    titles: Sequence[str], studies: Sequence[Study], deals: int, hands: Hands, last: Lasting
) -> Contest:
    """Play the same matches of all until each has so many deals, or somebody interrupts."""
    from trickbook.lab.comparing import comparing, nothing, resume
    from trickbook.lab.running import Total

    def fewest(total: Total[Compared]) -> int:
        return min(total.found.dealt)

    warm(studies, hands)
    lying = shelved(last, titles, lambda at: resume(at, studies))
    parts = comparing(studies, deals, hands, lying)
    waited = wait(parts, fewest, deals, Total(nothing(len(studies))))
    return Contest(tuple(titles), tuple(studies), waited, lying.place if lying else None)


def seats(of: Contest) -> list[str]:
    """What the seats are called."""
    study = of.studies[0]
    layout = study.rules.table(study.players).layout
    return [seat(layout, number) for number in range(study.players)]


def asked(of: Contest) -> dict[str, Measure]:
    """All that is measured, by name."""
    from trickbook.lab import measures

    return {name: one for study in of.studies for name, one in measures.asked(study).items()}


def lineup(of: Contest) -> str:
    """Who sits where, in words."""
    bots = [visible(bot) for bot in of.studies[0].bots]
    if len(set(bots)) == 1:
        return f"{len(bots)} players, all of them {bots[0]}"
    return ", ".join(f"{name} is {bot}" for name, bot in zip(seats(of), bots, strict=True))


def engines(of: Contest) -> str:
    """Who played: one or more of the engines, and why it was not the fast one."""
    from trickbook.lab.engines import choose

    found = {choose(study)[:2] for study in of.studies}
    return visible("; ".join(f"{name}: {reason}" if reason else name for name, reason in sorted(found)))


def described(of: Contest) -> list[dict[str, Any]]:
    """Each of the rulesets, for programs."""
    from trickbook.lab.about import plain
    from trickbook.lab.engines import choose

    found = []
    for title, study, sums in zip(of.titles, of.studies, of.found.sums, strict=True):
        engine = choose(study)
        played = {"deals": sums.deals, "engine": engine.name, "engine_reason": engine.reason or None}
        found.append({"title": title, **plain(study), **played})
    return found


def material(of: Contest, shown: int) -> Material:
    """What pictures are made of; so many of the rulesets are looked at one by one."""
    from trickbook.lab.report.material import Material

    return Material(of.titles, seats(of), asked(of), of.found, of.found.differences(), shown)
