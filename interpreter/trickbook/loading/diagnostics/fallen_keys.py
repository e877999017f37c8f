"""Lines that lost their indentation: keys that stand beside what they belong to, and not under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import Problem, shown
from trickbook.source import Mapping, Scalar, at, key_place

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from trickbook.source import Node

    Path = tuple[str | int, ...]


def fallen(root: Node, path: Path, keys: Container[str]) -> Problem | None:
    """An entry that has the name of a key of entries: it belongs under the entry before, if there is one."""
    if not path or path[-1] not in keys:
        return None
    head = _before(root, path, lambda name: name not in keys)
    if head is None:
        return None
    if not isinstance(at(root, head), Mapping):
        return _empty(root, head)
    key, name = shown(str(path[-1])), shown(str(head[-1]))
    message = f"{key} is beside {name}, not under it"
    hint = f"indent it like the other keys of {name}"
    return Problem("indentation", message, key_place(root, path), hint)


def strayed(root: Node, path: Path, keys: Container[str]) -> Problem | None:
    """An unknown key: it belongs under the key before, if nothing stands there."""
    head = _before(root, path, lambda name: name in keys)
    return _empty(root, head) if head else None


def _before(root: Node, path: Path, wanted: Callable[[str], bool]) -> Path | None:
    """The last wanted key before another of the same map."""
    parent = at(root, path[:-1])
    names = list(parent.entries) if isinstance(parent, Mapping) else []
    found = [name for name in names[: names.index(str(path[-1]))] if wanted(name)] if names else []
    return (*path[:-1], found[-1]) if found else None


def _empty(root: Node, head: Path) -> Problem | None:
    """Tell of a key with nothing under it, where the next one should stand there."""
    node, parent = at(root, head), at(root, head[:-1])
    if not isinstance(node, Scalar) or node.text or not node.plain or not isinstance(parent, Mapping):
        return None
    names = list(parent.entries)
    following = names[names.index(str(head[-1])) + 1]
    message = f"{shown(str(head[-1]))} is empty, because {shown(following)} is beside it, not under it"
    hint = f"indent the lines after {shown(f'{head[-1]}:')} further"
    return Problem("indentation", message, key_place(root, head), hint)
