"""Shrinking: reduces a scene while it still shows the difference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.analysis.difference.random_scenes import Scene

REQUIRED_KEYS: Final = ("hand", "trick", "taken", "hands")
"""The required keys of a scene; all others may be removed."""

MOST: Final = 600
"""The largest number of smaller scenes to try."""


def shrunk(scene: Scene, differs: Callable[[Scene], bool]) -> Scene:
    """Remove parts one by one as long as the difference remains."""
    tried, smaller = 0, True
    while smaller and tried < MOST:
        smaller = False
        for candidate in _smaller(scene):
            tried += 1
            if differs(candidate):
                scene, smaller = candidate, True
                break
    return scene


def size(scene: Scene) -> tuple[int, int]:
    """The size of a scene: its cards and its other keys."""
    return _cards(list(scene.values())), len(scene) + sum(map(len, scene.get("hands", ())))


def _cards(value: Any) -> int:
    """The number of texts in a value; nearly all of them are cards."""
    if isinstance(value, str):
        return len(value.split())
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return sum(map(_cards, parts))


def _smaller(scene: Scene) -> Iterator[Scene]:
    """Reduced scenes, the smallest first."""
    for key in scene:
        if key not in REQUIRED_KEYS:
            yield {name: value for name, value in scene.items() if name != key}
    for key, value in scene.items():
        yield from ({**scene, key: less} for less in _less(value))
    if list(scene) == ["taken"] and list(scene["taken"]) not in ([], [0]) and len(scene["taken"]) == 1:
        yield {"taken": {0: next(iter(scene["taken"].values()))}}


def _less(value: Any) -> Iterator[Any]:
    """Reduced values: a list without a slice, a smaller map, zero for a number."""
    if isinstance(value, list):
        yield from _shorter(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: less} for less in _less(inner) if less != [])


def _shorter(value: list[Any]) -> Iterator[list[Any]]:
    """A list of numbers with one replaced by zero; other lists without a slice."""
    if value and isinstance(value[0], int):
        yield from (
            [*value[:place], 0, *value[place + 1 :]] for place, number in enumerate(value) if number != 0
        )
        return
    length = len(value)
    while length:
        yield from (value[:begin] + value[begin + length :] for begin in range(0, len(value), length))
        length //= 2
