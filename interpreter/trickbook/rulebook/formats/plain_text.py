"""A rulebook as plain text, 80 columns wide; Chinese characters take two columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import category, east_asian_width

from trickbook.rulebook.blocks import Grid, Heading, Items, Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.rulebook.blocks import Block, Book, Item

COLUMNS: Final = 80
WIDE: Final = "WF"
"""The kinds of characters that take two columns."""
CLOSING: Final = frozenset({"Pe", "Pf", "Po"})
"""The kinds of characters that do not begin a line."""
OPENING: Final = frozenset({"Ps", "Pi"})
"""The kinds of characters that do not end a line."""


def width(text: str) -> int:
    """The width of a text in columns."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in WIDE else 1 for char in text)


def render(book: Book) -> str:
    """Write a book as plain text."""
    parts = [
        f"{book.title}\n{'=' * width(book.title)}",
        *("\n".join(_block(block, book.colon)) for block in book.blocks),
    ]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, colon: str) -> Iterator[str]:
    match block:
        case Heading(text=text):
            yield text
            yield "-" * width(text)
        case Paragraph(text=text):
            yield from wrapped(text)
        case Items(items=items, numbered=numbered):
            yield from _items(items, "", colon, numbered=numbered)
        case Grid():
            yield from _grid(block)


def _items(items: Sequence[Item], indent: str, colon: str, *, numbered: bool) -> Iterator[str]:
    for place, item in enumerate(items, 1):
        mark = f"{place}. " if numbered else "- "
        told = f"{item.name}{colon}{item.text}" if item.name else item.text
        yield from wrapped(told, indent + mark, indent + " " * len(mark))
        yield from _items(item.inner, indent + " " * len(mark), colon, numbered=False)


def _grid(grid: Grid) -> Iterator[str]:
    """A table with aligned columns; the last column is wrapped."""
    rows = [grid.head, *grid.rows]
    limit = COLUMNS // 2
    widths = [min(limit, max(width(row[at]) for row in rows)) for at in range(len(grid.head) - 1)]
    for place, row in enumerate(rows):
        yield from _row(row, widths)
        if not place:
            yield "  ".join("-" * size for size in (*widths, max(3, width(grid.head[-1]))))


def _row(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """A row, as high as its highest cell."""
    rest = COLUMNS - sum(size + 2 for size in widths)
    cells = [list(wrapped(cell, columns=size)) for cell, size in zip(row, (*widths, rest), strict=True)]
    for line in range(max(map(len, cells))):
        told = [cell[line] if line < len(cell) else "" for cell in cells]
        padded = (text + " " * (size - width(text)) for text, size in zip(told, (*widths, 0), strict=True))
        yield "  ".join(padded).rstrip()


def wrapped(text: str, first: str = "", rest: str = "", columns: int = COLUMNS) -> Iterator[str]:
    """Wrap a text, also between Chinese characters, but not before closing punctuation."""
    line, filled = first, False
    for piece in _fitting(text, columns - width(rest)):
        if filled and width(line) + width(piece.rstrip()) > columns:
            yield line.rstrip()
            line, filled = rest, False
        line += piece if filled else piece.lstrip()
        filled = True
    yield line.rstrip()


def _fitting(text: str, columns: int) -> Iterator[str]:
    """The pieces of a text; pieces wider than a line are cut."""
    for piece in _pieces(" ".join(text.split())):
        while width(piece.rstrip()) > columns:
            size = next(at for at in range(len(piece), 0, -1) if at == 1 or width(piece[:at]) <= columns)
            yield piece[:size]
            piece = piece[size:]  # noqa: PLW2901 - what is left of it
        yield piece


def _pieces(text: str) -> Iterator[str]:
    """The parts between which a line may break, each with its trailing blank."""
    begin = 0
    for at in range(1, len(text)):
        if _breaks(text[at - 1], text[at]):
            yield text[begin:at]
            begin = at
    yield text[begin:]


def _breaks(before: str, after: str) -> bool:
    """Return whether a line may break between two characters."""
    if before == " " or after == " ":
        return before == " "
    wide = {east_asian_width(before), east_asian_width(after)} & set(WIDE)
    return bool(wide) and category(after) not in CLOSING and category(before) not in OPENING
