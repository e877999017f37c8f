"""The places and causes of mistakes in a ruleset, with suggestions; imported after something failed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from trickbook.loading.files import ENDINGS, HOUSE, is_path, shipped
from trickbook.problems import Place, Problem, Remedy, nearest, shown
from trickbook.problems.remedies import meant, with_edit
from trickbook.source import Mapping, Scalar
from trickbook.source.diagnostics import nearest_file
from trickbook.source.files import TEXT, folder
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from trickbook.source import Node, Pair


NO_NAME: Final = Message("a shipped name, or a path that ends in .yaml")
"""What may stand where a name leads nowhere, and none comes near."""

_FILE_STEM: Final = re.compile(r"[a-z0-9-]+")
_TITLE = re.compile(r"^name:(.*)$", re.MULTILINE)


def no_such_ruleset(name: str) -> Problem:
    """No ruleset has this name, and no file this path."""
    near = titled(name) or beside(name) or nearest(name, shipped())
    hint = Message("`trickbook list` names all; a path ends in .yaml")
    if near:
        hint = meant(near)
    message = Message("there is no ruleset {name}", name=shown(name))
    return Problem("no-such-ruleset", message, None, joined(name) or hint)


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


def of_the_title(title: str, key: str, *, is_item: bool) -> Message | None:
    """Return what to write under a key, or as an item there, for the title of a ruleset or a house rule."""
    found = titled(title)
    if found is None:
        return None
    is_house, name = found.startswith(HOUSE), found.removeprefix(HOUSE)
    if is_house != (key == "house"):
        return Message("write {word}", word=shown(f"house: [{name}]" if is_house else f"extends: {name}"))
    return meant(f"[{name}]" if is_house and not is_item else name)


def _bare(title: str) -> str:
    return title.strip().strip("'\"").casefold()


def not_found(name: str, where: Place | None, kind: str, act: Message, *, sent: bool) -> Problem:
    """Return what is wrong with the name of a ruleset or house rule that leads nowhere."""
    if sent and is_path(name):
        return closed(name, where, kind)
    if is_path(name) and not name.endswith(ENDINGS):
        message = Message("{name} names no file of rules, for these end in .yaml", name=shown(name))
        return Problem("no-such-ruleset", message, None, meant(f"{name}.yaml"))
    return missing(name, where, kind, act)


def missing(name: str, where: Place | None, kind: str, act: Message) -> Problem:
    """A ruleset or a house rule is not there."""
    known = [other.removeprefix(kind) for other in shipped() if other.startswith(kind)]
    called = is_path(name) and where is None  # what is beside a file that strangers name is not told
    near = nearest_file(name) if called else nearest(name, known)
    message = Message("there is no ruleset {name} to {what}", name=shown(name), what=act)
    if kind:
        message = Message("there is no house rule {name} to {what}", name=shown(name), what=act)
    if is_path(name):
        message = Message("there is no file {name} to {what}", name=shown(name), what=act)
    hint = meant(near, most=len(near)) if near else NO_NAME
    if not near and _FILE_STEM.fullmatch(name):
        path = shown(f"./{name}.yaml")
        hint = Message("a shipped name, or the path of a file of your own: {path}", path=path)
    return Problem("no-such-ruleset", message, where, of_the_other_kind(name, kind) or hint)


def of_the_other_kind(name: str, kind: str) -> Message | None:
    """Return what to write for a house rule where a ruleset should stand, and the other way round."""
    is_ruleset, is_house_rule = name in shipped(), f"{HOUSE}{name}" in shipped()
    called, entry = shown(name), shown(f"house: [{name}]")
    if kind and is_ruleset and not is_house_rule:
        return Message("{name} is a ruleset, not a house rule: extend it, or play it as it is", name=called)
    if kind or not is_house_rule:
        return None
    if is_ruleset:
        return Remedy("did you mean {name}? For the house rule write {entry}", name, name=called, entry=entry)
    return Message("{name} is a house rule: write {entry}", name=called, entry=entry)


def closed(name: str, where: Place | None, kind: str) -> Problem:
    """A file is named where only what comes with Trickbook may be."""
    stem = PurePath(name).stem
    known = [other.removeprefix(kind) for other in shipped() if other.startswith(kind)]
    near = stem if stem in known else nearest(stem, known)
    called = shown(name)
    message = Message("{name} is a file, and a text can build only on what comes with Trickbook", name=called)
    hint = Message("copy its rules into the text")
    if near:
        hint = meant(near)
    return Problem("no-such-ruleset", message, where, hint)


def beside(name: str) -> str | None:
    """The file here that a name with another ending was most likely to mean."""
    near = nearest_file(name) if PurePath(name).suffix else None
    return near if near and near.endswith(ENDINGS) else None


def joined(name: str, behind: str = "") -> Message | None:
    """Return what to write for ``hearts+omnibus+moon=old`` outside comparisons; ``behind`` ends options."""
    base, *more = name.split("+")
    if not (base and more and all(more)):
        return None
    flags = " ".join(f"--{'option' if '=' in part else 'house'}{behind} {part}" for part in more)
    return Message("write {word}; only compare and report join them by `+`", word=shown(f"{base} {flags}"))


def hinted(problem: Problem, path: Path) -> Problem:
    """A problem of a file; where there is none, with what its name says of shipped rulesets."""
    if problem.code == "missing-file" and (hint := joined(str(path))):
        return replace(problem, hint=hint)
    if problem.code == "missing-file" and path.stem in shipped():
        return replace(problem, hint=Message("did you mean {name}, which is shipped?", name=shown(path.stem)))
    return problem


def unfit(name: str, where: Place | None, extends: Sequence[Scalar], *, again: bool) -> Problem:
    """A house rule that is named twice, in two ways, or that is a game of its own."""
    if again:
        message = Message("{name} names a house rule that is listed already", name=shown(name))
        return Problem("duplicate-item", message, where, Message("name it once"))
    called, parent = shown(name), shown(extends[0].text)
    message = Message(
        "{name} is no house rule, because it extends {parent}, which is no part", name=called, parent=parent
    )
    hint = Message("play it as it is, or write `fits:` in place of `extends:` in it")
    return Problem("whole-game", message, where or extends[0].place, hint)


def nothing_to_replace(known: Collection[str], path: Sequence[str], place: Place) -> Problem:
    """Tell of an entry that starts anew though there is none."""
    near = nearest(path[-1], known)
    hint = Message("leave it out: a new entry replaces nothing")
    if near:
        hint = with_edit(meant(near), None)  # the key is meant, and this is its value's place
    message = Message("there is no {path} to replace", path=shown(".".join(path)))
    return Problem("nothing-to-replace", message, place, hint)


def nothing_to_remove(known: Collection[str], path: Sequence[str], entry: Pair) -> Problem:
    """Tell of an entry that is removed though there is none, or whose value was forgotten."""
    near = nearest(path[-1], known)
    hint: Message | None = meant(near) if near else None
    if isinstance(entry.node, Scalar) and not entry.node.text:
        hint = Message(
            "{key} has no value, which removes it; write its value there, in quotes if it begins with `#`",
            key=shown(f"{path[-1]}:"),
        )
    message = Message("there is no {path} to remove", path=shown(".".join(path)))
    return Problem("nothing-to-remove", message, entry.key_place, hint)


def empty(key: str, entry: Pair, inherited: Node) -> Problem:
    """Tell of a key with nothing under it, which would remove what stands there."""
    message = Message("{key} is empty, which would remove what it inherits", key=shown(f"{key}:"))
    removing = shown(f"{key}: null")
    hint = Message("write its value, or {entry} to remove it", entry=removing)
    if isinstance(inherited, Mapping):
        hint = Message("write what belongs under it, or {entry} to remove it", entry=removing)
    return Problem("empty-entry", message, entry.key_place, hint)


def unknown_place(known: Collection[str], word: str, place: Scalar) -> Problem:
    """Tell of an entry that wants to stand by one that is not there."""
    near = nearest(place.text, known)
    hint: Message | None = meant(near) if near else None
    message = Message("after: {entry} names no entry here", entry=shown(place.text))
    if word == "before":
        message = Message("before: {entry} names no entry here", entry=shown(place.text))
    return Problem("unknown-place", message, place.place, hint)


def circular(places: dict[str, tuple[str, str, Scalar]]) -> tuple[list[str], Problem]:
    """Tell of entries of which each wants to stand by the next, and the last by the first."""
    ring = [next(iter(places))]
    while (name := places[ring[-1]][2].text) not in ring:
        ring.append(name)
    ring = ring[ring.index(name) :]
    _, word, place = places[ring[0]]
    first, way = shown(ring[0]), " → ".join((*ring, ring[0]))
    message = Message("{entry} would stand after itself: {text}", entry=first, text=way)
    if word == "before":
        message = Message("{entry} would stand before itself: {text}", entry=first, text=way)
    hint = Message("remove one `before:` or `after:`") if len(ring) > 1 else Message("name another entry")
    return ring, Problem("circular-place", message, place.place, hint)
