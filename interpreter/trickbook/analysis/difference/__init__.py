"""Differences of two rulesets: the entries that differ, and the smallest position that shows it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.difference import courses
from trickbook.analysis.difference.entry_changes import EntryChange, compare, same_rules
from trickbook.analysis.difference.sampling_pool import sampling_pool
from trickbook.analysis.difference.scenes import DRAWS, RandomSource, first_difference, with_decisions
from trickbook.problems import within
from trickbook.sections import table
from trickbook.sections.metrics import KEY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.analysis.difference.sampling_pool import SamplingPool
    from trickbook.analysis.difference.scenes import Scene
    from trickbook.ruleset import Ruleset


__all__ = ["Difference", "EntryChange", "Search", "Witness", "compare", "differ", "same_rules"]

TRIES: Final = 1500
"""The number of random scenes of each kind; a fifth as many deals are tried."""

ENOUGH: Final = 5
"""The number of witnesses of a kind to shrink; the smallest is kept."""

REQUIRED_KEYS: Final = ("hand", "trick", "taken", "hands")
"""The required keys of a scene; all others may be removed."""

MOST_SMALLER: Final = 600
"""The largest number of smaller scenes to try."""


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
    if first_difference(one, other, stuff.seats, kind, scene):
        return scene
    if kind in ("points", KEY):
        scene = with_decisions(one, stuff.seats, scene, luck)
        if "decide" in scene and first_difference(one, other, stuff.seats, kind, scene):
            return scene
    return None


def _moment(one: Ruleset, other: Ruleset, seats: int, kind: str, scene: Scene) -> Witness:
    """Shrink a scene as far as possible."""
    least = shrunk(scene, lambda less: first_difference(one, other, seats, kind, less) is not None)
    pair = first_difference(one, other, seats, kind, least)
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


def shrunk(scene: Scene, differs: Callable[[Scene], bool]) -> Scene:
    """Remove parts one by one as long as the difference remains."""
    tried, smaller = 0, True
    while smaller and tried < MOST_SMALLER:
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
        yield from _shorter_lists(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield from ({**value, key: less} for less in _less(inner) if less != [])


def _shorter_lists(value: list[Any]) -> Iterator[list[Any]]:
    """A list of numbers with one replaced by zero; other lists without a slice."""
    if value and isinstance(value[0], int):
        yield from (
            [*value[:index], 0, *value[index + 1 :]] for index, number in enumerate(value) if number != 0
        )
        return
    length = len(value)
    while length:
        yield from (value[:begin] + value[begin + length :] for begin in range(0, len(value), length))
        length //= 2


SEATING: Final = frozenset({"count", "usual"})
"""The keys of ``players:`` about their number, which make no difference at one table."""


class Difference(NamedTuple):
    """The differences of two rulesets: entries, options that are set differently, and a witness.

    ``options`` holds for each option set differently what it is in both. ``seats`` is how many play at the
    tables that were compared; None if no number of players is allowed by both, and then nothing is searched,
    nor where only that number differs.
    ``own_cards`` are the cards that only one of the two tables has.
    """

    changes: tuple[EntryChange, ...]
    options: dict[str, tuple[object, object]]
    seats: int | None
    search: Search | None
    own_cards: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def same(self) -> bool:
        """True if both are the same rules, apart from their descriptions."""
        return same_rules(self.changes) and not self.options

    @property
    def only_seating(self) -> bool:
        """True if only the number of players differs."""
        rules = [change for change in self.changes if change.kind != "worded"]
        seating = all(change.section == "players" and change.name in SEATING for change in rules)
        return bool(rules) and seating and not self.options

    @property
    def only_measured(self) -> bool:
        """True if only the metrics differ."""
        rules = [change for change in self.changes if change.kind != "worded"]
        return bool(rules) and all(table.is_beside(change.section) for change in rules) and not self.options


def differ(
    one: Ruleset,
    other: Ruleset,
    *,
    players: int | None = None,
    seed: int = 1,
    tries: int = TRIES,
    thorough: bool = False,
) -> Difference:
    """Compare two rulesets, trying ``tries`` random positions of each kind.

    A ``thorough`` search also tries what was answered before the tricks, large hands, and what is measured.
    Without a number of ``players`` it is the usual one of either, if both allow it, or the least
    that both do. TrickbookError if one of them does not allow it.
    """
    within("tries", tries, 0, 1_000_000)
    changes = compare(one.resolved.root, other.resolved.root)
    seats = _seats(one, other) if players is None else players
    if seats is None:
        return Difference(changes, {}, None, None)
    tables = one.engine(seats), other.engine(seats)
    options = {
        name: (option.value, tables[1].options[name].value)
        for name, option in tables[0].options.items()
        if (name in one.chosen or name in other.chosen)
        and name in tables[1].options
        and option.value != tables[1].options[name].value
    }
    alike = Difference(changes, options, seats, None)
    if alike.same or alike.only_seating or (alike.only_measured and not thorough):
        return alike
    found = search(one, other, sampling_pool(*tables, changes, thorough=thorough), seed, tries)
    return Difference(
        changes, options, seats, found, _own_cards(*(Counter(table.deck.names) for table in tables))
    )


def _own_cards(one: Counter[str], other: Counter[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return tuple((one - other).elements()), tuple((other - one).elements())


def _seats(one: Ruleset, other: Ruleset) -> int | None:
    """The number of players for which to compare two rulesets."""
    shared = [count for count in one.players if count in other.players]
    return next((count for count in (one.usual, other.usual, *shared) if count in shared), None)
