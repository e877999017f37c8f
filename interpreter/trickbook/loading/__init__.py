"""Loading: from a name or a path to a whole ruleset, with every problem told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.concepts import players
from trickbook.concepts.players import Players
from trickbook.document import Mapping
from trickbook.loading.files import find, shipped
from trickbook.loading.gathering import Gathering
from trickbook.loading.schema import check
from trickbook.problems import Place, Problem, in_order, nearest, shown

if TYPE_CHECKING:
    from collections import abc
    from os import PathLike

__all__ = ["NEEDED", "Resolved", "resolve", "shipped"]

NEEDED = ("players", "deck", "steps", "match")


class Resolved(NamedTuple):
    """A ruleset merged from all its files: its name, tree and texts, who may play, and what is wrong.

    ``misfits`` are keys that exclude each other once the files are merged.
    """

    name: str
    file: str
    root: Mapping
    texts: abc.Mapping[str, str]
    players: Players
    problems: tuple[Problem, ...]
    misfits: tuple[Problem, ...] = ()


def resolve(name: str | PathLike[str]) -> Resolved:
    """Find a ruleset by its shipped name or its path, and merge it with all that it extends."""
    path, name = find(name), str(name)
    if path is None:
        near = nearest(name, shipped())
        hint = f"did you mean `{near}`?" if near else "`trickbook list` names all; a path ends in .yaml"
        problem = Problem("no-such-ruleset", f"there is no ruleset {shown(name)}", None, hint)
        return Resolved(name, name, Mapping({}, Place(name)), {}, Players((), 0), (problem,))
    gathering = Gathering()
    gathering.add(path)
    root = gathering.merged() or Mapping({}, Place(name))
    file = [*gathering.sheets.values()][-1].file if gathering.sheets else name
    table = Players((), 0)
    sound = not any(problem.severity == "error" for problem in gathering.problems)
    misfits = check(root, "ruleset") if sound and len(gathering.sheets) > 1 else ()
    if sound:
        table = _players(root, file, gathering.problems)
    problems = in_order(gathering.problems)
    return Resolved(path.stem, file, root, gathering.texts, table, problems, misfits)


def _players(root: Mapping, file: str, problems: list[Problem]) -> Players:
    """Who may play; a ruleset that lacks a section is only a part."""
    missing = [section for section in NEEDED if section not in root.entries]
    place = root.place._replace(file=file)
    if missing:
        lack = ", ".join(f"`{section}:`" for section in missing)
        problems.append(
            Problem(
                "only-a-part",
                f"this ruleset lacks {lack} and cannot be played",
                place,
                "a part is for other rulesets to extend",
            )
        )
        return Players((), 0)
    found = players.counts(root)
    if isinstance(found, str):
        problems.append(Problem("players", found, root.entries["players"].node.place))
        return Players((), 0)
    return found
