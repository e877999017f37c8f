"""Cards that `points:` counts otherwise, where an inherited rule still charges what `worth:` says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation.bounds import span
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine
    from trickbook.engine.scores import Adjustment


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each multiplier of the file's own that inherited prices do not know."""
    told = set()
    for engine in tables.usual.values():
        for adjustment in engine.points:
            if adjustment.entry.place in told or not tables.own(adjustment.entry.place):
                continue
            if prices := [other.entry for other in _priced(tables, engine, adjustment)]:
                told.add(adjustment.entry.place)
                name, names = adjustment.entry.name, " and ".join(shown(entry.name) for entry in prices)
                message = f"{shown(name)} changes what cards count, and `worth:` still decides {names}"
                hint = "change that entry as well, if it should charge what the cards now count"
                places = tuple(entry.place for entry in prices)
                yield Problem("fixed-price", message, adjustment.entry.place, hint, "note", places)


def _priced(tables: Configurations, engine: Engine, adjustment: Adjustment) -> Iterator[Adjustment]:
    """The inherited entries that charge the worth of cards, if an adjustment multiplies cards that count."""
    if adjustment.cards is None or adjustment.times is None or adjustment.times.value == 1:
        return
    counting = sum(cards for value, cards in engine.worth if value)
    if span(engine, adjustment.cards).high & counting:
        yield from (
            other
            for other in engine.points
            if not tables.own(other.entry.place) and _charges(tables, other) and not _adapted(tables, other)
        )


def _charges(tables: Configurations, price: Adjustment) -> bool:
    """Return whether an entry adds or takes off the worth of cards."""
    nodes = [node for key in ("player", "others") if (node := price.entry[key]) is not None]
    return any("worth of" in text for node in nodes for text in tables.dependencies.texts(node))


def _adapted(tables: Configurations, price: Adjustment) -> bool:
    """Return whether the file's own defines a word that a price rests on."""
    names = tables.dependencies.closure(names_in(price.entry.node))
    words = tables.dependencies.section("words")
    return any(tables.own(entry.key_place) for name, entry in words.items() if name in names)
