"""Studies of several rulesets that play the same matches, and their results as text and data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from os.path import lexists
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.console.messages import chosen_language, usage_error
from trickbook.console.output_files import require_writable
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
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trickbook.lab.commands.resumable_run import Finished, ResumableRun
    from trickbook.lab.comparison import Comparison
    from trickbook.lab.measures import Measure
    from trickbook.lab.report.picture import ReportData
    from trickbook.lab.result_store import ResultLocation
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Study
    from trickbook.texts.message import Value


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

    def studies(self, sides: Sequence[RulesetSpec], last: ResumableRun) -> tuple[Study, ...]:
        """A study of each ruleset, with the seed of a run that is resumed."""
        return studies_of(sides, self.players, self.bots, run_seed(self.seed, last))


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


def studies_of(
    sides: Sequence[RulesetSpec], players: int | None, bots: tuple[str, ...], seed: int
) -> tuple[Study, ...]:
    """A study of each ruleset with the same lineup. Raises UsageError for more bots than seats."""
    from trickbook.lab.study import new_study

    found, seats = load_specs(sides, players)
    if len(bots) > seats:
        raise usage_error(
            Message(
                "{number} players are named for {number_seats} seats", number=len(bots), number_seats=seats
            )
        )
    return tuple(new_study(rules, bots, seed, seats) for rules in found)


def require_different_rules(titles: Sequence[str], studies: Sequence[Study]) -> None:
    """Check that no two rulesets are the same rules."""
    known: dict[str, str] = {}
    for title, study in zip(titles, studies, strict=True):
        digest = study.rules.digest_for(study.players)
        if digest in known:
            raise usage_error(
                Message(
                    "{name} and {name_other} are the same rules with the same options",
                    name=known[digest],
                    name_other=title,
                )
            )
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


def run_mark(studies: Sequence[Study]) -> str:
    """The last line of a file that a run draws, a comment, by which it knows the file when it is resumed."""
    from trickbook.lab.metadata import metadata

    about = json.dumps([metadata(study) for study in studies])
    return f"<!-- run {sha256(about.encode()).hexdigest()} -->\n"


def require_drawable(path: Path, mark: str, last: ResumableRun) -> None:
    """Check that a file can be drawn: it replaces another with --force, or one with the mark of its run."""
    require_writable(path, force=last.replace or last.resume)
    if last.resume and lexists(path) and not _ends(path, mark.encode()):
        raise usage_error(
            Message("{path} exists already, and this run did not write it; name another file", path=str(path))
        )


def _ends(path: Path, mark: bytes) -> bool:
    """Return whether a file ends with a mark."""
    if not path.is_file():
        return False
    try:
        return path.read_bytes().endswith(mark)
    except OSError:
        return False


def seat_names(of: StudyRun) -> list[str]:
    """The names of the seats."""
    study = of.studies[0]
    layout = study.rules.engine(study.players).layout
    return [seat_name(layout, number) for number in range(study.players)]


def measures_of(of: StudyRun) -> dict[str, Measure]:
    """All measures, by name."""
    from trickbook.lab import measures

    return {name: one for study in of.studies for name, one in measures.study_measures(study).items()}


def lineup(of: StudyRun) -> Value:
    """The bots in their seats."""
    bots = [visible(bot) for bot in of.studies[0].bots]
    if len(set(bots)) == 1:
        return Message("{number} players, all of them {name}", number=len(bots), name=bots[0])
    seats = zip(seat_names(of), bots, strict=True)
    return listing(Message("{seat} is {name}", seat=seat, name=bot) for seat, bot in seats)


def deals_of(deals: int, title: str) -> Message:
    """So many deals of a ruleset."""
    return Message("{number} deals of {name}", number=f"{deals:,}", name=title)


def engines_text(of: StudyRun) -> str:
    """The engines that played, and the reason if not the fast one."""
    from trickbook.lab.chunks import choose_engine

    found = {choose_engine(study)[:2] for study in of.studies}
    return visible("; ".join(f"{name}: {reason}" if reason else name for name, reason in sorted(found)))


def ruleset_data(of: StudyRun) -> list[dict[str, Any]]:
    """Each ruleset as plain data."""
    from trickbook.lab.chunks import choose_engine
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

    return ReportData(
        of.titles,
        seat_names(of),
        measures_of(of),
        of.found,
        of.found.differences(),
        shown,
        chosen_language(),
    )
