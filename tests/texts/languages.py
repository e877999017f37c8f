"""What does not belong to a text of a language: words of another."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from trickbook.loading import shipped
from trickbook.texts.catalogue import translated

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.texts.message import Message

PLAIN = {"YAML", "UTF", "JSON", "Trickbook", "True", "False", "Content", "Type", "application", "json"}
"""Words that Chinese texts have as they are."""

CODE = re.compile(r"`[^`]*`|\"[^\"]*\"|\S+\.ya?ml(:\d+:\d+)?|--[a-z]+|[\w-]+(、[\w-]+)+", re.ASCII)
"""Code, quoted text, the names of files and options, and lists of names."""

WORDS = re.compile(r"[A-Za-z]{3,}")


def foreign_words(text: str) -> list[str]:
    """The English words of a Chinese text, outside of code."""
    return [word for word in WORDS.findall(CODE.sub("", text)) if word not in PLAIN]


SENTENCE = re.compile(r"\uff1a[A-Z][a-z]+ .*[.]")
"""Why rules conflict or require something, in the words of their author."""

CARD_WORDS = "clubs diamonds hearts spades jacks queens kings aces"


@cache
def shipped_words() -> frozenset[str]:
    """The names of shipped rulesets, of the entries that most others inherit, and of cards."""
    inherited = shipped()["hearts"].read_text("utf-8")
    names = re.findall(r"[a-z_]+(?=:)|\[[a-z_, ]+\]", inherited)
    return frozenset(WORDS.findall(" ".join([*names, *shipped(), CARD_WORDS, "nothing space"])))


def own_words(path: Path) -> set[str]:
    """The words of a ruleset and its parents, without comments."""
    files = [path, *(path.parent / "parents").glob("*.yaml")]
    bare = re.sub(r"(?m)^ *#.*$", "", "\n".join(one.read_text("utf-8") for one in files))
    return {*WORDS.findall(bare)}


def left_in_english(message: Message, path: Path) -> set[str]:
    """The English words of a message in Chinese that are neither code nor the words of an author."""
    told = translated(message, "zh")
    assert told is not None, message
    left = {*foreign_words(SENTENCE.sub("", told))}
    return left - shipped_words() - own_words(path) if left else left
