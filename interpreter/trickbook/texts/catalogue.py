"""Catalogues: the texts of the program in other languages, under the English ones."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from trickbook.texts.languages import ENGLISH, tree
from trickbook.texts.message import BLANK, Listing, Message, OwnText, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.texts.message import Value

WIDE: Final = re.compile("[\u2014-\u201d\u3000-\u9fff\uff00-\uffef]")
SPACED: Final = re.compile('[\u4e00-\u9fff][\\w`"-]|[\\w`"][\u4e00-\u9fff]', re.ASCII)
"""A character of full width; and two neighbours that have a space between them."""


KINDS: Final = ("messages", "schema", "words")
"""The files with translations: of messages, of the schema's texts, and of the sentences about words."""

JOINTS: Final = "joints"
"""The section of the messages that holds what stands between items."""


class Catalogue(NamedTuple):
    """The translations of one language by their English templates, and how it joins the items of a list."""

    language: str
    templates: Mapping[str, str]
    joints: Mapping[str, str]


def translated(message: Message, language: str) -> str | None:
    """Return a message in a language; None if the catalogue lacks it or something in its blanks."""
    if language == ENGLISH:
        return str(message)
    catalogue = catalogue_of(language)
    return None if catalogue is None else _message(message, catalogue)


def in_language(message: object, language: str) -> str:
    """Return a message or a listing in a language, falling back to English."""
    catalogue = catalogue_of(language)
    found = None if catalogue is None else _value(cast("Value", message), catalogue)
    return str(message) if found is None else found


def text_in_language(english: str, language: str) -> str:
    """Return a text of the schema or of the vocabulary in a language, falling back to English."""
    catalogue = catalogue_of(language)
    return english if catalogue is None else catalogue.templates.get(english, english)


def _message(message: Message, catalogue: Catalogue) -> str | None:
    target = message.template
    if BLANK.sub("", target).strip('`"\n '):
        if target not in catalogue.templates:
            return None
        target = catalogue.templates[target]
    values = {name: _value(value, catalogue) for name, value in message.values}
    whole = {name: value for name, value in values.items() if value is not None}
    return _filled(target, whole) if len(whole) == len(values) else None


def _value(value: Value, catalogue: Catalogue) -> str | None:
    if isinstance(value, Message):
        return _message(value, catalogue)
    if isinstance(value, Listing):
        items = [text for item in value.items if (text := _value(item, catalogue)) is not None]
        joints = (catalogue.joints.get(one, one) for one in (value.comma, value.joint))
        return joined(items, *joints) if len(items) == len(value.items) else None
    if isinstance(value, OwnText):
        return dict(value.languages).get(catalogue.language, value.text)
    return str(value)


def _filled(target: str, values: Mapping[str, str]) -> str:
    """A translation with its blanks filled, and a space wherever code meets a Chinese character."""
    text, in_code = "", False
    for number, piece in enumerate(BLANK.split(target)):
        added = values[piece] if number % 2 else piece
        text = text + added if in_code else _seam(text, added)
        in_code ^= number % 2 == 0 and piece.count("`") % 2 == 1
    return text


def _seam(left: str, right: str) -> str:
    before, after = left.rstrip(" "), right.lstrip(" ")
    if SPACED.fullmatch(before[-1:] + after[:1]):
        return f"{before} {after}"
    return before + after if WIDE.search(before[-1:] + after[:1]) and before and after else left + right


@cache
def catalogue_of(language: str) -> Catalogue | None:
    """The catalogue of a language; None if it has none."""
    joints = tree("messages", language).get(JOINTS)
    texts = {english: text for kind in KINDS for english, text in entries(kind, language)}
    return Catalogue(language, texts, joints) if joints else None


def entries(kind: str, language: str) -> Iterator[tuple[str, str]]:
    """The English texts of a kind, with what they are in a language."""
    sections = tree(kind, language)
    return chain.from_iterable(sections[name].items() for name in sections if name != JOINTS)
