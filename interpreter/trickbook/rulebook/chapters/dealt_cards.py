"""What a step deals, in words: to whom, how many cards, from where, and what is left."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from trickbook.rulebook.chapters import questions
from trickbook.rulebook.expressions.certainty import tree, written
from trickbook.source.nodes import text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.expressions.wording import Wording
    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry

PACK = "aside"
"""The pile of the undealt pack."""


def dealt(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """Yield how many cards are dealt to whom, from which piles, and what is left or lacking."""
    first, uneven = written(entry.node, "first"), text(entry.node, "uneven") == "yes"
    sources, each = texts(entry.node, "from")[1:], written(entry.node, "each") or ""
    yield _hands(writer, entry, wording)
    yield from (writer.say("steps.deal_next", pile=wording.place(pile)) for pile in sources)
    if first:
        yield writer.say("steps.deal_first", who=wording.text(first))
    if uneven:
        yield writer.say("steps.deal_uneven")
    elif sources or (
        each and (entry["to"] is not None or "player" in writer.certainty.term(tree(each)).reads)
    ):
        yield writer.say("steps.deal_even")
    else:
        yield from _rest(writer, entry, wording)


def _hands(writer: Writer, entry: Entry, wording: Wording) -> str:
    """Return how many cards are dealt, and to whom."""
    source, goal = _source(entry), entry.need("deal").text
    owned, each = _owned(writer, goal), written(entry.node, "each")
    fresh = _is_shuffled(writer, entry, source)
    pack = writer.say("steps.pack" if fresh else "steps.stock")
    chapter, pile = "steps" if fresh else "steps.further", pack if source == PACK else wording.place(source)
    count = wording.text(each) if each else ""
    if not count and source == PACK and not written(entry.node, "to") and _first(writer, entry):
        count = str(writer.compiled.deck.cards.bit_count() // (writer.compiled.layout.seats if owned else 1))
    count = questions.counted_cards(writer, count)
    if not owned:
        key = "deal_pile" if each else "deal_whole"
        return writer.say(f"{chapter}.{key}", pile=pile, count=count, to=wording.place(goal))
    to = written(entry.node, "to")
    who = questions.seats_text(writer, to, wording) if to else ""
    key = ("deal_some" if to else "deal_each") if count else ("deal_round_some" if to else "deal_round")
    if goal == "hand":
        key = f"{key.removesuffix('_each')}_hands"
    return writer.say(f"{chapter}.{key}", pile=pile, count=count, to=wording.place(goal), who=who)


def _is_shuffled(writer: Writer, entry: Entry, source: str) -> bool:
    """Return whether a pile is shuffled first: the pack before it is dealt, or one that collects cards."""
    dealing = [step for step in writer.entries("steps") if step["deal"] is not None]
    if source != PACK:
        return all(step.need("deal").text != source for step in dealing)
    if texts(entry.node, "upon"):
        return False
    before = takewhile(lambda step: step.name != entry.name, dealing)
    return not any(_source(step) == PACK for step in before if not texts(step.node, "upon"))


def _source(entry: Entry) -> str:
    """The pile from which a step deals first."""
    return next(iter(texts(entry.node, "from")), PACK)


def _owned(writer: Writer, name: str) -> bool:
    """Return whether each player has a pile of this name."""
    pile = writer.compiled.layout.piles.get(name)
    return pile is not None and pile.owned


def _rest(writer: Writer, entry: Entry, wording: Wording) -> Iterator[str]:
    """The number of cards left over after dealing; if it varies, the size of the first hands."""
    compiled, each = writer.compiled, written(entry.node, "each")
    size, seats = compiled.deck.cards.bit_count(), compiled.layout.seats
    if not _first(writer, entry) or not _owned(writer, entry.need("deal").text):
        return
    if each and not writer.certainty.term(tree(each)).constant and (first := writer.dealt(seats)[0]):
        yield writer.say("steps.first", count=first)
        return
    count = wording.text(each) if each else str(size // seats)
    if count.isdecimal() and (rest := size - seats * min(int(count), size // seats)):
        yield writer.say("steps.rest_one" if rest == 1 else "steps.rest", count=rest)


def _first(writer: Writer, entry: Entry) -> bool:
    """Return whether a step is the first that deals."""
    return next((step.name for step in writer.entries("steps") if step["deal"] is not None), "") == entry.name
