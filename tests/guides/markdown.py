"""Pieces of Markdown: tables, code, links to headings."""

from __future__ import annotations

import re
from collections.abc import Iterable


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown."""
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", r"\|") for cell in line) + " |" for line in lines)


def code(text: str) -> str:
    """A piece of code within a sentence."""
    return f"`{text}`" if text else ""


def anchor(title: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def link(shown: str, title: str) -> str:
    """A link to a heading of the same guide."""
    return f"[{shown}](#{anchor(title)})"
