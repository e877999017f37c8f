"""The fixed phrases of a rulebook, and what the vocabulary calls its words, in each language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from trickbook.expression.vocabulary import TABLE
from trickbook.loading.phrases import ENDING, Phrases, read_phrases
from trickbook.problems import TrickbookError, nearest, shown

LANGUAGES: Final = Path(__file__).with_name("languages")


def languages() -> tuple[str, ...]:
    """The languages of rulebooks."""
    names = (path.name for path in LANGUAGES.iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def understood(tag: str) -> str | None:
    """The language of a tag: `zh` for `ZH`, `zh-CN` and `zh_TW.UTF-8`; None if unknown."""
    bare = tag.casefold().replace("_", "-").partition("-")[0].partition(".")[0]
    return bare if bare in languages() else None


def phrases(language: str) -> Phrases:
    """The phrases of a language. Raises TrickbookError, with the known languages, for an unknown one."""
    known = languages()
    if (tag := understood(str(language))) is None:
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no rulebook is written in {shown(str(language))}; {hint}")
    return read_language(tag)


@cache
def read_language(language: str) -> Phrases:
    """The phrases of a language, and what the vocabulary calls its words there."""
    told = read_phrases(LANGUAGES, language).written
    words = {f"word.{word.name}": word.told[language] for word in TABLE.values() if language in word.told}
    return Phrases(language, {**told, **words})
