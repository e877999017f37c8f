"""Names that lead to nothing, or to something else: of rulesets, of house rules and of entries."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from trickbook.loading.files import ENDINGS, HOUSE, is_path, shipped
from trickbook.problems import Place, Problem, nearest, shown
from trickbook.source import Mapping, Scalar
from trickbook.source.diagnostics.files import nearest_file
from trickbook.source.files import TEXT, folder

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from trickbook.loading.merge import Standing
    from trickbook.source import Node, Pair

NO_NAME: Final = "a shipped name, or a path that ends in .yaml"
"""What may stand where a name leads nowhere, and none comes near."""

_TITLE = re.compile(r"^name:(.*)$", re.MULTILINE)


def no_such_ruleset(name: str) -> Problem:
    """No ruleset has this name, and no file this path."""
    near = titled(name) or beside(name) or nearest(name, shipped())
    hint = f"did you mean `{near}`?" if near else "`trickbook list` names all; a path ends in .yaml"
    return Problem("no-such-ruleset", f"there is no ruleset {shown(name)}", None, joined(name) or hint)


def titled(title: str) -> str | None:
    """The shipped ruleset that bears a title, in any of its languages."""
    wanted = _bare(title)
    root = folder("rulesets")
    for name, path in shipped().items() if wanted else ():
        for file in (path, *root.glob(f"{TEXT}/*/{path.relative_to(root).as_posix()}")):
            line = _TITLE.search(file.read_text("utf-8"))
            if line and wanted == _bare(line[1]):
                return name
    return None


def of_the_title(title: str, key: str, *, is_item: bool) -> str | None:
    """Return what to write under a key, or as an item there, for the title of a ruleset or a house rule."""
    found = titled(title)
    if found is None:
        return None
    is_house, name = found.startswith(HOUSE), found.removeprefix(HOUSE)
    if is_house != (key == "house"):
        return f"write {shown(f'house: [{name}]' if is_house else f'extends: {name}')}"
    return f"did you mean {shown(f'[{name}]' if is_house and not is_item else name)}?"


def _bare(title: str) -> str:
    return title.strip().strip("'\"").casefold()


def not_found(name: str, where: Place | None, kind: str, act: str, *, sent: bool) -> Problem:
    """Return what is wrong with the name of a ruleset or house rule that leads nowhere."""
    if sent and is_path(name):
        return closed(name, where, kind)
    if is_path(name) and not name.endswith(ENDINGS):
        message = f"{shown(name)} names no file of rules, for these end in .yaml"
        return Problem("no-such-ruleset", message, None, f"did you mean `{name}.yaml`?")
    return missing(name, where, kind, act)


def missing(name: str, where: Place | None, kind: str, act: str) -> Problem:
    """A ruleset or a house rule is not there."""
    known = [other.removeprefix(kind) for other in shipped() if other.startswith(kind)]
    called = is_path(name) and where is None  # what is beside a file that strangers name is not told
    near = nearest_file(name) if called else nearest(name, known)
    what = "file" if is_path(name) else "house rule" if kind else "ruleset"
    message = f"there is no {what} {shown(name)} to {act}"
    hint = f"did you mean `{near}`?" if near else NO_NAME
    return Problem("no-such-ruleset", message, where, of_the_other_kind(name, kind) or hint)


def of_the_other_kind(name: str, kind: str) -> str | None:
    """Return what to write for a house rule where a ruleset should stand, and the other way round."""
    is_ruleset, is_house_rule = name in shipped(), f"{HOUSE}{name}" in shipped()
    if kind:
        wrong = is_ruleset and not is_house_rule
        return (
            f"{shown(name)} is a ruleset, not a house rule: extend it, or play it as it is" if wrong else None
        )
    write = f"write {shown(f'house: [{name}]')}"
    if is_house_rule and is_ruleset:
        return f"did you mean {shown(name)}? For the house rule {write}"
    return f"{shown(name)} is a house rule: {write}" if is_house_rule else None


def closed(name: str, where: Place | None, kind: str) -> Problem:
    """A file is named where only what comes with Trickbook may be."""
    stem = PurePath(name).stem
    known = [other.removeprefix(kind) for other in shipped() if other.startswith(kind)]
    near = stem if stem in known else nearest(stem, known)
    message = f"{shown(name)} is a file, and a text can build only on what comes with Trickbook"
    hint = f"did you mean {shown(near)}?" if near else "copy its rules into the text"
    return Problem("no-such-ruleset", message, where, hint)


def beside(name: str) -> str | None:
    """The file here that a name with another ending was most likely to mean."""
    near = nearest_file(name) if PurePath(name).suffix else None
    return near if near and near.endswith(ENDINGS) else None


def joined(name: str, behind: str = "") -> str | None:
    """Return what to write for ``hearts+omnibus+moon=old`` outside comparisons; ``behind`` ends options."""
    base, *more = name.split("+")
    if not (base and more and all(more)):
        return None
    laid = " ".join(f"--{'option' if '=' in part else 'house'}{behind} {part}" for part in more)
    return f"write {shown(f'{base} {laid}')}; only compare and report join them by `+`"


def hinted(problem: Problem, path: Path) -> Problem:
    """A problem of a file; where there is none, with what its name says of shipped rulesets."""
    if problem.code == "missing-file" and (hint := joined(str(path))):
        return replace(problem, hint=hint)
    if problem.code == "missing-file" and path.stem in shipped():
        return replace(problem, hint=f"did you mean {shown(path.stem)}, which is shipped?")
    return problem


def unfit(name: str, where: Place | None, extends: Sequence[Scalar], *, again: bool) -> Problem:
    """A house rule that is named twice, in two ways, or that is a game of its own."""
    if again:
        message = f"{shown(name)} names a house rule that is listed already"
        return Problem("duplicate-item", message, where, "name it once")
    message = f"{shown(name)} is a game, not a house rule, because it extends {shown(extends[0].text)}"
    hint = "play it as it is, or write `fits:` in place of `extends:` in it"
    return Problem("whole-game", message, where or extends[0].place, hint)


def nothing_to_replace(known: Collection[str], path: Sequence[str], place: Place) -> Problem:
    """Tell of an entry that starts anew though there is none."""
    near = nearest(path[-1], known)
    hint = f"did you mean {shown(near)}?" if near else "leave it out: a new entry replaces nothing"
    return Problem("nothing-to-replace", f"there is no {shown('.'.join(path))} to replace", place, hint)


def nothing_to_remove(known: Collection[str], path: Sequence[str], entry: Pair) -> Problem:
    """Tell of an entry that is removed though there is none, or whose value was forgotten."""
    near = nearest(path[-1], known)
    hint = f"did you mean `{near}`?" if near else None
    if isinstance(entry.node, Scalar) and not entry.node.text:
        hint = f"{shown(f'{path[-1]}:')} has no value, which removes it; write its value there"
        hint += ", in quotes if it begins with `#`"
    message = f"there is no {shown('.'.join(path))} to remove"
    return Problem("nothing-to-remove", message, entry.key_place, hint)


def empty(key: str, entry: Pair, inherited: Node) -> Problem:
    """Tell of a key with nothing under it, which would remove what stands there."""
    message = f"{shown(f'{key}:')} is empty, which would remove what it inherits"
    removing = f"or {shown(f'{key}: null')} to remove it"
    missing = "what belongs under it" if isinstance(inherited, Mapping) else "its value"
    hint = f"write {missing}, {removing}"
    return Problem("empty-entry", message, entry.key_place, hint)


def unknown_place(known: Collection[str], word: str, place: Scalar) -> Problem:
    """Tell of an entry that wants to stand by one that is not there."""
    near = nearest(place.text, known)
    hint = f"did you mean `{near}`?" if near else None
    return Problem("unknown-place", f"{word}: {shown(place.text)} names no entry here", place.place, hint)


def circular(places: dict[str, Standing]) -> tuple[list[str], Problem]:
    """Tell of entries of which each wants to stand by the next, and the last by the first."""
    ring = [next(iter(places))]
    while (name := places[ring[-1]][2].text) not in ring:
        ring.append(name)
    ring = ring[ring.index(name) :]
    _, word, place = places[ring[0]]
    message = f"{shown(ring[0])} would stand {word} itself: {' → '.join((*ring, ring[0]))}"
    hint = "remove one `before:` or `after:`" if len(ring) > 1 else "name another entry"
    return ring, Problem("circular-place", message, place.place, hint)
