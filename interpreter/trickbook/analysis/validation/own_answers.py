"""Trumps by an answer that each player has: `suit of naming`, where one seat alone is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.validation.expression_parts import own_expressions, subtrees
from trickbook.expression.scope import extent
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source.alignment import within

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.analysis.configurations import Configurations
    from trickbook.expression.tree import Tree

SECTIONS: Final = ("words", "orders")
"""What is one for the whole table, if its expressions are about no player."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each suit that is the player's own answer to a question that few are asked."""
    asked = _asked_of_few(tables)
    sections = (section for section in table.rules() if section.key in SECTIONS)
    for _, scalar, tree in own_expressions(tables, sections) if asked else ():
        for part in subtrees(tree):
            if (name := _suit_of(part)) in asked:
                text = tables.resolved.texts.get(scalar.place.file, "")
                message = f"this is the player's own answer to {shown(name)}, and not all players have one"
                hint = f"write `suit of {name} of {asked[name]}`, to say whose"
                yield Problem("own-answer", message, within(scalar, *extent(part), text), hint, "note")


def _asked_of_few(tables: Configurations) -> Mapping[str, str]:
    """The questions for a name that not all players are asked, and whom they ask."""
    engine = tables.first
    return {
        step.name: _bracketed(step.entry.need("ask").text)
        for step in engine.questions
        if step.type.kind is Kind.CHOICE and step.who is not None and not step.who.constant
    }


def _bracketed(seats: str) -> str:
    return seats if seats.isidentifier() else f"({seats})"


def _suit_of(part: Tree) -> str:
    """The name of which a part is the suit."""
    words = [*part.children] if part.data == "of" else []
    named = len(words) == 2 and str(words[0]) == "suit" and getattr(words[1], "data", "") == "word"  # noqa: PLR2004
    return str(words[1].children[0]) if named else ""
