"""Sentences: those that a change of their entries may have made untrue, and hints that are too long."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from trickbook.analysis.dependencies import Dependencies, names_in
from trickbook.analysis.validation.expression_parts import compiled_part, whole_expression
from trickbook.analysis.validation.stated_numbers import own_numbers, spoken_entries, used_numbers
from trickbook.expression.operations import Operation
from trickbook.expression.types import CONDITION, NUMBER, UNKNOWN, Kind, constant, meaning
from trickbook.loading import resolve, shipped
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.sections.numerals import READERS
from trickbook.sections.sentences import own_words
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.nodes import own_text, plain
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.validation.stated_numbers import SpokenEntry
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node

BESIDE: Final = frozenset({"again", "always", "ever", "from", "next", "to", "until"})
"""Keys that an entry may gain without its sentence becoming untrue."""

MOMENTS: Final = frozenset({"lasts", "owned", "seen_by", "starts", "upon", "when"})
"""Keys of facts, whose sentences say what is remembered, not when."""

COMBINING: Final = frozenset(
    {Operation.AND, Operation.OR, Operation.NOT, Operation.IF, Operation.ADD, Operation.SUBTRACT}
)
"""The operations whose parts a definition may gain or lose without meaning something else."""

FEW_WAYS: Final = 16
"""Where options combine in more ways, entries are compared in the usual one only."""

LONGEST_HINT: Final = 25
"""The most words of a hint."""

FIGURES: Final = re.compile(r"\d+")


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each sentence that does not come from the file that changed its entry; each entry once."""
    sentences = Sentences(tables)
    for entry in spoken_entries(tables):
        yield from islice(sentences.changes(entry), 1)
    yield from _long_hints(tables.resolved.root.get("hints"), sentences.own_files)


def _long_hints(hints: Node | None, own_files: set[str]) -> Iterator[Problem]:
    """Note each hint of an own file that is too long to be read at a table."""
    for hint in hints.items if isinstance(hints, Listing) else ():
        count = len(hint.text.split()) if isinstance(hint, Scalar) and hint.place.file in own_files else 0
        if count > LONGEST_HINT:
            message = Message("this hint has {count} words", count=count)
            advice = Message("write at most {count} words, or two hints", count=LONGEST_HINT)
            yield Problem("long-hint", message, hint.place, advice, "note")


class Sentences:
    """The sentences of a ruleset, and the rulesets for which they were written."""

    def __init__(self, tables: Configurations) -> None:
        """Keep the configurations; other files are read when a sentence is theirs."""
        self.tables, self.resolved = tables, tables.resolved
        self.own_files = {self.resolved.file, *self.resolved.patches}
        self._before: dict[str, Dependencies | None] = {}

    @cached_property
    def _silent(self) -> frozenset[str]:
        """Keys about which no sentence speaks."""
        return frozenset({*table.quiet(), *table.PLACES, table.RENEWS})

    def before(self, file: str) -> Dependencies | None:
        """The ruleset for which a file wrote its sentences; None if it is this one."""
        if file not in self._before:
            path = getattr(file, "path", None)
            name = next((name for name, found in shipped().items() if found == path), path)
            if name is None or (file == self.resolved.file and not self.resolved.house):
                self._before[file] = None
            else:
                self._before[file] = Dependencies(resolve(name, check_merged=False).root)
        return self._before[file]

    def changes(self, entry: SpokenEntry) -> Iterator[Problem]:
        """Note what own files changed in an entry, or in a number that its sentence states."""
        before = self.before(entry.file)
        old = before.root.get(*entry.path) if before else None
        if before is None or not isinstance(old, Mapping):
            return
        places = {place: key for key in self._keys(entry, old) if (place := self._changed_in(entry, key))}
        for place, key in places.items():
            if self._differs(entry, old, key):
                message = Message("{path} has changed, and its sentence has not", path=_path(entry))
                yield Problem("outdated-sentence", message, place, _rewrite(entry), "note")
        yield from self._number_changes(entry, old, before, list(places))

    def _number_changes(
        self, entry: SpokenEntry, old: Mapping, before: Dependencies, changed: list[Place]
    ) -> Iterator[Problem]:
        """Note the numbers that the sentence states, and that the entry or its definitions have no more."""
        stated = {one.value for one in READERS[ENGLISH](own_words(entry.node)) if one.certain}
        if not stated:
            return
        now, names = self.tables.dependencies, names_in(entry.node)
        defined = [place for name in now.closure(names) if (place := self._definitions.get(name))]
        defined = [place for place in defined if place.file != entry.file]
        if changed:
            lost = own_numbers(before, old) - own_numbers(now, entry.node)
            lost -= used_numbers(now, now.closure(names - names_in(old)))
            yield from (_still_says(entry, number, min(changed)) for number in sorted(lost & stated))
        if defined:
            lost = used_numbers(before, before.closure(names_in(old))) - used_numbers(now, now.closure(names))
            lost -= own_numbers(now, entry.node)
            yield from (_still_says(entry, number, min(defined)) for number in sorted(lost & stated))

    def _keys(self, entry: SpokenEntry, old: Mapping) -> Iterator[str]:
        """The keys of an entry that its sentence may be about."""
        silent = self._silent | (MOMENTS if entry.section.key == "facts" else frozenset())
        for key in {**old.entries, **entry.node.entries}:
            gained = key in BESIDE and key not in old.entries
            if key not in silent and not gained and table.entries_at((*entry.path, key)) is None:
                yield key

    def _changed_in(self, entry: SpokenEntry, key: str) -> Place | None:
        """Where an own file, other than that of the sentence, wrote or removed a key of an entry."""
        pair = entry.node.entries.get(key)
        place = pair.key_place if pair else self.resolved.removed.get(".".join((*entry.path, key)))
        return place if place and place.file in self.own_files - {entry.file} else None

    def _differs(self, entry: SpokenEntry, old: Mapping, key: str) -> bool:
        """Return whether a key of an entry means something else in some configuration in which it applies."""
        one, other, when = old.get(key), entry.node.get(key), entry.node.get("when")
        if isinstance(one, Listing | Mapping) or isinstance(other, Listing | Mapping):
            return _differ_as_lists(one, other)
        if one is not None and other is not None and plain(one) == plain(other):
            return False
        means = entry.section.gives == "meaning"
        options = () if means else self.tables.dependencies.options(one, other, when)
        if any(self.tables.many_ways(seats, options) > FEW_WAYS for seats in self.tables.usual):
            options = ()
        ways = (engine for seats in self.tables.usual for _, engine in self.tables.every_way(seats, options))
        applicable = (engine for engine in ways if _term(engine, "when", when).value is not False)
        return any(not _agree(engine, key, one, other, means=means) for engine in applicable)

    @cached_property
    def _definitions(self) -> dict[str, Place]:
        """Where own files define options, words and facts that other files have as well."""
        silent = table.quiet()
        found: dict[str, Place] = {}
        for section in table.gives("choice", "meaning"):
            for name, pair in self.tables.dependencies.section(section).items():
                inner = pair.node.pairs.items()
                places = [one.key_place for key, one in inner if key not in silent]
                own = [place for place in places if place.file in self.own_files]
                found |= {name: own[0]} if own else {}
        return found


def _path(entry: SpokenEntry) -> str:
    return shown(".".join(entry.path))


def _still_says(entry: SpokenEntry, number: int, place: Place) -> Problem:
    message = Message("the sentence of {path} still says {number}", path=_path(entry), number=number)
    return Problem("outdated-sentence", message, place, _rewrite(entry), "note")


def _rewrite(entry: SpokenEntry) -> Message:
    sentence = own_text(entry.node, "says")
    return Message("write a new `says:`, or repeat it if it is still true: “{text}”", text=sentence)


def _differ_as_lists(one: Node | None, other: Node | None) -> bool:
    """Return whether two lists differ in names: in their order, or in the last, which is the highest."""
    if not isinstance(one, Listing) or not isinstance(other, Listing):
        return (one and plain(one)) != (other and plain(other))
    names, others = ([item.text for item in part.items if isinstance(item, Scalar)] for part in (one, other))
    common = [name for name in others if name in names]
    return common != [name for name in names if name in others] or names[-1:] != others[-1:]


def _agree(engine: CompiledRules, key: str, one: Node | None, other: Node | None, *, means: bool) -> bool:
    """Return whether a key has the same meaning but for its numbers, which are compared with the sentence's.

    Definitions, where it ``means`` something, may gain or lose cases, and one that never varies is a default.
    """
    if (one is None or other is None) and key != "when":
        return False
    first, second = _term(engine, key, one), _term(engine, key, other)
    if UNKNOWN in (first.type, second.type):
        return means or _without_figures(one) == _without_figures(other)
    if means:
        atoms, others = _atoms(first), _atoms(second)
        return first.constant or atoms <= others or others <= atoms
    return meaning(_without_numbers(first)) == meaning(_without_numbers(second))


def _term(engine: CompiledRules, key: str, node: Node | None) -> Term:
    """The compiled expression; without a condition an entry always applies."""
    if node is None and key == "when":
        return constant(CONDITION, value=True)
    part = whole_expression(node) if isinstance(node, Scalar) else None
    return compiled_part(engine, part) if part else constant(UNKNOWN, 0)


def _without_figures(node: Node | None) -> str:
    return FIGURES.sub("0", node.text) if isinstance(node, Scalar) else ""


def _without_numbers(term: Term) -> Term:
    """The term with one number in place of all constant ones."""
    if term.constant:
        return constant(NUMBER, 0) if term.type.kind is Kind.NUMBER else term
    return replace(term, parts=tuple(map(_without_numbers, term.parts))) if term.parts else term


def _atoms(term: Term) -> set[Hashable]:
    """What a term is combined of, without its numbers."""
    if term.operation in COMBINING:
        return set().union(*map(_atoms, term.parts))
    return {meaning(_without_numbers(term))}
