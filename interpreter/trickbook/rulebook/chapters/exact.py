"""The appendix of a book: the same chapters without the ruleset's sentences, and what options would bring."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from trickbook.rulebook.chapters import glossary, options
from trickbook.rulebook.writer import Block, Heading, Item, Paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from trickbook.rulebook.writer import Writer


def appendix(writer: Writer, chapters: Iterable[Callable[[Writer], list[Block]]]) -> list[Block]:
    """What the words mean, what these chapters say without sentences, and what each option would bring."""
    silent = replace(writer, silent=True)
    words = (Item(writer.phrases.sentence(text), name) for name, text in writer.formulas.items())
    parts = [[Heading(writer.say("title.words")), *glossary.listed(writer, words)]]
    parts += [chapter(silent) for chapter in chapters]
    if settings := list(options.settings(writer)):
        parts.append([Heading(writer.say("title.options")), *settings])
    lower = (
        Paragraph(block.text) if isinstance(block, Heading) else block for part in parts for block in part
    )
    return [Heading(writer.say("title.exact")), *lower]
