"""From a word to where it is defined, to where it is used, and to another name for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.keys import slot
from trickbook.language_server.occurrences import NAME, occurrences
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import Place, TrickbookError, shown
from trickbook.sections.table import WORD_SECTIONS, entries_at
from trickbook.source import Mapping, read
from trickbook.source.nodes import key_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document
    from trickbook.language_server.occurrences import Occurrence

RULESETS = ("extends", "house", "fits")
"""Keys under which other files are named."""


class Use(NamedTuple):
    """A use of a name in one of the ruleset's files."""

    file: str
    occurrence: Occurrence


def definitions(document: Document, where: Cursor, word: str) -> list[Place]:
    """Where the entry, the word or the file at the cursor is written, in the file that adds it first."""
    if where.role == "value" and where.path and where.path[0] in RULESETS:
        return list(_files(document, str(where.path[0]), word))
    path = _entry(document, where, word)
    found = []
    for file, text in document.resolved.texts.items() if path else ():
        root, _ = read(text, file)
        if root is not None and document.entry_in(file, path or ()) is not None:
            found.append(key_place(root, path or ()))
    return found


def _files(document: Document, key: str, word: str) -> Iterator[Place]:
    name = word if is_path(word) or key != "house" else HOUSE + word.removeprefix(HOUSE)
    if path := find(name, document.path.parent):
        yield Place(str(path), 1, 1)


def _entry(document: Document, where: Cursor, word: str) -> Path | None:
    """The path of the entry that a word means: its own, as a key; else the first that defines it."""
    if where.role == "key":
        return (*where.path, word)
    if where.path and where.path[-1] in ("before", "after"):
        return (*where.path[:-2], word)
    for section in WORD_SECTIONS:
        node = document.node(section, merged=True)
        if isinstance(node, Mapping) and word in node.entries:
            return (*section, word)
    return None


def uses(document: Document, where: Cursor, word: str) -> list[Use]:
    """All places in the ruleset's files where a word is defined or used."""
    path = _entry(document, where, word)
    found = []
    for file, text in document.resolved.texts.items() if path else ():
        root, _ = read(text, file)
        if root is not None:
            found += [Use(file, one) for one in occurrences(root, text) if _means(one, path or (), word)]
    return found


def _means(one: Occurrence, path: Path, word: str) -> bool:
    """Return whether a name means the entry at a path."""
    if one.name != word:
        return False
    if one.key:
        return one.path == path or _is_about(one)
    if one.path[-1] in ("before", "after"):
        return one.path[:-2] == path[:-1]
    return path[:-1] in WORD_SECTIONS or (one.path[0] == "examples" and "illegal" in one.path)


def _is_about(key: Occurrence) -> bool:
    """Return whether a key in an example is a name of the rules, and no key of the language."""
    place = slot(key.path[:-1]) if key.path[0] == "examples" and len(key.path) > 2 else None  # noqa: PLR2004
    return place is not None and key.name not in place.keys


def renamed(document: Document, where: Cursor, word: str, new: str) -> list[Occurrence]:
    """Where a name must change in the file. Raises TrickbookError for what cannot be renamed."""
    if not NAME.fullmatch(new) or not new.islower():
        raise TrickbookError(f"{shown(new)} is no name: small letters, digits and `_`")
    path = _entry(document, where, word)
    homes = [file for file in document.resolved.texts if path and document.entry_in(file, path) is not None]
    if not path or len(path) < 2 or not homes:  # noqa: PLR2004 - a section and a name
        raise TrickbookError(f"{shown(word)} is no name of an entry of this ruleset")
    section = entries_at([str(step) for step in path[:-1]])
    if section is None or section.key == "choices":
        raise TrickbookError(f"{shown(word)} cannot be renamed here")
    if homes != [document.file]:
        raise TrickbookError(f"{shown(word)} is defined in {homes[0]}: rename it there")
    if new in TABLE or new in GRAMMAR or uses(document, where, new):
        raise TrickbookError(f"{shown(new)} is taken already")
    return [one.occurrence for one in uses(document, where, word) if one.file == document.file]
