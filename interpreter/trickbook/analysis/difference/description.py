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
from trickbook.engine.moves import MoveError
from trickbook.problems import visible
from trickbook.sections.table import is_about
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.difference import Difference
    from trickbook.analysis.difference.entry_changes import EntryChange, KeyChange, WrittenEntry
    from trickbook.analysis.difference.search import Search, Witness
    from trickbook.ruleset import Ruleset
    from trickbook.source import Node

QUESTIONS: Final = {
    "legal": "What may be played",
    "winner": "Which play wins the trick, counted from 0",
    "points": "What the deal counts",
    "decision": "What is decided",
    "phase": "Whether the match is over",
    "takers": "Who takes the tricks",
    "counts": "How many cards hands have",
    "hands": "Who holds which cards",
    "actors": "Who is to act",
    "deals": "What the deal counts",
    "winners": "Who has won",
}
"""The questions that words of an example ask, where the word alone is unclear."""

LONG: Final = 100
"""The longest line with both the old and the new value."""


def difference_lines(found: Difference, one: NamedRules, other: NamedRules) -> Iterator[str]:
    """The lines of a comparison of two games: their entries, their options, and what shows it in play."""
    if found.same:
        yield f"{one.name} and {other.name} are the same rules."
    yield from entry_lines(found.changes, one.name, other.name)
    yield from option_changes(found, one, other)
    if found.seats is None:
        counts = " and ".join(
            f"{side.name} is for {player_span(side.rules)} players" for side in (one, other)
        )
        yield f"No position is searched for, because nobody can play both at one table: {counts}."
    yield from witness_text(found, one, other)


def entry_lines(changes: Sequence[EntryChange], one: str, other: str) -> Iterator[str]:
    """The entries that differ, section by section."""
    rules = [change for change in changes if change.kind != "worded"]
    for section, group in groupby(rules, key=lambda change: change.section):
        yield f"{section}:"
        for change in group:
            yield from _change(change, one, other)
        yield ""
    worded = [f"{change.section}.{change.name}" for change in changes if change.kind == "worded"]
    if worded:
        yield f"Different wording, same meaning: {', '.join(worded)}"
        yield ""


def _change(change: EntryChange, one: str, other: str) -> Iterator[str]:
    """One entry: its kind of change, its description, and the old and new value of each key."""
    what = {
        "added": f"only in {other}",
        "removed": f"only in {one}",
        "changed": "differs",
        "moved": "moved",
    }[change.kind]
    if change.after is not None:
        place = f"after {change.after}" if change.after else "first"
        what += f", {place}" if change.kind == "added" else f", in {other} {place}"
    sides = [side for side in (change.old, change.new) if side]
    yield f"  {visible(change.name)}: {what} ({', '.join(dict.fromkeys(map(_place, sides)))})"
    said = list(dict.fromkeys(side.says for side in sides if side.says))
    for sign, says in zip("-+" if len(said) > 1 else " ", said, strict=False):
        yield f"      {visible(f'{sign} {says}'.strip())}"
    for key in change.keys:
        lines = [*_key(key, change.path)]
        if (change.section, key.path) == ("options", ("default",)):
            lines += [f"  {line}" for line in default_changes(change)]
        yield from (f"      {visible(line)}" for line in lines)
    if not change.keys and len(sides) == 1:
        yield from (f"      {visible(line)}" for line in _whole(sides[0].node, change.path))


def _place(side: WrittenEntry) -> str:
    return visible(f"{side.place.file}:{side.place.line}")


def _key(key: KeyChange, top: tuple[str, ...]) -> Iterator[str]:
    """The old and new value of a key, on separate lines if they are long."""
    old, new = (
        "nothing" if node is None else flow_yaml(node, (*top, *key.path)) for node in (key.old, key.new)
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


def witness_text(difference: Difference, one: NamedRules, other: NamedRules) -> Iterator[str]:
    """The smallest witness found, or how much was tried."""
    yield from card_changes(difference, one, other)
    found = difference.search
    if difference.only_measured:
        yield "Both are played alike: only the metrics differ."
    if difference.only_seating and difference.seats is not None:
        yield seating(one, other, difference.seats)
    if found is None or difference.seats is None:
        return
    if found.moment is None:
        yield f"No position was found that shows it, in {_tried(found)} with {difference.seats} players."
        return
    rules, seats = (one.rules, other.rules), difference.seats
    asked = QUESTIONS.get(found.moment.word, f"`{found.moment.word}`")
    yield f"The smallest position found, in {_tried(found)} with {seats} players. {asked} differs:"
    yield ""
    yield "examples:"
    text = example_entry(found.moment, "the_difference", rules[1], seats, first=False)
    yield from indented(f"{text}    # {other.name}", "  ")
    yield f"    # {expected_line(found.moment, first=True)}    # {one.name}"
    yield from _reasons(found.moment, (one.name, other.name), rules, seats)


def _tried(found: Search) -> str:
    deals = f" and {found.deals} deals" if found.deals else ""
    return f"{found.moments} random positions{deals}"


def _reasons(moment: Witness, names: Sequence[str], rules: Sequence[Ruleset], seats: int) -> Iterator[str]:
    """For each play that only one ruleset allows, the clause of the other that forbids it."""
    if "hand" not in moment.given:
        return
    rest = {key: value for key, value in moment.given.items() if key not in ("hand", "trick")}
    trick = [" ".join(play) for play in moment.given["trick"]]
    allowed = (moment.one, moment.other)
    for place, table in enumerate(rules):
        position = table.position(moment.given["hand"], trick=trick, players=seats, **rest)
        for play in allowed[1 - place]:
            try:
                reason = position.explain(play) if play not in allowed[place] else None
            except MoveError:
                continue
            if reason:
                yield ""
                yield f"{names[place]} forbids {play}: {visible(str(reason))}"
