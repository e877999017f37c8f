"""Words of other files: where a word is defined that a ruleset uses and does not have."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import shown
from trickbook.sections import table
from trickbook.source import Mapping, read
from trickbook.source.files import fetch

if TYPE_CHECKING:
    from trickbook.problems import Problem

GAME: Final = "the game"

PARTS: Final = "parts"
"""The folder of the parts that games share."""


def hinted(problem: Problem, word: str) -> Problem:
    """The problem of an unknown word, with the shipped file that defines it, or where words are defined.

    A part comes before a house rule; a game only where no word of the ruleset itself comes near.
    """
    found = defining(word)
    if not found and problem.hint is None:
        return replace(problem, hint="words of your own are defined in `words:`")
    if not found or (found[0].startswith(GAME) and problem.hint):
        return problem
    return replace(problem, hint=f"{shown(word)} is a word of {found[0]}")


@cache
def defining(word: str) -> tuple[str, ...]:
    """The shipped files that define a word, parts first, each with what to do about it."""
    found = []
    for name, path in shipped().items():
        text, _ = fetch(path)
        root, _ = read(text, name) if text and word in text else (None, ())
        if root is not None and word in _words(root):
            bare = shown(name.removeprefix(HOUSE))
            if name.startswith(HOUSE):
                found.append((1, f"the house rule {bare}: add it to `house:`"))
            elif path.parent.name == PARTS:
                found.append((0, f"the part {bare}: add it to `extends:`"))
            else:
                found.append((2, f"{GAME} {bare}: define it here, or extend that game"))
    return tuple(says for _, says in sorted(found))


def _words(root: Mapping) -> set[str]:
    """The words that a file defines, or removes nothing of."""
    sections = [root.entries[key].node for key in table.gives("choice", "meaning") if key in root.entries]
    return {
        name
        for node in sections
        if isinstance(node, Mapping)
        for name, entry in node.entries.items()
        if isinstance(entry.node, Mapping) or getattr(entry.node, "value", None) is not None
    }
