"""The pool from which random scenes of two rulesets are sampled."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import CONDITION, Kind
from trickbook.sections import table as sections
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.analysis.difference.entry_changes import EntryChange
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node

WORD: Final = re.compile(r"[A-Za-z0-9_]+")
NUMBER: Final = re.compile(r"(?<![A-Za-z0-9_])[0-9]{1,6}(?![A-Za-z0-9_])")

FEW: Final = (0, 1, 2, 3, 5, 13)
"""Numbers to try for any ruleset."""

MOST_REMAINDERS: Final = 10_000
"""About how many pairs of groups to compare; the groups named in two shipped rulesets make far fewer."""


class SamplingPool(NamedTuple):
    """The common ground of two engines: cards, groups of cards, facts, and the names in their differences.

    ``hot`` are the cards that entries which differ speak of, ``said`` the groups that they name and what one
    of these has more than another, ``numbers`` the numbers, each with its neighbours. ``sizes`` are how many
    cards a play may have in both. A thorough search has ``answers``, too: the questions that choices answer,
    with these, and whether each seat is asked.
    """

    seats: int
    cards: tuple[str, ...]
    hot: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    named_groups: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    facts: tuple[str, ...]
    sizes: tuple[int, ...]
    answers: tuple[tuple[str, tuple[str, ...], bool], ...] = ()
    thorough: bool = False


def sampling_pool(
    one: CompiledRules, other: CompiledRules, changes: Iterable[EntryChange], *, thorough: bool = False
) -> SamplingPool:
    """Collect what two engines share, and what the differing entries mention."""
    shared = Counter(one.deck.names) & Counter(other.deck.names)
    cards = tuple(name for name in dict.fromkeys(one.deck.names) for _ in range(shared[name]))
    named = {**_named_cards(one), **_named_cards(other)}
    text = " ".join(_texts(one, other, changes))
    words = WORD.findall(text)
    telling = {word: group for word, group in named.items() if 2 * len(group) <= len(cards)}
    named_groups = [telling[word] for word in dict.fromkeys(words) if word in telling]
    hot = {card for group in named_groups for card in group}
    parts = [*named_groups, *_remainders(list(dict.fromkeys(named_groups)))]
    groups = {tuple(card for card in cards if card in group) for group in map(set, named.values())}
    numbers = {near for found in NUMBER.findall(text) for near in range(int(found) - 1, int(found) + 2)}
    facts = [fact.name for fact in one.facts if fact.type == CONDITION and not fact.owned]
    return SamplingPool(
        one.layout.seats,
        cards,
        tuple(card for card in cards if card in hot),
        tuple(sorted(group for group in groups if group)),
        tuple(sorted({tuple(card for card in cards if card in group) for group in parts} - {()})),
        tuple(sorted({*numbers, *FEW} - {-1})),
        tuple(name for name in facts if any(fact.name == name for fact in other.facts)),
        tuple(sorted(_sizes(one) & _sizes(other))),
        tuple(_answers(one)) if thorough else (),
        thorough,
    )


def _remainders(groups: Sequence[frozenset[str]]) -> Iterator[frozenset[str]]:
    """The cards that a group has more than another; of very many groups, more than each of the next few."""
    reach = min(len(groups) - 1, max(1, MOST_REMAINDERS // max(1, len(groups))))
    for index, group in enumerate(groups):
        for step in range(1, reach + 1):
            yield group - groups[(index + step) % len(groups)]


def _answers(engine: CompiledRules) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The questions before the tricks that choices answer."""
    for step in takewhile(lambda step: not isinstance(step, TrickStep), engine.steps):
        if isinstance(step, AskStep) and step.type.kind is Kind.CHOICE:
            yield step.name, step.type.names, step.who is not None


def card_words(engine: CompiledRules) -> dict[str, frozenset[str]]:
    """The words that always mean the same cards, except single cards."""
    words = {name: frozenset(group) for name, group in engine.deck.groups.items()}
    words["cards"] = frozenset(engine.deck.names)
    for entry in engine.context.entries("words"):
        term = (
            engine.context.symbols[entry.name](engine.scope) if entry.name in engine.context.symbols else None
        )
        if term is not None and term.constant and term.type.kind is Kind.CARDS:
            words[entry.name] = frozenset(engine.deck.written(term.value))
    return words


def _named_cards(engine: CompiledRules) -> dict[str, frozenset[str]]:
    """Every word for cards, single cards, and all cards of one worth."""
    single = {name: frozenset({name}) for name in engine.deck.names}
    by_worth = {f"worth {value}": frozenset(engine.deck.written(cards)) for value, cards in engine.worth}
    return {**single, **card_words(engine), **by_worth}


def _texts(one: CompiledRules, other: CompiledRules, changes: Iterable[EntryChange]) -> Iterator[str]:
    """The words of the entries that differ, and of those that use an option that differs."""
    changed = list(changes)
    for change in changed:
        if change.kind != "worded":
            yield from (text for side in (change.old, change.new) if side for text in scalars(side.node))
    options = {
        name
        for name in {*one.options, *other.options}
        if (one.options.get(name) and one.options[name].value)
        != (other.options.get(name) and other.options[name].value)
    }
    options |= {change.name for change in changed if change.section in sections.gives("meaning")}
    for table in (one, other):
        yield from (str(table.options[name].value) for name in options if name in table.options)
        touched = _dependent_names(table, options)
        ordered = (".".join(path) for path, section in sections.maps() if section.order != "free")
        for section in (*sections.gives("meaning"), *ordered):
            for found in _entries(table, section).values():
                if touched.intersection(found):
                    yield from found


def _entries(engine: CompiledRules, section: str) -> dict[str, set[str]]:
    """The words that each entry of a section uses."""
    entries = engine.context.entries(*section.split("."))
    return {entry.name: {w for text in scalars(entry.node) for w in WORD.findall(text)} for entry in entries}


def _dependent_names(engine: CompiledRules, names: set[str]) -> set[str]:
    """Some names, with all names defined by them in turn."""
    known = {
        name: found
        for section in sections.gives("meaning")
        for name, found in _entries(engine, section).items()
    }
    found = names
    while more := {name for name, written in known.items() if written & found} - found:
        found = found | more
    return found


def scalars(node: Node) -> Iterator[str]:
    """All texts of a node."""
    match node:
        case Scalar():
            yield node.text
        case Listing():
            yield from (text for item in node.items for text in scalars(item))
        case Mapping():
            yield from (text for entry in node.entries.values() for text in scalars(entry.node))


def _sizes(engine: CompiledRules) -> set[int]:
    """The allowed sizes of a play."""
    step = engine.tricks
    if (
        step is None
        or step.low is None
        or step.high is None
        or not (step.low.constant and step.high.constant)
    ):
        return {1}
    return set(range(step.low.value, step.high.value + 1))


def members_of_groups(groups: Sequence[Sequence[str]], cards: Sequence[str]) -> list[str]:
    """The cards that are in one of some groups."""
    wanted = set[str]().union(*groups)
    return [card for card in cards if card in wanted]
