"""The orders of cards: what suit cards count as, and how high they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.rulebook.blocks import Block, Heading, Item, Items, Paragraph
from trickbook.rulebook.expressions.certainty import written
from trickbook.rulebook.writer import capitalised
from trickbook.sections.orders import KEY, items
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.source.nodes import Entry


def orders(writer: Writer) -> list[Block]:
    """Return the orders that a ruleset declares, the highest first; nothing if it declares none."""
    entries = list(writer.entries(KEY))
    if not entries:
        return []
    told = [_order(writer, entry, first=entry is entries[0]) for entry in entries]
    blocks: list[Block] = [Heading(writer.say("title.orders"))]
    if len(entries) > 1 or _limited(entries[-1]):
        blocks.append(Paragraph(writer.say("orders.above")))
    blocks.append(Items(tuple(told)))
    if _limited(entries[-1]):
        blocks.append(Paragraph(writer.say("orders.printed")))
    return blocks


def all_ordered(writer: Writer) -> bool:
    """Return whether the orders leave no card that ranks as the deck says."""
    entries = list(writer.entries(KEY))
    return bool(entries) and not _limited(entries[-1])


def _limited(entry: Entry) -> bool:
    """Return whether an order leaves some cards to those behind it."""
    return written(entry.node, "cards") is not None or written(entry.node, "when") is not None


def _order(writer: Writer, entry: Entry, *, first: bool) -> Item:
    """An order as an item: its cards, their suit, their ranks, and what the ruleset says of it."""
    wording = writer.wording
    cards, suit = written(entry.node, "cards"), written(entry.node, "suit")
    ranks = writer.phrases.listed(_ranks(writer, entry))
    if cards:
        told = writer.say("orders.some", cards=wording.text(cards), ranks=ranks)
    else:
        told = writer.say("orders.all" if first else "orders.rest", ranks=ranks)
    if when := wording.condition(written(entry.node, "when")):
        told = writer.say("clauses.when", when=when, text=told)
    sentences = [writer.phrases.sentence(told)]
    if suit:
        sentences.append(
            writer.say("orders.same" if suit == cards else "orders.suit", suit=wording.text(suit))
        )
    called = text(entry.node, "name", writer.phrases.language) or entry.name
    return Item(writer.phrases.joined([writer.says(entry.node), *sentences]), capitalised(called))


def _ranks(writer: Writer, entry: Entry) -> Iterator[str]:
    """The places of an order, from the lowest up."""
    ranks = {rank.letter: rank for rank in writer.compiled.deck.ranks}
    for item in items(entry):
        rank = next((one for one in ranks.values() if item.text in (one.letter, one.also)), None)
        yield rank.ways[-1] if rank else writer.wording.text(item.text)
