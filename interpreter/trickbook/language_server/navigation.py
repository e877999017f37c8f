"""Where a name is defined and used, which choice it means, and another name for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.expressions import takes_expression
from trickbook.language_server.names import (
    CHOICES,
    NAME,
    entries,
    entry_named,
    homes_of_key,
    homes_of_value,
    inside,
    is_home,
    occurrences,
    ungrouped,
)
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import Place, TrickbookError, shown
from trickbook.sections.answers import answers
from trickbook.sections.table import PLACES, WORD_SECTIONS, entries_at
from trickbook.source import Mapping, read
from trickbook.source.files import LIMITS
from trickbook.source.nodes import key_place
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server import Document
    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.names import Occurrence

RULESETS = ("extends", "house", "fits")
"""Keys under which other files are named."""

NEEDS = "needs"
"""The key under which entries are named with their sections."""

VALUES: Final = ("null", "true", "false")
"""Words that YAML does not take for text."""


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
    choice = _choice_named(subject, where.path, word)
    return choice if _option_at(where.path) else entry_named(subject, WORD_SECTIONS, word) or choice


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
    return _may_mean(one.path) if _is_choice(path) else path[:-1] in WORD_SECTIONS


def _is_choice(path: Path) -> bool:
    """Return whether a path is that of a choice."""
    match path:
        case ("options", _, "choices", _):
            return True
    return False


def _option_at(path: Path) -> str | None:
    """The option whose choices are named in the value at a path: its default, and a list of them."""
    match path:
        case ("options", option, "default", *_):
            return str(option)
        case ("options", option, "choices", *_, int()):
            return str(option)
    return None


def _choice_named(document: Document, path: Path, word: str) -> Path | None:
    """The choice that a word means in the value at a path."""
    found = [one for one in entries(document, (CHOICES,)) if one[-1] == word]
    own = _option_at(path)
    return next((one for one in found if one[1] == own), found[0] if found else None)


def _may_mean(path: Path) -> bool:
    """Return whether a name in the value at a path may mean a choice."""
    return _option_at(path) is not None or takes_expression(path)


def _is_ambiguous(document: Document, choice: Path) -> bool:
    """Return whether something else has the name of a choice."""
    name = str(choice[-1])
    others = [
        one for one in entries(document, (*WORD_SECTIONS, CHOICES)) if one[-1] == name and one != choice
    ]
    steps = (document.node(step, merged=True) for step in entries(document, (("steps",),)))
    asked = {one for step in steps if isinstance(step, Mapping) for one in answers(step)}
    symbols = document.rules.context.symbols if document.rules else ()
    return bool(others) or name in asked or name in TABLE or name in GRAMMAR or name in symbols


def renamed(document: Document, where: Cursor, word: str, new: str) -> list[Use]:
    """Where a name must change. Raises TrickbookError for what cannot be renamed."""
    if not NAME.fullmatch(new) or not new.islower() or new in VALUES or len(new) > LIMITS.key:
        raise TrickbookError(Message("{word} is no name: small letters, digits and `_`", word=shown(new)))
    path, subject = entry_path(document, where, word), document.subject(where.path)
    homes = [file for file in subject.resolved.texts if path and subject.entry_in(file, path) is not None]
    if not path or len(path) < 2 or not homes:  # noqa: PLR2004 - a section and a name
        raise TrickbookError(Message("{word} is no name of an entry of this ruleset", word=shown(word)))
    section = entries_at([str(step) for step in path[:-1]])
    if section is None:
        raise TrickbookError(Message("{word} cannot be renamed here", word=shown(word)))
    if _is_choice(path) and any(_is_ambiguous(one, path) for one in (subject, *subject.dependents)):
        raise TrickbookError(
            Message("{word} is a choice and means something else too: rename it by hand", word=shown(word))
        )
    if homes != [document.file]:
        raise TrickbookError(
            Message("{word} is defined in {file}: rename it there", word=shown(word), file=str(homes[0]))
        )
    _check_new(subject, path, new)
    found = entry_uses(subject, path)
    beneath = [one.file for one in found if one.file in subject.resolved.texts and one.file not in homes]
    if beneath:
        raise TrickbookError(
            Message("{word} is used in {file} too: rename it by hand", word=shown(word), file=str(beneath[0]))
        )
    if any(one.text[one.occurrence.begin : one.occurrence.end] != one.occurrence.name for one in found):
        raise TrickbookError(
            Message("{word} is written with escapes somewhere: rename it by hand", word=shown(word))
        )
    return found


def _check_new(document: Document, path: Path, new: str) -> None:
    """Raise TrickbookError for a name that is taken, or if a file that may use the old one cannot be read."""
    among = (document, *document.dependents)
    if _is_choice(path) and any(_is_ambiguous(one, (*path[:-1], new)) for one in among):
        raise TrickbookError(Message("{word} is taken already", word=shown(new)))
    homes = WORD_SECTIONS if path[:-1] in WORD_SECTIONS else (path[:-1],)
    wanted = [(*home, new) for home in homes]
    if new in TABLE or new in GRAMMAR or any(entry_uses(document, one) for one in wanted):
        raise TrickbookError(Message("{word} is taken already", word=shown(new)))
    old = re.compile(rf"\b{re.escape(str(path[-1]))}\b")
    for other in document.unreadable:
        if old.search(other.text):
            raise TrickbookError(
                Message(
                    "{file} has {word} in it and cannot be read now",
                    file=str(other.file),
                    word=shown(str(path[-1])),
                )
            )
