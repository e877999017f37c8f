"""Runs the examples of a ruleset on each of its mutants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.difference import differ
from trickbook.analysis.difference.example_writer import example_entry
from trickbook.analysis.mutation.mutants import mutants
from trickbook.examples.runner import Runner
from trickbook.loading.files import find
from trickbook.problems import Problem, TrickbookError
from trickbook.ruleset import Ruleset, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.examples.runner import Group
    from trickbook.loading import Resolved
    from trickbook.problems import Place

TRIES: Final = 200
"""The number of random positions of each kind in which to look for one that shows a survivor."""


class Survivor(NamedTuple):
    """A mutant that no example notices, and an example that would; none if no position shows it."""

    place: Place
    what: str
    example: str | None

    def problem(self) -> Problem:
        """The survivor as a note."""
        message = f"no example notices {self.what}"
        if self.example is None:
            return Problem(
                "unnoticed", f"{message}, and no position that was tried shows it", self.place, None, "note"
            )
        return Problem("unnoticed", message, self.place, None, "note")


class MutationResults(NamedTuple):
    """The mutants of one ruleset: how many could be played, how many were noticed, and which were not."""

    name: str
    noticed: int
    survivors: tuple[Survivor, ...]
    texts: Mapping[str, str]

    @property
    def score(self) -> float:
        """The percentage of mutants that examples notice, of those that make a difference."""
        shown = sum(survivor.example is not None for survivor in self.survivors)
        return 100 * self.noticed / (self.noticed + shown) if self.noticed + shown else 100


def mutation_test(names: Iterable[str], tries: int = TRIES) -> Iterator[MutationResults]:
    """Yield the results of each ruleset among some names; the others are files of examples.

    Raises RulesetError for a ruleset that cannot be loaded.
    """
    names = list(dict.fromkeys(names))
    reader = Runner()
    groups = [group for name in names for group in reader.groups(name)]
    for name in names:
        own = [group for group in groups if find(group.ruleset) == find(name)]
        if any(group.ruleset == name for group in own):
            yield _tested(name, own, tries)


def _tested(name: str, groups: Sequence[Group], tries: int) -> MutationResults:
    """Run the examples of a ruleset on all its mutants."""
    rules = load(name)
    cards = tuple(dict.fromkeys(rules.engine().deck.names))
    noticed, survivors = 0, []
    for mutant in mutants(rules.resolved, cards):
        changed = rules.resolved._replace(root=mutant.root)
        found = _noticed(changed, groups)
        if found is None:
            continue
        noticed += found
        if not found:
            survivors.append(Survivor(mutant.place, mutant.what, _example(rules, changed, mutant, tries)))
    return MutationResults(name, noticed, tuple(survivors), rules.resolved.texts)


def _noticed(changed: Resolved, groups: Sequence[Group]) -> bool | None:
    """Return whether an example fails on a changed ruleset; None if it cannot be played."""
    runner = Runner()
    for group in groups:
        runner.resolved[group.ruleset] = changed
        for outcome in runner.outcomes(group):
            if not outcome.passed:
                return True
        if runner.problems:
            return None
    return False


def _example(rules: Ruleset, changed: Resolved, mutant: Mutant, tries: int) -> str | None:
    """An example that holds by the rules and not by the mutant; None if none was found."""
    try:
        other = Ruleset.ready(changed, {})
        difference = differ(rules, other, tries=tries)
    except TrickbookError:
        return None
    moment = difference.search.moment if difference.search else None
    if moment is None or difference.seats is None:
        return None
    return example_entry(moment, mutant.entry, rules, difference.seats, first=True)
