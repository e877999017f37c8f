"""Coverage: which entries of a ruleset its examples and random deals exercise."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.coverage import random_deals
from trickbook.analysis.coverage.observer import Observer
from trickbook.analysis.coverage.reports import DealReporter
from trickbook.analysis.coverage.tallies import SourceEntry, own_entries, source_entries
from trickbook.examples import Results
from trickbook.examples.runner import Runner
from trickbook.game.rules import PlayableRules
from trickbook.loading import resolve, shipped
from trickbook.problems import Problem
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from trickbook.loading import Resolved
    from trickbook.sections.compiled import CompiledRules


class EntryCoverage(NamedTuple):
    """An entry, and whether examples and random deals exercise it."""

    item: SourceEntry
    examples: bool
    deals: bool

    @property
    def how(self) -> str:
        """Return what exercises the entry, in words."""
        by = [*(["examples"] if self.examples else []), *(["deals"] if self.deals else [])]
        return " and ".join(by) or "never"


class FileCoverage(NamedTuple):
    """The coverage of a file's own entries; ``deals`` is the number of random deals played.

    ``limits`` are notes of why there are fewer than asked for.
    """

    name: str
    lines: tuple[EntryCoverage, ...]
    deals: int
    limits: tuple[Problem, ...] = ()


class Coverage(NamedTuple):
    """The results of the examples, and their coverage by file."""

    results: Results
    files: tuple[FileCoverage, ...]

    @property
    def lines(self) -> tuple[EntryCoverage, ...]:
        """The entries of all files."""
        return tuple(line for file in self.files for line in file.lines)

    @property
    def share(self) -> float:
        """The percentage of entries that the examples exercise; 100 if there are none."""
        return 100 * sum(line.examples for line in self.lines) / len(self.lines) if self.lines else 100

    def notes(self) -> tuple[Problem, ...]:
        """Notes of why there are fewer random deals than asked for, and of what no example exercises."""
        limits = (note for file in self.files for note in file.limits)
        return (*limits, *self._missing())

    def _missing(self) -> Iterator[Problem]:
        """A note for every entry that no example exercises."""
        for line in self.lines:
            if not line.examples:
                message = Message(
                    "no example exercises {entry}, only random deals do"
                    if line.deals
                    else "no example exercises {entry}",
                    entry=str(line.item),
                )
                yield Problem("no-example", message, line.item.place, None, "note")


class ReportingRules(PlayableRules):
    """A ruleset whose deals are reported to an observer."""

    def __init__(self, rules: PlayableRules, observer: Observer) -> None:
        """Copy the rules and options."""
        self.observer = observer
        super().__init__(rules.resolved, rules.chosen, rules.usual)

    def engine(self, players: int | None = None, given: frozenset[str] = frozenset()) -> CompiledRules:
        """The engine, which has a listener."""
        engine = super().engine(players, given)
        if engine.listener is None:
            DealReporter(engine, self.observer)
        return engine


class ObservedRuleset(NamedTuple):
    """A ruleset with its observer, and notes of the random deals that were not played."""

    resolved: Resolved
    observer: Observer
    limits: tuple[Problem, ...] = ()

    def saw(self, item: SourceEntry) -> bool:
        """Return whether an entry was exercised. A partly overridden entry counts if part of it remains."""
        return any(
            self.observer.saw(own.place)
            for own in source_entries(self.resolved.root)
            if own.path == item.path and (item.files & own.files or item.place == own.place)
        )


class RulesetObserver:
    """The observers of the rulesets whose examples are run, by file."""

    def __init__(self) -> None:
        """Start with no rulesets."""
        self.known: dict[str, ObservedRuleset] = {}

    def reporting_rules(self, rules: PlayableRules) -> PlayableRules:
        """A ruleset that reports; all configurations of one file share an observer."""
        resolved = rules.resolved
        if resolved.file not in self.known:
            self.known[resolved.file] = ObservedRuleset(resolved, Observer(source_entries(resolved.root)))
        return ReportingRules(rules, self.known[resolved.file].observer)


def coverage(names: Iterable[str] = (), wanted: int = random_deals.ALL) -> Coverage:
    """Run examples as ``run`` does, then random deals, and return what either exercises.

    Told of is every ruleset that is named, or that a file's examples are about. The entries of a part, which
    cannot be played, are exercised by the examples of whatever extends it.
    """
    chosen, observing = list(names) or list(shipped()), RulesetObserver()
    results = Runner(observing.reporting_rules).run(chosen)
    known = {file: observed.resolved for file, observed in observing.known.items()}
    known |= {resolved.file: resolved for resolved in map(resolve, chosen) if _sound(resolved)}
    playable = [resolved for resolved in known.values() if not resolved.problems]
    chance = {resolved.file: _random(resolved, wanted) for resolved in playable}
    files = [_file_coverage(resolved, observing.known, chance) for resolved in known.values()]
    return Coverage(results, tuple(files))


def _sound(resolved: Resolved) -> bool:
    """Return whether a file is a valid ruleset or part."""
    return {problem.code for problem in resolved.problems} <= {"only-a-part"}


def _random(resolved: Resolved, wanted: int) -> ObservedRuleset:
    """Observe random deals."""
    observer, tables = Observer(source_entries(resolved.root), early=True), Configurations(resolved)
    if wanted:
        list(random_deals.play(tables, observer, wanted))
    return ObservedRuleset(resolved, observer, tuple(random_deals.shortfall_note(tables, observer, wanted)))


def _file_coverage(
    resolved: Resolved, examples: Mapping[str, ObservedRuleset], chance: Mapping[str, ObservedRuleset]
) -> FileCoverage:
    """The coverage of a file; that of a part is collected from all rulesets."""
    file = resolved.file
    part = file not in chance

    def seen(item: SourceEntry, observed: Mapping[str, ObservedRuleset]) -> bool:
        return any(one.saw(item) for name, one in observed.items() if part or name == file)

    lines = tuple(
        EntryCoverage(item, seen(item, examples), seen(item, chance)) for item in own_entries(resolved)
    )
    if part:
        return FileCoverage(file, lines, 0)
    return FileCoverage(file, lines, chance[file].observer.deals, chance[file].limits)
