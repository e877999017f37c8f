"""A rulebook as Markdown. All text of the ruleset is escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.rulebook.blocks import Grid, Heading, Items, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.blocks import Block, Book, Item

MARKUP: Final = re.compile(r"([\\`*_\[\]<>#|~&!$])")
"""Markup within a line."""

LEADING: Final = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
"""Markup at the start of a line."""


def escaped(text: str) -> str:
    """A text without markup."""
    line = " ".join(text.split())
    return LEADING.sub(r"\1\\\2" if not line[:1].isdigit() else r"\1\2\\", MARKUP.sub(r"\\\1", line))


def render(book: Book) -> str:
    """Write a book as Markdown."""
    parts = [f"# {escaped(book.title)}", *("\n".join(_block(block, book.colon)) for block in book.blocks)]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, colon: str) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield f"## {escaped(text)}"
        case Paragraph(text=text):
            yield escaped(text)
        case Items(items=items, numbered=numbered):
            yield from _items(items, "", colon, numbered=numbered)
        case Grid(head=head, rows=rows):
            yield _row(head)
            yield "|" + " --- |" * len(head)
            yield from map(_row, rows)


def _items(items: Sequence[Item], indent: str, colon: str, *, numbered: bool) -> Iterator[str]:
    for place, item in enumerate(items, 1):
        mark = f"{place}. " if numbered else "- "
        name = f"**{escaped(item.name)}**{colon}" if item.name else ""
        yield f"{indent}{mark}{name}{escaped(item.text)}".rstrip()
        yield from _items(item.inner, indent + " " * len(mark), colon, numbered=False)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(escaped, cells)) + " |"
