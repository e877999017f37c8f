"""The fixed phrases of a rulebook: one file for each language, all with the same keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.vocabulary import TABLE
from trickbook.loading.cache import keep, known
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.source import plain, read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ENDING = ".yaml"
LANGUAGES: Final = Path(__file__).with_name("languages")
STOPS: Final = tuple(".!?\u2026\u3002\uff01\uff1f")
"""The punctuation that ends a sentence."""

_CHINESE: Final = r"[\u3000-\u9fff\uff00-\uffef]"
_SIGNS: Final = r"[\u2660-\u2667]"
LOOSE: Final = re.compile(
    rf"(?<={_CHINESE}) +(?={_CHINESE}|[\u201c\u2212\d]|[A-Z]?{_SIGNS})"
    rf"|(?<=[\d\u201d]) +(?={_CHINESE})|(?<={_SIGNS}) +(?={_CHINESE})"
)
"""Blanks next to Chinese characters, which Chinese omits."""


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
        told = list(parts)
        return self.written[joint].join(filter(None, (self.listed(told[:-1]), *told[-1:])))

    def listed(self, parts: Iterable[str]) -> str:
        """Join things with commas."""
        return self.written["join.list"].join(parts)

    def joined(self, sentences: Iterable[str]) -> str:
        """Join sentences; after a sentence in another script there is always a blank."""
        told, joint = "", self.written["join.sentences"]
        for sentence in filter(None, sentences):
            told += (joint or " " * told[-1].isascii()) + sentence if told else sentence
        return told

    def sentence(self, text: str) -> str:
        """A text as a sentence, with a capital and a full stop."""
        text = text[:1].upper() + text[1:]
        return text if text.endswith(STOPS) else text + self.written["join.stop"]


def languages() -> tuple[str, ...]:
    """The languages of rulebooks."""
    names = (path.name for path in LANGUAGES.iterdir())
    return tuple(sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING)))


def understood(tag: str) -> str | None:
    """The language of a tag: `zh` for `ZH`, `zh-CN` and `zh_TW.UTF-8`; None if unknown."""
    bare = tag.casefold().replace("_", "-").partition("-")[0].partition(".")[0]
    return bare if bare in languages() else None


def phrases(language: str) -> Phrases:
    """The phrases of a language. Raises TrickbookError, with the known languages, for an unknown one."""
    known = languages()
    if (tag := understood(str(language))) is None:
        near = nearest(str(language), known)
        hint = f"did you mean `{near}`?" if near else f"there are {' and '.join(f'`{one}`' for one in known)}"
        raise TrickbookError(f"no rulebook is written in {shown(str(language))}; {hint}")
    return read_language(tag)


@cache
def read_language(language: str) -> Phrases:
    """The phrases of a language, and what the vocabulary calls its words there."""
    name = f"phrases.{language}"
    told = known(name)
    if told is None:
        told = _told(language)
        keep(name, told)
    words = {f"word.{word.name}": word.told[language] for word in TABLE.values() if language in word.told}
    return Phrases(language, told | words)


def _told(language: str) -> dict[str, str]:
    """The phrases of a language, as its file has them."""
    name = f"{language}{ENDING}"
    root, problems = read((LANGUAGES / name).read_text("utf-8"), name)
    if root is None or problems:
        raise TrickbookError(f"the phrases of {shown(language)} are damaged")
    return dict(_flat(plain(root)))


def _flat(tree: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """The phrases of a tree, by their keys joined with dots."""
    if not isinstance(tree, dict):
        yield ".".join(path), str(tree)
        return
    for key, inner in tree.items():
        yield from _flat(inner, (*path, key))
