"""The description of a difference for people: entries, options, decks, numbers of players, a witness."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.configurations import value_text
from trickbook.analysis.difference.yaml_writer import example_entry, expected_line, flow_yaml, indented
from trickbook.engine.moves import MoveError
from trickbook.explain.reasons import reason_in
from trickbook.problems import visible
from trickbook.sections.players import without_gaps
from trickbook.sections.table import is_about
from trickbook.source import Mapping, Scalar, at
from trickbook.source.nodes import text
from trickbook.texts import phrases as fixed
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import verbatim, with_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from trickbook.analysis.difference import Difference, Search, Witness
    from trickbook.analysis.difference.entry_changes import EntryChange, KeyChange
    from trickbook.explain.reasons import Reason
    from trickbook.ruleset import Ruleset
    from trickbook.source import Node
    from trickbook.texts.message import FileLine, Value
    from trickbook.texts.phrases import Phrases


phrases = partial(fixed.phrases, "analysis")
"""The phrases of a language, else the English ones."""


LONG: Final = 100
"""The longest line with both the old and the new value."""

MOST_NAMED: Final = 20
"""The largest number of cards to name."""


class NamedRules(NamedTuple):
    """A ruleset with the name to print for it."""

    name: str
    rules: Ruleset


def difference_lines(
    found: Difference,
    one: NamedRules,
    other: NamedRules,
    language: str = ENGLISH,
    write: Callable[[FileLine], Value] = verbatim,
) -> Iterator[str]:
    """The lines of a comparison of two games: their entries, their options, and what shows it in play.

    ``write`` gives what stands for a line of a file.
    """
    words = phrases(language)
    if found.same:
        yield words.say("difference.same", one=one.name, other=other.name)
    yield from entry_lines(found.changes, one.name, other.name, language, write)
    yield from option_changes(found, one, other, words)
    if found.seats is None:
        counts = words.say("difference.and").join(
            words.say("seating.for", name=side.name, span=player_span(side.rules, words))
            for side in (one, other)
        )
        yield words.say("difference.apart", counts=counts)
    yield from witness_text(found, one, other, language, write)


def entry_lines(
    changes: Sequence[EntryChange],
    one: str,
    other: str,
    language: str = ENGLISH,
    write: Callable[[FileLine], Value] = verbatim,
) -> Iterator[str]:
    """The entries that differ, section by section."""
    words = phrases(language)
    rules = [change for change in changes if change.kind != "worded"]
    for section, group in groupby(rules, key=lambda change: change.section):
        yield f"{section}:"
        for change in group:
            places = [in_language(write(side.place.at_line()), language) for side in change.sides]
            yield from _change(change, one if change.kind == "removed" else other, places, words)
        yield ""
    worded = [f"{change.section}.{change.name}" for change in changes if change.kind == "worded"]
    if worded:
        yield words.say("difference.worded", names=words.listed(worded))
        yield ""


def _change(change: EntryChange, name: str, places: Sequence[str], words: Phrases) -> Iterator[str]:
    """One entry: its kind of change, its description, and the old and new value of each key."""
    sides, what = change.sides, _kind(change, name, words)
    shown_places = ", ".join(dict.fromkeys(map(visible, places)))
    yield f"  {words.say('difference.entry', name=visible(change.name), what=what, places=shown_places)}"
    sentences = list(dict.fromkeys(says for side in sides if (says := _says(side.node, words.language))))
    for sign, says in zip("-+" if len(sentences) > 1 else " ", sentences, strict=False):
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


def default_changes(change: EntryChange, language: str) -> Iterator[str]:
    """The descriptions of the old and new defaults of an option."""
    for sign, side in (("-", change.old), ("+", change.new)):
        entry = side.node.entries.get("default") if side and isinstance(side.node, Mapping) else None
        if side and entry and isinstance(entry.node, Scalar):
            value = entry.node.text
            if sentence := _sentence_of_value(side.node, (), value, language):
                yield f"{sign} {value}: {sentence}"


def option_changes(
    difference: Difference, one: NamedRules, other: NamedRules, words: Phrases
) -> Iterator[str]:
    """The options that are set differently, with the descriptions of their choices."""
    if not difference.options:
        return
    yield words.say("difference.options")
    for name, (old, new) in difference.options.items():
        yield f"  {name}: {value_text(old)} → {value_text(new)}"
        for sign, side, value in (("-", one, old), ("+", other, new)):
            root = side.rules.resolved.root
            if sentence := _sentence_of_value(root, ("options", name), str(value), words.language):
                yield visible(f"      {sign} {value_text(value)}: {sentence}")
    yield ""


def _sentence_of_value(node: Node, path: Sequence[str], value: str, language: str) -> str | None:
    """The description of a choice of the option at a path; None if there is none."""
    try:
        choice = at(node, (*path, "choices", value))
    except (KeyError, IndexError, TypeError, ValueError):
        return None
    return text(choice, "says", language) if isinstance(choice, Mapping) else None


def witness_text(
    difference: Difference,
    one: NamedRules,
    other: NamedRules,
    language: str = ENGLISH,
    write: Callable[[FileLine], Value] = verbatim,
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
    for name, play, reason in _reasons(found.moment, (one, other), seats, language):
        yield ""
        told = in_language(with_lines(reason.message(), write), language)
        yield words.say("difference.forbids", name=name, play=play, reason=visible(told))


def _tried(found: Search, words: Phrases) -> str:
    key = "difference.tried_deals" if found.deals else "difference.tried"
    return words.say(key, moments=found.moments, deals=found.deals)


def _reasons(
    moment: Witness, sides: Sequence[NamedRules], seats: int, language: str
) -> Iterator[tuple[str, str, Reason]]:
    """Each play that only one ruleset allows, with the name of the other and why it forbids it."""
    if "hand" not in moment.given:
        return
    rest = {key: value for key, value in moment.given.items() if key not in ("hand", "trick")}
    trick = [" ".join(play) for play in moment.given["trick"]]
    allowed = (moment.one, moment.other)
    for index, (name, rules) in enumerate(sides):
        position = rules.position(moment.given["hand"], trick=trick, players=seats, **rest)
        for play in allowed[1 - index]:
            try:
                reason = position.explain(play) if play not in allowed[index] else None
            except MoveError:
                continue
            if reason:
                yield name, play, reason_in(reason, rules.engine(seats).context, language)


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


def player_span(rules: Ruleset, words: Phrases) -> str:
    """The allowed numbers of players, in words."""
    few, many = rules.players[0], rules.players[-1]
    if few == many or not without_gaps(rules.players):
        return words.say("seating.or").join(map(str, rules.players))
    return words.say("seating.span", low=few, high=many)


def card_changes(difference: Difference, one: NamedRules, other: NamedRules, words: Phrases) -> Iterator[str]:
    """The cards that only one deck has, and those of which one has more."""
    if difference.seats is None or not any(difference.own_cards):
        return
    here, there = (Counter(side.rules.engine(difference.seats).deck.names) for side in (one, other))
    for side, has, lacks in ((one, here, there), (other, there, here)):
        if alone := [card for card in has if card not in lacks]:
            yield words.say("cards.only", name=side.name, cards=_card_line(alone, words))
    shared = [card for card in here if card in there]
    for copies in sorted({(here[card], there[card]) for card in shared}):
        some = [card for card in shared if (here[card], there[card]) == copies]
        if copies[0] != copies[1]:
            which = words.say("cards.each") if len(some) == len(shared) else _card_line(some, words)
            sides = {"one": one.name, "few": copies[0], "other": other.name, "many": copies[1]}
            yield words.say("cards.copies", which=which, **sides)
    yield words.say("cards.shared")


def _card_line(names: Sequence[str], words: Phrases) -> str:
    """Some cards, shortened to a line."""
    rest, cards = len(names) - MOST_NAMED, " ".join(names[:MOST_NAMED])
    return words.say("cards.more", cards=cards, rest=rest) if rest > 0 else cards
