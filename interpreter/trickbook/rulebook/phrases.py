"""The fixed phrases of a rulebook: one file for each language, all with the same keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from trickbook.document import plain, read
from trickbook.problems import TrickbookError, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENDING = ".yaml"
STOPS: Final = tuple(".!?\u2026\u3002\uff01\uff1f")
"""What a sentence ends with."""

LOOSE: Final = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef]) +(?=[\u3000-\u9fff\uff00-\uffef\u201c])")
"""Blanks between Chinese characters, which are written without."""


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language: what is written under ``steps.deal`` is said with its blanks filled in."""

    language: str
    written: Mapping[str, str]

    def say(self, *keys: str, **blanks: object) -> str:
        """The first of these phrases that there is, with its blanks filled in; KeyError if there is none."""
        key = next((key for key in keys if key in self.written), keys[-1])
        return LOOSE.sub("", self.written[key].format(**blanks))

    def known(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self.written

    def listed(self, parts: Iterable[str]) -> str:
        """Several things side by side."""
        return self.written["join.list"].join(parts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other; behind one of another script stands a blank in any language."""
        told, joint = "", self.written["join.sentences"]
        for sentence in filter(None, sentences):
            told += (joint or " " * told[-1].isascii()) + sentence if told else sentence
        return told

    def sentence(self, text: str) -> str:
        """A text as a sentence: it begins with a capital and ends with a stop."""
        text = text[:1].upper() + text[1:]
        return text if text.endswith(STOPS) else text + self.written["join.stop"]


def languages() -> tuple[str, ...]:
    """The languages that rulebooks are written in."""
    names = (path.name for path in files("trickbook").joinpath("rulebook", "languages").iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def phrases(language: str) -> Phrases:
    """The phrases of a language; TrickbookError names the languages that there are."""
    known = languages()
    if language not in known:
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no rulebook is written in {shown(str(language))}; {hint}")
    return _read(language)


@cache
def _read(language: str) -> Phrases:
    name = f"{language}{ENDING}"
    text = files("trickbook").joinpath("rulebook", "languages", name).read_text("utf-8")
    root, problems = read(text, name)
    if root is None or problems:
        raise TrickbookError(f"the phrases of {shown(language)} are damaged")
    return Phrases(language, dict(_flat(plain(root))))


def _flat(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The phrases of a tree, each under its keys joined by points."""
    if not isinstance(tree, dict):
        yield ".".join(path), str(tree)
        return
    for key, inner in tree.items():
        yield from _flat(inner, (*path, key))
