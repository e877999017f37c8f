"""What a catalogue keeps when it is written anew: its translations and the translator's comments."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.analysis.translations import require_translatable
from trickbook.formatting.comments import attached
from trickbook.problems import RulesetError
from trickbook.sections.table import is_prose
from trickbook.source.catalogues import open_catalogue
from trickbook.source.text import page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from trickbook.loading import Resolved

Key = tuple[str, ...]
"""The path of a text."""


class EarlierCatalogue(NamedTuple):
    """The texts of a catalogue, and its comments: those before and behind all keys, and those of each key."""

    texts: Mapping[Key, str] = {}
    header: Sequence[str] = ()
    by_key: Mapping[Key, Sequence[str]] = {}
    footer: Sequence[str] = ()


NONE: Final = EarlierCatalogue()


def earlier_catalogue(path: Path, resolved: Resolved) -> EarlierCatalogue:
    """Read the catalogue of a ruleset that a file holds.

    Raises RulesetError if it cannot be read, or has keys at which the ruleset says nothing.
    """
    found = open_catalogue(path)
    if found.problems:
        raise RulesetError(found.problems, {found.file: found.text})
    if found.root is None:
        return NONE
    require_translatable(found, resolved)
    texts = {_text_key(path): scalar.text for path, scalar in found.texts.items()}
    comments = attached(found.root, page(found.file, found.text))
    by_key = defaultdict[Key, list[str]](list)
    for each in (comments.above, comments.beside, comments.below):
        for name, told in each.items():
            by_key[_key(name)] += [comment.text for comment in told]
    header, footer = ([comment.text for comment in told] for told in (comments.header, comments.footer))
    return EarlierCatalogue(texts, header, by_key, footer)


def _text_key(path: str) -> Key:
    """Return the path of a text; a bare text of an entry is its sentence."""
    key = _key(path)
    return key if is_prose(key) or is_prose(key[:-1]) else (*key, "says")


def _key(path: str) -> Key:
    return tuple(path.split("."))
