"""The texts of tables, pages and terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.texts import languages as known_languages
from trickbook.texts.languages import ENGLISH, language_of, spoken_language, tree
from trickbook.texts.phrases import LOOSE

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DEFAULT_LANGUAGE", "language_of", "languages", "spoken_language", "texts", "translate"]

DEFAULT_LANGUAGE: Final = ENGLISH


def languages() -> dict[str, str]:
    """The languages, each with its own name for itself."""
    return {language: texts(language)["language"] for language in known_languages.languages()}


def texts(language: str = DEFAULT_LANGUAGE) -> Mapping[str, Any]:
    """All texts of a language, section by section; TrickbookError names the languages that there are."""
    if (tag := language_of(str(language))) is None:
        known = known_languages.languages()
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no table speaks {shown(str(language))}; {hint}")
    return tree("table", tag)


def translate(language: str, key: str, **blanks: object) -> str:
    """The text under a key, such as ``cards.of_suit``, with its blanks filled in."""
    found: Any = texts(language)
    for part in key.split("."):
        found = found[part]
    return LOOSE.sub("", found.format(**blanks))
