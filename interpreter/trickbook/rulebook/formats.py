"""The formats of a rulebook: plain text 80 columns wide, and Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.rulebook.writer import Grid, Heading, Items, Paragraph
from trickbook.texts.phrases import COLUMNS, text_width, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.writer import Block, Book, Item

MARKUP: Final = re.compile(r"([\\`*_\[\]<>#|~&!$])")
"""Markup of Markdown within a line."""

LEADING: Final = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
"""Markup of Markdown at the start of a line."""


def plain_text(book: Book) -> str:
    """Write a book as plain text."""
    parts = [
        f"{book.title}\n{'=' * text_width(book.title)}",
        *("\n".join(_text_block(block, book.colon)) for block in book.blocks),
    ]
    return "\n\n".join(parts) + "\n"


def _text_block(block: Block, colon: str) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield text
            yield "-" * text_width(text)
        case Paragraph(text=text):
            yield from wrapped(text)
        case Items(items=items, numbered=numbered):
            yield from _text_items(items, "", colon, numbered=numbered)
        case Grid():
            yield from _text_grid(block)


def _text_items(items: Sequence[Item], indent: str, colon: str, *, numbered: bool) -> Iterator[str]:
    for place, item in enumerate(items, 1):
        mark = f"{place}. " if numbered else "- "
        text = f"{item.name}{colon}{item.text}" if item.name else item.text
        yield from wrapped(text, indent + mark, indent + " " * len(mark))
        yield from _text_items(item.inner, indent + " " * len(mark), colon, numbered=False)


def _text_grid(grid: Grid) -> Iterator[str]:
    """A table with aligned columns; the last column is wrapped."""
    rows = [grid.head, *grid.rows]
    limit = COLUMNS // 2
    widths = [min(limit, max(text_width(row[at]) for row in rows)) for at in range(len(grid.head) - 1)]
    for place, row in enumerate(rows):
        yield from _text_row(row, widths)
        if not place:
            yield "  ".join("-" * size for size in (*widths, max(3, text_width(grid.head[-1]))))


def _text_row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row, as high as its highest cell."""
    rest = COLUMNS - sum(size + 2 for size in widths)
    cells = [list(wrapped(cell, columns=size)) for cell, size in zip(row, (*widths, rest), strict=True)]
    for line in range(max(map(len, cells))):
        texts = [cell[line] if line < len(cell) else "" for cell in cells]
        padded = (
            text + " " * (size - text_width(text)) for text, size in zip(texts, (*widths, 0), strict=True)
        )
        yield "  ".join(padded).rstrip()


def _escaped(text: str) -> str:
    """A text without markup."""
    line = " ".join(text.split())
    return LEADING.sub(r"\1\\\2" if not line[:1].isdigit() else r"\1\2\\", MARKUP.sub(r"\\\1", line))


def markdown(book: Book) -> str:
    """Write a book as Markdown."""
    parts = [
        f"# {_escaped(book.title)}",
        *("\n".join(_markdown_block(block, book.colon)) for block in book.blocks),
    ]
    return "\n\n".join(parts) + "\n"


def _markdown_block(block: Block, colon: str) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield f"## {_escaped(text)}"
        case Paragraph(text=text):
            yield _escaped(text)
        case Items(items=items, numbered=numbered):
            yield from _markdown_items(items, "", colon, numbered=numbered)
        case Grid(head=head, rows=rows):
            yield _markdown_row(head)
            yield "|" + " --- |" * len(head)
            yield from map(_markdown_row, rows)


def _markdown_items(items: Sequence[Item], indent: str, colon: str, *, numbered: bool) -> Iterator[str]:
    for place, item in enumerate(items, 1):
        mark = f"{place}. " if numbered else "- "
        name = f"**{_escaped(item.name)}**{colon}" if item.name else ""
        yield f"{indent}{mark}{name}{_escaped(item.text)}".rstrip()
        yield from _markdown_items(item.inner, indent + " " * len(mark), colon, numbered=False)


def _markdown_row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |"
