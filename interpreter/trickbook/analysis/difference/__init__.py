"""Differences of two rulesets: the entries that differ, and the smallest position that shows it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.difference.entry_changes import EntryChange, compare, same_rules
from trickbook.analysis.difference.sampling_pool import sampling_pool
from trickbook.analysis.difference.search import TRIES, Search, Witness, search
from trickbook.problems import within
from trickbook.sections import table

if TYPE_CHECKING:
    from trickbook.ruleset import Ruleset

__all__ = ["Difference", "EntryChange", "Search", "Witness", "compare", "differ", "same_rules"]

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
