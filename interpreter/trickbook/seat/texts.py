"""The texts of tables, pages and terminals: one file for each language, all with the same keys."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.phrases import LOOSE
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.source import plain, read

if TYPE_CHECKING:
    from collections.abc import Mapping

TEXTS_SUFFIX: Final = ".yaml"
LANGUAGES: Final = Path(__file__).with_name("languages")

DEFAULT_LANGUAGE: Final = "en"
"""The language of those who ask for none."""


def languages() -> dict[str, str]:
    """The languages, each with its own name for itself."""
    return {language: texts(language)["language"] for language in _written()}


def language_of(tag: str) -> str | None:
    """The language that a tag means: `zh` for `ZH`, `zh-CN` and `zh_TW.UTF-8`; None if there is none."""
    bare = tag.casefold().replace("_", "-").partition("-")[0].partition(".")[0]
    return bare if bare in _written() else None


def spoken_language(tag: object) -> str:
    """The language that a tag means, whatever somebody sent for it; English if it means none."""
    return (language_of(tag) if isinstance(tag, str) else None) or DEFAULT_LANGUAGE


def texts(language: str = DEFAULT_LANGUAGE) -> Mapping[str, Any]:
    """All texts of a language, section by section; TrickbookError names the languages that there are."""
    if (tag := language_of(str(language))) is None:
        known = _written()
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no table speaks {shown(str(language))}; {hint}")
    return _read(tag)


def translate(language: str, key: str, **blanks: object) -> str:
    """The text under a key, such as ``cards.of_suit``, with its blanks filled in."""
    found: Any = texts(language)
    for part in key.split("."):
        found = found[part]
    return LOOSE.sub("", str(found).format(**blanks))


@cache
def _written() -> tuple[str, ...]:
    names = (path.name for path in LANGUAGES.iterdir())
    return tuple(sorted(name.removesuffix(TEXTS_SUFFIX) for name in names if name.endswith(TEXTS_SUFFIX)))


@cache
def _read(language: str) -> Mapping[str, Any]:
    name = f"{language}{TEXTS_SUFFIX}"
    text = (LANGUAGES / name).read_text("utf-8")
    root, problems = read(text, name)
    found = None if root is None or problems else plain(root)
    if not isinstance(found, dict):
        raise TrickbookError(f"the texts of {shown(language)} are damaged")
    return found
