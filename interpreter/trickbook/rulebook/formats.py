"""The formats of a rulebook: plain text 80 columns wide, Markdown, and HTML, alone or within a page."""

from __future__ import annotations

import re
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.rulebook.writer import Grid, Heading, Items, Paragraph
from trickbook.texts.phrases import COLUMNS, text_width, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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


COLOUR: Final = re.compile(r"[a-z]{1,20}")
"""Valid names of colours."""

STYLE: Final = """\
html { color-scheme: only light; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #000; background: #fff;
       font: 1.05rem/1.5 Georgia, "Noto Serif", "Liberation Serif", "DejaVu Serif", serif; }
:lang(zh) body { font-family: "Songti SC", "Noto Serif CJK SC", "Source Han Serif SC", SimSun, serif; }
h1 { font-size: 2rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 1.8rem 0 .4rem; border-bottom: 1px solid #bbb; }
p, ul, ol, table { margin: .5rem 0; }
li { margin: .25rem 0; }
li ul { margin: .15rem 0; }
ol, ul { padding-left: 1.6rem; }
li > ul { padding-left: 1.1rem; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid #ddd; }
.card { white-space: nowrap; font-weight: bold; }
@media print {
  @page { margin: 18mm; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; line-height: 1.35; }
  h1 { font-size: 18pt; }
  h2 { font-size: 12.5pt; margin-top: 12pt; break-after: avoid; }
  p { orphans: 2; widows: 2; }
  p:has(+ ul, + ol, + table) { break-after: avoid; }
  li, tr, table { break-inside: avoid; }
  li:has(> ul) { break-inside: auto; }
  .card { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""


class HtmlLine(NamedTuple):
    """A line: markup and contents in turns, and the chapter that it begins, if it does."""

    pieces: tuple[str, ...]
    chapter: Heading | None = None

    def __str__(self) -> str:
        """The line as HTML."""
        return "".join(self.pieces)

    @property
    def contents(self) -> tuple[str, ...]:
        """What it holds besides markup."""
        return tuple(filter(None, self.pieces[1::2]))

    def within(self, tag: str) -> HtmlLine:
        """The line with each of its contents in an element."""
        marked = (
            f"<{tag}>{piece}</{tag}>" if at % 2 and piece else piece for at, piece in enumerate(self.pieces)
        )
        return self._replace(pieces=tuple(marked))


class Ink(NamedTuple):
    """The pattern of cards in a text, the class of each suit, and the colon after names."""

    cards: re.Pattern[str] | None
    classes: Mapping[str, str]
    colon: str

    def marked(self, text: str) -> str:
        """A text, escaped, with coloured cards."""
        if self.cards is None:
            return escape(text)
        return "".join(
            escape(part) if at % 2 == 0 else self._card(part)
            for at, part in enumerate(self.cards.split(text))
        )

    def _card(self, card: str) -> str:
        return f'<span class="card {self.classes[card[-1]]}">{escape(card)}</span>'


def html(book: Book) -> str:
    """Write a book as an HTML file."""
    colours = sorted({colour for _, colour in _signs(book) if COLOUR.fullmatch(colour)})
    rules = "".join(f".ink-{place} {{ color: {colour}; }}\n" for place, colour in enumerate(colours))

    def ink(colour: str) -> str:
        return f"ink-{colours.index(colour)}" if colour in colours else "ink"

    body = "\n".join(map(str, html_lines(book, ink)))
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(book.language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(book.title)}</title>\n<style>\n{STYLE}{rules}</style>\n</head>\n<body>\n"
        f"{body}\n</body>\n</html>\n"
    )


def html_lines(book: Book, class_of: Callable[[str], str]) -> Iterator[HtmlLine]:
    """The lines of a book; each card has the class of the colour of its suit."""
    signs = _signs(book)
    either = "".join(re.escape(sign) for sign, _ in signs)
    pattern = re.compile(rf"((?:[0-9]{{1,2}}|[A-Z])?[{either}])") if signs else None
    ink = Ink(pattern, {sign: class_of(colour) for sign, colour in signs}, book.colon)
    yield HtmlLine(("<h1>", ink.marked(book.title), "</h1>"))
    for block in book.blocks:
        yield from _html_block(block, ink)


def _signs(book: Book) -> list[tuple[str, str]]:
    """The suit signs to search for, which are neither letters nor digits, with their colours."""
    return [(sign, colour) for sign, colour in book.signs if not sign.isalnum()]


def _html_block(block: Block, ink: Ink) -> Iterator[HtmlLine]:
    match block:
        case Heading(text=text):
            yield HtmlLine(("<h2>", ink.marked(text), "</h2>"), block)
        case Paragraph(text=text):
            yield HtmlLine(("<p>", ink.marked(text), "</p>"))
        case Items(items=items, numbered=numbered):
            yield from _html_items(items, ink, numbered=numbered)
        case Grid(head=head, rows=rows):
            yield HtmlLine(("<table>",))
            yield _html_row(head, "th", ink)
            yield from (_html_row(row, "td", ink) for row in rows)
            yield HtmlLine(("</table>",))


def _html_items(items: Sequence[Item], ink: Ink, *, numbered: bool) -> Iterator[HtmlLine]:
    tag = "ol" if numbered else "ul"
    yield HtmlLine((f"<{tag}>",))
    for item in items:
        name = f"<b>{ink.marked(item.name)}</b>{ink.colon}" if item.name else ""
        yield HtmlLine(("<li>", name + ink.marked(item.text)))
        if item.inner:
            yield from _html_items(item.inner, ink, numbered=False)
        yield HtmlLine(("</li>",))
    yield HtmlLine((f"</{tag}>",))


def _html_row(cells: Sequence[str], tag: str, ink: Ink) -> HtmlLine:
    between = f"</{tag}><{tag}>"
    inner = chain.from_iterable((between, ink.marked(cell)) for cell in cells)
    _, *rest = inner
    return HtmlLine((f"<tr><{tag}>", *rest, f"</{tag}></tr>"))
