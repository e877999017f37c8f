"""Runs the examples of a ruleset on each of its mutants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.mutation.equivalence import WorthOrders
from trickbook.analysis.mutation.mutants import mutants
from trickbook.analysis.mutation.witness import TRIES, Examples
from trickbook.examples.runner import Runner
from trickbook.loading.files import find
from trickbook.problems import Problem
from trickbook.ruleset import load
from trickbook.sections.players import Players, counts
from trickbook.source import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.examples.example import Example
    from trickbook.examples.runner import Group
    from trickbook.loading import Resolved
    from trickbook.problems import Place


CHOSEN: Final = ("options", "players")
"""What an example chooses that the rules are compiled for."""


class Survivor(NamedTuple):
    """A mutant that no example notices, and an example to add that does; None if none was found.

    One example may notice several mutants.
    """

    place: Place
    title: str
    what: str
    example: str | None

    def problem(self) -> Problem:
        """Return the survivor as a note."""
        message = f"no example notices {self.what}"
        if self.example is None:
            return Problem(
                "unnoticed", f"{message}, and no position that was tried shows it", self.place, None, "note"
            )
        return Problem("unnoticed", message, self.place, None, "note")


class MutationResults(NamedTuple):
    """The mutants of one ruleset that can be played: how many its examples notice, and which they do not."""

    name: str
    examples: int
    noticed: int
    survivors: tuple[Survivor, ...]
    texts: Mapping[str, str]

    def groups(self) -> Iterator[tuple[str | None, tuple[Survivor, ...]]]:
        """Yield each example with the survivors that it notices; None with those that have no example."""
        for example in dict.fromkeys(survivor.example for survivor in self.survivors):
            yield example, tuple(one for one in self.survivors if one.example == example)

    @property
    def many(self) -> int:
        """The number of mutants."""
        return self.noticed + len(self.survivors)

    @property
    def score(self) -> float | None:
        """The percentage of the mutants that examples notice; None if there are no mutants."""
        return 100 * self.noticed / self.many if self.many else None


def mutation_test(names: Iterable[str], tries: int = TRIES) -> Iterator[MutationResults]:
    """Yield the results of each ruleset in ``names``; the other names are files of examples.

    Raises RulesetError for a ruleset that cannot be loaded.
    """
    names = list(dict.fromkeys(names))
    reader = Runner()
    groups = [group for name in names for group in reader.groups(name)]
    for name in names:
        own = [group for group in groups if find(group.ruleset) == find(name)]
        if any(group.ruleset == name for group in own):
            yield group_results(name, own, tries)


def group_results(name: str, groups: Sequence[Group], tries: int = TRIES) -> MutationResults:
    """The results of a ruleset with these groups of examples of it."""
    rules = load(name)
    noticed, survivors, orders = 0, [], WorthOrders(rules.resolved)
    names = [example.name for group in groups for example in group.examples]
    examples, parts = Examples(rules, names, tries), list(_parts(groups))
    for mutant in mutants(rules.resolved, rules.engine()):
        if orders.same(mutant):
            continue
        players = counts(mutant.root)
        if not isinstance(players, Players):
            continue
        changed = rules.resolved._replace(root=mutant.root, players=players)
        found = _noticed(changed, parts)
        if found is None:
            continue
        noticed += found
        if not found:
            shown = examples.against(changed, mutant)
            survivors.append(Survivor(mutant.place, mutant.title, mutant.what, shown))
    return MutationResults(name, len(names), noticed, tuple(survivors), rules.resolved.texts)


def _parts(groups: Sequence[Group]) -> Iterator[Group]:
    """Yield the groups in parts whose examples choose the same options and players.

    Rules are compiled for each choice, so a mutant that one part notices needs only one compilation.
    """
    for group in groups:
        chosen: dict[str, list[Example]] = {}
        for example in group.examples:
            own = [plain(example.given.entries[key].node) for key in CHOSEN if key in example.given.entries]
            chosen.setdefault(repr(own), []).append(example)
        yield from (group._replace(examples=tuple(alike)) for alike in chosen.values())


def _noticed(changed: Resolved, parts: list[Group]) -> bool | None:
    """Return whether an example fails on a changed ruleset; None if it cannot be played.

    The part that notices it moves to the front: it often notices the next mutant, too.
    """
    runner = Runner()
    for part in parts:
        runner.resolved[part.ruleset] = changed
        if not all(outcome.passed for outcome in runner.outcomes(part)):
            parts.remove(part)
            parts.insert(0, part)
            return True
        if runner.problems:
            return None
    return False
