"""The names that active rules use, also through words and facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.rulebook.expressions.certainty import RAW, tree
from trickbook.sections import table
from trickbook.sections.table import PLACES, REMARKS, RENEWS
from trickbook.source import Listing, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry

PLAIN: Final = frozenset(
    {*REMARKS, RENEWS, *PLACES, "upon", "repeat", "end", "how", "lasts", "owned", "seen_by"}
)
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
        lambda section: (section.active or section.meets_cards) and not section.gives,
        lambda key: (entry.name for entry in writer.entries(key)),
    )
    for path in in_force:
        yield from writer.entries(*path)


def entry_names(wording: Wording, entry: Entry) -> Iterator[str]:
    """The names in the expressions of an entry."""
    for key, found in entry.node.entries.items():
        for item in found.node.items if isinstance(found.node, Listing) else (found.node,):
            if isinstance(item, Scalar) and item.value is not None and key not in PLAIN:
                node = tree(item.text)
                yield from NAME.findall(item.text) if node.data == RAW else wording.names(node)
