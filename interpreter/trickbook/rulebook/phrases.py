"""The fixed phrases of a rulebook: one file for each language, all with the same keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.vocabulary import TABLE
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.source import plain, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENDING = ".yaml"
STOPS: Final = tuple(".!?\u2026\u3002\uff01\uff1f")
"""What a sentence ends with."""

_CHINESE: Final = r"[\u3000-\u9fff\uff00-\uffef]"
_SIGNS: Final = r"[\u2660-\u2667]"
LOOSE: Final = re.compile(
    rf"(?<={_CHINESE}) +(?={_CHINESE}|[\u201c\u2212\d]|[A-Z]?{_SIGNS})"
    rf"|(?<=[\d\u201d]) +(?={_CHINESE})|(?<={_SIGNS}) +(?={_CHINESE})"
)
"""Blanks between Chinese characters, and between them and numbers or cards, which are written without."""


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language: what is written under ``steps.deal`` is said with its blanks filled in.

    ``names`` are what a ruleset's own names are called in it, choices and answers as ``moon.old``.
    """

    language: str
    written: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, *keys: str, **blanks: object) -> str:
        """The first of these phrases that there is, with its blanks filled in; KeyError if there is none."""
        key = next((key for key in keys if key in self.written), keys[-1])
        return LOOSE.sub("", self.written[key].format(**blanks))

    def known(self, key: str) -> bool:
        """Whether there is such a phrase."""
        return key in self.written

    def called(self, name: str) -> str:
        """What a name of the ruleset is called at the table."""
        return self.names.get(name) or name.replace("_", " ")

    def choice(self, owner: str, name: str) -> str:
        """What a choice of an option is called, or an answer to a step; ``owner`` may be unknown."""
        return self.names.get(f"{owner}.{name}") or self.names.get(f".{name}") or self.called(name)

    def chooses(self, name: str) -> bool:
        """Whether some choice or answer of this name is called something."""
        return f".{name}" in self.names

    def either(self, parts: Iterable[str]) -> str:
        """Several things of which it is one."""
        return self._closed("steps.or", parts)

    def every(self, parts: Iterable[str]) -> str:
        """Several things, all of them."""
        return self._closed("sets.and", parts)

    def _closed(self, joint: str, parts: Iterable[str]) -> str:
        """Several things side by side, with a joint before the last."""
        told = list(parts)
        return self.written[joint].join(filter(None, (self.listed(told[:-1]), *told[-1:])))

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


def understood(tag: str) -> str | None:
    """The language that a tag means: `zh` for `ZH`, `zh-CN` and `zh_TW.UTF-8`; None if there is none."""
    bare = tag.casefold().replace("_", "-").partition("-")[0].partition(".")[0]
    return bare if bare in languages() else None


def phrases(language: str) -> Phrases:
    """The phrases of a language; TrickbookError names the languages that there are."""
    known = languages()
    if (tag := understood(str(language))) is None:
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no rulebook is written in {shown(str(language))}; {hint}")
    return read_language(tag)


@cache
def read_language(language: str) -> Phrases:
    """The phrases of a language, and what the vocabulary calls its words there."""
    name = f"{language}{ENDING}"
    text = files("trickbook").joinpath("rulebook", "languages", name).read_text("utf-8")
    root, problems = read(text, name)
    if root is None or problems:
        raise TrickbookError(f"the phrases of {shown(language)} are damaged")
    words = {f"word.{word.name}": word.told[language] for word in TABLE.values() if language in word.told}
    return Phrases(language, dict(_flat(plain(root))) | words)


def _flat(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The phrases of a tree, each under its keys joined by points."""
    if not isinstance(tree, dict):
        yield ".".join(path), str(tree)
        return
    for key, inner in tree.items():
        yield from _flat(inner, (*path, key))
