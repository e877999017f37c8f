"""Studies of several rulesets that play the same matches, and their results as text and data."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import exists
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from trickbook.analysis.difference.description import phrases, player_span
from trickbook.console.input_files import open_ruleset
from trickbook.console.messages import truncated
from trickbook.console.parameters import BOTS, EACH_HOUSE, PLAYERS, SEED, SETTINGS, Number, option
from trickbook.console.text_tables import seat_name
from trickbook.lab.commands.resumable_run import (
    MOST_DEALS,
    open_store,
    prepare_searches,
    run_seed,
    show_progress,
)
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE
from trickbook.problems import visible
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.lab.commands.resumable_run import Finished, ResumableRun
    from trickbook.lab.comparison import Comparison
    from trickbook.lab.measures import Measure
    from trickbook.lab.report.picture import ReportData
    from trickbook.lab.result_store import ResultLocation
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Study
    from trickbook.ruleset import Ruleset
    from trickbook.sections.options import Option


JOIN: Final = "+"
"""The separator before a house rule or an option."""

HOW: Final = "write GAME+RULE for a house rule, GAME+OPTION=VALUE for an option"

FEW: Final = 10
"""Number options with at most this many values are tried completely; else half and double."""


class RulesetSpec(NamedTuple):
    """A ruleset with house rules and options."""

    name: str
    house: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """The text that parses to this spec."""
        return JOIN.join([self.name, *self.house, *("=".join(setting) for setting in self.options)])

    @property
    def title(self) -> str:
        """The title in tables: the text of the spec, with every character visible."""
        return truncated(visible(str(self)))


def parse_specs(
    _ctx: click.Context, _param: click.Parameter, given: Sequence[str]
) -> tuple[RulesetSpec, ...]:
    """Parse rulesets; a leading ``+`` adds to the first one."""
    sides: list[RulesetSpec] = []
    for text in given:
        sides.append(_side(text, sides[0] if sides else None))
    return tuple(sides)


def _side(text: str, base: RulesetSpec | None) -> RulesetSpec:
    """Parse one ruleset. The name of an existing file may contain ``+``."""
    name, *more = [text] if exists(text) else text.split(JOIN)  # noqa: PTH110 - no name is too odd for it
    if not name and base is None:
        raise click.BadParameter(f"'{text}' adds to nothing: the first names a ruleset; {HOW}")
    if not all(more) or not (name or more):
        raise click.BadParameter(f"'{text}' names nothing behind '{JOIN}'; {HOW}")
    house = [part for part in more if "=" not in part]
    pairs = [part.partition("=")[::2] for part in more if "=" in part]
    for setting, value in pairs:
        if not (setting and value):
            raise click.BadParameter(f"'{setting}={value}' in '{text}' is not a setting; {HOW}")
        if [key for key, _ in pairs].count(setting) > 1:
            raise click.BadParameter(f"'{setting}' is set twice in '{text}'")
    start = base if base is not None and not name else RulesetSpec(name)
    return RulesetSpec(
        start.name, (*start.house, *house), tuple({**dict(start.options), **dict(pairs)}.items())
    )


def apply_to_all(
    sides: Sequence[RulesetSpec], house: Sequence[str], options: dict[str, str]
) -> list[RulesetSpec]:
    """Apply house rules and options to all rulesets. An option of a ruleset's own takes precedence."""
    return [
        RulesetSpec(side.name, (*house, *side.house), tuple({**options, **dict(side.options)}.items()))
        for side in sides
    ]


def _opened(side: RulesetSpec, players: int | None) -> Ruleset:
    """Load one ruleset; a UsageError names it."""
    try:
        return open_ruleset(side.name, dict(side.options), players, side.house)
    except click.UsageError as error:
        raise click.UsageError(f"{side.title}: {error.message}") from None


def load_specs(sides: Sequence[RulesetSpec], players: int | None) -> tuple[list[Ruleset], int]:
    """Load all rulesets for one number of players: the first one's usual number, or the nearest for all."""
    found = [_opened(side, players) for side in sides]
    if players is not None:
        return found, players
    shared = set(found[0].players).intersection(*(rules.players for rules in found))
    if not shared:
        counts = ", ".join(
            f"{side.title} is for {player_span(rules, phrases(ENGLISH))} players"
            for side, rules in zip(sides, found, strict=True)
        )
        raise click.UsageError(f"nobody can play all of them at one table: {counts}")
    usual = found[0].usual
    return found, min(shared, key=lambda count: (abs(count - usual), count))


def by_option(base: RulesetSpec, rules: Ruleset, players: int) -> Iterator[RulesetSpec]:
    """The base with each other setting of each option."""
    for name, found in rules.engine(players).options.items():
        for value in _other_settings(found, players):
            yield base._replace(options=tuple({**dict(base.options), name: value}.items()))


def by_house(base: RulesetSpec) -> Iterator[RulesetSpec]:
    """The base with each shipped house rule, whether or not it fits."""
    for name in shipped():
        if name.startswith(HOUSE):
            yield base._replace(house=(*base.house, name.removeprefix(HOUSE)))


def _other_settings(option: Option, players: int) -> list[str]:
    """The other settings of an option, as written; none if they cannot be enumerated."""
    match option.type:
        case "yes_no":
            return ["no" if option.value else "yes"]
        case "choice":
            return [name for name in option.choices if name != option.value]
        case "cycle":
            return [name for name in option.choices if (name,) != option.value]
        case "seat":
            return [str(seat) for seat in range(players) if seat != option.value]
        case _:
            return [str(number) for number in _numbers(option.value, option.low, option.high)]


def _numbers(value: int, low: int | None, high: int | None) -> list[int]:
    """All other values of a small range, else half and double, within the limits."""
    if low is not None and high is not None and high - low <= FEW:
        return [number for number in range(low, high + 1) if number != value]
    near = sorted({value // 2, value * 2} - {value})
    return [n for n in near if (low is None or n >= low) and (high is None or n <= high)]


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
        raise click.UsageError(f"{len(bots)} players are named for {seats} seats")
    return tuple(new_study(rules, bots, seed, seats) for rules in found)


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

    return ReportData(of.titles, seat_names(of), measures_of(of), of.found, of.found.differences(), shown)
