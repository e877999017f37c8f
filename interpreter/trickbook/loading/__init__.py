"""Loading: from a name or a path to a whole ruleset, with every problem told at once."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.completeness import playing
from trickbook.loading.files import HOUSE, find, label, shipped, state_of_shipped, titled
from trickbook.loading.loader import Gathering, lacking, sent_sheet
from trickbook.loading.schema import check
from trickbook.problems import Place, Problem, in_order, nearest, shown
from trickbook.sections.players import Players
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Sequence
    from os import PathLike
    from pathlib import Path

__all__ = ["Resolved", "lacking", "resolve", "resolve_sent", "shipped"]


class Resolved(NamedTuple):
    """A ruleset merged from all its files: its name, tree and texts, who may play, and what is wrong.

    ``misfits`` are keys that exclude each other once the files are merged. ``house`` names the house rules
    that were laid over it from outside, ``patches`` are the files of these and of its own. ``removed`` tells
    where entries were removed, by their paths.
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

    def told(self, problems: abc.Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems in order; those that come of what the author's own files change name it."""
        from trickbook.loading.diagnostics.attribution import Blame

        return Blame(self.root, {self.file, *self.patches}, self.texts, self.removed).told(problems)

    @property
    def called(self) -> str:
        """How a record calls it: a shipped one by its name, any other by that of its file."""
        path = shipped().get(self.name)
        return self.name if path and self.file == label(path) else PurePath(self.file).name


def resolve(name: str | PathLike[str], house: Sequence[str] = (), *, swiftly: bool = False) -> Resolved:
    """Find a ruleset by its shipped name or its path, and merge it with all that it extends.

    House rules, by name or path, are laid over it; one alone is laid over the first ruleset that it fits.
    ``swiftly``, misfits are not looked for.
    """
    path, name = find(name), str(name)
    if path is None:
        from trickbook.loading.diagnostics.suggestions import beside, joined

        near = titled(name) or beside(name) or nearest(name, shipped())
        hint = f"did you mean `{near}`?" if near else "`trickbook list` names all; a path ends in .yaml"
        hint = joined(name) or hint
        problem = Problem("no-such-ruleset", f"there is no ruleset {shown(name)}", None, hint)
        return Resolved(name, name, Mapping({}, Place(name)), {}, Players((), 0), (problem,))
    if name in shipped() and all(f"{HOUSE}{rule}" in shipped() for rule in house):
        return _shipped(name, tuple(house), state_of_shipped(), swiftly=swiftly)
    return _resolved(Gathering(), path, name, house, swiftly=swiftly)._replace(name=path.stem)


@lru_cache(maxsize=512)
def _shipped(name: str, house: tuple[str, ...], _state: int, *, swiftly: bool) -> Resolved:
    """A shipped ruleset with shipped house rules; as long as no shipped file changes, it is kept."""
    return _resolved(Gathering(), shipped()[name], name, house, swiftly=swiftly)


def resolve_sent(text: str, file: str, house: Sequence[str] = (), *, swiftly: bool = False) -> Resolved:
    """Merge a ruleset that came as text from elsewhere with all that it extends, which must be shipped.

    Messages call it by the name of a ``file``; none is opened.
    """
    sheet = sent_sheet(text, file)
    found = _resolved(Gathering(sheet), sheet.path, file, house, swiftly=swiftly)
    return found._replace(name=sheet.path.stem)


def _resolved(
    gathering: Gathering, path: Path, name: str, house: Sequence[str], *, swiftly: bool
) -> Resolved:
    """Gather the files that a ruleset rests on, and merge them."""
    rests = gathering.add(path)
    gathering.patch([(patch, None) for patch in house], None, (), rests)
    target = label(path)
    root = gathering.merged(target) or Mapping({}, Place(name))
    file = target if target in gathering.sheets else name
    table = Players((), 0)
    sound = not any(problem.severity == "error" for problem in gathering.problems)
    misfits = check(root, "ruleset") if sound and len(gathering.sheets) > 1 and not swiftly else ()
    if sound:
        table = playing(root, file, gathering.removed, gathering.problems)
    problems = in_order(gathering.problems)
    return Resolved(
        name,
        file,
        root,
        gathering.texts,
        table,
        problems,
        misfits,
        tuple(house),
        gathering.removed,
        frozenset(gathering.patches),
    )
