"""The generated parts of the guides are current, and every example in the tables is an expression."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest
from tests.guides.click_words import catalogue_path, compiled
from tests.guides.indexes import SCHEMA
from tests.guides.markdown import table
from tests.guides.reference import GUIDES, PARTS, members, with_names, written
from tests.guides.understanding import misunderstood

import trickbook
from trickbook.expression.forms import FORMS, Form
from trickbook.expression.parser import parse
from trickbook.expression.phrases import GATHER, PHRASES
from trickbook.expression.scope import Tree
from trickbook.expression.semantics import MEANINGS
from trickbook.expression.vocabulary import BUILT_IN, Word
from trickbook.texts.languages import ENGLISH, languages


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_the_words_of_click_are_current(language: str) -> None:
    assert catalogue_path(language).read_bytes() == compiled(language), "click.mo is old: run `make guides`"


@pytest.mark.parametrize("path", GUIDES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_guide_is_current(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text == written(text), f"{path.parent.name}/{path.name} is not current: run `make guides`"


def test_the_schema_has_the_names_of_all_games_and_house_rules() -> None:
    text = SCHEMA.read_text("utf-8")
    assert text == with_names(text), "schema/ruleset.schema.json is not current: run `make guides`"


@pytest.mark.parametrize("kind", [trickbook.Ruleset, trickbook.Game, trickbook.Position])
def test_a_public_method_takes_values_that_readers_have(kind: type) -> None:
    parameters = {
        (name, annotation)
        for name, one in members(kind).items()
        if inspect.isfunction(one)
        for parameter in inspect.signature(one).parameters.values()
        for annotation in re.findall(r"[A-Z]\w+", str(parameter.annotation))
    }
    offered = {"Any", "Cards", "Game", "Hands", "Mapping", "None", "Number", "Sequence"}
    assert {one for one in parameters if one[1] not in offered} == set()


@pytest.mark.parametrize("entry", [*BUILT_IN, *FORMS], ids=lambda entry: entry.example)
def test_every_example_is_understood(entry: Word | Form) -> None:
    assert misunderstood(entry.example) is None


@pytest.mark.parametrize("word", BUILT_IN, ids=lambda word: word.name)
def test_an_example_shows_its_word(word: Word) -> None:
    assert word.name in word.example.replace("(", " ").replace(")", " ").split()


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.form)
def test_an_example_shows_its_form(form: Form) -> None:
    tree = parse(form.example)
    assert isinstance(tree, Tree)
    assert any(tree.named(form.rule))


def test_every_rule_of_the_grammar_has_its_form() -> None:
    assert {form.rule for form in FORMS} == {*MEANINGS, "choose"}


def test_every_phrase_has_its_form() -> None:
    told = {(form.rule, form.form.split()[0]) for form in FORMS}
    assert {("of", name) for name in PHRASES} | {("over", name) for name in GATHER} <= told


def test_a_bar_within_a_cell_does_not_end_it() -> None:
    assert table(["a"], [["x | y"]]) == "| a |\n| --- |\n| x \\| y |"


def test_every_part_is_used() -> None:
    everything = "".join(path.read_text("utf-8") for path in GUIDES)
    assert [name for name in PARTS if f"<!-- {name}" not in everything] == []
