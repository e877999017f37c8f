"""A rulebook as one HTML file for printing, and as lines for a part of another page."""

from __future__ import annotations

import re
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.rulebook.writer import Grid, Heading, Items, Paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.rulebook.writer import Block, Book, Item

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
        yield from _block(block, ink)


def _signs(book: Book) -> list[tuple[str, str]]:
    """The suit signs to search for, which are neither letters nor digits, with their colours."""
    return [(sign, colour) for sign, colour in book.signs if not sign.isalnum()]


def _block(block: Block, ink: Ink) -> Iterator[HtmlLine]:
    match block:
        case Heading(text=text):
            yield HtmlLine(("<h2>", ink.marked(text), "</h2>"), block)
        case Paragraph(text=text):
            yield HtmlLine(("<p>", ink.marked(text), "</p>"))
        case Items(items=items, numbered=numbered):
            yield from _items(items, ink, numbered=numbered)
        case Grid(head=head, rows=rows):
            yield HtmlLine(("<table>",))
            yield _row(head, "th", ink)
            yield from (_row(row, "td", ink) for row in rows)
            yield HtmlLine(("</table>",))


def _items(items: Sequence[Item], ink: Ink, *, numbered: bool) -> Iterator[HtmlLine]:
    tag = "ol" if numbered else "ul"
    yield HtmlLine((f"<{tag}>",))
    for item in items:
        name = f"<b>{ink.marked(item.name)}</b>{ink.colon}" if item.name else ""
        yield HtmlLine(("<li>", name + ink.marked(item.text)))
        if item.inner:
            yield from _items(item.inner, ink, numbered=False)
        yield HtmlLine(("</li>",))
    yield HtmlLine((f"</{tag}>",))


def _row(cells: Sequence[str], tag: str, ink: Ink) -> HtmlLine:
    between = f"</{tag}><{tag}>"
    inner = chain.from_iterable((between, ink.marked(cell)) for cell in cells)
    _, *rest = inner
    return HtmlLine((f"<tr><{tag}>", *rest, f"</{tag}></tr>"))
