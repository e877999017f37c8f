"""What may be written at the cursor: keys, names of entries and of other files, and words of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.expressions import fitting
from trickbook.language_server.keys import Slot, slot
from trickbook.loading.files import HOUSE
from trickbook.loading.summaries import summaries
from trickbook.sections.steps import EVENTS
from trickbook.sections.table import PLACES, WORD_SECTIONS
from trickbook.source import Mapping
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document


class Proposal(NamedTuple):
    """What may be written: its text, its kind, a word and a sentence about it."""

    text: str
    kind: str
    detail: str = ""
    says: str = ""


def proposals(document: Document, where: Cursor, whole: str) -> list[Proposal]:
    """All that may stand at the cursor, the likeliest first. ``whole`` is the word that is there now."""
    if where.role == "nowhere":
        return []
    found = _keys(document, where.path, whole) if where.role == "key" else _values(document, where)
    unique = {one.text: one for one in reversed(list(found))}
    return [one for one in reversed(unique.values()) if one.text.startswith(where.word)]


def _keys(document: Document, path: Path, whole: str) -> Iterator[Proposal]:
    """The keys of a record that are not there yet; of a map the entries that are inherited."""
    place, own = slot(path), document.node(path)
    there = own.entries.keys() - {whole} if isinstance(own, Mapping) else frozenset()
    for key, says in place.keys.items() if place else ():
        if key not in there:
            yield Proposal(f"{key}: ", "key", "", says)
    if place and place.named:
        yield from _inherited(document, path)


def _inherited(document: Document, path: Path) -> Iterator[Proposal]:
    merged = document.node(path, merged=True)
    own = document.node(path)
    for name, pair in merged.entries.items() if isinstance(merged, Mapping) else ():
        if not (isinstance(own, Mapping) and name in own.entries):
            says = text(pair.node, "says") or "" if isinstance(pair.node, Mapping) else ""
            yield Proposal(f"{name}: ", "entry", f"changes that of {pair.key_place.file}", says)
            yield Proposal(f"{name}: null", "entry", f"removes that of {pair.key_place.file}", says)


def _values(document: Document, where: Cursor) -> Iterator[Proposal]:
    """What may stand under a key."""
    path = where.path
    keys = [step for step in path if isinstance(step, str)]
    place = slot(path) or Slot()
    if keys and keys[0] in ("extends", "house", "fits"):
        yield from _rulesets(house=keys[0] == "house")
    elif keys and keys[-1] in PLACES:
        yield from _beside(document, path)
    elif keys and keys[-1] == "upon":
        yield from (Proposal(event, "event") for event in EVENTS)
        yield from _names(document, ("steps",), "step")
    elif keys and keys[-1] == "default" and keys[0] == "options":
        yield from _names(document, ("options", keys[1], "choices"), "choice")
    yield from (Proposal(choice, "choice") for choice in place.choices)
    if place.is_expression:
        yield from _words(document, where)


def _rulesets(*, house: bool) -> Iterator[Proposal]:
    for name, found in summaries().items():
        if house == name.startswith(HOUSE):
            yield Proposal(name.removeprefix(HOUSE), "ruleset", found.title, found.says)


def _beside(document: Document, path: Path) -> Iterator[Proposal]:
    """The other entries of a section, beside which one can be placed."""
    yield from (one for one in _names(document, path[:-2], "entry") if one.text != path[-2])
    yield Proposal("all", "word")


def _names(document: Document, path: Path, kind: str) -> Iterator[Proposal]:
    section = document.node(path, merged=True)
    for name, pair in section.entries.items() if isinstance(section, Mapping) else ():
        says = text(pair.node, "says") or "" if isinstance(pair.node, Mapping) else ""
        yield Proposal(name, kind, "", says)


def _words(document: Document, where: Cursor) -> Iterator[Proposal]:
    """The words that fit an expression, then those that join them."""
    known = list(_vocabulary(document))
    before = where.text.removesuffix(where.word)
    fit = fitting(document, where.path, before, [one.text for one in known])
    yield from (one for one in known if one.text in fit)
    yield from (Proposal(word, "keyword") for word in sorted(GRAMMAR))


def _vocabulary(document: Document) -> Iterator[Proposal]:
    """All words of expressions: the author's, those of the language, choices, cards."""
    for path in WORD_SECTIONS:
        yield from _names(document, path, path[-1])
    options = document.node(("options",), merged=True)
    for name in options.entries if isinstance(options, Mapping) else ():
        yield from _names(document, ("options", name, "choices"), f"choice of {name}")
    for word in TABLE.values():
        yield Proposal(word.name, "word", str(word.type), f"{word.says} `{word.example}`")
    if document.rules:
        yield from (Proposal(name, "card") for name in dict.fromkeys(document.rules.deck.names))
