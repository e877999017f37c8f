"""Catalogues: what a ruleset says in another language, in a file of its own, keyed by the path of each text.

The Chinese catalogue of ``my-game.yaml`` is ``my-game.zh.yaml`` beside it; those of shipped rulesets lie in
``rulesets/text/zh/``. A catalogue is read when somebody asks for its language, never earlier.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from os.path import abspath, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import Problem
from trickbook.source.files import TEXT, fetch, folder, label
from trickbook.source.nodes import Listing, Mapping, Pair, Scalar
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc

    from trickbook.source.nodes import Node


LANGUAGE: Final = re.compile(r"[a-z]{2}")
RULESET: Final = "trickbook"
"""The key that makes a file a ruleset; a file that has it is no catalogue."""

NAME: Final = re.compile(r"(?:.+\.)?name|.+\.names\.[^.]+")
"""The paths of names. An entry may have a name in another language only."""


class Catalogue(NamedTuple):
    """One catalogue: its file, what is in it, each of its texts by path, and what is wrong with it."""

    file: str
    text: str
    root: Mapping | None
    texts: abc.Mapping[str, Scalar]
    problems: tuple[Problem, ...]


def translation(node: Mapping, key: str, language: str) -> str | None:
    """Return what a catalogue says in place of the text under a key: that of the file which wrote the text.

    If an entry has no name of its own, any file that changed the entry may name it in its catalogue; the
    last wins.
    """
    found = node.entries.get(key)
    if found is not None:
        return _text_at(found.key_place.file, found.key_place.path, language)
    path = f"{node.place.path}.{key}".lstrip(".")
    if not NAME.fullmatch(path):
        return None
    files = (node.place.file, *(entry.key_place.file for entry in [*node.entries.values()][::-1]))
    texts = (_text_at(file, path, language) for file in dict.fromkeys(files))
    return next((text for text in texts if text is not None), None)


def keyed(node: Node) -> Node:
    """A list as a map, each item under its place from 0 on; any other node as it is."""
    if not isinstance(node, Listing):
        return node
    return Mapping({str(at): Pair(item.place, item) for at, item in enumerate(node.items)}, node.place)


def variants(node: Mapping, key: str) -> tuple[Mapping, ...]:
    """What a text in variants may be at a table: for each variant a map that has it under the same key.

    In a catalogue the variants of a text stand under its key by their numbers, from 1.
    """
    pair = node.entries.get(key)
    if pair is None or not isinstance(pair.node, Listing):
        return (node,)
    items = [item.get("text") if isinstance(item, Mapping) else item for item in pair.node.items]
    places = [pair.key_place._replace(path=f"{pair.key_place.path}.{n}") for n in range(1, len(items) + 1)]
    return tuple(
        Mapping({key: Pair(place, item)} if item is not None else {}, node.place)
        for place, item in zip(places, items, strict=True)
    )


def _text_at(file: str, path: str, language: str) -> str | None:
    """The text at a path of a catalogue; an entry that is a bare text says it."""
    found = catalogue(file, language)
    if found is None:
        return None
    text = found.texts.get(path)
    if text is None and path.endswith(".says"):
        text = found.texts.get(path.removesuffix(".says"))
    return text.text if text else None


def catalogue(file: str, language: str) -> Catalogue | None:
    """The catalogue of a file in a language, if there is one. It is read again only after it has changed."""
    path = catalogue_path(file, language)
    try:
        stat = path.stat() if path else None
    except (OSError, ValueError):
        return None
    return _opened(path, stat.st_mtime_ns, stat.st_size) if path and stat else None


def open_catalogue(path: Path) -> Catalogue:
    """Read a file as a catalogue, wherever it lies."""
    return _opened.__wrapped__(path, 0, 0)


def catalogue_path(file: str, language: str) -> Path | None:
    """Return where the catalogue of a file belongs; a ruleset that was sent has none."""
    path = getattr(file, "path", None)
    if path is None or not LANGUAGE.fullmatch(language):
        return None
    return _shipped(abspath(path), language) or path.with_name(f"{path.stem}.{language}{path.suffix}")  # noqa: PTH100


def is_catalogue(path: Path) -> bool:
    """Return whether a file is a catalogue: a shipped one, or ``my-game.zh.yaml`` beside ``my-game.yaml``."""
    if not isfile(path):  # noqa: PTH113 - whatever forbids to look is found when it is read
        return False
    ruleset, _, language = path.stem.rpartition(".")
    if ruleset and LANGUAGE.fullmatch(language):
        return isfile(path.with_name(f"{ruleset}{path.suffix}"))  # noqa: PTH113 - as above
    return Path(abspath(path)).is_relative_to(folder("rulesets") / TEXT)  # noqa: PTH100 - as above


def ruleset_of(path: Path) -> Path | None:
    """Return the ruleset whose texts a catalogue translates; None for any other file."""
    if not is_catalogue(path):
        return None
    ruleset, _, language = path.stem.rpartition(".")
    if ruleset and LANGUAGE.fullmatch(language):
        return path.with_name(f"{ruleset}{path.suffix}")
    root = folder("rulesets")
    return root.joinpath(*Path(abspath(path)).relative_to(root / TEXT).parts[1:])  # noqa: PTH100 - as above


@lru_cache(maxsize=1024)
def _shipped(name: str, language: str) -> Path | None:
    """Return where the catalogue of a shipped ruleset lies; None for other files."""
    path, root = Path(name), folder("rulesets")
    return root / TEXT / language / path.relative_to(root) if path.is_relative_to(root) else None


def languages(file: str) -> tuple[str, ...]:
    """The languages in which a file has a catalogue."""
    path = catalogue_path(file, "xx")
    if path is None:
        return ()
    shipped = folder("rulesets") / TEXT
    try:
        if path.is_relative_to(shipped):
            found = {there.name for there in shipped.iterdir()}
        else:
            start = path.name.removesuffix(f"xx{path.suffix}")
            names = (there.name for there in path.parent.iterdir() if there.suffix == path.suffix)
            found = {
                name.removeprefix(start).removesuffix(path.suffix) for name in names if name.startswith(start)
            }
    except (OSError, ValueError):
        return ()
    return tuple(name for name in sorted(found) if LANGUAGE.fullmatch(name) and catalogue(file, name))


@lru_cache(maxsize=256)
def _opened(path: Path, _changed: int, _size: int) -> Catalogue:
    """Read a catalogue, within the limits of any other file."""
    file = label(path)
    text, problems = fetch(path)
    problems = tuple(
        replace(one, place=one.place._replace(file=file)) if one.place else one for one in problems
    )
    from trickbook.source.tree import read  # PyYAML takes long to import

    root, found = (None, ()) if text is None else read(text, file)
    problems += found
    if root is not None and RULESET in root.entries:
        message = Message("this is a ruleset, but a file of this name is read as a catalogue")
        place = root.entries[RULESET].key_place
        problems += (Problem("not-a-catalogue", message, place, Message("give the ruleset another name")),)
        root = None
    return Catalogue(file, text or "", root, texts_by_path(root), problems)


def texts_by_path(root: Mapping | None) -> dict[str, Scalar]:
    """Each text of a catalogue that is not empty, by its path."""
    nodes = (node for _, node in root.walk()) if root is not None else ()
    return {node.place.path: node for node in nodes if isinstance(node, Scalar) and node.value is not None}
