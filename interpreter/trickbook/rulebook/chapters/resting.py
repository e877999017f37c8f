"""The players who rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.rulebook.blocks import Block, Heading, Item, Items, Paragraph
from trickbook.rulebook.expressions.certainty import written
from trickbook.rulebook.outdated_sentences import is_outdated
from trickbook.rulebook.writer import capitalised
from trickbook.sections.resting import KEY

if TYPE_CHECKING:
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def resting(writer: Writer) -> list[Block]:
    """Return who rests, and what that means; nothing if nobody ever does."""
    items = tuple(_rest(writer, entry) for entry in writer.entries(KEY))
    if not items:
        return []
    return [Heading(writer.say("title.resting")), Items(items), Paragraph(writer.say("resting.means"))]


def _rest(writer: Writer, entry: Entry) -> Item:
    """A reason to rest: its sentence, and its condition where no sentence tells that."""
    when = writer.wording.condition(written(entry.node, "when"))
    exactly = writer.sentence("resting.when", when=when)
    says = writer.says(entry.node)
    if not says:
        return Item(exactly, capitalised(entry.name))
    return Item(writer.phrases.joined([says, exactly]) if is_outdated(writer, entry, "when") else says)
