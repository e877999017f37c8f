"""Mutation testing of rulesets: small changes to the rules that no example notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.configurations import Configurations
from trickbook.analysis.dependencies import NAMES, Dependencies
from trickbook.analysis.mutation.mutants import mutants
from trickbook.analysis.mutation.witness import TRIES, Attempt, Examples
from trickbook.examples.runner import Runner
from trickbook.game.rules import PlayableRules
from trickbook.loading.files import find
from trickbook.problems import Problem, RulesetError
from trickbook.ruleset import Ruleset, load
from trickbook.sections.context import WORTH
from trickbook.sections.players import Players, counts
from trickbook.source import Mapping, Pair, plain
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.examples.runner import Group
    from trickbook.examples.values import Example
    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.texts.message import Listing


Values = tuple[tuple[int, int], ...]
"""Pairs of a value and the cards that have it."""

WORDS: Final = "words"


class IdleWords:
    """The words of a ruleset that neither its rules nor its examples name, directly or through words."""

    def __init__(self, root: Mapping, examples: Iterable[Example]) -> None:
        """Find the words that are needed."""
        self.dependencies = Dependencies(root)
        spoken = frozenset(NAMES.findall(repr([plain(example.node) for example in examples])))
        self.needed = self.dependencies.closure(self.dependencies.beyond(WORDS) | spoken)

    def has(self, mutant: Mutant) -> bool:
        """Return whether a mutant is about one of them: no example can notice it."""
        section, *names = mutant.path
        return section == WORDS and not self.needed.intersection(names[:1])

    def lean(self, root: Mapping, changed: frozenset[str] = frozenset()) -> Mapping:
        """Return a tree without them; those stay that use some changed names, with all that they use."""
        found = root.entries.get(WORDS)
        if found is None or not isinstance(found.node, Mapping):
            return root
        left = self.needed | self.dependencies.using(changed)
        words = {name: entry for name, entry in found.node.entries.items() if name in left}
        pair = Pair(found.key_place, Mapping(words, found.node.place))
        return Mapping({**root.entries, WORDS: pair}, root.place)


class WorthOrders:
    """The worth of a ruleset's cards for the usual number of players, under all its options."""

    def __init__(self, resolved: Resolved) -> None:
        """Compute the worth of all cards by the unchanged rules."""
        self.resolved = resolved
        self.values = _values(resolved)

    def same(self, mutant: Mutant) -> bool:
        """Return whether a mutant only changes the order of ``worth:``, and all cards keep their worth.

        Where the options combine in too many ways to try all, nothing is certain.
        """
        if self.values is None or mutant.kind != "order" or mutant.path[:-1] != (WORTH,):
            return False
        return _values(self.resolved._replace(root=mutant.root)) == self.values


def _values(resolved: Resolved) -> MappingOf[Listing, Values] | None:
    """The worth of the cards for each setting of the options that affect it; None if there are too many."""
    tables = Configurations(resolved, players=resolved.players.usual)
    found = resolved.root.entries.get(WORTH)
    options = tables.dependencies.options(found.node) if found else frozenset()
    if not tables.tries_all(options):
        return None
    return {way: engine.worth for way, engine in tables.every_way(resolved.players.usual, options)}


CHOSEN: Final = ("options", "players")
"""The choices of an example that the rules are compiled for."""


class Survivor(NamedTuple):
    """A mutant that no example notices, and an example to add that does; None if none was found.

    One example may notice several mutants. ``rest`` are the settings that the search did not reach.
    """

    place: Place
    title: str
    what: Message
    example: str | None
    rest: int = 0

    def problem(self) -> Problem:
        """Return the survivor as a note."""
        message = Message("no example notices {what}", what=self.what)
        if self.example is None:
            message = Message("{what}, and no position that was tried shows it", what=message)
        if self.rest == 1:
            message = Message("{what}; 1 setting of options and players was not tried", what=message)
        elif self.rest:
            message = Message(
                "{what}; {number} settings of options and players were not tried",
                what=message,
                number=self.rest,
            )
        return Problem("unnoticed", message, self.place, None, "note")


class MutationResults(NamedTuple):
    """The mutants of one ruleset that can be played: how many its examples notice, and which they do not."""

    name: str
    examples: int
    noticed: int
    survivors: tuple[Survivor, ...]
    texts: MappingOf[str, str]

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
    own = [example for group in groups for example in group.examples]
    idle = IdleWords(rules.resolved.root, own)
    needed = rules.resolved._replace(root=idle.lean(rules.resolved.root))
    examples = Examples(Ruleset.ready(needed, {}), [example.name for example in own], tries)
    noticed, survivors, parts = 0, [], list(_groups_of_one_choice(groups))
    for mutant, changed in _changed_rulesets(rules, idle):
        found = _notices(changed, parts)
        if found is None:
            continue
        noticed += found
        if not found:
            shown = Attempt(None) if idle.has(mutant) else examples.against(changed, mutant)
            survivors.append(Survivor(mutant.place, mutant.title, mutant.what, *shown))
    return MutationResults(name, len(own), noticed, tuple(survivors), rules.resolved.texts)


def _changed_rulesets(rules: Ruleset, idle: IdleWords) -> Iterator[tuple[Mutant, Resolved]]:
    """Yield each mutant that may play otherwise, with the changed ruleset; idle words are left out of it."""
    resolved, orders = rules.resolved, WorthOrders(rules.resolved)
    for mutant in mutants(resolved, rules.engine()):
        players = counts(mutant.root)
        if isinstance(players, Players) and not orders.same(mutant):
            merged = mutant.kind == "merge"
            root = mutant.root if merged else idle.lean(mutant.root, frozenset({mutant.entry}))
            yield mutant, resolved._replace(root=root, players=players)


def _groups_of_one_choice(groups: Sequence[Group]) -> Iterator[Group]:
    """Yield the groups in parts whose examples choose the same options and players.

    Rules are compiled for each choice, so a mutant that one part notices needs only one compilation.
    """
    for group in groups:
        chosen: dict[str, list[Example]] = {}
        for example in group.examples:
            own = [plain(example.given.entries[key].node) for key in CHOSEN if key in example.given.entries]
            chosen.setdefault(repr(own), []).append(example)
        yield from (group._replace(examples=tuple(alike)) for alike in chosen.values())


def _notices(changed: Resolved, parts: list[Group]) -> bool | None:
    """Return whether an example fails on a changed ruleset; None if it cannot be played.

    The part that notices it moves to the front: it often notices the next mutant, too.
    """
    runner = Runner()
    if not parts and not _is_playable(changed):
        return None
    for part in parts:
        runner.resolved[part.ruleset] = changed
        if not all(outcome.passed for outcome in runner.outcomes(part)):
            parts.remove(part)
            parts.insert(0, part)
            return True
        if runner.problems:
            return None
    return False


def _is_playable(changed: Resolved) -> bool:
    """Return whether a changed ruleset still loads."""
    try:
        PlayableRules.ready(changed, {})
    except RulesetError:
        return False
    return True
