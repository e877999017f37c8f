"""Searches for examples that hold by the rules and not by a mutant, under the settings that affect it.

A setting is a number of players and the options that are set.
"""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.configurations import option_values
from trickbook.analysis.dependencies import Dependencies
from trickbook.analysis.difference import Witness, differ
from trickbook.analysis.difference.yaml_writer import example_entry, indented
from trickbook.examples.courses import CARD_WORDS, PLAIN_WORDS, SEED
from trickbook.examples.runner import Runner
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.source import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

MOST_SETTINGS: Final = 16
"""The largest number of settings of options and players to search."""

FEW: Final = (1, 2)
"""The values to try for a number option, beside its limits."""

TRIES: Final = 200
"""The number of random positions of each kind to search for a mutant."""


class Attempt(NamedTuple):
    """The example that a search found, None if there is none; and the number of settings it did not reach."""

    example: str | None
    rest: int = 0


class Examples:
    """Examples that hold by the rules and not by a mutant; all of them can be added to one file."""

    def __init__(self, rules: Ruleset, names: Iterable[str], tries: int) -> None:
        """Start without examples. ``names`` are those of the examples that the author has."""
        self.settings, self.tries = Settings(rules), tries
        self.names = set(names)
        self.found: dict[str, str] = {}

    def against(self, changed: Resolved, mutant: Mutant) -> Attempt:
        """Return the first example that fails by the mutant, or search for one."""
        failed = self._failing_example(changed)
        if failed is not None or not self.tries:
            return Attempt(self.found[failed] if failed else None)
        name, settings = self._free_name(mutant.entry), self.settings.affecting(mutant)
        example = _search(self.settings, changed, settings[:MOST_SETTINGS], name, self.tries)
        if example is None:
            return Attempt(None, max(0, len(settings) - MOST_SETTINGS))
        self.names.add(name)
        self.found[name] = example
        return Attempt(example)

    def _failing_example(self, changed: Resolved) -> str | None:
        """Return the name of the first example that fails by changed rules."""
        return _failing(changed, self.found.values())

    def _free_name(self, entry: str) -> str:
        """Return the name of an entry, with a number if an example has that name."""
        names = chain([entry], (f"{entry}_{number}" for number in count(2)))
        return next(name for name in names if name not in self.names)


def _failing(changed: Resolved, examples: Iterable[str]) -> str | None:
    """Return the name of the first of some examples that fails by changed rules."""
    lines = [line for example in examples for line in indented(example, "  ")]
    root, _ = read("\n".join(["examples:", *lines]), changed.file)
    if root is None or not lines:
        return None
    outcomes = Runner().run_own(changed, root).outcomes
    return next((outcome.name for outcome in outcomes if not outcome.passed), None)


def _search(
    settings: Settings, changed: Resolved, wanted: list[Setting], name: str, tries: int
) -> str | None:
    """Search for an example that holds by the rules and not by the changed ones, at the start first."""
    pairs = []
    for pair in settings.pairs(wanted, changed):
        pairs.append(pair)
        for example in _starts(pair, name):
            if _failing(changed, [example]):
                return example
    moments = (_moment(pair, changed, name, tries) for pair in pairs)
    return next(filter(None, moments), None)


def _starts(pair: Pair, name: str) -> Iterator[str]:
    """Yield examples of the start of a match in which the rules may differ: the cards dealt, or left out.

    An example of the usual number of players does not say it, so it may start with another one.
    """
    seats, one, other = pair
    same = other and other.resolved.players.usual == one.resolved.players.usual
    here, there = _dealt_sizes(one, seats), _dealt_sizes(other, seats) if other and same else {}
    for word, value in here.items():
        if there.get(word) != value:
            yield example_entry(Witness({"seed": SEED}, (), word, value, None), name, one, seats, first=True)


def _dealt_sizes(rules: Ruleset, seats: int) -> dict[str, Any]:
    """The number of cards dealt to each seat at the start, and the cards left out; {} if no match starts."""
    try:
        game = rules.new_game(seats, seed=SEED)
    except TrickbookError:
        return {}
    out = CARD_WORDS["left_out"](game)
    return {"counts": PLAIN_WORDS["counts"](game), "left_out": " ".join(out) or "nothing"}


def _moment(pair: Pair, changed: Resolved, name: str, tries: int) -> str | None:
    """Search for an example of a moment in which the rules and the changed ones differ."""
    seats, one, other = pair
    try:
        found = differ(one, other, players=seats, tries=tries, thorough=True) if other else None
    except TrickbookError:
        return None
    moment = found.search.moment if found and found.search else None
    if moment is not None:
        example = example_entry(moment, name, one, seats, first=True)
        if _failing(changed, [example]) and not _failing(one.resolved, [example]):
            return example
    return None


class Setting(NamedTuple):
    """A number of players, and the options that are set."""

    seats: int
    chosen: dict[str, Any]


class Pair(NamedTuple):
    """The rules under a setting, and the changed ones; None if these cannot be played under it."""

    seats: int
    one: Ruleset
    other: Ruleset | None


class Settings:
    """The settings of a ruleset. Its rules under each of them are compiled once for all mutants."""

    def __init__(self, rules: Ruleset) -> None:
        """Store a ruleset with its default options."""
        self.rules = rules
        self._dependencies = Dependencies(rules.resolved.root)
        self._known: dict[str, Ruleset | None] = {}

    def affecting(self, mutant: Mutant) -> list[Setting]:
        """The default settings, then one change each: an option that affects the entry, or the players."""
        rules = self.rules
        names = self._dependencies.around(frozenset({mutant.entry, *mutant.path[1:2]}))
        options = {name: option for name, option in rules.engine().options.items() if name in names}
        return [
            Setting(rules.usual, {}),
            *(
                Setting(rules.usual, {name: value})
                for name, option in options.items()
                for value in (
                    *option_values(option, rules.usual),
                    *(FEW if option.type == "number" else ()),
                )
                if value != option.value
            ),
            *(Setting(seats, {}) for seats in rules.players if seats != rules.usual),
        ]

    def pairs(self, settings: list[Setting], changed: Resolved) -> Iterator[Pair]:
        """Yield the rules and the changed ones under each setting that the rules allow."""
        for setting in settings:
            key = repr(setting)
            if key not in self._known:
                self._known[key] = _ready(self.rules.resolved, setting)
            one = self._known[key]
            if one is not None:
                yield Pair(setting.seats, one, _ready(changed, setting))


def _ready(resolved: Resolved, setting: Setting) -> Ruleset | None:
    try:
        return Ruleset.ready(resolved, setting.chosen, setting.seats)
    except TrickbookError:
        return None
