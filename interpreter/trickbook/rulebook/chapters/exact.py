"""The appendix of a book: what its entries exactly mean, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.rulebook.chapters import clauses, deal, options, scoring
from trickbook.rulebook.expressions.certainty import written
from trickbook.rulebook.writer import Block, Heading, Item, Items, Paragraph, capitalised

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def appendix(writer: Writer) -> list[Block]:
    """Words, steps, clauses, points, ends, and what each option would bring; nothing if nobody asks."""
    if not writer.exact:
        return []
    words = tuple(Item(writer.phrases.sentence(text), name) for name, text in writer.formulas.items())
    groups = (("words", words), *_groups(writer))
    blocks: list[Block] = [Heading(writer.say("title.exact"))]
    for name, items in groups:
        if items:
            blocks += [Paragraph(writer.say(f"title.{name}")), Items(items)]
    if settings := list(options.settings(writer)):
        blocks += [Paragraph(writer.say("title.options")), *settings]
    return blocks


def _groups(writer: Writer) -> Iterator[tuple[str, tuple[Item, ...]]]:
    """The entries of each kind, under the heading of their chapter."""
    steps = tuple(_step(writer, step) for step in writer.entries("steps"))
    points = tuple(
        Item(
            writer.phrases.sentence(scoring.adjustment_text(writer, entry, writer.wording)),
            capitalised(entry.name),
        )
        for entry in writer.entries("points")
    )
    ends = tuple(
        Item(
            writer.sentence("ending.when", when=writer.wording.text(written(entry.node, "when") or "no")),
            capitalised(entry.name),
        )
        for entry in writer.entries("match", "ends")
    )
    yield "deal", steps
    yield "play", _clauses(writer, "play", "play")
    yield "winning", _clauses(writer, "winning", "winning")
    yield "scoring", points
    yield "ending", (*ends, *_clauses(writer, "wins", "match", "wins"))


def _step(writer: Writer, entry: Entry) -> Item:
    """A step with the rules for its answers."""
    rules = _clauses(writer, "rules", "steps", entry.name, "rules")
    text = deal.step_text(writer, entry, writer.wording)
    return Item(text, capitalised(writer.called(entry.name)), rules)


def _clauses(writer: Writer, kind: str, *path: str) -> tuple[Item, ...]:
    return tuple(
        Item(clauses.clause_text(writer, entry, kind, writer.wording), capitalised(entry.name))
        for entry in writer.entries(*path)
    )
