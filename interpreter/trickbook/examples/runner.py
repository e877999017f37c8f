"""The runner of examples, in rulesets and in files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.examples import InvalidExampleError, Mismatch, Outcome, Results
from trickbook.examples.courses import check_course
from trickbook.examples.positions import check_moves, check_score, check_winner
from trickbook.examples.values import Example, Situation
from trickbook.game.rules import PlayableRules
from trickbook.loading import Resolved, resolve, shipped
from trickbook.loading.conformance import check
from trickbook.loading.dependencies import parsed_file
from trickbook.loading.files import find, is_path
from trickbook.problems import Place, Problem, RulesetError, TrickbookError
from trickbook.sections import deck, metrics
from trickbook.source import Listing, Mapping, Scalar, fetch, plain, read
from trickbook.source.files import decode, label
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from trickbook.source import Node

    Check = Callable[[Situation, dict[str, Node]], Iterator[Mismatch]]
    Ready = Callable[[dict[str, Any], Any, Sequence[str]], PlayableRules]


class Group(NamedTuple):
    """Examples of one ruleset, with the options and number of players that they share."""

    ruleset: str
    place: Place
    options: dict[str, Any]
    players: Any
    examples: tuple[Example, ...]


class Settings(NamedTuple):
    """House rules over every ruleset, and what examples choose that choose nothing else."""

    house: tuple[str, ...] = ()
    options: abc.Mapping[str, Any] = {}
    players: int | None = None


def run(
    names: Iterable[str] = (),
    resolved: abc.Mapping[str, Resolved] = {},
    settings: Settings = Settings(),  # noqa: B008 - it never changes
) -> Results:
    """Run the examples of rulesets, by name or path, and of files of examples.

    Without any, those of all shipped rulesets are run. What is ``resolved``, by name, is not read again.
    Raises TrickbookError for settings that a ruleset does not have.
    """
    running = Runner(settings=settings)
    running.resolved |= resolved
    return running.run(list(names) or list(shipped()))


def unprepared(rules: PlayableRules) -> PlayableRules:
    """Return the ruleset unchanged."""
    return rules


class Runner:
    """Runs examples, and caches rulesets. ``prepared`` turns a ruleset into the one to run them on."""

    def __init__(
        self,
        prepared: Callable[[PlayableRules], PlayableRules] = unprepared,
        settings: Settings = Settings(),  # noqa: B008 - it never changes
    ) -> None:
        """Start with an empty cache."""
        self.prepared, self.settings = prepared, settings
        self.edited: abc.Mapping[str, str] = {}
        self.problems: list[Problem] = []
        self.texts: dict[str, str] = {}
        self.resolved: dict[str, Resolved] = {}
        self.loaded: dict[str, PlayableRules | RulesetError] = {}

    def run(self, names: Iterable[str], edited: abc.Mapping[str, str] = {}) -> Results:
        """Run the examples of all these names and paths; of some files an editor has the text."""
        self.edited = edited
        outcomes = [
            outcome
            for name in dict.fromkeys(names)
            for group in self.groups(name)
            for outcome in self.outcomes(group)
        ]
        return Results(tuple(outcomes), tuple(dict.fromkeys(self.problems)), self.texts)

    def run_own(self, resolved: Resolved, root: Mapping) -> Results:
        """Run the examples that a ruleset has in its own file, whose tree is given; no file is opened."""
        self.resolved[resolved.file] = resolved
        outcomes = tuple(self.outcomes(_group(resolved.file, root, root.place)))
        return Results(outcomes, tuple(dict.fromkeys(self.problems)), self.texts)

    def groups(self, name: str) -> tuple[Group, ...]:
        """The groups of examples of a name or path."""
        path = find(name)
        if path is None:
            self.problems += resolve(name).problems
            return ()
        file = label(path)
        root = self._tree(name, path, file)
        if root is None:
            return ()
        if "ruleset" in root.entries or "groups" in root.entries:
            return self._of_file(root, path)
        return (_group(name, root, root.place),) if is_path(name) or "examples" in root.entries else ()

    def _tree(self, name: str, path: Path, file: str) -> Mapping | None:
        """The tree of a file; one of a ruleset that is resolved, or shipped, is not read again."""
        known = self.resolved.get(name)
        if name not in self.edited and known and file in known.trees:
            self.texts[file] = known.texts[file]
            return known.trees[file]
        if name not in self.edited and path in shipped().values():
            sheet = parsed_file(path, file)
            if sheet.root is not None and not sheet.problems:
                self.texts[file] = sheet.text
                return sheet.root
        text, problems = decode(self.edited[name], file) if name in self.edited else fetch(path)
        root = None
        if text is not None:
            self.texts[file] = text
            root, problems = read(text, file)
        self.problems += problems
        return root

    def _of_file(self, root: Mapping, path: Path) -> tuple[Group, ...]:
        """The groups of a file of examples."""
        problems = check(root, "examples")
        self.problems += problems
        if problems:
            return ()
        listed = root.entries.get("groups")
        nodes = listed.node.items if listed and isinstance(listed.node, Listing) else (root,)
        groups = []
        for node in nodes:
            named = node.entries["ruleset"].node if isinstance(node, Mapping) else None
            if isinstance(node, Mapping) and isinstance(named, Scalar):
                ruleset = str(path.parent / named.text) if is_path(named.text) else named.text
                groups.append(_group(ruleset, node, named.place, chosen=True))
        return tuple(groups)

    def outcomes(self, group: Group) -> Iterator[Outcome]:
        """Run the examples of a group, if its ruleset can be loaded."""
        try:
            self.rules(group.ruleset, {}, None)
        except RulesetError as error:
            self.texts |= error.sources
            self.problems += [
                p if p.place else Problem(p.code, p.message, group.place, p.hint) for p in error.problems
            ]
            return
        for example in group.examples:
            yield Outcome(
                example.name,
                group.ruleset,
                example.place,
                example.says,
                example.source,
                tuple(self._differences(group, example)),
            )

    def rules(
        self, name: str, options: dict[str, Any], players: int | None, pack: Sequence[str] = ()
    ) -> PlayableRules:
        """A ruleset with these options, and with these cards alone where any are given, cached."""
        options, players = {**self.settings.options, **options}, players or self.settings.players
        key = repr((name, options, players, pack))
        if key not in self.loaded:
            try:
                self.resolved[name] = self.resolved.get(name) or resolve(name, self.settings.house)
                resolved = _with_pack(self.resolved[name], pack)
                self.loaded[key] = self.prepared(PlayableRules.ready(resolved, options, players))
            except RulesetError as error:
                self.loaded[key] = error
        found = self.loaded[key]
        if isinstance(found, RulesetError):
            raise found
        return found

    def _differences(self, group: Group, example: Example) -> list[Mismatch]:
        def ready(options: dict[str, Any], players: Any, pack: Sequence[str]) -> PlayableRules:
            return self.rules(group.ruleset, {**group.options, **options}, players or group.players, pack)

        return differences(example, ready)


def _with_pack(resolved: Resolved, pack: Sequence[str]) -> Resolved:
    """The ruleset with these cards alone, where any are given."""
    return resolved._replace(root=deck.with_pack(resolved.root, pack)) if pack else resolved


def differences(example: Example, ready: Ready) -> list[Mismatch]:
    """The mismatches of an example.

    ``ready`` gives the ruleset with the options, the number of players and the cards that it chooses.
    """
    given = example.given
    try:
        own: dict[str, Any] = {
            word: plain(entry.node) for word, entry in given.entries.items() if word in ("options", "players")
        }
        options, players = own.get("options") or {}, own.get("players")
        rules = ready(options, players, ())
        if "cards" in given.entries:
            rules = ready(options, players, Situation(rules, given).pack())
        return list(_run(Situation(rules, given), example))
    except InvalidExampleError as misfit:
        return [misfit.difference]
    except RulesetError as error:
        return [Mismatch(example.place, "ruleset", None, error.problems[0].message)]
    except TrickbookError as error:
        return [Mismatch(given.place, "given", None, error.message)]


def satisfied_examples(rules: PlayableRules, players: int) -> Iterator[Example]:
    """The examples that pass for a number of players. An example may set options and players itself."""
    made: dict[str, PlayableRules] = {}

    def ready(options: dict[str, Any], count: Any, pack: Sequence[str]) -> PlayableRules:
        key = repr((options, count, pack))
        if key not in made:
            resolved = _with_pack(rules.resolved, pack)
            made[key] = PlayableRules(resolved, {**rules.chosen, **options}, count or players)
        return made[key]

    found = rules.resolved.root.entries.get("examples")
    for name, entry in found.node.entries.items() if found and isinstance(found.node, Mapping) else ():
        if isinstance(entry.node, Mapping):
            example = Example(name, entry.key_place, entry.node)
            if not differences(example, ready):
                yield example


def _group(ruleset: str, node: Mapping, place: Place, *, chosen: bool = False) -> Group:
    """Parse a group; the examples in a ruleset share no settings."""
    found = node.entries.get("examples")
    entries = found.node.entries if found and isinstance(found.node, Mapping) else {}
    examples = tuple(
        Example(name, entry.key_place, entry.node)
        for name, entry in entries.items()
        if isinstance(entry.node, Mapping)
    )
    about: dict[str, Any] = (
        {key: plain(node.entries[key].node) for key in ("options", "players") if key in node.entries}
        if chosen
        else {}
    )
    return Group(ruleset, place, about.get("options") or {}, about.get("players"), examples)


def _run(situation: Situation, example: Example) -> Iterator[Mismatch]:
    """Run an example in the form that its expectations require."""
    expected = example.expected
    happens = _node(example.node, "course")
    if not expected:
        message = Message("this expects nothing; say what is `legal:`, the `winner:`, the `points:` …")
        raise InvalidExampleError(example.place, "example", message)
    check = _single_moment(expected.keys() - {"facts"}, situation.given) if happens is None else None
    if check is not None:
        return check(situation, expected)
    for word in ("winner", "points", "decision"):
        if word in expected:
            message = Message("this stands alone; a course of play ends in `takers:` or `deals:`")
            raise InvalidExampleError(expected[word].place, word, message)
    return check_course(situation, happens, expected)


def _single_moment(words: abc.Set[str], given: Mapping) -> Check | None:
    """The check of a single moment, by the expected words beside facts; None for a course of play."""
    if "hand" in given.entries and words <= {"legal", "illegal"}:
        return check_moves
    if words == {"winner"} or (not words and "trick" in given.entries):
        return check_winner
    is_end = bool(words) or not given.entries.keys().isdisjoint({"taken", "tricks"})
    return check_score if is_end and words <= {"points", "decision", metrics.KEY} else None


def _node(node: Mapping, key: str) -> Node | None:
    found = node.entries.get(key)
    return found.node if found else None
