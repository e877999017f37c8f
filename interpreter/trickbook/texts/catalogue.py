"""Catalogues: the messages of the program in other languages, under their English templates."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from trickbook.texts.languages import ENGLISH, tree
from trickbook.texts.message import BLANK, Listing, Message, OwnText, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.texts.message import Value

WIDE: Final = re.compile("[\u2014-\u201d\u3000-\u9fff\uff00-\uffef]")
SPACED: Final = re.compile('[\u4e00-\u9fff][\\w`"-]|[\\w`"][\u4e00-\u9fff]', re.ASCII)
"""A character of full width; and two neighbours that have a space between them."""


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


def _message(message: Message, catalogue: Catalogue) -> str | None:
    target = message.template
    if BLANK.sub("", target).strip('`"'):
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
    sections = dict(tree("messages", language))
    joints = sections.pop("joints", None)
    entries = (section.items() for section in sections.values())
    return Catalogue(language, dict(chain.from_iterable(entries)), joints) if joints else None
