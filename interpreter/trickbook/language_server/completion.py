"""Completes keys, names of entries and files, and words of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.phrases import type_name
from trickbook.expression.vocabulary import TABLE
from trickbook.language_server.example_completion import example_keys, example_values
from trickbook.language_server.example_names import inside
from trickbook.language_server.expressions import fitting, joining
from trickbook.language_server.keys import Slot, slot
from trickbook.language_server.phrases import phrases
from trickbook.language_server.proposal import Proposal, names, option_values, sentence
from trickbook.loading.files import HOUSE
from trickbook.loading.summaries import summaries
from trickbook.sections.steps import EVENTS
from trickbook.sections.table import PLACES, WORD_SECTIONS
from trickbook.source import Mapping
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.language_server.document import Document


def proposals(document: Document, where: Cursor, whole: str, language: str = ENGLISH) -> list[Proposal]:
    """Return the completions at the cursor, the likeliest first. ``whole`` is the word at the cursor."""
    if where.role == "nowhere":
        return []
    is_key = where.role == "key"
    found = _keys(document, where.path, whole, language) if is_key else _values(document, where, language)
    unique = {one.text: one for one in reversed(list(found))}
    fits = [one for one in reversed(unique.values()) if one.text.startswith(where.word)]
    return fits if language == ENGLISH else [one._replace(detail=_detail(one, language)) for one in fits]


def _detail(one: Proposal, language: str) -> str:
    """The word about a proposal, else what its kind is called in a language; in English the kind says it."""
    return one.detail or phrases(language).written.get(f"kinds.{one.kind}", one.kind)


def _keys(document: Document, path: Path, whole: str, language: str) -> Iterator[Proposal]:
    """Yield the keys that a record lacks, or the inherited entries of a map."""
    place, own = slot(path, document.kind, language), document.node(path)
    there = own.entries.keys() - {whole} if isinstance(own, Mapping) else frozenset()
    for key, says in place.keys.items() if place else ():
        if key not in there:
            yield Proposal(f"{key}: {_only_choice(document, (*path, key))}", "key", "", says)
    inner = inside(path, is_examples=document.is_examples)
    if inner is not None:
        known = example_keys(document.subject(path), inner, language)
        yield from (one for one in known if one.text[:-2] not in there)
    elif place and place.named:
        yield from _inherited(document, path, language)


def _only_choice(document: Document, path: Path) -> str:
    """The value of a key of the file that takes no other, as the edition does."""
    place = slot(path, document.kind) if len(path) == 1 else None
    return place.choices[0] if place and len(place.choices) == 1 else ""


def _inherited(document: Document, path: Path, language: str) -> Iterator[Proposal]:
    """Yield the inherited entries that the file does not have."""
    inherited, words = document.inherited(path), phrases(language)
    own = document.node(path)
    for name, pair in inherited.entries.items() if isinstance(inherited, Mapping) else ():
        if not (isinstance(own, Mapping) and name in own.entries):
            says, file = sentence(pair.node, language), pair.key_place.file
            yield Proposal(f"{name}: ", "entry", words.say("completion.changes", file=file), says)
            yield Proposal(f"{name}: null", "entry", words.say("completion.removes", file=file), says)


def _values(document: Document, where: Cursor, language: str) -> Iterator[Proposal]:
    """Yield the completions of a value."""
    path = where.path
    keys = [step for step in path if isinstance(step, str)]
    place = slot(path, document.kind) or Slot()
    inner = inside(path, is_examples=document.is_examples)
    if inner is not None:
        yield from example_values(document.subject(path), inner, where, language)
    elif keys and keys[-1] == "ruleset":
        yield from _rulesets(language, house=False)
    elif keys and keys[0] in ("extends", "house", "fits"):
        yield from _rulesets(language, house=keys[0] == "house")
    elif keys and keys[-1] in PLACES:
        yield from _beside(document, path, language)
    elif keys and keys[-1] in ("upon", "repeat"):
        yield from (Proposal(event, "event") for event in (EVENTS if keys[-1] == "upon" else ()))
        yield from names(document, ("steps",), "step", language)
    elif keys and keys[-1] == "default" and keys[0] == "options":
        yield from option_values(document, keys[1], language)
    yield from (Proposal(choice, "choice") for choice in place.choices)
    if place.is_expression:
        yield from _words(document, where, language)


def _rulesets(language: str, *, house: bool) -> Iterator[Proposal]:
    for name, found in summaries(language).items():
        if house == name.startswith(HOUSE):
            yield Proposal(name.removeprefix(HOUSE), "ruleset", found.title, found.says)


def _beside(document: Document, path: Path, language: str) -> Iterator[Proposal]:
    """Yield the other entries of a section, to place one before or after."""
    yield from (one for one in names(document, path[:-2], "entry", language) if one.text != path[-2])
    yield Proposal("all", "word")


def _words(document: Document, where: Cursor, language: str) -> Iterator[Proposal]:
    """Yield the words that fit an expression, then those that join them."""
    known: dict[str, Proposal] = {}
    for one in (*_parameters(document, where, language), *_vocabulary(document, language)):
        if one.text.startswith(where.word):
            known.setdefault(one.text, one)
    before = where.text.removesuffix(where.word)
    yield from (known[word] for word in fitting(document, where.path, before, list(known), where.word))
    yield from (Proposal(word, "keyword") for word in joining(before, answers="rules" in where.path))


def _parameters(document: Document, where: Cursor, language: str) -> Iterator[Proposal]:
    """Yield the parameters that an expression may use."""
    for name, term in document.parameters(where.path).items():
        yield Proposal(name, "parameter", type_name(term.type, language))


def _vocabulary(document: Document, language: str) -> Iterator[Proposal]:
    """Yield all words of expressions: the author's, the language's, choices, cards and piles."""
    for path in WORD_SECTIONS:
        yield from names(document, path, path[-1], language)
    options = document.node(("options",), merged=True)
    for name in options.entries if isinstance(options, Mapping) else ():
        detail = phrases(language).say("completion.choice", name=name)
        yield from names(document, ("options", name, "choices"), "choice", language, detail)
    for word in TABLE.values():
        says = f"{word.says_in(language)} `{word.example}`"
        yield Proposal(word.name, "word", type_name(word.type, language), says)
    if document.rules:
        yield from (Proposal(name, "card") for name in dict.fromkeys(document.rules.deck.names))
        yield from (Proposal(name, "pile") for name in document.rules.context.symbols)
