"""Rulesets as files: found by their names and paths, and the shipped ones in brief."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import Place
from trickbook.sections.players import Players, counts
from trickbook.source import Mapping, fetch, read
from trickbook.source.files import TEXT, FileName, folder, label
from trickbook.source.nodes import scalars, text
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections import abc
    from os import PathLike


ENDINGS = (".yaml", ".yml")
HOUSE = "house/"
"""What the names of house rules begin with, where rulesets are named too."""


@cache
def shipped() -> abc.Mapping[str, Path]:
    """The rulesets, parts and house rules that come with Trickbook, by name: ``hearts``, ``house/sun``."""
    root = folder("rulesets")
    paths = sorted(path for path in root.rglob("*.yaml") if path.relative_to(root).parts[0] != TEXT)
    return {(HOUSE if path.parent.name == HOUSE.strip("/") else "") + path.stem: path for path in paths}


def is_path(name: str | PathLike[str]) -> bool:
    """Return whether a name means a file and not a shipped ruleset."""
    if not isinstance(name, str) or name.endswith(ENDINGS):
        return True
    return ("/" in name or "\\" in name) and not name.startswith(HOUSE)


def find(name: str | PathLike[str], beside: Path | None = None) -> Path | None:
    """The file of a ruleset, None if no such name is shipped; a path is taken from the folder of its file."""
    if not is_path(name):
        return shipped().get(str(name))
    path = Path(name)
    return path if path.is_absolute() or beside is None else Path(normpath(beside / path))


HEAD: Final = re.compile(r"^(?:name|summary|extends|house|players):.*\n(?:(?:[ #].*)?\n)*", re.MULTILINE)
"""What is read of a file: these keys, each with what is indented below it."""


class Summary(NamedTuple):
    """A ruleset in brief: for how many players, and for how many usually. House rules and parts have none."""

    name: str
    title: str
    says: str
    counts: tuple[int, ...]
    usual: int


def summaries(language: str = ENGLISH) -> dict[str, Summary]:
    """All shipped rulesets, house rules and parts, by name, with their titles in a language."""
    return _summaries(language)


@cache
def _summaries(language: str) -> dict[str, Summary]:
    return {name: _summary(name, language) for name in shipped()}


def shipped_games() -> tuple[str, ...]:
    """The shipped rulesets that are games, by name."""
    return tuple(name for name, summary in summaries().items() if summary.counts)


def _summary(name: str, language: str) -> Summary:
    own, beneath = _head(name), _beneath(name)
    titles = (found for one in beneath if (found := text(_head(one), "name", language)))
    title = text(own, "name", language) or next(titles, "")
    players = _players(beneath) if shipped()[name].parent.name == "rulesets" else None
    return Summary(name, title, text(own, "summary", language) or "", *(players or ((), 0)))


@cache
def _head(name: str) -> Mapping:
    path = shipped()[name]
    file = FileName(label(path), path)
    root, _ = read("".join(HEAD.findall(fetch(path)[0] or "")), file)
    return root or Mapping({}, Place(file))


@cache
def _beneath(name: str) -> tuple[str, ...]:
    """A ruleset and all that it rests on, what overrides first."""
    head = _head(name)
    house = (HOUSE + one.text.removeprefix(HOUSE) for one in scalars(head, "house"))
    extended = (one.text for one in reversed(scalars(head, "extends")))
    rest = (one for one in chain(house, extended) if one in shipped())
    return (name, *chain.from_iterable(map(_beneath, rest)))


def _players(names: tuple[str, ...]) -> Players | None:
    """The numbers of players by the first of these that says them."""
    found = (counts(_head(name)) for name in names)
    return next((one for one in found if isinstance(one, Players)), None)
