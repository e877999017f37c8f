"""Another name for an entry, wherever it is used in the files that are open."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.choices import is_ambiguous, is_choice
from trickbook.language_server.navigation import entry_path, entry_uses
from trickbook.language_server.occurrences import NAME
from trickbook.problems import TrickbookError, shown
from trickbook.sections.table import WORD_SECTIONS, entries_at
from trickbook.source.text import LIMITS

if TYPE_CHECKING:
    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document
    from trickbook.language_server.navigation import Use

VALUES: Final = ("null", "true", "false")
"""Words that YAML does not take for text."""


def renamed(document: Document, where: Cursor, word: str, new: str) -> list[Use]:
    """Where a name must change. Raises TrickbookError for what cannot be renamed."""
    if not NAME.fullmatch(new) or not new.islower() or new in VALUES or len(new) > LIMITS.key:
        raise TrickbookError(f"{shown(new)} is no name: small letters, digits and `_`")
    path, subject = entry_path(document, where, word), document.subject(where.path)
    homes = [file for file in subject.resolved.texts if path and subject.entry_in(file, path) is not None]
    if not path or len(path) < 2 or not homes:  # noqa: PLR2004 - a section and a name
        raise TrickbookError(f"{shown(word)} is no name of an entry of this ruleset")
    section = entries_at([str(step) for step in path[:-1]])
    if section is None:
        raise TrickbookError(f"{shown(word)} cannot be renamed here")
    if is_choice(path) and any(is_ambiguous(one, path) for one in (subject, *subject.dependents)):
        raise TrickbookError(f"{shown(word)} is a choice and means something else too: rename it by hand")
    if homes != [document.file]:
        raise TrickbookError(f"{shown(word)} is defined in {homes[0]}: rename it there")
    _check_new(subject, path, new)
    found = entry_uses(subject, path)
    beneath = [one.file for one in found if one.file in subject.resolved.texts and one.file not in homes]
    if beneath:
        raise TrickbookError(f"{shown(word)} is used in {beneath[0]} too: rename it by hand")
    if any(one.text[one.occurrence.begin : one.occurrence.end] != one.occurrence.name for one in found):
        raise TrickbookError(f"{shown(word)} is written with escapes somewhere: rename it by hand")
    return found


def _check_new(document: Document, path: Path, new: str) -> None:
    """Raise TrickbookError for a name that is taken, or if a file that may use the old one cannot be read."""
    among = (document, *document.dependents)
    if is_choice(path) and any(is_ambiguous(one, (*path[:-1], new)) for one in among):
        raise TrickbookError(f"{shown(new)} is taken already")
    homes = WORD_SECTIONS if path[:-1] in WORD_SECTIONS else (path[:-1],)
    wanted = [(*home, new) for home in homes]
    if new in TABLE or new in GRAMMAR or any(entry_uses(document, one) for one in wanted):
        raise TrickbookError(f"{shown(new)} is taken already")
    old = re.compile(rf"\b{re.escape(str(path[-1]))}\b")
    for other in document.unreadable:
        if old.search(other.text):
            raise TrickbookError(f"{other.file} has {shown(str(path[-1]))} in it and cannot be read now")
