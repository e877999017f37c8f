"""Words of other files: where a word is defined that a ruleset uses and does not have."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.loading.files import HOUSE, shipped
from trickbook.problems import shown
from trickbook.sections import table
from trickbook.source import Listing, Mapping, Scalar, read
from trickbook.source.files import fetch

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from trickbook.problems import Problem
    from trickbook.source import Node

GAME: Final = "the game"

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")

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
    """The shipped files that define a word, small parts first, each with what to do about it."""
    found = []
    for name, path in shipped().items():
        words = _defined(name)
        if word in words:
            bare = shown(name.removeprefix(HOUSE))
            if name.startswith(HOUSE):
                found.append((1, 0, f"the house rule {bare}: add it to `house:`"))
            elif path.parent.name == PARTS:
                found.append((0, len(words), f"the part {bare}: add it to `extends:`"))
            else:
                found.append((2, 0, f"{GAME} {bare}: define it here, or extend that game"))
    return tuple(says for *_, says in sorted(found))


@cache
def _defined(name: str) -> frozenset[str]:
    """The words that a shipped file defines."""
    text, _ = fetch(shipped()[name])
    root, _ = read(text, name) if text else (None, ())
    return frozenset(_words(root) if root is not None else ())


def game_of(root: Mapping) -> str | None:
    """The shipped game that has most of the words that a file uses and does not define, and what to write."""
    rules = [root.entries[one.key].node for one in table.rules() if one.key in root.entries]
    used = dict.fromkeys(name for node in rules for name in _mentioned(node))
    missing = [name for name in used if name not in _words(root)]
    found = None
    for name, words in _games().items():
        those = [word for word in missing if word in words]
        if those and (found is None or (len(those), len(words)) > found[:2]):
            found = len(those), len(words), those[0], name
    if found is None:
        return None
    *_, word, game = found
    return f"{shown(word)} is a word of {GAME} {shown(game)}: write {shown(f'extends: {game}')}"


@cache
def _games() -> abc.Mapping[str, frozenset[str]]:
    """The words of each shipped game, by its name."""
    found = {}
    for name, path in shipped().items():
        if not name.startswith(HOUSE) and path.parent.name != PARTS:
            found[name] = _defined(name)
    return MappingProxyType(found)


def _mentioned(node: Node) -> Iterator[str]:
    """Every name in what is no prose."""
    match node:
        case Scalar(text=text):
            yield from NAME.findall(text)
        case Listing(items=items):
            for item in items:
                yield from _mentioned(item)
        case Mapping(entries=entries):
            for key, pair in entries.items():
                if key not in table.quiet():
                    yield from _mentioned(pair.node)


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
