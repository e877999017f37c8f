"""The languages of the program, and the files of each: ``<language>/<name>.yaml``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

ENGLISH: Final = "en"
"""The language of a text that does not say which it is in, and of those who ask for none."""

FOLDER: Final = Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """The languages, in the order of their tags."""
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/table.yaml")))


def language_of(tag: object) -> str | None:
    """The language of a tag: `zh` for `ZH`, `zh-CN` and `zh_TW.UTF-8`; None if there is none."""
    if not isinstance(tag, str):
        return None
    bare = tag.casefold().replace("_", "-").partition("-")[0].partition(".")[0]
    return bare if bare in languages() else None


def spoken_language(tag: object) -> str:
    """The language of a tag, falling back to English."""
    return language_of(tag) or ENGLISH


@cache
def tree(name: str, language: str) -> MappingProxyType[str, Any]:
    """The texts of one kind in a language, all scalars as text; empty if there are none."""
    path = FOLDER / language / f"{name}.yaml"
    if not path.is_file():
        return MappingProxyType({})
    import yaml  # noqa: PLC0415 - what prints English messages only need not wait for it

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    return MappingProxyType(yaml.load(path.read_bytes(), Loader=loader))  # noqa: S506 - it makes texts only
