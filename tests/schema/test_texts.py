"""The schema in other languages: every title, description and hint is translated, and nothing else."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from trickbook.loading.diagnostics.finding import PAIR
from trickbook.texts.catalogue import entries, text_in_language
from trickbook.texts.languages import languages

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "schema"
LANGUAGES = [language for language in languages() if language != "en"]
FOR_EDITORS = ("defaultSnippets", "examples")
"""Keywords under which no description of a place stands."""

NAMED = ("properties", "dependentSchemas", "$defs")
"""Keywords whose value is a map from names to schemas."""

CODE = re.compile(r"`[^`]*`")
LATIN = re.compile(r"[A-Za-z]{3,}")


def texts(schema: Any, *, named: bool = False) -> Iterator[str]:
    """Every title, description and hint in a part of a schema, or in the parts of a map by their names."""
    if isinstance(schema, list):
        for part in schema:
            yield from texts(part)
    elif isinstance(schema, dict):
        if not named:
            yield from (said for key in ("title", "description") if (said := schema.get(key)))
            slips = schema.get("slips", {}).values()
            yield from (said for said in slips if " " in said and not PAIR.fullmatch(said))
        for key, part in schema.items():
            if named or key not in (*FOR_EDITORS, "kind", "slips"):
                yield from texts(part, named=key in NAMED and not named)


ENGLISH = {
    said for path in FOLDER.glob("*.schema.json") for said in texts(json.loads(path.read_text("utf-8")))
}


def test_there_is_chinese() -> None:
    assert "zh" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    assert {english for english, _ in entries("schema", language)} == ENGLISH


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_is_copied(language: str) -> None:
    for english, said in entries("schema", language):
        assert set(CODE.findall(english)) <= set(CODE.findall(said)), english


def test_no_english_is_left_in_chinese() -> None:
    for english, said in entries("schema", "zh"):
        assert not LATIN.findall(CODE.sub("", said).replace("Trickbook", "")), english


def test_an_unknown_language_is_english() -> None:
    assert text_in_language("Yes or no.", "fr") == text_in_language("Yes or no.", "../zh") == "Yes or no."
