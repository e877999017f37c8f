"""Explains the key, the entry or the word under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.examples.values import as_text
from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.language_server.expressions import takes_expression
from trickbook.language_server.names import homes_of_key, inside
from trickbook.language_server.navigation import entry_path, placing
from trickbook.loading.files import summaries
from trickbook.sections.table import SECTIONS, WORD_SECTIONS, is_about
from trickbook.source import Mapping, Scalar
from trickbook.source.nodes import is_null, text
from trickbook.source.schema import form
from trickbook.texts.catalogue import in_language, text_in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.phrases import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server import Document
    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.source import Node, Pair

NAMING = ("extends", "house", "fits", "conflicts", "ruleset")
"""The keys that name other rulesets."""

MOST_CARDS = 16
"""The largest number of cards to list for a word."""


def hover(document: Document, where: Cursor, word: str, language: str = ENGLISH) -> str | None:
    """Return the explanation of the word at the cursor, as Markdown; None if there is none."""
    if not word or where.role == "nowhere":
        return None
    inner = inside(where.path, is_examples=document.is_examples)
    if where.role == "key" and (inner is None or not homes_of_key(inner)):
        return "\n\n".join(_of_key(document, (*where.path, word), language)) or None
    if where.path and where.path[0] in NAMING:
        return _of_ruleset(word, language)
    path, subject = entry_path(document, where, word), document.subject(where.path)
    if path is not None and (path[:-1] not in WORD_SECTIONS or placing(where.path)):
        return "\n\n".join(_of_named(subject, path, language))
    explanation = _of_parameter(document, where.path, word, language)
    if explanation := explanation or _of_choice(document, where.path, word, language):
        return explanation
    return "\n\n".join(_of_word(subject, str(path[-1]) if path else word, language)) or None


def _of_named(document: Document, path: Path, language: str) -> Iterator[str]:
    """Explain an entry that a value names and expressions cannot use."""
    section = ".".join(map(str, path[:-1]))
    yield phrases("editor", language).say("hover.entry", name=path[-1], section=section)
    yield from _of_entry(document, path, language)


def _of_key(document: Document, path: Path, language: str) -> Iterator[str]:
    """Explain a key; for an entry, add its sentence and the files that have it."""
    value = form(path, document.kind)
    title = text_in_language(value.title, language).lower()
    yield (
        phrases("editor", language).say("hover.key", name=path[-1], what=title)
        if title
        else f"**{path[-1]}**"
    )
    if value.description:
        yield text_in_language(value.description, language)
    yield from _of_entry(document, path, language)
    yield from _before(document, path, language)


def _before(document: Document, path: Path, language: str) -> Iterator[str]:
    """Tell the inherited values that the file overrides at a path."""
    own, old = document.node(path), document.overridden(path)
    found = [f"`{one}`" for one in _changes(own, old, path)] if own and old else []
    if found:
        words = phrases("editor", language)
        yield words.say("hover.before", values=words.listed(found))


def _changes(own: Node, old: Node, path: Path) -> Iterator[str]:
    """Yield the old values that differ, each with its key."""
    if isinstance(own, Scalar) and isinstance(old, Mapping):
        section = SECTIONS.get(str(path[0]))
        before = old.get(section.short) if section and len(path) == 2 else None  # noqa: PLR2004
        if section and before and not is_null(own):
            yield from _changes(own, before, (*path, section.short))
    elif isinstance(own, Scalar) and isinstance(old, Scalar) and own.text != old.text:
        yield f"{path[-1]}: {old.text}"
    elif isinstance(own, Mapping) and isinstance(old, Mapping):
        for key in own.entries.keys() & old.entries.keys():
            here = (*path, key)
            if not is_about([str(step) for step in here]):
                yield from _changes(own.entries[key].node, old.entries[key].node, here)


def _of_parameter(document: Document, path: Path, word: str, language: str) -> str | None:
    """Explain the parameter of a definition."""
    found = document.parameters(path).get(word)
    if found is None:
        return None
    kind = in_language(found.type.phrase, language)
    return phrases("editor", language).say("hover.parameter", name=word, entry=path[1], type=kind)


def _of_choice(document: Document, path: Path, word: str, language: str) -> str | None:
    """Explain a value that the schema names among others, such as `yes_no`."""
    value = form(path, document.kind)
    if word not in value.choices or takes_expression(path, document.kind):
        return None
    words = phrases("editor", language)
    others = words.listed([f"`{one}`" for one in value.choices if one != word])
    choice = words.say("hover.choice" if others else "hover.only_choice", name=word, others=others)
    return "\n\n".join(filter(None, (choice, text_in_language(value.description, language))))


def _of_entry(document: Document, path: Path, language: str) -> Iterator[str]:
    node = document.inherited(path)
    if not isinstance(node, Mapping) or len(path) < 2:  # noqa: PLR2004 - a section and a name
        return
    if says := text(node, "says", language):
        yield says
    yield from _files(document, path, language)


def _files(document: Document, path: Path, language: str) -> Iterator[str]:
    """Name the files that have an entry: the first adds it, the others change or remove it."""
    nodes = {file: document.entry_in(file, path) for file in document.resolved.texts}
    found = [(file, node) for file, node in nodes.items() if node is not None]
    if found:
        words, changes = phrases("editor", language), [is_null(node) for _, node in found[1:]]
        keys = ["hover.added", *("hover.removed" if gone else "hover.changed" for gone in changes)]
        titles = [document.file_title(file, language) for file, _ in found]
        explanation = [words.say(key, file=title) for key, title in zip(keys, titles, strict=True)]
        yield words.say("hover.files", files=words.listed(explanation))


def _of_ruleset(name: str, language: str) -> str | None:
    for key in (name, f"house/{name}"):
        if found := summaries(language).get(key):
            return f"**{found.title}**\n\n{found.says}"
    return None


def _of_word(document: Document, word: str, language: str) -> Iterator[str]:
    """Explain a word of an expression: its type, its sentence, an example, and its value if it is fixed."""
    words = phrases("editor", language)
    if found := TABLE.get(word):
        kind = in_language(found.type.phrase, language)
        yield words.say("hover.word", name=word, type=kind, scope=text_in_language(found.scope, language))
        yield text_in_language(found.says, language)
        yield f"`{found.example}`"
        return
    for section, pair in _defined(document, word):
        kind = _type(document, word, language)
        form = "hover.defined_as" if kind else "hover.defined"
        yield words.say(form, name=word, section=section, type=kind)
        yield from _definition(pair.node, language)
        if value := _value(document, word):
            yield f"= {value}"
        yield from _files(document, (*section.split("."), word), language)
        return
    if document.rules and word in document.rules.deck.names:
        yield words.say("hover.card", name=word)
    elif says := words.written.get(f"forms.{word}"):
        yield f"**{word}**"
        yield says


def _definition(node: Node, language: str) -> Iterator[str]:
    """The author's sentence about a word, and its definition."""
    if isinstance(node, Mapping):
        if says := text(node, "says", language):
            yield says
        if meaning := text(node, "is"):
            yield f"`{meaning}`"
    elif isinstance(node, Scalar):
        yield f"`{node.text}`"


def _defined(document: Document, word: str) -> Iterator[tuple[str, Pair]]:
    for path in WORD_SECTIONS:
        if pair := document.entries(path, merged=True).get(word):
            yield ".".join(path), pair


def _type(document: Document, word: str, language: str) -> str:
    term = document.term(word)
    return in_language(term.type.phrase, language) if term else ""


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
