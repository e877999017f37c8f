"""What a rulebook is made of: headings, paragraphs, lists, tables. How it looks is for its format to say."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Heading(NamedTuple):
    """The heading of a chapter."""

    text: str


class Paragraph(NamedTuple):
    """Sentences that belong together."""

    text: str


class Item(NamedTuple):
    """A point of a list: a name, if it is called by one, its text, and points of its own."""

    text: str
    name: str = ""
    inner: tuple[Item, ...] = ()


class Items(NamedTuple):
    """A list; numbered where the order counts."""

    items: tuple[Item, ...]
    numbered: bool = False


class Grid(NamedTuple):
    """A table: what its columns are called, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Heading | Paragraph | Items | Grid


class Book(NamedTuple):
    """A rulebook: its title, language and blocks, and the signs of the suits with their colours.

    ``colon`` stands between the name of a point and its text.
    """

    title: str
    language: str
    blocks: tuple[Block, ...]
    signs: tuple[tuple[str, str], ...]
    colon: str
