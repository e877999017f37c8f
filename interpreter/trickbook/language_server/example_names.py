"""Names in examples: which entries of the ruleset a key or a value there may mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.sections.table import WORD_SECTIONS, is_beside
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Path
    from trickbook.language_server.document import Document

Home = tuple[str, ...]
"""The path of a map of entries; ``ANY`` stands for any entry."""

ANY: Final = "*"

CHOICES: Final[Home] = ("options", ANY, "choices")
"""The map whose entries a fact may have as its value."""

CLAUSES: Final[tuple[Home, ...]] = (("play",), ("steps", ANY, "rules"))
"""Whose entries forbid moves."""

FACTS, STEPS, OPTIONS = ("facts",), ("steps",), ("options",)
KNOWN: Final[tuple[Home, ...]] = (FACTS, STEPS, ("words",), OPTIONS)
"""Whose entries have a value in a situation."""


def ungrouped(path: Path) -> Path:
    """A path without the group that it is in, in a file of examples."""
    return path[2:] if path[:1] == ("groups",) else path


def inside(path: Path, *, is_examples: bool) -> Path | None:
    """The keys within an example; options of a whole file of examples are as those of each."""
    path = ungrouped(path)
    if path[:1] == ("examples",) and len(path) > 1:
        return path[2:]
    return ("given", *path) if is_examples and path[:1] == OPTIONS else None


def homes_of_key(inner: Path) -> tuple[Home, ...]:
    """The maps whose entries may be a key under some keys of an example."""
    match inner:
        case ("given", "options"):
            return (OPTIONS,)
        case ("given", "facts") | ("facts",):
            return KNOWN
        case (key,) if is_beside(str(key)):
            return ((str(key),),)
        case ("course", int()):
            return (STEPS,)
    return ()


def homes_of_value(inner: Path) -> tuple[Home, ...]:
    """The maps whose entries may be named in a value under some keys of an example."""
    match inner:
        case ("illegal", *_):
            return CLAUSES
        case ("phase",):
            return (STEPS,)
        case ("given", "options", name, *_):
            return (("options", str(name), "choices"),)
        case ("course", int()):
            return (FACTS, STEPS)
        case ("course", *_):
            return ()
    return (*WORD_SECTIONS, CHOICES)


def is_home(home: Home, path: Path) -> bool:
    """Return whether a path is that of a map of entries."""
    return len(home) == len(path) and all(one in (ANY, step) for one, step in zip(home, path, strict=True))


def entry_named(document: Document, homes: tuple[Home, ...], word: str) -> Path | None:
    """The path of the first entry of this name in some maps."""
    return next((path for path in entries(document, homes) if path[-1] == word), None)


def entries(document: Document, homes: tuple[Home, ...]) -> Iterator[Path]:
    """The paths of all entries of some maps, those inherited among them."""
    for home in homes:
        for path in _expanded(document, home):
            node = document.node(path, merged=True)
            items = node.items if isinstance(node, Listing) else ()
            listed = [item.text for item in items if isinstance(item, Scalar)]
            yield from ((*path, name) for name in (node.entries if isinstance(node, Mapping) else listed))


def _expanded(document: Document, home: Home) -> Iterator[Path]:
    if ANY not in home:
        yield home
        return
    place = home.index(ANY)
    for name in document.entries(home[:place], merged=True):
        yield (*home[:place], name, *home[place + 1 :])
