"""Loading: from a name or a path to a whole ruleset, with every problem told at once.

The files that a ruleset rests on are gathered, laid over one another, and the whole is checked.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.loading.dependencies import Dependencies, edited_file, parsed_file, sent_file
from trickbook.loading.files import HOUSE, find, shipped
from trickbook.loading.merge import Merging, normal
from trickbook.problems import Place, Problem, in_order
from trickbook.sections import table
from trickbook.sections.players import Players, counts
from trickbook.source import Mapping, at
from trickbook.source.cache import keep, known, state_of_shipped
from trickbook.source.files import label
from trickbook.source.nodes import entries_under

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Sequence
    from os import PathLike


__all__ = ["Resolved", "resolve", "resolve_changed", "resolve_edited", "resolve_sent", "shipped"]

FITS: Final = "fits"
"""What is kept of a ruleset without misfits."""

NEEDS, CONFLICTS = "needs", "conflicts"
"""Keys of files that are laid over others only under conditions."""


class Resolved(NamedTuple):
    """A ruleset merged from all its files: its name, tree and texts, who may play, and what is wrong.

    ``trees`` has the tree of each file alone. ``misfits`` are keys that exclude each other once the files
    are merged. ``house`` names the house rules that were laid over it from outside, ``patches`` are the files
    of these and of its own. ``removed`` tells where entries were removed, by their paths.
    """

    name: str
    file: str
    root: Mapping
    texts: abc.Mapping[str, str]
    players: Players
    problems: tuple[Problem, ...]
    misfits: tuple[Problem, ...] = ()
    house: tuple[str, ...] = ()
    removed: abc.Mapping[str, Place] = {}
    patches: abc.Set[str] = frozenset()
    trees: abc.Mapping[str, Mapping] = {}

    def attributed(self, problems: abc.Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems in order; those that come of what the author's own files change name it."""
        found = tuple(one for one in problems if not self._is_at_home(one))
        if not found:
            return ()
        from trickbook.loading.diagnostics.attribution import Blame

        own = {self.file, *self.patches}
        return Blame(self.root, own, self.texts, self.removed, self.trees).attributed(found)

    def _is_at_home(self, problem: Problem) -> bool:
        """Return whether an entry that may belong to a section in a comment is inherited where it stands."""
        if (problem.severity, problem.code) != ("note", "commented-section") or problem.place is None:
            return False
        section, _, name = problem.place.path.partition(".")
        others = (tree for file, tree in self.trees.items() if file != problem.place.file)
        return any(name in entries_under(tree, section) for tree in others)

    @property
    def called(self) -> str:
        """Return its name in a record: a shipped one's own, any other's from its file."""
        path = shipped().get(self.name)
        return self.name if path and self.file == label(path) else PurePath(self.file).name


def resolve(name: str | PathLike[str], house: Sequence[str] = (), *, check_merged: bool = True) -> Resolved:
    """Find a ruleset by its shipped name or its path, and merge it with all that it extends.

    House rules, by name or path, are laid over it; one alone is laid over the first ruleset that it fits.
    Only with ``check_merged`` are misfits looked for.
    """
    path, name = find(name), str(name)
    if path is None:
        from trickbook.loading.diagnostics import no_such_ruleset

        return Resolved(name, name, Mapping({}, Place(name)), {}, Players((), 0), (no_such_ruleset(name),))
    if name in shipped() and all(f"{HOUSE}{rule}" in shipped() for rule in house):
        return _shipped(name, tuple(house), state_of_shipped(), check_merged=check_merged)
    return _resolved(Dependencies(), path, name, house, check_merged=check_merged)._replace(name=path.stem)


@lru_cache(maxsize=512)
def _shipped(
    name: str, house: tuple[str, ...], _state: tuple[tuple[int, int], ...], *, check_merged: bool
) -> Resolved:
    """A shipped ruleset with shipped house rules; as long as no shipped file changes, it is kept."""
    checked, path = f"{name}.merged", shipped()[name]
    fits = not house and known(checked) == FITS
    found = _resolved(Dependencies(), path, name, house, check_merged=check_merged and not fits)
    if check_merged and not (house or fits or found.misfits):
        keep(checked, FITS)
    return found


def resolve_sent(text: str, file: str, house: Sequence[str] = (), *, check_merged: bool = True) -> Resolved:
    """Merge a ruleset that came as text from elsewhere with all that it extends, which must be shipped.

    Messages call it by the name of a ``file``; none is opened.
    """
    parsed = sent_file(text, file)
    found = _resolved(Dependencies(parsed), parsed.path, file, house, check_merged=check_merged)
    return found._replace(name=parsed.path.stem)


def resolve_edited(path: Path, texts: abc.Mapping[Path, str]) -> Resolved:
    """Merge a ruleset with all that it extends; of files that are open in an editor their ``texts`` count."""
    parsed_files = [edited_file(one, text) for one, text in texts.items()]
    files = Dependencies(edited={parsed.file: parsed for parsed in parsed_files})
    return _resolved(files, path, str(path), (), check_merged=True)._replace(name=path.stem)


def resolve_changed(resolved: Resolved, own: Mapping) -> Mapping | None:
    """Merge a ruleset, whose own file has another tree, with all that it extends; None if that is wrong."""
    path = shipped().get(resolved.name)
    if path is None or label(path) != resolved.file:
        path = Path(resolved.file)
    parsed = parsed_file(path, resolved.file)._replace(root=own)
    files = Dependencies(edited={resolved.file: parsed})
    found = _resolved(files, path, resolved.name, resolved.house, check_merged=True)
    return None if found.problems or found.misfits else found.root


def _resolved(
    files: Dependencies, path: Path, name: str, house: Sequence[str], *, check_merged: bool
) -> Resolved:
    """Gather the files that a ruleset rests on, merge them, and check the whole."""
    rests = files.add(path)
    files.patch([(patch, None) for patch in house], None, (), rests)
    target = label(path)
    file = target if target in files.parsed_files else name
    trees = files.trees()
    roots = {file: normal(tree) for file, tree in trees.items()}
    merging = Merging(sibling_files=frozenset(files.patches - {target}))
    root = _merged(files, merging, roots, target) or Mapping({}, Place(name))
    problems, players = _problems(files, merging, roots), Players((), 0)
    misfits: tuple[Problem, ...] = ()
    if not any(problem.severity == "error" for problem in problems):
        misfits = () if not check_merged or len(files.parsed_files) == 1 else _misfits(root)
        players, lacks = _players(root, file, merging.removed)
        problems += lacks
    texts = {parsed.file: parsed.text for parsed in files.parsed_files.values()}
    found, applied, patches = in_order(problems), tuple(house), frozenset(files.patches)
    return Resolved(
        name, file, root, texts, players, found, misfits, applied, merging.removed, patches, trees
    )


def _misfits(root: Mapping) -> tuple[Problem, ...]:
    from trickbook.loading.conformance import check

    return check(root, "ruleset")


def _merged(
    files: Dependencies, merging: Merging, roots: abc.Mapping[str, Mapping], target: str
) -> Mapping | None:
    """All files laid over one another, those extended first; house rules wait for what they need."""
    if files.patches or any(NEEDS in root.entries for root in roots.values()):
        from trickbook.loading.house_rules import merged

        return merged(files, merging, roots, target)
    root: Mapping | None = None
    for own in roots.values():
        root = merging.lay(root or Mapping({}, own.place), own)
    return root


def _problems(files: Dependencies, merging: Merging, roots: abc.Mapping[str, Mapping]) -> list[Problem]:
    """Return what is wrong with each file, and with merging them."""
    conflicts = _conflicts(files, roots)
    if not (conflicts or files.problems or merging.problems):
        return []
    from trickbook.loading.diagnostics.attribution import causes

    return causes(files.problems, merging.problems, conflicts)


def _conflicts(files: Dependencies, roots: abc.Mapping[str, Mapping]) -> list[Problem]:
    """Files that say so, or that set one thing differently and do not know each other."""
    is_unrelated = any(one not in files.ancestors[other] for one, other in combinations(roots, 2))
    if not is_unrelated and not any(CONFLICTS in root.entries for root in roots.values()):
        return []
    from trickbook.loading.conflicts import clashes, conflicts, together

    found = together(files.parsed_files, clashes(roots, files.ancestors))
    return [*found, *conflicts(files.parsed_files, files.ancestors)]


def _players(
    root: Mapping, file: str, removed: abc.Mapping[str, Place]
) -> tuple[Players, tuple[Problem, ...]]:
    """Return who may play; nobody, and a problem, if a section that every game needs is missing or empty."""
    there = {key: entry.node for key, entry in root.entries.items()}
    filled = {key for key, node in there.items() if not isinstance(node, Mapping) or node.entries}
    if not filled.issuperset(table.needed()):
        from trickbook.loading.diagnostics.other_files import incomplete

        return Players((), 0), tuple(incomplete(root, file, removed))
    found = counts(root)
    if isinstance(found, Players):
        return found, ()
    message, key = found
    place = at(root, ["players", key] if key else ["players"]).place
    return Players((), 0), (Problem("players", message, place),)
