"""The names that active rules use, also through words and facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.rulebook.expressions.certainty import RAW, tree, written
from trickbook.sections import table
from trickbook.sections.table import PLACES, REMARKS, RENEWS
from trickbook.source import Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry

PLAIN: Final = frozenset({*REMARKS, RENEWS, *PLACES, "upon", "how", "lasts", "owned", "seen_by"})
"""Keys of entries whose values are not expressions."""

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


def used_names(writer: Writer, wording: Wording) -> frozenset[str]:
    """The names that the active rules use, in the wording given."""
    queue = [name for entry in active_entries(writer) for name in entry_names(wording, entry)]
    facts = {fact.name: fact.entry for fact in writer.compiled.facts}
    words = {entry.name: entry for entry in writer.compiled.context.entries("words")}
    seen: set[str] = set()
    while queue:
        name = queue.pop()
        if name not in seen:
            seen.add(name)
            entry = words.get(name) or facts.get(name)
            queue += entry_names(wording, entry) if entry else ()
    return frozenset(seen)


def active_entries(writer: Writer) -> Iterator[Entry]:
    """Every active entry."""
    in_force = table.map_paths(
        lambda section: section.active and not section.gives,
        lambda key: (entry.name for entry in writer.entries(key)),
    )
    for path in in_force:
        yield from writer.entries(*path)


def entry_names(wording: Wording, entry: Entry) -> Iterator[str]:
    """The names in the expressions of an entry."""
    for key, found in entry.node.entries.items():
        text = written(entry.node, key) if isinstance(found.node, Scalar) and key not in PLAIN else None
        if text is None:
            continue
        node = tree(text)
        yield from NAME.findall(text) if node.data == RAW else wording.names(node)
