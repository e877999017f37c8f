"""Rulebooks: the rules of a game in prose for the table, generated from the ruleset."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from trickbook.examples.runner import satisfied_examples
from trickbook.game.rules import PlayableRules
from trickbook.problems import TrickbookError, described, nearest, shown, visible
from trickbook.rulebook.chapters import (
    deal,
    examples,
    glossary,
    options,
    players_and_deck,
    scoring,
    tricks,
)
from trickbook.rulebook.formats import html, markdown, plain_text
from trickbook.rulebook.phrases import differences, display_names, phrases, suit_and_rank_signs
from trickbook.rulebook.writer import Block, Book, Grid, Heading, Item, Items, Paragraph, Writer
from trickbook.sections.compiled import CompiledRules
from trickbook.source import Mapping
from trickbook.source import plain as value
from trickbook.source.nodes import text, text_in
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Iterator

    from trickbook.examples.values import Example
    from trickbook.source import Node

__all__ = ["FORMATS", "rulebook", "written_book"]


CHINESE: Final = "zh"
HAN: Final = re.compile("[\u4e00-\u9fff]")

CHAPTERS: tuple[Callable[[Writer], list[Block]], ...] = (
    players_and_deck.players,
    players_and_deck.deck,
    players_and_deck.orders,
    deal.deal,
    players_and_deck.resting,
    tricks.play,
    tricks.winning,
    deal.after,
    scoring.scoring,
    scoring.ending,
)
"""The chapters of rules, in the order of play."""

FORMAL: Final = 2
"""The chapters before this one, of the players and the pack, are exact as they are."""


def book(writer: Writer, *, appendix: bool = False) -> Book:
    """Write the rulebook of a ruleset in one configuration, perhaps with its exact rules."""
    resolved, phrases = writer.resolved, writer.phrases
    title = text(resolved.root, "name", phrases.language) or resolved.name
    if houses := [house.name for house in writer.houses.values() if house.outside]:
        title = writer.say("book.title", title=title, names=phrases.every(houses))
    blocks = _opening(writer)
    rules = [chapter(writer) for chapter in CHAPTERS]
    beside = [options.variants(writer), examples.examples(writer)]
    *rules, variants, stories = glossary.introduced(writer, rules, beside)
    exactly = _appendix(writer) if appendix else []
    blocks += [block for chapter in (*rules, variants, exactly, stories, _hints(writer)) for block in chapter]
    blocks = [_printable(block) for block in blocks]
    signs = tuple((suit.sign, suit.colour) for suit in writer.compiled.deck.suits)
    return Book(_text(title), phrases.language, tuple(blocks), signs, phrases.say("join.colon", a="", b=""))


def _appendix(writer: Writer) -> list[Block]:
    """The exact rules: the words, the same chapters without sentences, and what each option would bring."""
    silent = replace(writer, silent=True)
    words = (Item(writer.phrases.sentence(text), name) for name, text in writer.formulas.items())
    parts = [[Heading(writer.say("title.words")), *glossary.listed(writer, words)]]
    parts += [chapter(silent) for chapter in CHAPTERS[FORMAL:]]
    if settings := list(options.settings(writer)):
        parts.append([Heading(writer.say("title.options")), *settings])
    blocks = (block for part in parts for block in part if not isinstance(block, Grid))
    lower = (Paragraph(block.text) if isinstance(block, Heading) else block for block in blocks)
    return [Heading(writer.say("title.exact")), *lower]


def _opening(writer: Writer) -> list[Block]:
    """The summary of the game, and its house rules."""
    root, language = writer.compiled.context.root, writer.phrases.language
    there = _translated(root, language) if language != ENGLISH else set()
    foreign = ("book.partly" if True in there else "book.foreign") if False in there else ""
    sentences = [writer.says(root, "summary"), writer.say(foreign) if foreign else ""]
    if writer.agreed:
        agreed = writer.phrases.listed(writer.agreed)
        sentences.append(writer.phrases.sentence(writer.say("book.agreed", list=agreed)))
    blocks: list[Block] = [Paragraph(sentence) for sentence in sentences if sentence]
    if writer.houses:
        items = (
            Item(writer.phrases.sentence(house.summary) if house.summary else "", house.name)
            for house in writer.houses.values()
        )
        blocks += [Paragraph(writer.say("book.house")), Items(tuple(items))]
    return blocks


def _hints(writer: Writer) -> list[Block]:
    """How to play well, in the ruleset's own sentences."""
    items = tuple(map(Item, writer.hints))
    return [Heading(writer.say("title.hints")), Items(items)] if items else []


def _translated(root: Mapping, language: str) -> set[bool]:
    """Return whether all, some or none of the sentences of a ruleset are translated, or written so."""
    return {
        text_in(node, key, language) is not None
        or (language == CHINESE and HAN.search(text(node, key, language) or "") is not None)
        for node, key in _sentences(root)
        if text(node, key)
    }


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


FORMATS: Final[abc.Mapping[str, Callable[[Book], str]]] = {
    "text": plain_text,
    "md": markdown,
    "html": html,
}


def rulebook(
    rules: PlayableRules,
    style: object = "text",
    language: object = "en",
    players: int | None = None,
    *,
    appendix: bool = False,
) -> str:
    """The rulebook of a ruleset with its options, for a number of players; ``appendix`` adds its exact rules.

    Raises TrickbookError for an unknown format or language.
    """
    if not isinstance(style, str) or style not in FORMATS:
        near = nearest(style, FORMATS) if isinstance(style, str) else None
        hint = Message("one of {list}", list=listing(FORMATS))
        if near:
            hint = Message("did you mean {word}?", word=f"`{near}`")
        name = shown(style) if isinstance(style, str) else described(style)
        raise TrickbookError(Message("a rulebook has no format {name}; {hint}", name=name, hint=hint))
    if not isinstance(language, str):
        raise TrickbookError(
            Message("a language is a text, such as `en`, not {text}", text=described(language))
        )
    return FORMATS[style](written_book(rules, language, players, appendix=appendix))


def written_book(
    rules: PlayableRules, language: str, players: int | None = None, *, appendix: bool = False
) -> Book:
    """The rulebook of a ruleset, as in `rulebook`, in no format yet."""
    words = phrases(language)
    resolved, compiled, chosen = rules.resolved, rules.engine(players), rules.chosen
    tag = words.language
    names = {**suit_and_rank_signs(compiled.context, tag), **display_names(compiled.context, tag)}
    words = replace(words, names=names)
    usual = _engine(PlayableRules(resolved, {}), compiled.layout.seats) if chosen else compiled

    @cache
    def tables(seats: int) -> CompiledRules | None:
        return compiled if seats == compiled.layout.seats else _engine(rules, seats)

    seats = compiled.layout.seats
    satisfied = tuple(example for example in satisfied_examples(rules, seats) if _about(example, seats))
    agreed = differences(rules, tag, players)
    dealt = partial(_dealt, rules)
    writer = Writer(resolved, compiled, words, tables, usual, satisfied, dealt, agreed)
    writer.formulas.update(glossary.formulas(writer))
    return book(writer, appendix=appendix)


def _about(example: Example, seats: int) -> bool:
    """Return whether an example is for this number of players."""
    players = example.given.entries.get("players")
    return players is None or value(players.node) == seats


def _dealt(rules: PlayableRules, seats: int) -> tuple[int, int]:
    """The size of each hand when the first deal starts, and how many seats have one; whoever rests has none.

    The size is 0 if cards are dealt later or never.
    """
    try:
        hands = rules.new_game(seats, seed=1).hands
    except TrickbookError:
        return 0, seats
    sizes = [len(hand) for hand in hands if hand]
    return (sizes[0], len(sizes)) if len(set(sizes)) == 1 else (0, seats)


def _engine(rules: PlayableRules, seats: int) -> CompiledRules | None:
    """The rules compiled for a number of players; None if so many cannot play by them."""
    try:
        return rules.engine(seats)
    except TrickbookError:
        return None
