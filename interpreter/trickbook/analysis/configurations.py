"""The configurations of a ruleset: every number of players, and the combinations of its options."""

from __future__ import annotations

from functools import cached_property
from itertools import islice, product
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from trickbook.analysis.dependencies import Dependencies
from trickbook.engine.moves import answer_text
from trickbook.problems import Problem, TrickbookError
from trickbook.sections.compiled import CompiledRules
from trickbook.sections.diagnostics import nearby
from trickbook.texts.message import Listing, Message, every

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.sections.context import Context
    from trickbook.sections.options import Option

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})

MOST_WAYS: Final = 200
"""The largest number of combinations of options to try."""

MOST_READ: Final = 2_000_000
"""The most characters of expressions to read in all configurations; those of shipped rulesets are 240,000."""

WAY: Final = 30
"""The cost of a combination of options as such, in characters."""


class TooCostlyError(TrickbookError):
    """The configurations of a ruleset are too many for its size."""

    def __init__(self) -> None:
        """Say what is too much."""
        message = Message(
            "this ruleset is too long for so many options and numbers of players: "
            "its checks read more than {number} characters of expressions",
            number=f"{MOST_READ:,}",
        )
        super().__init__(message)


class Configurations:
    """A ruleset without errors in its files, compiled for every number of players."""

    def __init__(
        self, resolved: Resolved, chosen: Mapping[str, Any] = NOTHING, players: int | None = None
    ) -> None:
        """Store the ruleset; some options may be set, and the number of players. Engines come on demand."""
        self.resolved, self.chosen = resolved, chosen
        self.counts = resolved.players.counts if players is None else (players,)
        self.dependencies = Dependencies(resolved.root)
        self._known: dict[Any, CompiledRules] = {}
        self._read = 0
        self.most_cut = 0
        """The largest number of options of which more combinations were wanted than are tried."""

    @property
    def restricted(self) -> bool:
        """Return whether options or the number of players are set, which can leave entries without effect."""
        return bool(self.chosen) or self.counts != self.resolved.players.counts

    @cached_property
    def usual(self) -> dict[int, CompiledRules]:
        """The engines with default options, by number of players."""
        return {seats: self.engine(seats, {}) for seats in self.counts}

    @cached_property
    def first(self) -> CompiledRules:
        """The engine for the fewest players."""
        return next(iter(self.usual.values()))

    def engine(self, seats: int, chosen: Mapping[str, Any]) -> CompiledRules:
        """The engine for a number of players, with some options set."""
        key = (seats, *chosen.items())
        if key not in self._known:
            settings = {**self.chosen, **chosen}
            self._known[key] = CompiledRules(self.resolved.root, self.resolved.texts, seats, settings)
        self._count(self._known[key].context)
        return self._known[key]

    def _count(self, context: Context) -> None:
        """Count what was read of a configuration since it was last asked for."""
        self._read += context.read + WAY
        context.read = 0
        if self._read > MOST_READ:
            raise TooCostlyError

    def every_way(self, seats: int, options: Iterable[str]) -> Iterator[tuple[Listing, CompiledRules]]:
        """Engines for a number of players with every combination of some options, each with its settings.

        Of a number only its limits are tried. Ways that the ruleset's requirements rule out are passed over.
        """
        usual = self.usual[seats]
        values = self._values(seats, options)
        names, ways = [*values], product(*values.values())
        for way in islice(ways, MOST_WAYS):
            chosen = zip(names, way, strict=True)
            engine = self.engine(
                seats, {name: value for name, value in chosen if value != usual.options[name].value}
            )
            if not any(problem.code == "required" for problem in engine.problems):
                yield configuration_text(zip(names, way, strict=True), seats), engine
        if next(ways, None) is not None:
            self.most_cut = max(self.most_cut, len(names))

    def tries_all(self, options: Iterable[str]) -> bool:
        """Return whether ``every_way`` tries all combinations of some options: else nothing is certain."""
        return all(self.many_ways(seats, options) <= MOST_WAYS for seats in self.usual)

    def many_ways(self, seats: int, options: Iterable[str]) -> int:
        """The number of combinations of some options, with those that the requirements rule out."""
        return prod(map(len, self._values(seats, options).values()))

    def _values(self, seats: int, options: Iterable[str]) -> dict[str, Sequence[Any]]:
        """The values to try of some options, but for those that are set."""
        found = self.usual[seats].options.items()
        free = {name: option for name, option in found if name in options and name not in self.chosen}
        return {name: option_values(option, seats) for name, option in free.items()}

    def own(self, place: Place) -> bool:
        """Return whether a place is in the ruleset's own file, not in one that it extends."""
        return place.file == self.resolved.file

    def near(self, place: Place) -> Place:
        """Return a place in the own file, or where that says what it extends; else the place itself."""
        root = self.resolved.trees.get(self.resolved.file)
        extends = root.entries.get("extends") if root else None
        return place if self.own(place) or extends is None else extends.key_place

    def severity(self, place: Place) -> Literal["error", "note"]:
        """The severity of something useless: an error in the own file, a note if inherited."""
        return "error" if self.own(place) else "note"


def configuration_text(way: Iterable[tuple[str, Any]], seats: int) -> Listing:
    """The options and the number of players, in words."""
    settings = (f"{name} {value_text(value)}" for name, value in way)
    return Listing((*settings, Message("{list} players", list=seats)), " and ", " and ")


def value_text(value: object) -> str:
    """The value of an option, in words."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else answer_text(value)


def option_values(option: Option, seats: int) -> Sequence[Any]:
    """The values of an option to try, the default first."""
    match option.type:
        case "yes_no":
            values: list[Any] = [False, True]
        case "choice":
            values = list(option.choices)
        case "cycle":
            values = [(name,) for name in option.choices]
        case "seat":
            values = [0, seats - 1]
        case _:
            values = [limit for limit in (option.low, option.high) if limit is not None]
    return list(dict.fromkeys([option.value, *values]))


def merged_problems(tables: Mapping[int, CompiledRules]) -> list[Problem]:
    """The problems of all engines, each reported once. One that only some have names their configuration."""
    tables_of: dict[Problem, list[int]] = {}
    slips: set[tuple[str, Place | None]] = set()
    for seats, table in tables.items():
        problems = dict.fromkeys([*table.problems, *_unspoken(table)])
        for problem in problems:
            if problem in tables_of or (problem.code, problem.place) not in slips:
                tables_of.setdefault(problem, []).append(seats)
        slips |= {(problem.code, problem.place) for problem in problems}
    return [
        problem if len(where) == len(tables) else _some(problem, where)
        for problem, where in tables_of.items()
    ]


def _unspoken(engine: CompiledRules) -> Sequence[Problem]:
    """The problems of unused words, which appear only when the words are compiled."""
    context = engine.context
    for entry in context.entries("words"):
        if entry["is"] and entry.name in context.symbols:
            context.symbols[entry.name](context.scope(entry.need("is")))
    return list(nearby(context))


def _some(problem: Problem, seats: list[int]) -> Problem:
    message = Message("{what} (with {what_way})", what=problem.message, what_way=player_numbers(seats))
    return Problem(problem.code, message, problem.place, problem.hint, problem.severity, problem.related)


def player_numbers(seats: Sequence[int]) -> Message:
    """Numbers of players, in words."""
    return Message("{list} players", list=every(seats))
