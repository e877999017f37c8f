"""What may be written at the cursor: keys, values, and words of an expression."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.examples.courses import ANNOUNCE
from trickbook.examples.positions import IMPOSSIBLE, LEGAL
from trickbook.expression.vocabulary import TABLE
from trickbook.language_server.expressions import fitting, joining, takes_expression
from trickbook.language_server.names import CLAUSES, FACTS, entries, homes_of_key, inside
from trickbook.loading.files import HOUSE, summaries
from trickbook.sections.answers import answers
from trickbook.sections.steps import EVENTS
from trickbook.sections.table import PLACES, WORD_SECTIONS
from trickbook.source import Mapping
from trickbook.source.nodes import text
from trickbook.source.schema import form
from trickbook.texts.catalogue import in_language, text_in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.phrases import phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server import Document
    from trickbook.language_server.cursor import Cursor, Path
    from trickbook.source import Node

CARDS: Final = frozenset(
    f"hand hands trick played exposed shown taken held aside left_out open cards {LEGAL}".split()
)
"""Keys under which cards are named."""

ANSWERS: Final = frozenset({"decide", "decision", "facts", LEGAL})
"""Keys under which answers are named."""

SEAT: Final = re.compile(r"\d+ ")
"""A seat, before what its player does."""


class Proposal(NamedTuple):
    """What may be written: its text, its kind, a word and a sentence about it."""

    text: str
    kind: str
    detail: str = ""
    says: str = ""


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
    return one.detail or phrases("editor", language).written.get(f"kinds.{one.kind}", one.kind)


def _keys(document: Document, path: Path, whole: str, language: str) -> Iterator[Proposal]:
    """Yield the keys that a record lacks, or the inherited entries of a map."""
    value, there = form(path, document.kind), document.entries(path).keys() - {whole}
    for key, under in value.keys.items():
        if key not in there:
            choice = under.choices[0] if not path and len(under.choices) == 1 else ""
            yield Proposal(f"{key}: {choice}", "key", "", text_in_language(under.description, language))
    inner = inside(path, is_examples=document.is_examples)
    if inner is not None:
        known = _example_keys(document.subject(path), inner, language)
        yield from (one for one in known if one.text[:-2] not in there)
    elif value.entry:
        yield from _inherited(document, path, language)


def _inherited(document: Document, path: Path, language: str) -> Iterator[Proposal]:
    """Yield the inherited entries that the file does not have."""
    inherited, words = document.inherited(path), phrases("editor", language)
    own = document.entries(path)
    for name, pair in inherited.pairs.items() if inherited else ():
        if name not in own:
            says, file = _sentence(pair.node, language), pair.key_place.file
            yield Proposal(f"{name}: ", "entry", words.say("completion.changes", file=file), says)
            yield Proposal(f"{name}: null", "entry", words.say("completion.removes", file=file), says)


def _values(document: Document, where: Cursor, language: str) -> Iterator[Proposal]:
    """Yield the completions of a value."""
    path = where.path
    keys = [step for step in path if isinstance(step, str)]
    inner = inside(path, is_examples=document.is_examples)
    if inner is not None:
        yield from _example_values(document.subject(path), inner, where, language)
    elif keys and keys[-1] == "ruleset":
        yield from _rulesets(language, house=False)
    elif keys and keys[0] in ("extends", "house", "fits"):
        yield from _rulesets(language, house=keys[0] == "house")
    elif keys and keys[-1] in PLACES:
        yield from _beside(document, path, language)
    elif keys and keys[-1] in ("upon", "repeat"):
        yield from (Proposal(event, "event") for event in (EVENTS if keys[-1] == "upon" else ()))
        yield from _names(document, ("steps",), "step", language)
    elif keys and keys[-1] == "default" and keys[0] == "options":
        yield from _option_values(document, keys[1], language)
    yield from (Proposal(choice, "choice") for choice in form(path, document.kind).choices)
    if takes_expression(path, document.kind):
        yield from _words(document, where, language)


def _rulesets(language: str, *, house: bool) -> Iterator[Proposal]:
    for name, found in summaries(language).items():
        if house == name.startswith(HOUSE):
            yield Proposal(name.removeprefix(HOUSE), "ruleset", found.title, found.says)


def _beside(document: Document, path: Path, language: str) -> Iterator[Proposal]:
    """Yield the other entries of a section, to place one before or after."""
    yield from (one for one in _names(document, path[:-2], "entry", language) if one.text != path[-2])
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
        yield Proposal(name, "parameter", in_language(term.type.phrase, language))


def _vocabulary(document: Document, language: str) -> Iterator[Proposal]:
    """Yield all words of expressions: the author's, the language's, choices, cards and piles."""
    for path in WORD_SECTIONS:
        yield from _names(document, path, path[-1], language)
    for name in document.entries(("options",), merged=True):
        detail = phrases("editor", language).say("completion.choice", name=name)
        yield from _names(document, ("options", name, "choices"), "choice", language, detail)
    for word in TABLE.values():
        says = f"{text_in_language(word.says, language)} `{word.example}`"
        yield Proposal(word.name, "word", in_language(word.type.phrase, language), says)
    if document.rules:
        yield from (Proposal(name, "card") for name in dict.fromkeys(document.rules.deck.names))
        yield from (Proposal(name, "pile") for name in document.rules.context.symbols)


def _sentence(node: Node | None, language: str) -> str:
    """What an entry says in a language; empty if it says nothing."""
    return text(node, "says", language) or "" if isinstance(node, Mapping) else ""


def _names(document: Document, path: Path, kind: str, language: str, detail: str = "") -> Iterator[Proposal]:
    """The entries of a map of the whole ruleset."""
    for name, pair in document.entries(path, merged=True).items():
        yield Proposal(name, kind, detail, _sentence(pair.node, language))


def _option_values(document: Document, name: str, language: str) -> Iterator[Proposal]:
    """What may be chosen for an option."""
    node = document.node(("options", name), merged=True)
    if isinstance(node, Mapping) and text(node, "type") == "yes_no":
        yield from (Proposal(answer, "choice") for answer in ("yes", "no"))
    listed = document.node(("options", name, "choices"), merged=True)
    yield from (Proposal(one.text, "choice") for one in getattr(listed, "items", ()) if hasattr(one, "text"))
    yield from _names(document, ("options", name, "choices"), "choice", language)


def _example_keys(document: Document, inner: Path, language: str) -> Iterator[Proposal]:
    """The author's names that are keys under some keys of an example; cards that may not be played."""
    for path in entries(document, homes_of_key(inner)):
        yield Proposal(f"{path[-1]}: ", str(path[0]).removesuffix("s"), "", _says(document, path, language))
    if inner[:1] == ("illegal",) and document.rules:
        yield from (Proposal(f"{card}: ", "card") for card in dict.fromkeys(document.rules.deck.names))


def _example_values(document: Document, inner: Path, where: Cursor, language: str) -> Iterator[Proposal]:
    """What may stand under some keys of an example."""
    key = str(next((step for step in inner if step != "given"), ""))
    if key in CARDS:
        yield from _cards(document, language)
    if key in ANSWERS:
        yield from _answers(document, language)
    if key == "course":
        yield from _course(document, inner, where, language)
    if key == "options" and len(inner) > 2:  # noqa: PLR2004 - an option
        yield from _option_values(document, str(inner[2]), language)
    yield from _names_of_example(document, key, language)


def _names_of_example(document: Document, key: str, language: str) -> Iterator[Proposal]:
    """Clauses and steps by name, and the values of facts."""
    match key:
        case "illegal":
            for path in entries(document, CLAUSES):
                yield Proposal(str(path[-1]), "clause", "", _says(document, path, language))
            yield from (Proposal(word, "word") for word in (IMPOSSIBLE, LEGAL))
        case "phase" | "redeals":
            yield from _names(document, ("steps",), "step", language)
        case "facts":
            yield from (Proposal(answer, "word") for answer in ("yes", "no", "nobody"))


def _course(document: Document, inner: Path, where: Cursor, language: str) -> Iterator[Proposal]:
    """A step, a seat, or what a player does."""
    if where.text.startswith(f"{ANNOUNCE} "):
        yield from _names(document, FACTS, "fact", language)
    elif SEAT.match(where.text):
        yield from _answers(document, language)
        yield from _cards(document, language)
    else:
        if isinstance(inner[-1], int) and inner[:-1] == ("course",):
            for one in _names(document, ("steps",), "step", language):
                yield one._replace(text=f"{one.text}: ")
            yield Proposal(f"{ANNOUNCE} ", "word")
        seats = document.rules.layout.seats if document.rules else 0
        yield from (Proposal(f"{seat} ", "seat") for seat in range(seats))


def _answers(document: Document, language: str) -> Iterator[Proposal]:
    """The answers to the questions of all steps, by name."""
    for path in entries(document, (("steps",),)):
        step = document.node(path, merged=True)
        for one in answers(step) if isinstance(step, Mapping) else ():
            yield Proposal(
                str(one), "choice", phrases("editor", language).say("completion.answer", name=path[-1])
            )


def _cards(document: Document, language: str) -> Iterator[Proposal]:
    """The cards by name, and the words of the ruleset that mean cards before the first deal."""
    if document.rules:
        yield from (Proposal(name, "card") for name in dict.fromkeys(document.rules.deck.names))
    for path in entries(document, (("words",), ("deck", "suits"), ("deck", "ranks"))):
        term = document.term(str(path[-1]))
        if term is not None and term.constant and str(term.type) == "cards":
            says = _says(document, path, language)
            yield Proposal(str(path[-1]), str(path[0]).removesuffix("s"), "", says)


def _says(document: Document, path: Path, language: str) -> str:
    return _sentence(document.node(path, merged=True), language)
