"""The search for the smallest position in which two rulesets differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.difference import courses, random_scenes, scene_results
from trickbook.analysis.difference.random_source import RandomSource
from trickbook.analysis.difference.shrinking import shrunk, size
from trickbook.sections.metrics import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.analysis.difference.random_scenes import Scene
    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.ruleset import Ruleset

TRIES: Final = 1500
"""The number of random scenes of each kind; a fifth as many deals are tried."""

ENOUGH: Final = 5
"""The number of witnesses of a kind to shrink; the smallest is kept."""

DRAWS: Final[dict[str, Callable[[RandomSource, SamplingPool], Scene]]] = {
    "legal": random_scenes.legal,
    "winner": random_scenes.winner,
    "points": random_scenes.points,
    KEY: random_scenes.points,
}


class Witness(NamedTuple):
    """A position as an example gives it, the word in which two rulesets differ, and both results.

    ``steps`` names for each of its moves the question that it answers; nothing for a play to a trick.
    """

    given: Scene
    moves: tuple[str, ...]
    word: str
    one: Any
    other: Any
    steps: tuple[str, ...] = ()


class Search(NamedTuple):
    """The smallest witness found, and the numbers of scenes and deals tried."""

    moment: Witness | None
    moments: int
    deals: int


def search(one: Ruleset, other: Ruleset, stuff: SamplingPool, seed: int, tries: int = TRIES) -> Search:
    """Try random scenes; if none differs, play random deals by both."""
    found, tried = [], 0
    for kind in _kinds(stuff):
        luck, some = RandomSource(seed), 0
        for _ in range(tries):
            tried += 1
            scene = _differing(one, other, stuff, kind, luck)
            if scene is not None:
                found.append(_moment(one, other, stuff.seats, kind, scene))
                some += 1
            if some == ENOUGH:
                break
    if found:
        return Search(min(found, key=lambda moment: size(moment.given)), tried, 0)
    return _deals(one, other, stuff, seed, tries, tried)


def _kinds(stuff: SamplingPool) -> list[str]:
    """The kinds of scenes to draw; what is measured is compared in a thorough search only."""
    return [kind for kind in DRAWS if kind != KEY or stuff.thorough] if stuff.cards else []


def _differing(
    one: Ruleset, other: Ruleset, stuff: SamplingPool, kind: str, luck: RandomSource
) -> Scene | None:
    """A random scene, or None if the rulesets agree in it."""
    scene = DRAWS[kind](luck, stuff)
    if scene_results.first_difference(one, other, stuff.seats, kind, scene):
        return scene
    if kind in ("points", KEY):
        scene = scene_results.with_decisions(one, stuff.seats, scene, luck)
        if "decide" in scene and scene_results.first_difference(one, other, stuff.seats, kind, scene):
            return scene
    return None


def _moment(one: Ruleset, other: Ruleset, seats: int, kind: str, scene: Scene) -> Witness:
    """Shrink a scene as far as possible."""
    least = shrunk(
        scene, lambda less: scene_results.first_difference(one, other, seats, kind, less) is not None
    )
    pair = scene_results.first_difference(one, other, seats, kind, least)
    if pair is None:
        raise AssertionError(least)
    return Witness(least, (), *pair)


def _deals(one: Ruleset, other: Ruleset, stuff: SamplingPool, seed: int, tries: int, tried: int) -> Search:
    """Deals from the pack, then small hands."""
    luck, deals = RandomSource(seed), 0
    for scene in _hands(luck, stuff, tries):
        deals += 1
        course = courses.play_both(
            one, other, stuff.seats, scene, luck, most=courses.LONGEST * ("hands" in scene)
        )
        if course is not None:
            return Search(_least(one, other, stuff.seats, scene, course), tried, deals)
    return Search(None, tried, deals)


def _hands(luck: RandomSource, stuff: SamplingPool, tries: int) -> Iterator[Scene]:
    """The starts of deals, the smallest hands first."""
    yield from courses.starts(stuff)
    for count in (*courses.HANDS, *(courses.LARGE_HANDS if stuff.thorough else ())):
        if count * stuff.seats <= len(stuff.cards):
            for _ in range(tries // 5 // len(courses.HANDS)):
                yield courses.scene(luck, stuff, count)


def _least(one: Ruleset, other: Ruleset, seats: int, scene: Scene, course: courses.Course) -> Witness:
    """Shrink the givens of a course, with the same moves."""
    for key in [name for name in scene if name != "hands"]:
        less = {name: value for name, value in scene.items() if name != key}
        found = courses.replay_both(one, other, seats, less, course.moves)
        if found is not None:
            scene, course = less, found
    scene, course = _shorter(one, other, seats, scene, course)
    return Witness(scene, course.moves, *course.pair, course.steps)


def _shorter(
    one: Ruleset, other: Ruleset, seats: int, scene: Scene, course: courses.Course
) -> tuple[Scene, courses.Course]:
    """Remove the tricks and their cards that the difference does not need."""
    for less, moves in courses.without_trick(scene, course, seats):
        found = courses.replay_both(one, other, seats, less, moves)
        if found is not None:
            return _shorter(one, other, seats, less, found)
    return scene, course
