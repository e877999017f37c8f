"""The rulebook of a text, in which everything is marked that its parent's rulebook says otherwise."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from trickbook.desk.sent_document import sent_document
from trickbook.rulebook.phrases import phrases
from trickbook.ruleset import Ruleset, load
from trickbook.seat.setup_form import rulebook_fragment
from trickbook.seat.texts import spoken_language
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CONTENT: Final = re.compile(r"<(h1|h2|p|li|td|th)>(?!</)(.+?)(</\1>|$)")
"""What a line of a rulebook holds: a heading, a paragraph, an item, or cells."""

EXAMPLES: Final = "examples"
"""The section that a ruleset does not inherit."""

MOST_LINES: Final = 3_000
"""The longest rulebook that is compared; those of shipped games have some hundred lines."""


def changed_rulebook(*, text: object, language: object) -> dict[str, Any]:
    """Return the rulebook of a text with ``<ins>`` and ``<del>``; RulesetError if it has errors.

    ``changes`` counts what is marked; a text without a parent has no marks.
    """
    language = spoken_language(language)
    document = sent_document(text)
    rules, parent = document.ruleset, document.parent
    page = rulebook_fragment(rules, language)
    if parent is None:
        return {"rulebook": page, "parent": None, "changes": 0}
    before = _shipped(parent.name, language, rules.usual if rules.usual in parent.players else parent.usual)
    heading = escape(phrases(language).say("title.examples"))
    marked, changes = _marked(before.splitlines(), page.splitlines(), heading)
    return {"rulebook": "\n".join(marked), "parent": _title(before), "changes": changes}


@lru_cache(maxsize=64)
def _shipped(name: str, language: str, players: int) -> str:
    """The rulebook of a shipped game without its examples, which a variant does not have either."""
    resolved = load(name).resolved
    root = resolved.root
    rules = Mapping({key: pair for key, pair in root.entries.items() if key != EXAMPLES}, root.place)
    return rulebook_fragment(Ruleset.ready(resolved._replace(root=rules), {}, players), language)


def _title(page: str) -> str:
    found = CONTENT.search(page)
    return re.sub("<[^>]*>", "", found[2]) if found else ""


def _marked(old: Sequence[str], new: Sequence[str], examples: str) -> tuple[list[str], int]:
    """The lines of the new page with marks, and how many there are. Titles and summaries always differ."""
    if max(len(old), len(new)) > MOST_LINES:
        return [*new], 0
    first, last = _first(new), _last(new, examples)
    old, lines, rest, new = old[_first(old) :], [*new[:first]], new[last:], new[first:last]
    changes = 0
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        changed = [] if kind == "equal" else [*_gone(old[a:b]), *_marks(new[c:d], "ins")]
        changes += sum(bool(CONTENT.search(line)) for line in changed)
        lines += changed or new[c:d]
    return [*lines, *rest], changes


def _last(lines: Sequence[str], heading: str) -> int:
    """The number of the line on which the examples begin, which are each file's own."""
    return next((place for place, line in enumerate(lines) if line == f"<h2>{heading}</h2>"), len(lines))


def _first(lines: Sequence[str]) -> int:
    """The number of the first line of the first chapter."""
    return next((place for place, line in enumerate(lines) if line.startswith("<h2>")), len(lines))


def _gone(lines: Sequence[str]) -> Iterator[str]:
    """What the parent says instead, without the lists that it stood in."""
    return (line for line in _marks(lines, "del") if CONTENT.search(line))


def _marks(lines: Sequence[str], mark: str) -> Iterator[str]:
    return (CONTENT.sub(rf"<\1><{mark}>\2</{mark}>\3", line) for line in lines)
