"""The sentence of a reason in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.sections import table
from trickbook.source.nodes import ENGLISH, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.explain.reasons import Reason
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def key(entry: Entry) -> tuple[str, str]:
    """The name and the place of an entry, by which a reason names it."""
    return entry.name, f"{entry.place.file}:{entry.place.line}"


def entries(context: Context) -> Iterator[Entry]:
    """The entries that can be the reason for something."""
    reasons = table.map_paths(lambda section: section.active and not section.gives, context.names)
    for path in reasons:
        yield from context.entries(*path)


def reason_in(why: Reason, context: Context, language: str) -> Reason:
    """The reason with its sentence in a language, else in English."""
    if language == ENGLISH:
        return why
    found = next((entry for entry in entries(context) if key(entry) == (why.name, why.place)), None)
    return why._replace(says=text(found.node, "says", language)) if found else why
