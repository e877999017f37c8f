"""The phrases of differences and drafts: one file for each language, all with the same keys."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.loading.phrases import read_phrases
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from trickbook.expression.types import Type
    from trickbook.loading.phrases import Phrases

LANGUAGES: Final = Path(__file__).with_name("languages")


@cache
def phrases(language: str, folder: Path = LANGUAGES) -> Phrases:
    """The phrases of a language, else the English ones; ``folder`` has its file."""
    return read_phrases(folder, language if (folder / f"{language}.yaml").is_file() else ENGLISH)


def type_name(found: Type, language: str) -> str:
    """Return what a type of expressions is called in a language."""
    if language == ENGLISH:
        return str(found)
    words = phrases(language)
    if found.names:
        return words.say("kinds.one_of", names=words.listed(f"`{name}`" for name in found.names))
    return words.say(f"kinds.{found.kind.name.lower()}")
