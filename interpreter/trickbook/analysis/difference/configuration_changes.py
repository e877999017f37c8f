"""The differences of options and decks, in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import visible
from trickbook.sections.players import without_gaps
from trickbook.source import Mapping, Scalar, at
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.difference import Difference
    from trickbook.analysis.difference.entry_changes import EntryChange
    from trickbook.loading.phrases import Phrases
    from trickbook.ruleset import Ruleset
    from trickbook.source import Node

MOST: Final = 20
"""The largest number of cards to name."""


class NamedRules(NamedTuple):
    """A ruleset with the name to print for it."""

    name: str
    rules: Ruleset


def player_span(rules: Ruleset, words: Phrases) -> str:
    """The allowed numbers of players, in words."""
    few, many = rules.players[0], rules.players[-1]
    if few == many or not without_gaps(rules.players):
        return words.say("seating.or").join(map(str, rules.players))
    return words.say("seating.span", low=few, high=many)


def seating(one: NamedRules, other: NamedRules, seats: int, words: Phrases) -> str:
    """The statement that only the number of players differs."""
    counts = words.say("seating.and").join(
        words.say(
            "seating.usually" if len(rules.players) > 1 else "seating.for",
            name=name,
            span=player_span(rules, words),
            usual=rules.usual,
        )
        for name, rules in (one, other)
    )
    return words.say("seating.only", counts=counts, seats=seats)


def option_changes(
    difference: Difference, one: NamedRules, other: NamedRules, words: Phrases
) -> Iterator[str]:
    """The options that are set differently, with the descriptions of their choices."""
    if not difference.options:
        return
    yield words.say("difference.options")
    for name, (old, new) in difference.options.items():
        yield f"  {name}: {_option(old)} → {_option(new)}"
        for sign, side, value in (("-", one, old), ("+", other, new)):
            root = side.rules.resolved.root
            if said := _said(root, ("options", name), str(value), words.language):
                yield visible(f"      {sign} {_option(value)}: {said}")
    yield ""


def default_changes(change: EntryChange, language: str) -> Iterator[str]:
    """The descriptions of the old and new defaults of an option."""
    for sign, side in (("-", change.old), ("+", change.new)):
        entry = side.node.entries.get("default") if side and isinstance(side.node, Mapping) else None
        if side and entry and isinstance(entry.node, Scalar):
            value = entry.node.text
            if said := _said(side.node, (), value, language):
                yield f"{sign} {value}: {said}"


def _option(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _said(node: Node, path: Sequence[str], value: str, language: str) -> str | None:
    """The description of a choice of the option at a path; None if there is none."""
    try:
        choice = at(node, (*path, "choices", value))
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return text(choice, "says", language) if isinstance(choice, Mapping) else None


def card_changes(difference: Difference, one: NamedRules, other: NamedRules, words: Phrases) -> Iterator[str]:
    """The cards that only one deck has, and those of which one has more."""
    if difference.seats is None or not any(difference.apart):
        return
    here, there = (Counter(side.rules.engine(difference.seats).deck.names) for side in (one, other))
    for side, has, lacks in ((one, here, there), (other, there, here)):
        if alone := [card for card in has if card not in lacks]:
            yield words.say("cards.only", name=side.name, cards=_listed(alone, words))
    shared = [card for card in here if card in there]
    for copies in sorted({(here[card], there[card]) for card in shared}):
        some = [card for card in shared if (here[card], there[card]) == copies]
        if copies[0] != copies[1]:
            which = words.say("cards.each") if len(some) == len(shared) else _listed(some, words)
            sides = {"one": one.name, "few": copies[0], "other": other.name, "many": copies[1]}
            yield words.say("cards.copies", which=which, **sides)
    yield words.say("cards.shared")


def _listed(names: Sequence[str], words: Phrases) -> str:
    """Some cards, shortened to a line."""
    rest, cards = len(names) - MOST, " ".join(names[:MOST])
    return words.say("cards.more", cards=cards, rest=rest) if rest > 0 else cards
