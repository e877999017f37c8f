"""The blocks of a rulebook: headings, paragraphs, lists, tables. A format renders them."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Heading(NamedTuple):
    """The heading of a chapter."""

    text: str


class Paragraph(NamedTuple):
    """A paragraph of sentences."""

    text: str


class Item(NamedTuple):
    """An item of a list: an optional name, a text, and nested items."""

    text: str
    name: str = ""
    inner: tuple[Item, ...] = ()


class Items(NamedTuple):
    """A list, numbered if the order matters."""

    items: tuple[Item, ...]
    numbered: bool = False


class Grid(NamedTuple):
    """A table: the heads of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Block: TypeAlias = Heading | Paragraph | Items | Grid


class Book(NamedTuple):
    """A rulebook: title, language, blocks, and the suit signs with their colours.

    ``colon`` stands between the name of a point and its text.
    """

    title: str
    language: str
    blocks: tuple[Block, ...]
    signs: tuple[tuple[str, str], ...]
    colon: str
