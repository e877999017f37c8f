"""What may be written, as an editor shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.source import Mapping
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Path
    from trickbook.language_server.document import Document
    from trickbook.source import Node


class Proposal(NamedTuple):
    """What may be written: its text, its kind, a word and a sentence about it."""

    text: str
    kind: str
    detail: str = ""
    says: str = ""


def sentence(node: Node | None, language: str) -> str:
    """What an entry says in a language; empty if it says nothing."""
    return text(node, "says", language) or "" if isinstance(node, Mapping) else ""


def names(document: Document, path: Path, kind: str, language: str, detail: str = "") -> Iterator[Proposal]:
    """The entries of a map of the whole ruleset."""
    section = document.node(path, merged=True)
    for name, pair in section.entries.items() if isinstance(section, Mapping) else ():
        yield Proposal(name, kind, detail, sentence(pair.node, language))


def option_values(document: Document, name: str, language: str) -> Iterator[Proposal]:
    """What may be chosen for an option."""
    node = document.node(("options", name), merged=True)
    if isinstance(node, Mapping) and text(node, "type") == "yes_no":
        yield from (Proposal(answer, "choice") for answer in ("yes", "no"))
    listed = document.node(("options", name, "choices"), merged=True)
    yield from (Proposal(one.text, "choice") for one in getattr(listed, "items", ()) if hasattr(one, "text"))
    yield from names(document, ("options", name, "choices"), "choice", language)
