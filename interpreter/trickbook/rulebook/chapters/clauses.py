"""Clauses in words: their descriptions, else their effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import Kind
from trickbook.rulebook.blocks import Item
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.rulebook.outdated_sentences import is_outdated
from trickbook.rulebook.writer import capitalised
from trickbook.sections.table import VERBS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def clause_items(writer: Writer, entries: Iterable[Entry], section: str) -> tuple[Item, ...]:
    """The clauses of a section as items of a list."""
    return tuple(clause_item(writer, entry, section) for entry in entries)


def clause_item(writer: Writer, entry: Entry, section: str) -> Item:
    """A clause as an item of a list, with its name if it has no description."""
    says = writer.says(entry.node)
    if says:
        if (when := writer.wording.condition(written(entry.node, "when"))) and is_outdated(
            writer, entry, "when"
        ):
            says = writer.say("clauses.says_when", text=says, when=when)
        strict = section == "play" and verb(entry) == "only"
        return Item(writer.say("join.always", text=says) if strict else says)
    return Item(clause_text(writer, entry, section, writer.wording), capitalised(entry.name))


def inactive_clause(writer: Writer, entry: Entry, section: str) -> str:
    """An inactive clause as a sentence without its condition."""
    return writer.says(entry.node) or writer.phrases.sentence(_does(writer, entry, section, writer.unsettled))


def clause_text(writer: Writer, entry: Entry, section: str, wording: Wording) -> str:
    """The effect of a clause, as a sentence."""
    does, when = _does(writer, entry, section, wording), wording.condition(written(entry.node, "when"))
    return writer.phrases.sentence(writer.say("clauses.when", when=when, text=does) if when else does)


def verb(entry: Entry) -> str:
    """The verb of a clause."""
    return next((verb for verb in VERBS if written(entry.node, verb) is not None), VERBS[0])


def _does(writer: Writer, entry: Entry, section: str, wording: Wording) -> str:
    key = verb(entry)
    what = written(entry.node, key) or ""
    if key in ("most", "fewest"):
        return writer.say(f"clauses.{section}.{key}", number=wording.text(what))
    if writer.certainty.term(tree(what)).type.kind is Kind.CARDS:
        return writer.say(f"clauses.{section}.{key}", cards=wording.text(what))
    return writer.say(f"clauses.{section}.{key}_if", condition=wording.text(what))
