"""From a word to where it is defined, and to where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.language_server.choices import choice_named, is_choice, may_mean, option_at
from trickbook.language_server.example_names import (
    entry_named,
    homes_of_key,
    homes_of_value,
    inside,
    is_home,
    ungrouped,
)
from trickbook.language_server.occurrences import occurrences
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import Place
from trickbook.sections.table import PLACES, WORD_SECTIONS
from trickbook.source import read
from trickbook.source.nodes import key_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document
    from trickbook.language_server.occurrences import Occurrence

RULESETS = ("extends", "house", "fits")
"""Keys under which other files are named."""

NEEDS = "needs"
"""The key under which entries are named with their sections."""


class Use(NamedTuple):
    """A use of a name in a file, with the text of the file."""

    file: str
    text: str
    occurrence: Occurrence


def definitions(document: Document, where: Cursor, word: str) -> list[Place]:
    """Where the entry, the word or the file at the cursor is written, in the file that adds it first."""
    keys = ungrouped(where.path)
    if where.role == "value" and keys and keys[0] in (*RULESETS, "ruleset"):
        return list(_files(document, str(keys[0]), word))
    if word in document.parameters(where.path):
        node = document.node((*where.path[:2], "of"), merged=True)
        return [node.place] if node else []
    path, subject = entry_path(document, where, word), document.subject(where.path)
    found = []
    for file, text in subject.resolved.texts.items() if path else ():
        root, _ = read(text, file)
        if root is not None and subject.entry_in(file, path or ()) is not None:
            found.append(key_place(root, path or ()))
    return found


def _files(document: Document, key: str, word: str) -> Iterator[Place]:
    name = word if is_path(word) or key != "house" else HOUSE + word.removeprefix(HOUSE)
    if path := find(name, document.path.parent):
        yield Place(str(path), 1, 1)


def entry_path(document: Document, where: Cursor, word: str) -> Path | None:
    """The path of the entry that a word means: its own, as a key; else the first that defines it."""
    subject = document.subject(where.path)
    inner = inside(where.path, is_examples=document.is_examples)
    if inner is not None:
        homes = homes_of_key(inner) if where.role == "key" else homes_of_value(inner)
        return entry_named(subject, homes, word)
    if where.role == "key":
        return (*where.path, word)
    if where.path[:1] == (NEEDS,):
        return tuple(word.split("."))
    section = placing(where.path)
    if section is not None:
        return entry_named(subject, (tuple(map(str, section)),), word)
    choice = choice_named(subject, where.path, word)
    return choice if option_at(where.path) else entry_named(subject, WORD_SECTIONS, word) or choice


def placing(path: Path) -> Path | None:
    """The map of entries beside which an entry is placed at a path; None if it is another path."""
    for end in (len(path), len(path) - 1):
        repeats = path[:1] == ("steps",) and path[end - 1] == "repeat"
        if end > 2 and (path[end - 1] in PLACES or repeats):  # noqa: PLR2004 - a section and an entry
            return path[: end - 2]
    return None


def uses(document: Document, where: Cursor, word: str) -> list[Use]:
    """All places where a word is defined or used: in the ruleset's files, and in those that build on them."""
    path = entry_path(document, where, word)
    return entry_uses(document.subject(where.path), path) if path else []


def entry_uses(document: Document, path: Path) -> list[Use]:
    """All uses of an entry in the files of a ruleset and in open files that build on it."""
    found = []
    for file, text in document.resolved.texts.items():
        found += _in_file(file, text, path, is_examples=False)
    for other in document.dependents:
        if other.file not in document.resolved.texts:
            there = _in_file(other.file, other.text, path, is_examples=other.is_examples)
            found += [use for use in there if use.occurrence.key or not other.is_catalogue]
    return found


def _in_file(file: str, text: str, path: Path, *, is_examples: bool) -> list[Use]:
    root, _ = read(text, file)
    if root is None:
        return []
    found = (one for one in occurrences(root, text) if one.name == path[-1])
    return [Use(file, text, one) for one in found if _means(one, path, is_examples=is_examples)]


def _means(one: Occurrence, path: Path, *, is_examples: bool) -> bool:
    """Return whether an occurrence of its name means the entry at a path."""
    above = one.path[:-1] if one.key else one.path
    inner = inside(above, is_examples=is_examples)
    if inner is not None:
        homes = homes_of_key(inner) if one.key else homes_of_value(inner)
        return any(is_home(home, path[:-1]) for home in homes)
    if one.key:
        return one.path == path
    if one.path[0] == NEEDS:
        return one.section == path[:-1]
    section = placing(one.path)
    if section is not None:
        return section == path[:-1]
    return may_mean(one.path) if is_choice(path) else path[:-1] in WORD_SECTIONS
