"""The entries of a ruleset's tree: names, rules as sentences, sources, places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from trickbook.problems import Place
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source import Pair as Written

if TYPE_CHECKING:
    from trickbook.source import Node


ENGLISH = "en"
"""The language of a text that does not say which it is in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a section: its name, its rule as a sentence, its source ids, its place, what is in it."""

    name: str
    says: str | None
    source: tuple[str, ...]
    place: Place
    node: Mapping

    def __getitem__(self, key: str) -> Scalar | None:
        """The scalar under a key, if there is one."""
        found = self.node.entries.get(key)
        return found.node if found and isinstance(found.node, Scalar) else None

    def need(self, key: str) -> Scalar:
        """The scalar under a key that is known to be there."""
        found = self[key]
        if found is None:
            raise KeyError(key)
        return found


def entry(name: str, place: Place, node: Node) -> Entry:
    """Take an entry apart; a bare scalar stands for its only key, ``is``."""
    if not isinstance(node, Mapping):
        node = Mapping({"is": Written(node.place, node)}, node.place)
    return Entry(name, text(node, "says"), texts(node, "source"), place, node)


def text(node: Mapping, key: str, language: str = ENGLISH) -> str | None:
    """The text under a key, if there is any: in this language, else in English, else in the first there is.

    What stands in the ruleset's own file wins over its catalogue.
    """
    if (said := text_in(node, key, language)) is not None:
        return said
    found = node.entries.get(key)
    told = found.node if found else None
    if isinstance(told, Mapping):
        told = next((told.entries[one].node for one in (ENGLISH, *told.entries) if one in told.entries), None)
    return told.text if isinstance(told, Scalar) and told.value is not None else None


def text_in(node: Mapping, key: str, language: str) -> str | None:
    """The text under a key in this language only, from the file or its catalogue."""
    found = node.entries.get(key)
    told = found.node if found else None
    if isinstance(told, Mapping):
        told = told.entries[language].node if language in told.entries else None
    elif language != ENGLISH:
        told = None
    if isinstance(told, Scalar) and told.value is not None:
        return told.text
    if language == ENGLISH:
        return None
    from trickbook.source.catalogues import translation

    return translation(node, key, language)


def texts(node: Mapping, key: str) -> tuple[str, ...]:
    """A list of texts under a key; a single text is a list of one."""
    found = node.entries.get(key)
    if found is None:
        return ()
    items = found.node.items if isinstance(found.node, Listing) else (found.node,)
    return tuple(item.text for item in items if isinstance(item, Scalar) and item.value is not None)
