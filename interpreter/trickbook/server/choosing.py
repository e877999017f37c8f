"""Choosing what is played: a shipped game or the text of one, house rules, options, and for how many."""

from __future__ import annotations

import json
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import trickbook
from trickbook.document import read
from trickbook.loading.files import is_path
from trickbook.problems import TrickbookError, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.ruleset import Ruleset

OWN: Final = "own.yaml"
"""What an uploaded ruleset is called."""

RESTING: Final = ("extends", "house", "fits")
"""The keys by which a ruleset names others."""

KEPT: Final = 64
"""So many rulesets are kept ready."""


class Choice(NamedTuple):
    """What is played: the ``game`` by its shipped name, or the ``text`` of a ruleset."""

    game: str | None = None
    text: str | None = None
    house: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    players: int | None = None


def written(choice: Choice) -> str:
    """A choice as text, as it is stored."""
    return json.dumps(choice._asdict(), ensure_ascii=False, sort_keys=True)


def chosen(text: str) -> Choice:
    """The choice that was written."""
    found = json.loads(text)
    return Choice(**{**found, "house": tuple(found["house"])})


def rules(choice: Choice) -> Ruleset:
    """The rules, ready to play; TrickbookError if there are none such, or if they are wrong."""
    return _rules(written(choice))


@lru_cache(maxsize=KEPT)
def _rules(text: str) -> Ruleset:
    choice = chosen(text)
    for name in (*filter(None, [choice.game]), *choice.house):
        _shipped(name)
    if choice.text is None:
        return trickbook.load(choice.game or "", choice.options, players=choice.players, house=choice.house)
    for name in _named(choice.text):
        _shipped(name)
    with tempfile.TemporaryDirectory(prefix="trickbook-") as folder:
        path = Path(folder) / OWN
        path.write_text(choice.text, "utf-8", "surrogatepass")
        return trickbook.load(path, choice.options, players=choice.players, house=choice.house)


def _shipped(name: str) -> None:
    """At a table only shipped rulesets are rested on: a stranger names no files of this machine."""
    if is_path(name):
        raise TrickbookError(f"{shown(name)} is a file; at a table a ruleset rests on shipped ones only")


def _named(text: str) -> Iterator[str]:
    """The rulesets that a text names."""
    root, _ = read(text, OWN)
    for key in RESTING:
        entry = root.entries.get(key) if root else None
        if entry is not None:
            yield from _words(entry.node)


def _words(node: Any) -> Iterator[str]:
    """All texts in a part of a document."""
    for item in getattr(node, "items", ()):
        yield from _words(item)
    value = getattr(node, "text", None)
    if isinstance(value, str):
        yield value
