"""Explains the key, the entry or the word under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.examples.values import as_text
from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.language_server.example_names import homes_of_key, inside
from trickbook.language_server.keys import slot
from trickbook.language_server.navigation import entry_path
from trickbook.loading.summaries import summaries
from trickbook.sections.table import WORD_SECTIONS
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import is_null, text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document
    from trickbook.source import Node, Pair

NAMING = ("extends", "house", "fits", "conflicts", "ruleset")
"""The keys that name other rulesets."""

MOST_CARDS = 16
"""The largest number of cards to list for a word."""


def hover(document: Document, where: Cursor, word: str) -> str | None:
    """Return the explanation of the word at the cursor, as Markdown; None if there is none."""
    if not word or where.role == "nowhere":
        return None
    inner = inside(where.path, is_examples=document.is_examples)
    if where.role == "key" and (inner is None or not homes_of_key(inner)):
        return "\n\n".join(_of_key(document, (*where.path, word))) or None
    if where.path and where.path[0] in NAMING:
        return _of_ruleset(word)
    path, subject = entry_path(document, where, word), document.subject(where.path)
    if path is not None and path[:-1] not in WORD_SECTIONS:
        return "\n\n".join(_of_named(subject, path))
    return "\n\n".join(_of_word(subject, str(path[-1]) if path else word)) or None


def _of_named(document: Document, path: Path) -> Iterator[str]:
    """Explain an entry that a value names and expressions cannot use."""
    yield f"**{path[-1]}** · {'.'.join(map(str, path[:-1]))}"
    yield from _of_entry(document, path)


def _of_key(document: Document, path: Path) -> Iterator[str]:
    """Explain a key; for an entry, add its sentence and the files that have it."""
    place = slot(path, document.kind)
    yield f"**{path[-1]}**" + (f" · {place.title.lower()}" if place and place.title else "")
    if place and place.says:
        yield place.says
    yield from _of_entry(document, path)


def _of_entry(document: Document, path: Path) -> Iterator[str]:
    node = document.inherited(path)
    if not isinstance(node, Mapping) or len(path) < 2:  # noqa: PLR2004 - a section and a name
        return
    if says := text(node, "says"):
        yield says
    yield from _files(document, path)


def _files(document: Document, path: Path) -> Iterator[str]:
    """Name the files that have an entry: the first adds it, the others change or remove it."""
    nodes = {file: document.entry_in(file, path) for file in document.resolved.texts}
    found = [(file, node) for file, node in nodes.items() if node is not None]
    if found:
        changes = (f", {'removed' if is_null(node) else 'changed'} by `{file}`" for file, node in found[1:])
        yield f"In `{found[0][0]}`" + "".join(changes)


def _of_ruleset(name: str) -> str | None:
    for key in (name, f"house/{name}"):
        if found := summaries().get(key):
            return f"**{found.title}**\n\n{found.says}"
    return None


def _of_word(document: Document, word: str) -> Iterator[str]:
    """Explain a word of an expression: its type, its sentence, an example, and its value if it is fixed."""
    if found := TABLE.get(word):
        yield f"**{word}** · {found.type}, {found.scope}"
        yield found.says
        yield f"`{found.example}`"
        return
    for section, pair in _defined(document, word):
        yield f"**{word}** · {section}{_type(document, word)}"
        yield from _definition(pair.node)
        if value := _value(document, word):
            yield f"= {value}"
        yield from _files(document, (*section.split("."), word))
        return
    if document.rules and word in document.rules.deck.names:
        yield f"**{word}** · a card"


def _definition(node: Node) -> Iterator[str]:
    """The author's sentence about a word, and its definition."""
    if isinstance(node, Mapping):
        if says := text(node, "says"):
            yield says
        if meaning := text(node, "is"):
            yield f"`{meaning}`"
    elif isinstance(node, Scalar):
        yield f"`{node.text}`"


def _defined(document: Document, word: str) -> Iterator[tuple[str, Pair]]:
    for path in WORD_SECTIONS:
        section = document.node(path, merged=True)
        if isinstance(section, Mapping) and word in section.entries:
            yield ".".join(path), section.entries[word]


def _type(document: Document, word: str) -> str:
    term = document.term(word)
    return f", {term.type}" if term else ""


def _value(document: Document, word: str) -> str:
    """The value of a word that is fixed before the first deal, with the default options."""
    term, rules = document.term(word), document.rules
    if term is None or rules is None or not term.constant:
        return ""
    match term.type.kind:
        case Kind.NUMBER | Kind.COMPLEX | Kind.CONDITION:
            return as_text(term.value)
        case Kind.CARDS:
            cards = rules.deck.written(term.value)
            more = " …" if len(cards) > MOST_CARDS else ""
            return " ".join(cards[:MOST_CARDS]) + more
    return ""
