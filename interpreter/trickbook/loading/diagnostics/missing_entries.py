"""Entries that a file removes, replaces or stands by, and that are not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import Place, Problem, nearest, shown
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from trickbook.loading.merge import Standing
    from trickbook.source import Node, Pair


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
