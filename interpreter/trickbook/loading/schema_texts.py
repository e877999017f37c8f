"""The titles and descriptions of the schema in other languages: ``schema/text/`` has a catalogue for each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from trickbook.source.files import TEXT, folder
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Mapping


def schema_text(english: str, language: str) -> str:
    """Return a title or a description of the schema in a language; without a translation, in English."""
    return english if language == ENGLISH else schema_texts(language).get(english, english)


@cache
def schema_texts(language: str) -> Mapping[str, str]:
    """The translations of a language, by the English text; none if it has no catalogue."""
    import yaml

    path = folder("schema") / TEXT / f"{language}.yaml"
    sections = yaml.safe_load(path.read_text("utf-8")) if language.isalpha() and path.is_file() else {}
    return {english: str(said) for section in sections.values() for english, said in section.items()}
