"""Choices of options: which one a name means, where it stands, and what else has the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.example_names import CHOICES, entries
from trickbook.language_server.keys import slot
from trickbook.sections.answers import answers
from trickbook.sections.table import WORD_SECTIONS
from trickbook.source import Mapping

if TYPE_CHECKING:
    from trickbook.language_server.cursor import Path
    from trickbook.language_server.document import Document


def is_choice(path: Path) -> bool:
    """Return whether a path is that of a choice."""
    match path:
        case ("options", _, "choices", _):
            return True
    return False


def option_at(path: Path) -> str | None:
    """The option whose choices are named in the value at a path: its default, and a list of them."""
    match path:
        case ("options", option, "default", *_):
            return str(option)
        case ("options", option, "choices", *_, int()):
            return str(option)
    return None


def choice_named(document: Document, path: Path, word: str) -> Path | None:
    """The choice that a word means in the value at a path."""
    found = [one for one in entries(document, (CHOICES,)) if one[-1] == word]
    own = option_at(path)
    return next((one for one in found if one[1] == own), found[0] if found else None)


def may_mean(path: Path) -> bool:
    """Return whether a name in the value at a path may mean a choice."""
    place = slot(path)
    return option_at(path) is not None or (place is not None and place.is_expression)


def is_ambiguous(document: Document, choice: Path) -> bool:
    """Return whether something else has the name of a choice."""
    name = str(choice[-1])
    others = [
        one for one in entries(document, (*WORD_SECTIONS, CHOICES)) if one[-1] == name and one != choice
    ]
    steps = (document.node(step, merged=True) for step in entries(document, (("steps",),)))
    asked = {one for step in steps if isinstance(step, Mapping) for one in answers(step)}
    symbols = document.rules.context.symbols if document.rules else ()
    return bool(others) or name in asked or name in TABLE or name in GRAMMAR or name in symbols
