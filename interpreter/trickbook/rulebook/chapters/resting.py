"""The players who rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.engine.facts import TURN
from trickbook.expression.operations import SLOTS, Operation
from trickbook.rulebook.blocks import Block, Heading, Item, Items, Paragraph
from trickbook.rulebook.chapters.clauses import is_outdated
from trickbook.rulebook.expressions.certainty import written
from trickbook.rulebook.writer import capitalised
from trickbook.sections.resting import KEY

if TYPE_CHECKING:
    from trickbook.rulebook.writer import Writer
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry


def resting(writer: Writer) -> list[Block]:
    """Return who rests, and what that means; nothing if nobody ever does."""
    items = tuple(_rest(writer, entry) for entry in writer.entries(KEY))
    if not items:
        return []
    means = ["resting.means", *(["resting.amid"] if _amid_tricks(writer.compiled) else ())]
    return [
        Heading(writer.say("title.resting")),
        Items(items),
        *(Paragraph(writer.say(key)) for key in means),
    ]


def _amid_tricks(rules: CompiledRules) -> bool:
    """Return whether a player may begin to rest amid a trick: by its cards, or by what changes meanwhile."""
    trick, slots = rules.layout.piles["trick"].base, _changing(rules)
    terms = [rest.when for rest in rules.resting]
    for term in terms:  # they grow on the way
        if (term.operation, term.detail) == (Operation.PILE, trick):
            return True
        if term.operation in SLOTS and term.detail in slots:
            return True
        terms += term.parts
    return False


def _changing(rules: CompiledRules) -> set[int]:
    """The slots that a turn to play or a play changes, or a question upon them."""
    events, found = [TURN, "play"], set[int]()
    for event in events:  # they grow on the way
        found |= {fact.slot for fact in rules.facts if event in fact.events}
        asked = [step for step in rules.upon.get(event, ()) if isinstance(step, AskStep)]
        found |= {step.slot for step in asked}
        events += [step.name for step in asked if step.name not in events]
    return found


def _rest(writer: Writer, entry: Entry) -> Item:
    """A reason to rest: its sentence, and its condition where no sentence tells that."""
    when = writer.wording.condition(written(entry.node, "when"))
    exactly = writer.sentence("resting.when", when=when)
    says = writer.says(entry.node)
    if not says:
        return Item(exactly, capitalised(entry.name))
    return Item(writer.phrases.joined([says, exactly]) if is_outdated(writer, entry, "when") else says)
