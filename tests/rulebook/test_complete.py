"""A rulebook with its exact rules leaves nothing out: every entry appears, by its sentence or its name."""

from __future__ import annotations

import html
import re
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from tests.games import SOME_GAMES, SOME_WHOLE

import trickbook
from trickbook.examples.runner import satisfied_examples
from trickbook.expression.types import Kind
from trickbook.rulebook import FORMATS
from trickbook.rulebook.expressions.certainty import Certainty
from trickbook.rulebook.phrases import display_names
from trickbook.sections.table import VERBS
from trickbook.source import plain
from trickbook.source.nodes import Entry, text
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.examples.values import Example

SECTIONS = [
    ("requires",), ("options",), ("piles",), ("facts",), ("resting",), ("steps",), ("play",), ("winning",),
    ("points",), ("match", "ends"), ("match", "wins"), ("deck", "extra"),
]  # fmt: skip
NAME = re.compile(r"[a-z][a-z0-9_]*")
TAG = re.compile(r"<[^>]*>")


def bare(told: str) -> str:
    """A text without blanks and without the backslashes of Markdown, however it was broken into lines."""
    return re.sub(r"[\s\\]+", "", told)


def read(rules: trickbook.Ruleset, style: str, language: str) -> str:
    """A rulebook as its reader reads it."""
    book = rules.rulebook(style, language, exact=True)
    return bare(html.unescape(TAG.sub("", book)) if style == "html" else book)


def players(example: Example) -> object:
    """The number of players that an example tells of, if it says one."""
    found = example.given.entries.get("players")
    return plain(found.node) if found else None


def entries(rules: trickbook.Ruleset) -> Iterator[Entry]:
    """Every entry of a ruleset but the examples, those below steps and options too."""
    context = rules.engine().context
    seats = {fact.name for fact in rules.engine().facts if fact.type.kind is Kind.SEATS}
    # of these the sentences that read them tell, or none
    told: dict[tuple[str, ...], set[str]] = {("facts",): seats, ("piles",): idle(rules)}
    for path in SECTIONS:
        yield from (entry for entry in context.entries(*path) if entry.name not in told.get(path, ()))
    settled = Certainty(rules.engine()).answers
    for step in context.entries("steps"):
        if step.name not in settled:  # what leaves but one answer is told as this answer
            yield from context.entries("steps", step.name, "rules")
    for option in context.entries("options"):
        yield from context.entries("options", option.name, "choices")


def examples(rules: trickbook.Ruleset) -> Iterator[Entry]:
    """The examples that hold."""
    here = (None, rules.usual)  # those of other numbers of players stand in their books
    hold = {example.name for example in satisfied_examples(rules, rules.usual) if players(example) in here}
    yield from (entry for entry in rules.engine().context.entries("examples") if entry.name in hold)


def idle(rules: trickbook.Ruleset) -> set[str]:
    """The piles to which no step brings cards that is ever taken."""
    engine, steps = rules.engine(), [*rules.engine().steps]
    events = [event for event in engine.upon if event in ("turn", "play", "trick", "end")]
    for step in steps:  # they grow on the way
        events += [step.name] if step.name in engine.upon else []
        while events:
            steps += [other for other in engine.upon[events.pop()] if other not in steps]
    goals = [getattr(step, "to", None) for step in steps]
    return {*engine.layout.piles} - {getattr(goal, "pile", goal).name for goal in goals if goal}


def spoken(rules: trickbook.Ruleset) -> Iterator[str]:
    """The author's words in those clauses that say nothing of themselves."""
    words = {entry.name for entry in rules.engine().context.entries("words")}
    for entry in entries(rules):
        for key in ("when", "cards", "times", "player", "others", *VERBS):
            node = entry[key]
            if node is not None and not entry.says:
                yield from words & set(NAME.findall(node.text))


def called(rules: trickbook.Ruleset, name: str, language: str) -> str:
    """What a name is called at the table."""
    return bare(display_names(rules.engine().context, language).get(name, name.replace("_", "")))


def missing(
    rules: trickbook.Ruleset, book: str, language: str, examples: Iterable[Entry] = ()
) -> Iterator[str]:
    """What a rulebook leaves out, these examples among it."""
    context = rules.engine().context
    kept = {entry.name for section in ("facts", "piles") for entry in context.entries(section)}
    for entry in (*entries(rules), *examples):
        if entry["leader"] is not None:  # where options change who leads it is told in other words
            continue
        says = text(entry.node, "says", language)
        sentence = bare(says).rstrip(".") if says else ""
        told = {
            sentence,
            sentence[:1].upper() + sentence[1:],
        }
        if not says or entry.name in kept:  # what nobody speaks of is explained among the exact rules alone
            name = called(rules, entry.name, language)
            told |= {name, name[:1].upper() + name[1:]}
        if not any(one in book for one in told - {""}):
            yield entry.name
    for word in spoken(rules):
        if called(rules, word, language) not in book:
            yield word


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_every_entry_appears(name: str) -> None:
    rules = trickbook.load(name)
    hold = [*examples(rules)]
    left_out = {
        (style, language): list(missing(rules, read(rules, style, language), language, hold))
        for style in FORMATS
        for language in languages()
    }
    assert {key: names for key, names in left_out.items() if names} == {}


@pytest.mark.parametrize("name", SOME_WHOLE)
def test_every_value_of_a_card_appears(name: str) -> None:
    rules = trickbook.load(name)
    rows = [line for line in rules.rulebook("md").splitlines() if line.startswith("| ")]
    cells = {cell.strip().replace("\\", "") for row in rows for cell in row.strip("|").split("|")}
    runs = [re.match(r"(\d+) to (\d+), one more", cell) for cell in cells]
    cells |= {str(one) for run in runs if run for one in range(int(run[1]), int(run[2]) + 1)}
    assert {str(value).replace("-", "−") for value, _ in rules.engine().worth} <= cells


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_table_has_its_rulebook(name: str) -> None:
    rules = trickbook.load(name)
    assert all(rules.rulebook("md", players=players) for players in rules.players)


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_choice_of_its_own_options_has_its_rulebook(name: str) -> None:
    """What is switched on comes out of the options and into the rules, for those to whom it can apply."""
    usual = trickbook.load(name)
    own = [
        option for option in usual.engine().options.values() if option.entry.place.file == usual.resolved.file
    ]
    for option in own:
        for choice in option.choices or (("yes", "no") if option.type == "yes_no" else ()):
            rules = trickbook.load(name, {option.name: choice})
            left_out = {*missing(rules, read(rules, "text", "en"), "en")}
            for count in rules.players if left_out else ():
                with suppress(trickbook.TrickbookError):  # the choice may not be one for so many
                    left_out &= {
                        *missing(rules, bare(rules.rulebook("text", players=count, exact=True)), "en")
                    }
            assert left_out == set()
