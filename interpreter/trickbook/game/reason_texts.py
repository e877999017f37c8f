"""The sentence of a reason in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.explain.reasons import Reason
from trickbook.sections import table
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def in_language(explained: Any, context: Context, language: str) -> Any:
    """An explanation whose reasons have their sentences in a language."""
    if isinstance(explained, Reason):
        return reason_in(explained, context, language)
    if isinstance(explained, dict):
        return {key: in_language(value, context, language) for key, value in explained.items()}
    if isinstance(explained, tuple):
        parts = [in_language(part, context, language) for part in explained]
        return type(explained)(*parts) if hasattr(explained, "_fields") else tuple(parts)
    return explained


def reason_in(why: Reason, context: Context, language: str) -> Reason:
    """The reason with its sentence in a language, else in English."""
    if language == ENGLISH:
        return why
    found = next((entry for entry in entries(context) if key(entry) == (why.name, why.place)), None)
    return why._replace(says=text(found.node, "says", language)) if found else why
