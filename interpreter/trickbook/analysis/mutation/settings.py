"""The settings of options and players that affect a mutant, and the rules under each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.configurations import option_values
from trickbook.analysis.dependencies import Dependencies
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.mutation.mutants import Mutant
    from trickbook.loading import Resolved

MOST_SETTINGS: Final = 16
"""The largest number of settings of options and players to search."""

FEW: Final = (1, 2)
"""The values to try for a number option, beside its limits."""


class Setting(NamedTuple):
    """A number of players, and the options that are set."""

    seats: int
    chosen: dict[str, Any]


class Pair(NamedTuple):
    """The rules under a setting, and the changed ones; None if these cannot be played under it."""

    seats: int
    one: Ruleset
    other: Ruleset | None


class Settings:
    """The settings of a ruleset. Its rules under each of them are compiled once for all mutants."""

    def __init__(self, rules: Ruleset) -> None:
        """Store a ruleset with its default options."""
        self.rules = rules
        self._dependencies = Dependencies(rules.resolved.root)
        self._known: dict[str, Ruleset | None] = {}

    def affecting(self, mutant: Mutant) -> list[Setting]:
        """The default settings, then one change each: an option that affects the entry, or the players."""
        rules = self.rules
        names = self._dependencies.around(frozenset({mutant.entry, *mutant.path[1:2]}))
        options = {name: option for name, option in rules.engine().options.items() if name in names}
        return [
            Setting(rules.usual, {}),
            *(
                Setting(rules.usual, {name: value})
                for name, option in options.items()
                for value in (
                    *option_values(option, rules.usual),
                    *(FEW if option.type == "number" else ()),
                )
                if value != option.value
            ),
            *(Setting(seats, {}) for seats in rules.players if seats != rules.usual),
        ]

    def pairs(self, settings: list[Setting], changed: Resolved) -> Iterator[Pair]:
        """Yield the rules and the changed ones under each setting that the rules allow."""
        for setting in settings:
            key = repr(setting)
            if key not in self._known:
                self._known[key] = _ready(self.rules.resolved, setting)
            one = self._known[key]
            if one is not None:
                yield Pair(setting.seats, one, _ready(changed, setting))


def _ready(resolved: Resolved, setting: Setting) -> Ruleset | None:
    try:
        return Ruleset.ready(resolved, setting.chosen, setting.seats)
    except TrickbookError:
        return None
