"""Mutation testing of rulesets: small changes to the rules that no example notices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.coverage.tallies import UNLIMITED, Budget
from trickbook.analysis.dependencies import NAMES, Dependencies
from trickbook.analysis.mutation.mutants import WorthOrders, mutants
from trickbook.analysis.mutation.witness import TRIES, Attempt, Examples
from trickbook.examples.runner import Runner
from trickbook.game.rules import PlayableRules
from trickbook.loading.files import find
from trickbook.problems import Problem, RulesetError, shown
from trickbook.ruleset import Ruleset, load
from trickbook.sections.players import Players, counts
from trickbook.source import Mapping, Pair, plain
from trickbook.source.nodes import texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Mapping as MappingOf

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.examples.runner import Group
    from trickbook.examples.values import Example
    from trickbook.loading import Resolved
    from trickbook.problems import Place


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


CHOSEN: Final = ("options", "players", "cards")
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
    """The mutants of one ruleset that can be played: how many its examples notice, and which they do not.

    ``left`` is the number of mutants that were not tried, for want of time.
    """

    name: str
    examples: int
    noticed: int
    survivors: tuple[Survivor, ...]
    texts: MappingOf[str, str]
    left: int = 0

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


def mutation_test(
    names: Iterable[str], tries: int = TRIES, budget: Callable[[str], Budget] = lambda _: UNLIMITED
) -> Iterator[MutationResults]:
    """Yield the results of each ruleset in ``names``, within a budget; other names are files of examples.

    Raises RulesetError for a ruleset that cannot be loaded.
    """
    names = list(dict.fromkeys(names))
    reader = Runner()
    groups = [group for name in names for group in reader.groups(name)]
    for name in names:
        own = [group for group in groups if find(group.ruleset) == find(name)]
        if any(group.ruleset == name for group in own):
            yield group_results(name, own, tries, budget(name))


def group_results(
    name: str, groups: Sequence[Group], tries: int = TRIES, budget: Budget = UNLIMITED
) -> MutationResults:
    """The results of a ruleset with these groups of examples of it, within a budget."""
    rules = load(name)
    own = [example for group in groups for example in group.examples]
    idle = IdleWords(rules.resolved.root, own)
    needed = rules.resolved._replace(root=idle.lean(rules.resolved.root))
    examples = Examples(Ruleset.ready(needed, {}), [example.name for example in own], tries)
    noticed, left, survivors, parts = 0, 0, [], list(_parts_of_one_choice(groups))
    options = frozenset(rules.engine().options)
    for mutant, changed in _changed_rulesets(rules, idle):
        if budget.spent:
            left += 1
            continue
        found = _notices(changed, parts, _terms(mutant, options))
        if found is None:
            continue
        noticed += found
        if not found:
            shown = Attempt(None) if idle.has(mutant) else examples.against(changed, mutant)
            survivors.append(Survivor(mutant.place, mutant.title, mutant.what, *shown))
    return MutationResults(name, len(own), noticed, tuple(survivors), rules.resolved.texts, left)


def idle_examples(name: str, resolved: Resolved, budget: Budget) -> Iterator[Problem]:
    """Yield a note for each example that holds without every entry of its name, and one if time ran out."""
    reader = Runner()
    reader.resolved[name] = resolved
    engine = PlayableRules(resolved, {}).engine()
    dropped = [one for one in mutants(resolved, engine) if one.kind == "without"]
    for group in reader.groups(name):
        for example in group.examples:
            named = [one for one in dropped if one.entry == example.name]
            if named and budget.spent:
                message = Message("not all examples were tried without the entry of their name")
                yield budget.note(resolved.file, message)
                return
            alone = group._replace(examples=(example,))
            if named and all(_holds_without(one, resolved, alone) for one in named):
                yield _idle(example, named[0])


def _holds_without(mutant: Mutant, resolved: Resolved, alone: Group) -> bool:
    """Return whether a group's only example holds by a ruleset without an entry."""
    players = counts(mutant.root)
    if not isinstance(players, Players):
        return False
    changed = resolved._replace(root=mutant.root, players=players)
    return _notices(changed, [*_parts_of_one_choice([alone])], frozenset()) is False


def _idle(example: Example, entry: Mutant) -> Problem:
    """The note of an example that holds without an entry of its name."""
    named = shown(".".join(entry.path))
    message = Message("{name} holds without {entry}, too", name=shown(example.name), entry=named)
    hint = Message("show a case that this entry decides, or give the example another name")
    return Problem("idle-example", message, example.place, hint, "note")


def _changed_rulesets(rules: Ruleset, idle: IdleWords) -> Iterator[tuple[Mutant, Resolved]]:
    """Yield each mutant that may play otherwise, with the changed ruleset; idle words are left out of it."""
    resolved, orders = rules.resolved, WorthOrders(rules.resolved)
    for mutant in mutants(resolved, rules.engine()):
        players = counts(mutant.root)
        if isinstance(players, Players) and not orders.same(mutant):
            merged = mutant.kind == "merge"
            root = mutant.root if merged else idle.lean(mutant.root, frozenset({mutant.entry}))
            yield mutant, resolved._replace(root=root, players=players)


class Part(NamedTuple):
    """Examples that choose the same options and players, each with its terms: names and source ids."""

    group: Group
    examples: tuple[tuple[Example, frozenset[str]], ...]

    def nearest_first(self, terms: frozenset[str]) -> Group:
        """Return the group with the examples first that share most terms."""
        order = sorted(self.examples, key=lambda one: -len(one[1] & terms))
        return self.group._replace(examples=tuple(example for example, _ in order))

    def shared(self, terms: frozenset[str]) -> int:
        """Return how many terms an example shares at most."""
        return max(len(own & terms) for _, own in self.examples)


def _parts_of_one_choice(groups: Sequence[Group]) -> Iterator[Part]:
    """Yield the groups in parts whose examples choose the same options and players.

    Rules are compiled for each choice, so a mutant that one part notices needs only one compilation.
    """
    for group in groups:
        chosen: dict[str, list[tuple[Example, frozenset[str]]]] = {}
        for example in group.examples:
            own = [plain(example.given.entries[key].node) for key in CHOSEN if key in example.given.entries]
            terms = {example.name, *NAMES.findall(repr(plain(example.node))), *example.source}
            chosen.setdefault(repr(own), []).append((example, frozenset(terms)))
        yield from (Part(group, tuple(alike)) for alike in chosen.values())


def _terms(mutant: Mutant, options: frozenset[str]) -> frozenset[str]:
    """Return the name of the changed entry, its source ids, and the options that it reads."""
    section, *names = mutant.path
    node = mutant.root.get(section, *names[:1])
    if not isinstance(node, Mapping):
        return frozenset({mutant.entry})
    read = options.intersection(NAMES.findall(repr(plain(node))))
    return frozenset({mutant.entry, *texts(node, "source"), *read})


def _notices(changed: Resolved, parts: list[Part], terms: frozenset[str]) -> bool | None:
    """Return whether an example fails on a changed ruleset; None if it cannot be played.

    Examples that share terms with the change come first, then the part that noticed the mutant before.
    """
    runner = Runner()
    if not parts and not _is_playable(changed):
        return None
    for part in sorted(parts, key=lambda one: -one.shared(terms)):
        runner.resolved[part.group.ruleset] = changed
        if not all(outcome.passed for outcome in runner.outcomes(part.nearest_first(terms))):
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
