"""Coverage: which entries of a ruleset its examples exercise, which random deals do, which nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.checking import deals
from trickbook.checking.entries import Item, items, own_items
from trickbook.checking.tables import Tables
from trickbook.checking.watched import Watched
from trickbook.checking.watching import Watch
from trickbook.examples.outcome import Results
from trickbook.examples.running import Running
from trickbook.loading import resolve, shipped
from trickbook.problems import Problem
from trickbook.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.engine.engine import Engine
    from trickbook.loading import Resolved


class Line(NamedTuple):
    """An entry, and whether examples and random deals exercise it."""

    item: Item
    examples: bool
    deals: bool

    @property
    def how(self) -> str:
        """What exercises it, in words."""
        by = [*(["examples"] if self.examples else []), *(["deals"] if self.deals else [])]
        return " and ".join(by) or "never"


class Covered(NamedTuple):
    """The own entries of a file, one line for each; ``deals`` is how many random deals were played."""

    name: str
    lines: tuple[Line, ...]
    deals: int


class Coverage(NamedTuple):
    """What the examples gave, and what they exercised, file by file."""

    results: Results
    files: tuple[Covered, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The entries of all files."""
        return tuple(line for file in self.files for line in file.lines)

    @property
    def share(self) -> float:
        """How many entries of a hundred the examples exercise; all, if there is none."""
        return 100 * sum(line.examples for line in self.lines) / len(self.lines) if self.lines else 100

    def missing(self) -> tuple[Problem, ...]:
        """A note for every entry that no example exercises."""
        return tuple(
            Problem(
                "no-example",
                f"no example exercises {line.item}" + (", only random deals do" if line.deals else ""),
                line.item.place,
                None,
                "note",
            )
            for line in self.lines
            if not line.examples
        )


class WatchedRuleset(Ruleset):
    """A ruleset whose tables are watched."""

    def __init__(self, rules: Ruleset, watch: Watch) -> None:
        """Take up the same rules, with the same options."""
        self.watch = watch
        super().__init__(rules.resolved, rules.chosen, rules.usual)

    def table(self, players: int | None = None, given: frozenset[str] = frozenset()) -> Engine:
        """The same table, with somebody who watches it."""
        key = (self._check(self.usual if players is None else players), given)
        if key not in self._tables:
            super().table(players, given)
            resolved = self.resolved
            self._tables[key] = Watched(self.watch, resolved.root, resolved.texts, key[0], self.chosen, given)
        return self._tables[key]


class Observed(NamedTuple):
    """A ruleset, and what was seen of it."""

    resolved: Resolved
    watch: Watch

    def saw(self, item: Item) -> bool:
        """Whether an entry was seen; one that was partly written anew, if something of it is left."""
        return any(
            self.watch.saw(own.place)
            for own in items(self.resolved.root)
            if own.path == item.path and item.files & own.files
        )


class Observing:
    """What is seen of each ruleset while its examples are tried, by its file."""

    def __init__(self) -> None:
        """Begin without any ruleset."""
        self.known: dict[str, Observed] = {}

    def prepared(self, rules: Ruleset) -> Ruleset:
        """A ruleset that is watched; all that its examples are tried on report to one watch."""
        resolved = rules.resolved
        if resolved.file not in self.known:
            self.known[resolved.file] = Observed(resolved, Watch(items(resolved.root)))
        return WatchedRuleset(rules, self.known[resolved.file].watch)


def coverage(names: Iterable[str] = (), wanted: int = deals.ALL) -> Coverage:
    """Run examples as ``run`` does, then so many random deals; tell what either exercises.

    Told of is every ruleset that is named, or that a file's examples are about. The entries of a part, which
    cannot be played, are exercised by the examples of whatever extends it.
    """
    chosen, observing = list(names) or list(shipped()), Observing()
    results = Running(observing.prepared).run(chosen)
    known = {file: observed.resolved for file, observed in observing.known.items()}
    known |= {resolved.file: resolved for resolved in map(resolve, chosen) if _sound(resolved)}
    playable = [resolved for resolved in known.values() if not resolved.problems]
    chance = {resolved.file: _random(resolved, wanted) for resolved in playable}
    files = [_covered(resolved, observing.known, chance) for resolved in known.values()]
    return Coverage(results, tuple(files))


def _sound(resolved: Resolved) -> bool:
    """Whether a file is a ruleset or a part of one, and nothing is wrong with it."""
    return {problem.code for problem in resolved.problems} <= {"only-a-part"}


def _random(resolved: Resolved, wanted: int) -> Observed:
    """What random deals show."""
    watch = Watch(items(resolved.root), early=True)
    if wanted:
        list(deals.play(Tables(resolved), watch, wanted))
    return Observed(resolved, watch)


def _covered(resolved: Resolved, examples: Mapping[str, Observed], chance: Mapping[str, Observed]) -> Covered:
    """What was seen of a file: of a part, by all rulesets."""
    file = resolved.file
    part = file not in chance

    def seen(item: Item, observed: Mapping[str, Observed]) -> bool:
        return any(one.saw(item) for name, one in observed.items() if part or name == file)

    lines = tuple(Line(item, seen(item, examples), seen(item, chance)) for item in own_items(resolved))
    return Covered(file, lines, 0 if part else chance[file].watch.deals)
