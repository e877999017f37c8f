"""Numbers that sentences state, as figures or in words, compared with those of their entries."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.dependencies import names_in
from trickbook.expression.diagnostics.slips import PLURALS
from trickbook.problems import Problem
from trickbook.sections import table
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import entries_under, text, text_in
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.dependencies import Dependencies
    from trickbook.source import Node


class SpokenEntry(NamedTuple):
    """An entry with a sentence: its section, its path, its node, and the file that wrote the sentence."""

    section: table.Section
    path: tuple[str, ...]
    node: Mapping
    file: str


def spoken_entries(tables: Configurations) -> Iterator[SpokenEntry]:
    """The entries with a sentence, but for options, whose sentences say what there is to choose from."""
    for path in table.map_paths(lambda section: section.gives != "choice", tables.first.context.names):
        section = table.SECTIONS[path[0]]
        entries = entries_under(tables.resolved.root, *path) if section.gives != "choice" else {}
        for name, pair in entries.items():
            if isinstance(pair.node, Mapping) and text(pair.node, "says"):
                file = pair.node.entries["says"].key_place.file
                yield SpokenEntry(section, (*path, name), pair.node, file)


class StatedNumber(NamedTuple):
    """A number in a sentence; it is certain unless it may be a rank, a pronoun or a number of players."""

    value: int
    certain: bool


TOKEN: Final = re.compile(r"\d+(?:,\d{3})+|\d+|[^\W\d_]+|[^\w\s]")

SMALL: Final = {word: value for value, word in enumerate((
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
))}  # fmt: skip
TENS: Final = {word: value for value, word in zip(range(20, 100, 10), (
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
), strict=True)}  # fmt: skip
SCALES: Final = {"dozen": 12, "hundred": 100, "thousand": 1000}

IMPLIED: Final = {
    "no": 0, "none": 0, "nothing": 0, "nobody": 0, "once": 1, "single": 1, "twice": 2, "double": 2,
    "doubles": 2, "doubled": 2, "both": 2, "pair": 2, "half": 2, "thrice": 3, "first": 1, "second": 2,
    "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
}  # fmt: skip
"""Words that say a number in passing."""

RANKS: Final = range(2, 11)
"""The numbers that are also ranks."""

NAMED: Final = frozenset({*PLURALS.values(), "knights", "unders", "obers", "jokers"})
"""The cards of a rank that has a name."""

COUNTED: Final = frozenset({"cards", "deals", "games", "packs", "points", "tricks"})
PEOPLE: Final = frozenset({"opponents", "others", "partners", "players", "sides"})
POINTING: Final = frozenset({
    "a", "above", "all", "an", "another", "bare", "beyond", "black", "each", "every", "its", "lone", "no",
    "of", "off", "over", "red", "that", "the", "this", "with",
})  # fmt: skip
"""Words before a rank, a number of players, or all cards of a kind."""

JOINTS: Final = frozenset({",", "a", "above", "an", "and", "as", "below", "or", "than", "the", "then", "to"})


def _is_named(word: str) -> bool:
    """Return whether a word is the name of a rank, of one card or of several."""
    return word in NAMED or (word not in SMALL and f"{word}s" in NAMED)


def english(sentence: str) -> Iterator[StatedNumber]:
    """The numbers in an English sentence."""
    words, place = TOKEN.findall(sentence.lower()), 0
    while place < len(words):
        value, end = _number(words, place)
        if value is not None:
            yield StatedNumber(value, _is_certain(words, place, end, value))
        elif words[place] in IMPLIED:
            yield StatedNumber(IMPLIED[words[place]], certain=words[place] in {"twice", "thrice"})
        place = end


def _number(words: Sequence[str], begin: int) -> tuple[int | None, int]:
    """The number that begins at a word, and where it ends; None if there is none."""
    value, end = _below_hundred(words, begin)
    if words[begin : begin + 3] == ["half", "a", "dozen"]:
        return 6, begin + 3
    if words[begin] == "a" and "".join(words[begin + 1 : begin + 2]) in SCALES:
        value = 1
    while value is not None and end < len(words) and words[end] in SCALES:
        value *= SCALES[words[end]]
        joint = end + 1 + (words[end + 1 : end + 2] == ["and"])
        more, after = _below_hundred(words, joint)
        value, end = (value, end + 1) if more is None else (value + more, after)
    return value, end


def _below_hundred(words: Sequence[str], begin: int) -> tuple[int | None, int]:
    word = words[begin] if begin < len(words) else ""
    if word.replace(",", "").isdecimal():
        return int(word.replace(",", "")), begin + 1
    match words[begin : begin + 3]:
        case [ten, "-", digit] if ten in TENS and digit in SMALL:
            return TENS[ten] + SMALL[digit], begin + 3
    return TENS.get(word, SMALL.get(word)), begin + 1


def _is_certain(words: Sequence[str], begin: int, end: int, value: int) -> bool:
    """Return whether a number can be neither a rank, nor a pronoun, nor a number of players."""
    before, behind = words[:begin][-1:], words[end : end + 1]
    near = {*_joined(words[:begin][::-1])[:1], *_joined(words[end:])[:1]}
    if words[begin:end] == ["one"] or not PEOPLE.isdisjoint(_joined(words[end:])[:2]):
        return False
    if value in RANKS and (behind == ["of"] or any(map(_is_named, near))):
        return False
    return POINTING.isdisjoint(before) or not COUNTED.isdisjoint(behind)


def _joined(words: Sequence[str]) -> Sequence[str]:
    """Words without the joints at their beginning."""
    return next((words[place:] for place, word in enumerate(words) if word not in JOINTS), ())


NUMERAL: Final = re.compile(r"[零一二两双三四五六七八九十百千]+|\d+")
DIGITS: Final = {sign: value for value, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "双": 2}
POWERS: Final = {"十": 10, "百": 100, "千": 1000}
MEASURES: Final = frozenset("倍点分局轮张墩")
"""The words behind a number that is no rank and no number of players."""


def chinese(sentence: str) -> Iterator[StatedNumber]:
    """The numbers in a Chinese sentence."""
    for found in NUMERAL.finditer(sentence):
        before, behind = sentence[: found.start()][-1:], sentence[found.end() :][:1]
        yield StatedNumber(_value(found[0]), certain=behind in MEASURES and before != "第")


def _value(numeral: str) -> int:
    if numeral.isdecimal():
        return int(numeral)
    value = digit = 0
    for sign in numeral:
        if sign not in POWERS:
            digit = DIGITS[sign]
            continue
        value, digit = value + (digit or 1) * POWERS[sign], 0
    return value + digit


READERS: Final = {"en": english, "zh": chinese}
"""The languages whose numbers are read."""


FIGURE: Final = re.compile(r"(?<![\w.])\d+(?!\w)")
UNSTATED_BEFORE: Final = re.compile(
    r"\b(?:mod|div|trick_number(?: is| is not| [<>]=?)|(?!points\b|score\b)[a-z_]+ [+-]) $|\) [+-] $"
)
"""Before a number from which something else is counted: a seat, a trick, a sum."""

UNSTATED_BEHIND: Final = re.compile(r" - (?!\d)")


class Literal(NamedTuple):
    """A number in an expression, what a sentence may say in its place, and whether it would say it."""

    value: int
    as_said: frozenset[int]
    is_stated: bool


def literals(node: Node) -> Iterator[Literal]:
    """The numbers in the expressions of an entry. A bound may be said with or without the number itself."""
    skipped = {*table.quiet(), "rank", "rules"}
    for path, part in node.walk(lambda path: path[-1] in skipped):
        for found in FIGURE.finditer(part.text) if isinstance(part, Scalar) else ():
            value, before = int(found[0]), found.string[: found.start()]
            beside = {value + 1} if before.endswith("> ") else {value - 1} if before.endswith("< ") else set()
            counts = UNSTATED_BEFORE.search(before) or UNSTATED_BEHIND.match(found.string, found.end())
            yield Literal(value, frozenset({value, *beside}), not counts and "answers" not in path)


def own_numbers(dependencies: Dependencies, node: Node) -> set[int]:
    """The numbers of an entry, with the defaults of the options that it names."""
    options = (dependencies.section("options").get(name) for name in names_in(node))
    defaults = (option.node.get("default") for option in options if option)
    parts = (node, *(default for default in defaults if default))
    return {value for part in parts for one in literals(part) for value in one.as_said}


def used_numbers(dependencies: Dependencies, names: AbstractSet[str]) -> set[int]:
    """The numbers of some definitions, with the defaults of options."""
    defined = (dependencies.section(section) for section in table.gives("meaning"))
    nodes = (entries[name].node for entries in defined for name in names & entries.keys())
    return set().union(*(own_numbers(dependencies, node) for node in nodes))


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each number in an own sentence that its entry lacks, if it has another that is not stated."""
    numbers = EntryNumbers(tables)
    for entry in spoken_entries(tables):
        if entry.file in (tables.resolved.file, *tables.resolved.patches):
            yield from numbers.mismatches(entry)


class EntryNumbers:
    """The numbers that the entries of a ruleset have."""

    def __init__(self, tables: Configurations) -> None:
        """Keep the configurations."""
        self.tables, self.dependencies = tables, tables.dependencies

    def mismatches(self, entry: SpokenEntry) -> Iterator[Problem]:
        """Note the number that only a sentence has, if there is a single one that only its entry has."""
        english_numbers: set[int] = set()
        for language, reader in READERS.items():
            read = text if language == ENGLISH else text_in
            stated = [*reader(read(entry.node, "says", language) or "")]
            said = {number.value for number in stated}
            unknown = self._unknown({one.value for one in stated if one.certain} - english_numbers, entry)
            english_numbers = english_numbers or said
            unsaid = _unsaid(said, entry.node) if len(unknown) == 1 else set()
            if len(unsaid) == 1:
                yield _mismatch(entry, language, unknown.pop(), unsaid.pop())

    def _unknown(self, certain: set[int], entry: SpokenEntry) -> set[int]:
        """The stated numbers that an entry and the definitions which it uses cannot bring."""
        certain = {value for value in certain if value > 1}
        if not certain:
            return certain
        nodes: list[Node] = [entry.node]
        for name in self.dependencies.closure(names_in(entry.node)):
            for section in ("steps", *table.gives("choice", "meaning")):
                nodes += [pair.node] if (pair := self.dependencies.section(section).get(name)) else []
        known = {value for node in nodes for one in literals(node) for value in one.as_said}
        known |= {int(key) for node in nodes for key in entries_under(node, "choices") if key.isdecimal()}
        own = {one.value for one in literals(entry.node)}
        return {value for value in certain - known if not self._is_derived(value, own, entry)}

    def _is_derived(self, value: int, own: set[int], entry: SpokenEntry) -> bool:
        """Return whether a number is a sum of two of an entry, of one and a card's worth, or a hand."""
        worth = self._worth if entry.section.key in ("facts", "points") else frozenset()
        is_sum = any(value - number in own - {number} or value - number in worth for number in own)
        return is_sum or (value in self._hands and any(number and value % number == 0 for number in own))

    @cached_property
    def _worth(self) -> frozenset[int]:
        """The numbers of points that cards are worth."""
        found = self.dependencies.root.entries.get("worth")
        return frozenset(one.value for one in literals(found.node)) if found else frozenset()

    @cached_property
    def _hands(self) -> frozenset[int]:
        """The numbers of cards in a hand if the whole pack is dealt."""
        usual = self.tables.usual.items()
        return frozenset(engine.deck.cards.bit_count() // seats for seats, engine in usual)


def _unsaid(said: set[int], node: Node) -> set[int]:
    """The numbers of an entry that its sentence does not state, nor as a sum."""
    return {
        one.value
        for one in literals(node)
        if one.is_stated
        and one.value > 1
        and one.as_said.isdisjoint(said)
        and not any(one.value - value in said for value in said if value > 1)
    }


def _mismatch(entry: SpokenEntry, language: str, number: int, found: int) -> Problem:
    message = Message(
        "the sentence says {number}, and the rule {number_found}", number=number, number_found=found
    )
    if language != ENGLISH:
        message = Message("{what} ({text})", what=message, text=language)
    place = entry.node.entries["says"].key_place
    return Problem("wrong-number", message, place, Message("correct one of the two"), "note")
