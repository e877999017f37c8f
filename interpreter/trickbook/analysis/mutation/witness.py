"""Searches for examples that hold by the rules and not by a mutant, under the options that affect it."""

from __future__ import annotations

from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.configurations import option_values
from trickbook.analysis.dependencies import Dependencies, names_in
from trickbook.analysis.difference import differ
from trickbook.analysis.difference.example_writer import example_entry, indented
from trickbook.analysis.difference.search import Witness
from trickbook.examples.courses import CARD_WORDS, PLAIN_WORDS, SEED
from trickbook.examples.runner import Runner
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.source import Mapping, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

TRIES: Final = 200
"""The number of random positions of each kind to search for a mutant."""

MOST_SETTINGS: Final = 16
"""The largest number of settings of options and players to search."""

FEW: Final = (1, 2)
"""The values to try for a number option, beside its limits."""

Settings = tuple[int, dict[str, Any]]
"""A number of players, and the options that are set."""


class Examples:
    """Examples that hold by the rules and not by a mutant; all of them can be added to one file."""

    def __init__(self, rules: Ruleset, names: Iterable[str], tries: int) -> None:
        """Start without examples. ``names`` are those of the examples that the author has."""
        self.rules, self.tries = rules, tries
        self.names = set(names)
        self.found: dict[str, str] = {}

    def against(self, changed: Resolved, mutant: Mutant) -> str | None:
        """Return the first example that fails by the mutant, or search for one; None if there is none."""
        failed = self._failed(changed)
        if failed is not None:
            return self.found[failed]
        name = self._unused(mutant.entry)
        example = _search(self.rules, changed, mutant, name, self.tries)
        if example is not None:
            self.names.add(name)
            self.found[name] = example
        return example

    def _failed(self, changed: Resolved) -> str | None:
        """Return the name of the first example that fails by changed rules."""
        return _failing(changed, self.found.values())

    def _unused(self, entry: str) -> str:
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


def _search(rules: Ruleset, changed: Resolved, mutant: Mutant, name: str, tries: int) -> str | None:
    """Search for an example that holds by the rules and not by the mutant."""
    settings = list(islice(_settings(rules, mutant), MOST_SETTINGS if tries else 0))
    starts = (example for setting in settings for example in _starts(rules, name, *setting))
    found = next((example for example in starts if _failing(changed, [example])), None)
    return found or _moment(rules, changed, settings, name, tries)


def _starts(rules: Ruleset, name: str, seats: int, chosen: dict[str, Any]) -> Iterator[str]:
    """Yield examples of the start of a match: how many cards are dealt, and which are left out."""
    try:
        one = Ruleset.ready(rules.resolved, chosen, seats)
        game = one.new_game(seats, seed=SEED)
    except TrickbookError:
        return
    out = CARD_WORDS["left_out"](game)
    for word, value in (("counts", PLAIN_WORDS["counts"](game)), ("left_out", " ".join(out) or "nothing")):
        yield example_entry(Witness({"seed": SEED}, (), word, value, None), name, one, seats, first=True)


def _moment(
    rules: Ruleset, changed: Resolved, settings: Iterable[Settings], name: str, tries: int
) -> str | None:
    """Search for an example of a moment in which the rules and the mutant differ."""
    for seats, chosen in settings:
        try:
            one = Ruleset.ready(rules.resolved, chosen, seats)
            other = Ruleset.ready(changed, chosen, seats)
            found = differ(one, other, players=seats, tries=tries, thorough=True)
        except TrickbookError:
            continue
        moment = found.search.moment if found.search else None
        if moment is not None:
            example = example_entry(moment, name, one, seats, first=True)
            if _failing(changed, [example]) and not _failing(rules.resolved, [example]):
                return example
    return None


def _settings(rules: Ruleset, mutant: Mutant) -> Iterator[Settings]:
    """Yield the default settings, then one change each: an option that affects the entry, or the players."""
    yield rules.usual, {}
    engine = rules.engine()
    names = _names(rules, mutant)
    for name, option in engine.options.items():
        if name in names:
            for value in (*option_values(option, rules.usual), *(FEW if option.type == "number" else ())):
                if value != option.value:
                    yield rules.usual, {name: value}
    yield from ((seats, {}) for seats in rules.players if seats != rules.usual)


def _names(rules: Ruleset, mutant: Mutant) -> frozenset[str]:
    """The names that the changed entry uses, and those in the entries that use it."""
    known, changed = Dependencies(rules.resolved.root), {mutant.entry, *mutant.path[1:2]}
    found: frozenset[str] = frozenset()
    for section in rules.resolved.root.entries.values():
        for name, entry in section.node.entries.items() if isinstance(section.node, Mapping) else ():
            names = known.closure(names_in(entry.node))
            if name in changed or changed & names:
                found |= names
    return found
