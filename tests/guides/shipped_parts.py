"""The table of shipped parts in the guide of rulesets, from their files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from trickbook.loading.files import shipped, summaries
from trickbook.source import Mapping, read
from trickbook.source.nodes import scalars

BRINGING: Final = ("options", "piles", "words", "facts", "steps")
"""The sections whose entries are words in expressions; of steps, those that ask."""


class Part(NamedTuple):
    """A part in brief: what it rests on, what it is, and the words that it brings."""

    name: str
    extends: list[str]
    says: str
    words: list[str]


def parts() -> Iterator[Part]:
    """All shipped parts."""
    for name, one in summaries().items():
        if shipped()[name].parent.name == "parts":
            root, _ = read(shipped()[name].read_text("utf-8"), name)
            assert root is not None
            yield Part(name, [base.text for base in scalars(root, "extends")], one.says, list(_words(root)))


def _words(root: Mapping) -> Iterator[str]:
    """The words for what a file adds or changes."""
    for section in (key for key in BRINGING if key in root.entries):
        entries = root.entries[section].node
        assert isinstance(entries, Mapping)
        for name, entry in entries.entries.items():
            if section != "steps" or (isinstance(entry.node, Mapping) and "ask" in entry.node.entries):
                yield name
