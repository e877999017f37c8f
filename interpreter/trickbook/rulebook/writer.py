"""The writer that all chapters share, with the blocks that it writes and the names in use."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from trickbook.loading.files import HOUSE, find, is_path
from trickbook.rulebook.expressions.certainty import RAW, Certainty, tree, written
from trickbook.rulebook.expressions.wording import Wording
from trickbook.sections import table
from trickbook.sections.table import PLACES, REMARKS, RENEWS
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.catalogues import keyed
from trickbook.source.files import label
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.examples.values import Example
    from trickbook.loading import Resolved
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry
    from trickbook.texts.phrases import Phrases


class Heading(NamedTuple):
    """The heading of a chapter; ``own`` says that its content is never inherited."""

    text: str
    own: bool = False


class Paragraph(NamedTuple):
    """A paragraph of sentences."""

    text: str


class Item(NamedTuple):
    """An item of a list: an optional name, a text, and nested items."""

    text: str
    name: str = ""
    inner: tuple[Item, ...] = ()


class Items(NamedTuple):
    """A list, numbered if the order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


class Grid(NamedTuple):
    """A table: the heads of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Heading | Paragraph | Items | Grid


class Book(NamedTuple):
    """A rulebook: title, language, blocks, and the suit signs with their colours.

    ``colon`` stands between the name of a point and its text.
    """

    title: str
    language: str
    blocks: tuple[Block, ...]
    signs: tuple[tuple[str, str], ...]
    colon: str


PLAIN: Final = frozenset(
    {*REMARKS, RENEWS, *PLACES, "upon", "repeat", "end", "how", "lasts", "owned", "seen_by"}
)
"""Keys of entries whose values are not expressions."""

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Writer:
    """Writes a rulebook for one configuration.

    ``tables`` makes it ready for another number of players, ``usual`` is this one if nobody chooses anything;
    None where the rules do not allow it. ``examples`` are those that hold at this table, ``dealt`` tells how
    many cards each of so many players has first, 0 if something is asked before, and how many get them.
    ``agreed`` says in a few words what differs from the usual, ``silent`` leaves the ruleset's sentences out.
    ``wordings`` are kept for the files whose sentences were weighed, ``formulas`` are what words and facts
    exactly mean, by their display names.
    """

    resolved: Resolved
    compiled: CompiledRules
    phrases: Phrases
    tables: Callable[[int], CompiledRules | None]
    usual: CompiledRules | None
    examples: tuple[Example, ...]
    dealt: Callable[[int], tuple[int, int]]
    agreed: tuple[str, ...] = ()
    silent: bool = False
    wordings: dict[str, Wording] = field(default_factory=dict)
    formulas: dict[str, str] = field(default_factory=dict)

    @cached_property
    def certainty(self) -> Certainty:
        """The conditions that are certain in this configuration."""
        return Certainty(self.compiled)

    @cached_property
    def wording(self) -> Wording:
        """The wording of expressions in this configuration."""
        return Wording(self.compiled, self.phrases, self.certainty)

    @cached_property
    def unsettled(self) -> Wording:
        """The wording of expressions as written."""
        return Wording(self.compiled, self.phrases, self.certainty, settled=False)

    @cached_property
    def houses(self) -> dict[str, _HouseRule]:
        """The house rules, by file."""
        return _house_rules(self.resolved, self.phrases.language)

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """The hints of the ruleset."""
        listed = self.resolved.root.get("hints")
        hints = keyed(listed) if listed else None
        return tuple(self.says(hints, place) for place in hints.entries) if isinstance(hints, Mapping) else ()

    @cached_property
    def used(self) -> frozenset[str]:
        """The names that the active rules use."""
        return _used_names(self, self.wording)

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The names that they use as written, without simplification."""
        return _used_names(self, self.unsettled)

    def say(self, *keys: str, **blanks: object) -> str:
        """A phrase of the language."""
        return self.phrases.say(*keys, **blanks)

    def sentence(self, *keys: str, **blanks: object) -> str:
        """A phrase as a sentence."""
        return self.phrases.sentence(self.say(*keys, **blanks))

    def says(self, node: Mapping, key: str = "says") -> str:
        """The ruleset's own description, as a sentence; empty if there is none.

        What a house rule says bears its name.
        """
        found = text(node, key, self.phrases.language)
        if self.silent or not found or not found.strip():
            return ""
        sentence, house = (
            self.phrases.sentence(found.strip()),
            self.houses.get(node.entries[key].node.place.file),
        )
        return self.say("book.marked", text=sentence, name=house.name) if house else sentence

    def quoted(self, name: str) -> str:
        """An author's name, quoted for a text."""
        return self.say("join.quoted", name=self.called(name))

    def called(self, name: str) -> str:
        """The display name of an author's name."""
        return self.phrases.called(name)

    def choice(self, owner: str, name: str) -> str:
        """A choice or an answer, quoted for a text."""
        return self.say("join.quoted", name=self.phrases.choice(owner, name))

    def entries(self, *path: str) -> Iterator[Entry]:
        """The active entries of a section."""
        return (entry for entry in self.compiled.context.entries(*path) if not self.off(entry))

    def idle(self, *path: str) -> Iterator[Entry]:
        """The entries of a section that options or the number of players turn off."""
        return (entry for entry in self.compiled.context.entries(*path) if self.off(entry))

    def off(self, entry: Entry) -> bool:
        """Return whether an entry can never apply in this configuration."""
        return self.certainty.said(written(entry.node, "when")) is False or self.empty(entry)

    def empty(self, entry: Entry) -> bool:
        """Return whether a step asks for zero cards."""
        amount = written(entry.node, "cards") if entry["ask"] is not None else None
        ends = tree(amount, "range").children if amount else ()
        terms = [self.certainty.term(end) for end in ends if end is not None]
        return bool(terms) and all(term.constant and term.value == 0 for term in terms)


def spaced(name: str) -> str:
    """A name with blanks for underscores."""
    return name.replace("_", " ")


def capitalised(name: str) -> str:
    """A name with blanks and a capital."""
    return spaced(name)[:1].upper() + spaced(name)[1:]


class _HouseRule(NamedTuple):
    """A house rule: its name, its optional summary, and whether it was applied from outside."""

    name: str
    summary: str
    outside: bool


def _house_rules(resolved: Resolved, language: str) -> dict[str, _HouseRule]:
    """The house rules of a ruleset, its own and those applied to it, by file."""
    laid = {_file(name): name for name in resolved.house}
    found = {}
    for file in (file for file in resolved.texts if file in resolved.patches or file in laid):
        root = resolved.trees.get(file)
        called = text(root, "name", language) if root else None
        summary = text(root, "summary", language) if root else None
        found[file] = _HouseRule(called or laid.get(file, file), summary or "", file in laid)
    return found


def _file(name: str) -> str:
    """The label of a house rule's file."""
    path = find(name if is_path(name) else HOUSE + name.removeprefix(HOUSE))
    return label(path) if path else name


def _used_names(writer: Writer, wording: Wording) -> frozenset[str]:
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
