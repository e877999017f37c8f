"""The sentences of shipped rulesets, and of house rules in pairs, are those of the rules as they are.

The pairs are those of which one changes an entry that the other has, or a name that the other uses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.caches import remembered
from tests.games import GAMES, WHOLE
from tests.selection import broad

import trickbook
from trickbook.analysis.configurations import Configurations
from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation import sentences, stated_numbers
from trickbook.loading import resolve
from trickbook.loading.files import HOUSE
from trickbook.sections import table
from trickbook.source import fetch, read
from trickbook.source.nodes import entries_under, texts

OF_EVERY_RUN = {"hearts", "euchre", "house/suicide"}


class Contents(NamedTuple):
    """What a house rule fits, the entries that it has, their names, and the names that it uses."""

    fits: tuple[str, ...]
    entries: frozenset[tuple[str, str]]
    names: frozenset[str]
    used: frozenset[str]


@cache
def contents(house: str) -> Contents:
    text, _ = fetch(trickbook.shipped()[HOUSE + house])
    root, _ = read(text or "", house)
    assert root
    rules = [section.key for section in table.rules() if section.key in root.entries]
    entries = frozenset((key, name) for key in rules for name in entries_under(root, key))
    used = frozenset[str]().union(*(names_in(root.entries[key].node) for key in rules))
    named = {section for section, *_ in table.WORD_SECTIONS}
    return Contents(texts(root, "fits"), entries, frozenset(n for key, n in entries if key in named), used)


def touching(game: str) -> Iterator[tuple[str, str, str]]:
    """The pairs of house rules that fit a game and touch each other, behind the game."""
    every = (name.removeprefix(HOUSE) for name in WHOLE if name.startswith(HOUSE))
    fitting = sorted(house for house in every if game in contents(house).fits)
    for pair in combinations(fitting, 2):
        one, other = map(contents, pair)
        if one.entries & other.entries or one.names & other.used or other.names & one.used:
            yield game, *pair


def notes(game: str, house: tuple[str, ...] = ()) -> list[str]:
    """What is noted of sentences; nothing of house rules that do not go together."""
    resolved = resolve(game, house, check_merged=False)
    if any(problem.severity == "error" for problem in resolved.problems):
        return []
    tables = Configurations(resolved)
    if tables.first.problems:
        return []
    found = [*sentences.check(tables), *stated_numbers.check(tables)]
    return [f"{problem.place}: {problem.message}" for problem in found]


@pytest.mark.parametrize("name", broad(WHOLE, but=OF_EVERY_RUN.__contains__))
def test_a_shipped_ruleset_says_what_its_rules_are(name: str) -> None:
    assert notes(name) == []


PAIRS = remembered(
    "touching",
    Path(__file__).read_text("utf-8"),
    lambda: ["+".join(pair) for game in sorted(GAMES) for pair in touching(game)],
)


@pytest.mark.breadth
@pytest.mark.parametrize("pair", PAIRS)
def test_two_house_rules_say_what_the_rules_are_together(pair: str) -> None:
    game, *house = pair.split("+")
    assert notes(game, tuple(house)) == []


def test_pairs_that_touch_each_other_are_found() -> None:
    assert "spades+blind-nil+suicide" in PAIRS
    assert 200 < len(PAIRS) < 600
