"""The phrases of explanations and completions: one file for each language, all with the same keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.analysis.phrases import phrases as phrases_of
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from trickbook.loading.phrases import Phrases

LANGUAGES: Final = Path(__file__).with_name("languages")


def phrases(language: str) -> Phrases:
    """The phrases of a language, else the English ones."""
    return phrases_of(language, LANGUAGES)


def language_of(tag: object) -> str:
    """The language of an editor's tag, such as `zh-cn`; English if there are no phrases in it."""
    bare = tag.casefold().replace("_", "-").partition("-")[0] if isinstance(tag, str) else ENGLISH
    return bare if bare in {path.stem for path in LANGUAGES.glob("*.yaml")} else ENGLISH
