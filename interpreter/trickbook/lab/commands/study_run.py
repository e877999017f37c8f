"""Studies of several rulesets that play the same matches, and their results as text and data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from trickbook.console.parameters import BOTS, EACH_HOUSE, PLAYERS, SEED, SETTINGS, Number, option
from trickbook.console.text_tables import seat_name
from trickbook.lab.commands.resumable_run import (
    MOST_DEALS,
    open_store,
    prepare_searches,
    run_seed,
    show_progress,
)
from trickbook.lab.commands.ruleset_specs import RulesetSpec, apply_to_all, load_specs
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.lab.commands.resumable_run import Finished, ResumableRun
    from trickbook.lab.comparison import Comparison
    from trickbook.lab.measures import Measure
    from trickbook.lab.report.picture import ReportData
    from trickbook.lab.result_store import ResultLocation
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Study


DEALS: Final = option("--deals", "Number of deals of each ruleset.", Number(1, MOST_DEALS), default=1000)


@dataclass(frozen=True)
class SharedSetup:
    """What applies to every ruleset of a comparison: players, bots, seed, house rules and options."""

    players: int | None = PLAYERS
    bots: tuple[str, ...] = BOTS
    seed: int | None = SEED
    house: tuple[str, ...] = EACH_HOUSE
    options: dict[str, str] = SETTINGS

    def specs(self, sides: Sequence[RulesetSpec]) -> list[RulesetSpec]:
        """The rulesets with these house rules and options."""
        return apply_to_all(sides, self.house, self.options)

    def lineup(self, last: ResumableRun) -> Lineup:
        """The lineup, with the seed of a run that is resumed."""
        return Lineup(self.players, self.bots, run_seed(self.seed, last))


class StudyRun(NamedTuple):
    """The studies, their titles and results, and the location of the stored deals, if any."""

    titles: tuple[str, ...]
    studies: tuple[Study, ...]
    finished: Finished[RunProgress[Comparison]]
    place: ResultLocation | None = None

    @property
    def found(self) -> Comparison:
        """The results."""
        return self.finished.last.found


class Lineup(NamedTuple):
    """The number of players, their bots, and the seed of the deals."""

    players: int | None
    bots: tuple[str, ...]
    seed: int


def studies_of(sides: Sequence[RulesetSpec], at: Lineup) -> tuple[Study, ...]:
    """A study of each ruleset with the same lineup. Raises UsageError for more bots than seats."""
    from trickbook.lab.study import new_study

    found, seats = load_specs(sides, at.players)
    if len(at.bots) > seats:
        raise click.UsageError(f"{len(at.bots)} players are named for {seats} seats")
    return tuple(new_study(rules, at.bots, at.seed, seats) for rules in found)


def require_different_rules(titles: Sequence[str], studies: Sequence[Study]) -> None:
    """Check that no two rulesets are the same rules."""
    known: dict[str, str] = {}
    for title, study in zip(titles, studies, strict=True):
        digest = study.rules.digest_for(study.players)
        if digest in known:
            raise click.UsageError(f"{known[digest]} and {title} are the same rules with the same options")
        known[digest] = title


def lineup_arguments(of: Study) -> list[str]:
    """The options of a command that repeats the lineup of a study."""
    bots = of.bots[:1] if len(set(of.bots)) == 1 else of.bots
    return ["--players", str(of.players), "--bots", ",".join(bots), "--seed", str(of.seed)]


def run_studies(
    titles: Sequence[str], studies: Sequence[Study], deals: int, workers: WorkerOptions, last: ResumableRun
) -> StudyRun:
    """Play the same matches of all studies until each has enough deals, or an interrupt."""
    from trickbook.lab.comparison import empty_comparison, resume_comparison, run_comparison
    from trickbook.lab.runner import RunProgress

    def fewest(total: RunProgress[Comparison]) -> int:
        return min(total.found.dealt)

    prepare_searches(studies, workers)
    store = open_store(last, titles, lambda at: resume_comparison(at, studies))
    parts = run_comparison(studies, deals, workers, store)
    finished = show_progress(parts, fewest, deals, RunProgress(empty_comparison(len(studies))))
    return StudyRun(tuple(titles), tuple(studies), finished, store.place if store else None)


def seat_names(of: StudyRun) -> list[str]:
    """The names of the seats."""
    study = of.studies[0]
    layout = study.rules.engine(study.players).layout
    return [seat_name(layout, number) for number in range(study.players)]


def measures_of(of: StudyRun) -> dict[str, Measure]:
    """All measures, by name."""
    from trickbook.lab import measures

    return {name: one for study in of.studies for name, one in measures.study_measures(study).items()}


def lineup_text(of: StudyRun) -> str:
    """The bots in their seats, in words."""
    bots = [visible(bot) for bot in of.studies[0].bots]
    if len(set(bots)) == 1:
        return f"{len(bots)} players, all of them {bots[0]}"
    return ", ".join(f"{name} is {bot}" for name, bot in zip(seat_names(of), bots, strict=True))


def engines_text(of: StudyRun) -> str:
    """The engines that played, and the reason if not the fast one."""
    from trickbook.lab.engine_choice import choose_engine

    found = {choose_engine(study)[:2] for study in of.studies}
    return visible("; ".join(f"{name}: {reason}" if reason else name for name, reason in sorted(found)))


def ruleset_data(of: StudyRun) -> list[dict[str, Any]]:
    """Each ruleset as plain data."""
    from trickbook.lab.engine_choice import choose_engine
    from trickbook.lab.metadata import plain_metadata

    found = []
    for title, study, sums in zip(of.titles, of.studies, of.found.sums, strict=True):
        engine = choose_engine(study)
        played = {"deals": sums.deals, "engine": engine.name, "engine_reason": engine.reason or None}
        found.append({"title": title, **plain_metadata(study), **played})
    return found


def picture_data(of: StudyRun, shown: int) -> ReportData:
    """The data of the pictures; the first ``shown`` rulesets are drawn in detail."""
    from trickbook.lab.report.picture import ReportData

    return ReportData(of.titles, seat_names(of), measures_of(of), of.found, of.found.differences(), shown)
