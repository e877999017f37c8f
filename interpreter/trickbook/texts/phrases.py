"""Fixed phrases, one file for each kind and language with the same keys, and lines wrapped to columns.

A Chinese character takes two columns, and a line may break behind it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final
from unicodedata import category, east_asian_width

from trickbook.texts.languages import ENGLISH, tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

STOPS: Final = tuple(".!?\u2026\u3002\uff01\uff1f")
"""The punctuation that ends a sentence."""

_CHINESE: Final = r"[\u3000-\u9fff\uff00-\uffef]"
_SIGNS: Final = r"[\u2660-\u2667]"
LOOSE: Final = re.compile(
    rf"(?<={_CHINESE}) +(?={_CHINESE}|[\u201c\u2212\d]|[A-Z]?{_SIGNS})"
    rf"|(?<=[\d\u201d]) +(?={_CHINESE})|(?<={_SIGNS}) +(?={_CHINESE})"
)
"""Blanks next to Chinese characters, which Chinese omits."""

COLUMNS: Final = 80

WIDE: Final = "WF"
"""The kinds of characters that take two columns."""

CLOSING: Final = frozenset({"Pe", "Pf", "Po"})
"""The kinds of characters that do not begin a line."""

OPENING: Final = frozenset({"Ps", "Pi"})
"""The kinds of characters that do not end a line."""


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language, by keys such as ``steps.deal``, with blanks to fill in.

    ``names`` are what a ruleset's own names are called in it, choices and answers as ``moon.old``.
    """

    language: str
    written: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, *keys: str, **blanks: object) -> str:
        """The first existing phrase of these keys, filled in. Raises KeyError if none exists."""
        key = next((key for key in keys if key in self.written), keys[-1])
        return LOOSE.sub("", self.written[key].format(**blanks))

    def known(self, key: str) -> bool:
        """Return whether the phrase exists."""
        return key in self.written

    def called(self, name: str) -> str:
        """The display name of a name of the ruleset."""
        return self.names.get(name) or name.replace("_", " ")

    def choice(self, owner: str, name: str) -> str:
        """The display name of a choice or an answer; ``owner`` may be unknown."""
        return self.names.get(f"{owner}.{name}") or self.names.get(f".{name}") or self.called(name)

    def chooses(self, name: str) -> bool:
        """Return whether a choice or answer of this name has a display name."""
        return f".{name}" in self.names

    def either(self, parts: Iterable[str]) -> str:
        """Join things with "or"."""
        return self._closed("steps.or", parts)

    def every(self, parts: Iterable[str]) -> str:
        """Join things with "and"."""
        return self._closed("sets.and", parts)

    def _closed(self, joint: str, parts: Iterable[str]) -> str:
        """Join things with commas, and a conjunction before the last."""
        items = list(parts)
        return self.written[joint].join(filter(None, (self.listed(items[:-1]), *items[-1:])))

    def listed(self, parts: Iterable[str]) -> str:
        """Join things with commas."""
        return self.written["join.list"].join(parts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Join sentences; after a sentence in another script there is always a blank."""
        text, joint = "", self.written["join.sentences"]
        for sentence in filter(None, sentences):
            text += (joint or " " * text[-1].isascii()) + sentence if text else sentence
        return text

    def sentence(self, text: str) -> str:
        """A text as a sentence, with a capital and a full stop."""
        text = text[:1].upper() + text[1:]
        return text if text.endswith(STOPS) else text + self.written["join.stop"]


@cache
def phrases(name: str, language: str) -> Phrases:
    """The phrases of one kind in a language, else in English."""
    spoken = language if tree(name, language) else ENGLISH
    return Phrases(spoken, dict(_flat(tree(name, spoken))))


def _flat(texts: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The phrases of a tree, by their keys joined with dots."""
    if not isinstance(texts, Mapping):
        yield ".".join(path), texts
        return
    for key, inner in texts.items():
        yield from _flat(inner, (*path, key))


def text_width(text: str) -> int:
    """The width of a text in columns."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in WIDE else 1 for char in text)


def wrapped(text: str, first: str = "", rest: str = "", columns: int = COLUMNS) -> Iterator[str]:
    """Wrap a text, also between Chinese characters, but not before closing punctuation."""
    line, filled = first, False
    for piece in _fitting(text, columns - text_width(rest)):
        if filled and text_width(line) + text_width(piece.rstrip()) > columns:
            yield line.rstrip()
            line, filled = rest, False
        line += piece if filled else piece.lstrip()
        filled = True
    yield line.rstrip()


def _fitting(text: str, columns: int) -> Iterator[str]:
    """The pieces of a text; pieces wider than a line are cut."""
    for piece in _pieces(" ".join(text.split())):
        while text_width(piece.rstrip()) > columns:
            size = next(at for at in range(len(piece), 0, -1) if at == 1 or text_width(piece[:at]) <= columns)
            yield piece[:size]
            piece = piece[size:]  # noqa: PLW2901 - what is left of it
        yield piece


def _pieces(text: str) -> Iterator[str]:
    """The parts between which a line may break, each with its trailing blank."""
    begin = 0
    for at in range(1, len(text)):
        if _breaks(text[at - 1], text[at]):
            yield text[begin:at]
            begin = at
    yield text[begin:]


def _breaks(before: str, after: str) -> bool:
    """Return whether a line may break between two characters."""
    if before == " " or after == " ":
        return before == " "
    wide = {east_asian_width(before), east_asian_width(after)} & set(WIDE)
    return bool(wide) and category(after) not in CLOSING and category(before) not in OPENING
