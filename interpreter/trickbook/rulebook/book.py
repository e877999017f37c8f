"""The chapters of a rulebook, in the order of reading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.problems import visible
from trickbook.rulebook.blocks import Block, Book, Grid, Heading, Item, Items, Paragraph
from trickbook.rulebook.chapters import (
    deal,
    glossary,
    options,
    orders,
    players_and_deck,
    resting,
    scoring,
    tricks,
)
from trickbook.rulebook.stories import stories
from trickbook.source import Mapping
from trickbook.source.nodes import text, text_in
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from trickbook.rulebook.writer import Writer
    from trickbook.source import Node

CHINESE: Final = "zh"
HAN: Final = re.compile("[\u4e00-\u9fff]")

FIRST: tuple[Callable[[Writer], list[Block]], ...] = (players_and_deck.players, players_and_deck.deck)
"""The chapters before the glossary."""

RULES: tuple[Callable[[Writer], list[Block]], ...] = (
    deal.deal,
    resting.resting,
    orders.orders,
    tricks.play,
    tricks.winning,
    deal.after,
    scoring.scoring,
    scoring.ending,
)
"""The chapters after the glossary."""


def book(writer: Writer) -> Book:
    """Write the rulebook of a ruleset in one configuration."""
    resolved, phrases = writer.resolved, writer.phrases
    title = text(resolved.root, "name", phrases.language) or resolved.name
    if houses := [house.name for house in writer.houses.values() if house.outside]:
        title = writer.say("book.title", title=title, names=phrases.every(houses))
    blocks = _opening(writer)
    first, rules = ([block for chapter in some for block in chapter(writer)] for some in (FIRST, RULES))
    agreed, told = options.options(writer), stories.examples(writer)
    words, further = glossary.words(writer, rules, [*agreed, *told])
    blocks += [*first, *words, *rules, *agreed, *further, *told]
    blocks = [_printable(block) for block in blocks]
    signs = tuple((suit.sign, suit.colour) for suit in writer.compiled.deck.suits)
    return Book(_text(title), phrases.language, tuple(blocks), signs, phrases.say("join.colon", a="", b=""))


def _opening(writer: Writer) -> list[Block]:
    """The summary of the game, and its house rules."""
    root, language = writer.resolved.root, writer.phrases.language
    there = _translated(root, language) if language != ENGLISH else set()
    foreign = ("book.partly" if True in there else "book.foreign") if False in there else ""
    sentences = [writer.says(root, "summary"), writer.say(foreign) if foreign else ""]
    blocks: list[Block] = [Paragraph(sentence) for sentence in sentences if sentence]
    if writer.houses:
        told = (
            Item(writer.phrases.sentence(house.summary) if house.summary else "", house.name)
            for house in writer.houses.values()
        )
        blocks += [Paragraph(writer.say("book.house")), Items(tuple(told))]
    return blocks


def _translated(root: Mapping, language: str) -> set[bool]:
    """Return whether all, some or none of the sentences of a ruleset are translated, or written so."""
    return {
        text_in(node, key, language) is not None or _is_chinese(text(node, key, language) or "", language)
        for node, key in _sentences(root)
    }


def _is_chinese(sentence: str, language: str) -> bool:
    """Return whether a sentence that names no language is written in Chinese, for readers of Chinese."""
    return language == CHINESE and HAN.search(sentence) is not None


def _sentences(node: Node) -> Iterator[tuple[Mapping, str]]:
    """All sentences of a ruleset about its rules: each entry, with the key of its sentence."""
    if not isinstance(node, Mapping):
        return
    for key, entry in node.entries.items():
        if key in ("says", "summary"):
            yield node, key
        else:
            yield from _sentences(entry.node)


def _printable(block: Block) -> Block:
    """A block with every character visible, as rulesets may come from strangers."""
    match block:
        case Heading(text=text) | Paragraph(text=text):
            return block._replace(text=_text(text))
        case Items(items=items):
            return block._replace(items=tuple(map(_item, items)))
        case Grid(rows=rows):
            return block._replace(rows=tuple(tuple(map(_text, row)) for row in rows))


def _item(item: Item) -> Item:
    return Item(_text(item.text), _text(item.name), tuple(map(_item, item.inner)))


def _text(text: str) -> str:
    return visible(" ".join(text.split()))
