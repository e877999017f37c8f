"""The worth of cards: entries of `worth:` and `points:` without effect, and prices that miss a change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trickbook.analysis.dependencies import names_in
from trickbook.expression import parser
from trickbook.expression.scope import extent
from trickbook.expression.types import CARDS
from trickbook.problems import Problem, Remedy, shown
from trickbook.source.yaml import rewritten
from trickbook.texts.message import Listing, Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine
    from trickbook.engine.scores import Adjustment
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry


def check_dead_entries(tables: Configurations) -> Iterator[Problem]:
    """Check ``worth:`` from the last entry up, and the cards that points multiply."""
    yield from _worth(tables)
    yield from _points(tables)


def _worth(tables: Configurations) -> Iterator[Problem]:
    engines = [*tables.usual.values()]
    later = [0] * len(engines)
    for entry in reversed([*tables.first.context.entries("worth")]):
        if tables.dependencies.options(entry["cards"]):
            return  # what stands before it is overridden in some configurations only
        own = [_cards(engine, entry) for engine in engines]
        if not any(own):
            yield _no_cards(tables, entry)
        elif not any(cards & ~others for cards, others in zip(own, later, strict=True)):
            message = Message(
                "{name} counts nothing: later entries override it for every card", name=shown(entry.name)
            )
            yield _dead(tables, "shadowed", entry, message)
        later = [cards | others for cards, others in zip(own, later, strict=True)]


def _no_cards(tables: Configurations, entry: Entry) -> Problem:
    """Tell of an entry without cards; of ``hearts and JD``, that no card is both."""
    node = entry["cards"]
    tree = parser.tree(node.text) if node else None
    both = next(tree.named("both"), None) if tree else None
    if node is None or both is None:
        message = Message("{name} counts cards that are not in the deck", name=shown(entry.name))
        return _dead(tables, "not-in-deck", entry, message)
    left, right = (node.text[slice(*extent(part))] for part in (both.children[0], both.children[-1]))
    one, source = f"{left} or {right}", tables.resolved.texts.get(node.place.file, "")
    edit = rewritten(node, *extent(both), one, source)
    hint = Remedy("write {one} for the cards in either", edit, one=shown(one))
    message = Message("{name} counts no cards: no card is in both", name=shown(entry.name))
    problem = _dead(tables, "not-in-deck", entry, message)
    return replace(problem, place=node.place, hint=hint)


def _cards(engine: CompiledRules, entry: Entry) -> int:
    """The cards whose worth an entry sets."""
    node = entry["cards"]
    return int(engine.context.term(node, CARDS, frozenset()).value) if node else 0


def _points(tables: Configurations) -> Iterator[Problem]:
    for entry in tables.first.context.entries("points"):
        if tables.dependencies.options(entry["cards"], entry["times"]):
            continue
        forms = [
            a
            for table in tables.usual.values()
            for a in table.points
            if a.entry.place == entry.place and a.cards and a.times
        ]
        if forms and all(a.cards and a.cards.constant and not a.cards.value for a in forms):
            message = Message("{name} multiplies cards that are not in the deck", name=shown(entry.name))
            yield _dead(tables, "not-in-deck", entry, message)
        elif forms and all(a.times and a.times.constant and a.times.value == 1 for a in forms):
            message = Message("{name} changes nothing: it multiplies by 1", name=shown(entry.name))
            yield _dead(tables, "idle", entry, message)


def _dead(tables: Configurations, code: str, entry: Entry, message: Message) -> Problem:
    return Problem(code, message, entry.place, None, tables.severity(entry.place))


def check_prices(tables: Configurations) -> Iterator[Problem]:
    """Note each multiplier of the file's own that inherited prices do not know."""
    reported = set()
    for engine in tables.usual.values():
        for adjustment in engine.points:
            if adjustment.entry.place in reported or not tables.own(adjustment.entry.place):
                continue
            if prices := [other.entry for other in _charging_entries(tables, engine, adjustment)]:
                reported.add(adjustment.entry.place)
                name = shown(adjustment.entry.name)
                names = Listing(tuple(shown(entry.name) for entry in prices), " and ", " and ")
                message = Message(
                    "{name} changes what cards count, and `worth:` still decides {list}",
                    name=name,
                    list=names,
                )
                hint = Message("change that entry as well, if it should charge what the cards now count")
                places = tuple(entry.place for entry in prices)
                yield Problem("fixed-price", message, adjustment.entry.place, hint, "note", places)


def _charging_entries(tables: Configurations, engine: Engine, adjustment: Adjustment) -> Iterator[Adjustment]:
    """The inherited entries that charge the worth of cards, if an adjustment multiplies cards that count."""
    if adjustment.cards is None or adjustment.times is None or adjustment.times.value == 1:
        return
    cards: Any = engine.assumptions.range_of(adjustment.cards)
    if cards.high & engine.counting:
        yield from (
            other
            for other in engine.points
            if not tables.own(other.entry.place)
            and _charges(tables, other)
            and not _is_adapted(tables, other)
        )


def _charges(tables: Configurations, price: Adjustment) -> bool:
    """Return whether an entry adds or takes off the worth of cards."""
    nodes = [node for key in ("player", "others") if (node := price.entry[key]) is not None]
    return any("worth of" in text for node in nodes for text in tables.dependencies.texts(node))


def _is_adapted(tables: Configurations, price: Adjustment) -> bool:
    """Return whether the file's own defines a word that a price rests on."""
    names = tables.dependencies.closure(names_in(price.entry.node))
    words = tables.dependencies.section("words")
    return any(tables.own(entry.key_place) for name, entry in words.items() if name in names)
