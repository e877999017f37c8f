"""The description of a difference, for people."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from trickbook.analysis.difference.configuration_changes import (
    NamedRules,
    card_changes,
    default_changes,
    option_changes,
    player_span,
    seating,
)
from trickbook.analysis.difference.example_writer import example_entry, expected_line, indented
from trickbook.analysis.phrases import phrases
from trickbook.engine.moves import MoveError
from trickbook.game.reason_texts import reason_in
from trickbook.problems import visible
from trickbook.sections.table import is_about
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.nodes import ENGLISH, text
from trickbook.source.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.difference import Difference
    from trickbook.analysis.difference.entry_changes import EntryChange, KeyChange, WrittenEntry
    from trickbook.analysis.difference.search import Search, Witness
    from trickbook.loading.phrases import Phrases
    from trickbook.source import Node

LONG: Final = 100
"""The longest line with both the old and the new value."""


def difference_lines(
    found: Difference, one: NamedRules, other: NamedRules, language: str = ENGLISH
) -> Iterator[str]:
    """The lines of a comparison of two games: their entries, their options, and what shows it in play."""
    words = phrases(language)
    if found.same:
        yield words.say("difference.same", one=one.name, other=other.name)
    yield from entry_lines(found.changes, one.name, other.name, language)
    yield from option_changes(found, one, other, words)
    if found.seats is None:
        counts = words.say("difference.and").join(
            words.say("seating.for", name=side.name, span=player_span(side.rules, words))
            for side in (one, other)
        )
        yield words.say("difference.apart", counts=counts)
    yield from witness_text(found, one, other, language)


def entry_lines(
    changes: Sequence[EntryChange], one: str, other: str, language: str = ENGLISH
) -> Iterator[str]:
    """The entries that differ, section by section."""
    words = phrases(language)
    rules = [change for change in changes if change.kind != "worded"]
    for section, group in groupby(rules, key=lambda change: change.section):
        yield f"{section}:"
        for change in group:
            yield from _change(change, one, other, words)
        yield ""
    worded = [f"{change.section}.{change.name}" for change in changes if change.kind == "worded"]
    if worded:
        yield words.say("difference.worded", names=words.listed(worded))
        yield ""


def _change(change: EntryChange, one: str, other: str, words: Phrases) -> Iterator[str]:
    """One entry: its kind of change, its description, and the old and new value of each key."""
    sides = [side for side in (change.old, change.new) if side]
    places = ", ".join(dict.fromkeys(map(_place, sides)))
    what = _kind(change, one if change.kind == "removed" else other, words)
    yield f"  {words.say('difference.entry', name=visible(change.name), what=what, places=places)}"
    said = list(dict.fromkeys(says for side in sides if (says := _says(side.node, words.language))))
    for sign, says in zip("-+" if len(said) > 1 else " ", said, strict=False):
        yield f"      {visible(f'{sign} {says}'.strip())}"
    for key in change.keys:
        lines = [*_key(key, change.path, words)]
        if (change.section, key.path) == ("options", ("default",)):
            lines += [f"  {line}" for line in default_changes(change, words.language)]
        yield from (f"      {visible(line)}" for line in lines)
    if not change.keys and len(sides) == 1:
        yield from (f"      {visible(line)}" for line in _whole(sides[0].node, change.path))


def _kind(change: EntryChange, name: str, words: Phrases) -> str:
    """The kind of a change, and where the entry now stands if its order counts."""
    if change.after is None:
        return words.say(f"difference.{change.kind}", name=name)
    place = (
        words.say("difference.after", entry=change.after) if change.after else words.say("difference.first")
    )
    return words.say(f"difference.{change.kind}_at", name=name, place=place)


def _says(node: Node, language: str) -> str | None:
    return text(node, "says", language) if isinstance(node, Mapping) else None


def _place(side: WrittenEntry) -> str:
    return visible(f"{side.place.file}:{side.place.line}")


def _key(key: KeyChange, top: tuple[str, ...], words: Phrases) -> Iterator[str]:
    """The old and new value of a key, on separate lines if they are long."""
    old, new = (
        words.say("difference.nothing") if node is None else flow_yaml(node, (*top, *key.path))
        for node in (key.old, key.new)
    )
    name = f"{'.'.join(key.path)}: " if key.path else ""
    if len(name + old + new) <= LONG:
        yield f"{name}{old} → {new}"
        return
    yield from [name.rstrip()] if name else []
    yield f"  - {old}"
    yield f"  + {new}"


def _whole(node: Node, path: tuple[str, ...]) -> Iterator[str]:
    """An entry, one key a line."""
    if not isinstance(node, Mapping):
        yield flow_yaml(node, path)
        return
    for key, entry in node.entries.items():
        if not is_about((*path, key)):
            yield f"{key}: {flow_yaml(entry.node, (*path, key))}"


def flow_yaml(node: Node, path: tuple[str, ...]) -> str:
    """The value at a path on one line of YAML, without descriptions."""
    match node:
        case Scalar():
            odd = not node.plain and (node.value != node.text or node.text.isdecimal())
            return quoted(node.text) if odd else node.text
        case Listing():
            return "[" + ", ".join(flow_yaml(item, path) for item in node.items) + "]"
        case Mapping():
            kept = {key: e.node for key, e in node.entries.items() if not is_about((*path, key))}
            if path[-1:] == ("choices",) and all(
                flow_yaml(inner, (*path, key)) == "{}" for key, inner in kept.items()
            ):
                return f"[{', '.join(kept)}]"
            return (
                "{"
                + ", ".join(f"{key}: {flow_yaml(inner, (*path, key))}" for key, inner in kept.items())
                + "}"
            )


def witness_text(
    difference: Difference, one: NamedRules, other: NamedRules, language: str = ENGLISH
) -> Iterator[str]:
    """The smallest witness found, or how much was tried."""
    words, found, seats = phrases(language), difference.search, difference.seats
    yield from card_changes(difference, one, other, words)
    if difference.only_measured:
        yield words.say("difference.measured")
    if difference.only_seating and seats is not None:
        yield seating(one, other, seats, words)
    if found is None or seats is None:
        return
    if found.moment is None:
        yield words.say("difference.none", tried=_tried(found, words), seats=seats)
        return
    question = words.say(f"questions.{found.moment.word}", "questions.other", word=found.moment.word)
    yield words.say("difference.found", tried=_tried(found, words), seats=seats, question=question)
    yield ""
    yield "examples:"
    entry = example_entry(found.moment, "the_difference", other.rules, seats, first=False)
    yield from indented(f"{entry}    # {other.name}", "  ")
    yield f"    # {expected_line(found.moment, first=True)}    # {one.name}"
    yield from _reasons(found.moment, (one, other), seats, words)


def _tried(found: Search, words: Phrases) -> str:
    key = "difference.tried_deals" if found.deals else "difference.tried"
    return words.say(key, moments=found.moments, deals=found.deals)


def _reasons(moment: Witness, sides: Sequence[NamedRules], seats: int, words: Phrases) -> Iterator[str]:
    """For each play that only one ruleset allows, the clause of the other that forbids it."""
    if "hand" not in moment.given:
        return
    rest = {key: value for key, value in moment.given.items() if key not in ("hand", "trick")}
    trick = [" ".join(play) for play in moment.given["trick"]]
    allowed = (moment.one, moment.other)
    for place, (name, rules) in enumerate(sides):
        position = rules.position(moment.given["hand"], trick=trick, players=seats, **rest)
        for play in allowed[1 - place]:
            try:
                reason = position.explain(play) if play not in allowed[place] else None
            except MoveError:
                continue
            if reason:
                told = reason_in(reason, rules.engine(seats).context, words.language)
                yield ""
                yield words.say("difference.forbids", name=name, play=play, reason=visible(str(told)))
