"""A new section is its module, its part of the schema and its line in the table; nothing else changes."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from textwrap import dedent
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import trickbook
import trickbook.sections
from trickbook import loading
from trickbook.analysis.difference import differ
from trickbook.cli.program import program
from trickbook.loading import files as ruleset_files
from trickbook.loading.files import shipped
from trickbook.sections import table
from trickbook.sections.table import Section
from trickbook.source import files as source_files
from trickbook.source import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(trickbook.__file__).parents[2]

MODULE = '''
"""``toasts``: what is drunk to after a deal."""

from trickbook.expression.scope import OPEN
from trickbook.expression.types import CONDITION


def read(context):
    """Read when each toast is drunk."""
    toasts = context.entries("toasts")
    return tuple((toast.name, context.part(toast, "when", CONDITION, OPEN)) for toast in toasts)
'''

COMMON = ("says", "source", "note", "before", "after", "replaces")
TOAST = {
    "title": "Toast",
    "description": "Something to drink to.",
    "type": ["object", "null"],
    "properties": {
        "when": {"$ref": "#/$defs/expression"},
        **{
            key: {"$ref": f"#/$defs/{key}"}
            for key in ("says", "source", "note", "before", "after", "replaces")
        },
    },
    "additionalProperties": False,
}
TOASTS = {
    "title": "Map of toasts",
    "description": "What is drunk to.",
    "type": ["object", "null"],
    "propertyNames": {"$ref": "#/$defs/name"},
    "additionalProperties": TOAST,
}

ONE = """
trickbook: 1
extends: hearts
toasts:
  moon: {when: taken has all hearts, says: To the moon.}
  queen: {when: taken has QS}
"""
TWO = """
trickbook: 1
extends: ./one.yaml
toasts:
  queen: null
  jack: {before: moon, when: taken has JD, says: To the jack.}
"""
HOUSE = """
trickbook: 1
fits: hearts
toasts:
  moon: {when: taken has only hearts}
"""


@pytest.fixture(scope="module")
def toasts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with rulesets that have toasts, and all that a section is made of."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield from with_toasts(tmp_path_factory.mktemp("files"), monkeypatch)


def with_toasts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder while the package has the section."""
    data = folder / "data"
    shutil.copytree(ROOT / "schema", data / "schema")
    for name in ("rulesets", "grammar"):
        (data / name).symlink_to(ROOT / name)
    path = data / "schema" / "ruleset.schema.json"
    whole = json.loads(path.read_text("utf-8"))
    whole["properties"]["toasts"] = {"$ref": "#/$defs/toasts"}
    whole["$defs"]["toasts"] = TOASTS
    path.write_text(json.dumps(whole), "utf-8")
    monkeypatch.setattr(source_files, "_CHECKOUT", data)

    (folder / "sections").mkdir()
    (folder / "sections" / "toasts.py").write_text(MODULE, "utf-8")
    monkeypatch.setattr(
        trickbook.sections, "__path__", [*trickbook.sections.__path__, str(folder / "sections")]
    )
    line = Section("toasts", order="placed", reader="toasts.read")
    monkeypatch.setattr(table, "SECTIONS", MappingProxyType({**table.SECTIONS, "toasts": line}))

    files = folder / "files"
    files.mkdir()
    for name, text in (("one", ONE), ("two", TWO), ("house", HOUSE)):
        (files / f"{name}.yaml").write_text(dedent(text).lstrip(), "utf-8")
    forget()
    yield files
    forget()
    sys.modules.pop("trickbook.sections.toasts", None)


def forget() -> None:
    """What was read of the schema, and where the shipped files lie."""
    for read in (schema.validator, schema.schemas, schema.definitions, schema.document, schema.key_forms):
        read.cache_clear()
    for found in (shipped, loading._shipped, ruleset_files._summaries, ruleset_files._head):  # noqa: SLF001
        found.cache_clear()


def called(*words: object) -> str:
    result = CliRunner().invoke(program, list(map(str, words)), prog_name="trickbook")
    assert result.exit_code in (0, 1), result.output
    return result.output


def drunk_to(rules: trickbook.Ruleset) -> list[str]:
    return [name for name, _ in rules.engine(4).read["toasts"]]


def test_it_is_loaded_and_merged(toasts: Path) -> None:
    assert drunk_to(trickbook.load(str(toasts / "one.yaml"))) == ["moon", "queen"]
    assert drunk_to(trickbook.load(str(toasts / "two.yaml"))) == ["jack", "moon"]
    laid = trickbook.load(str(toasts / "one.yaml"), house=[str(toasts / "house.yaml")])
    assert drunk_to(laid) == ["moon", "queen"]
    assert "taken has only hearts" in laid.resolved.texts[str(toasts / "house.yaml")]


def test_its_mistakes_are_told_where_they_stand(toasts: Path) -> None:
    text = (toasts / "one.yaml").read_text("utf-8")
    (toasts / "bad.yaml").write_text(text.replace("taken has QS", "taken has queens_of_hearts"), "utf-8")
    with pytest.raises(trickbook.RulesetError) as told:
        trickbook.load(str(toasts / "bad.yaml"))
    assert "bad.yaml:5" in str(told.value)
    assert "toasts" not in called("validate", toasts / "one.yaml")


def test_it_counts_in_the_digest_and_its_prose_does_not(toasts: Path) -> None:
    rules = trickbook.load(str(toasts / "one.yaml"))
    assert rules.digest != trickbook.load("hearts").digest
    text = (toasts / "one.yaml").read_text("utf-8")
    (toasts / "same.yaml").write_text(text.replace("To the moon.", "Cheers."), "utf-8")
    assert trickbook.load(str(toasts / "same.yaml")).digest == rules.digest


def test_its_entries_are_compared(toasts: Path) -> None:
    one, two = (trickbook.load(str(toasts / f"{name}.yaml")) for name in ("one", "two"))
    found = differ(one, two, tries=1).changes
    assert [(change.section, change.name, change.kind) for change in found] == [
        ("toasts", "queen", "removed"),
        ("toasts", "jack", "added"),
    ]


def test_it_is_shown_and_a_rulebook_is_printed(toasts: Path) -> None:
    shown = called("show", toasts / "two.yaml", "--resolved")
    (toasts / "alone.yaml").write_text(shown, "utf-8")
    alone = trickbook.load(str(toasts / "alone.yaml"))
    assert drunk_to(alone) == ["jack", "moon"]
    assert differ(alone, trickbook.load(str(toasts / "two.yaml")), tries=1).same
    for language in ("en", "zh"):
        assert alone.rulebook(lang=language)


def test_it_is_formatted(toasts: Path) -> None:
    called("fmt", toasts / "two.yaml")
    assert called("fmt", "--check", toasts / "two.yaml") == ""
    assert drunk_to(trickbook.load(str(toasts / "two.yaml"))) == ["jack", "moon"]
