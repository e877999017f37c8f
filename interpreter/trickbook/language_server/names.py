"""The names of a file: its outline, the words of its expressions, and what examples mean by theirs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.sections.table import WORD_SECTIONS, is_about, is_beside, is_prose
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.files import offset
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.language_server import Document
    from trickbook.language_server.cursor import Path
    from trickbook.problems import Place


NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")

HEADS: Final = ("name", "summary", "short", "source", "note", "trickbook")
"""Keys of the file under which no expression stands."""

VISITED: Final = (["examples"], ["needs"])
"""Keys that say something about the rules by their names."""

DOTTED: Final = re.compile(r"(?<![\w.])((?:\w+\.)+)(\w+)")
"""A name with its section before it."""

KINDS: Final = ("keyword", "function", "variable", "property", "enumMember", "number", "operator")
"""What a word can be: of the grammar, of the language, the author's, an option, a card or a suit."""

TOKEN: Final = re.compile(r"(?P<operator>>=|<=|[-+*<>=])|[^\s()\[\]{},:<>=+*'\"-]+")


class Occurrence(NamedTuple):
    """A name in a file: its characters from ``begin`` to ``end``, and the path of the value that it is in.

    ``key``: it is the key of an entry. ``section`` is written before it, with dots.
    """

    name: str
    begin: int
    end: int
    path: Path
    key: bool = False
    section: tuple[str, ...] = ()


def expressions(root: Mapping) -> Iterator[tuple[Path, Scalar]]:
    """Every value that is no prose, with its path."""
    return ((path, node) for path, node in root.walk(_is_prose) if isinstance(node, Scalar))


def _is_prose(path: Path) -> bool:
    keys = [step for step in path if isinstance(step, str)]
    if keys[0] == "groups":
        keys = keys[1:] or ["examples"]
    return keys[0] in HEADS or is_prose(keys) or (is_about(keys) and keys not in VISITED)


def occurrences(root: Mapping, text: str) -> Iterator[Occurrence]:
    """Every name in the values and keys of a file."""
    for path, scalar in expressions(root):
        for found in NAME.finditer(text, *scalar.span):
            yield Occurrence(found[0], found.start(), found.end(), path)
        for found in DOTTED.finditer(text, *scalar.span):
            section = tuple(found[1].rstrip(".").split("."))
            yield Occurrence(found[2], *found.span(2), path, section=section)
    for path, node in root.walk():
        for key, pair in node.pairs.items():
            begin = offset(text, pair.key_place)
            begin += text[begin : begin + 1] in "\"'"
            yield Occurrence(key, begin, begin + len(key), (*path, key), key=True)


class Colour(NamedTuple):
    """Characters of a file, from ``begin`` to ``end``, and what they are."""

    begin: int
    end: int
    kind: str


def colours(document: Document, playable: Document) -> Iterator[Colour]:
    """What each word of an expression is, in the order of the file, by its words when it could be played."""
    if document.own is None:
        return
    known = _known(playable)
    spans = sorted(scalar.span for path, scalar in expressions(document.own) if path[0] != "examples")
    for begin, end in spans:
        for found in TOKEN.finditer(document.text, begin, end):
            if kind := _kind(found, known):
                yield Colour(found.start(), found.end(), kind)


def _kind(found: re.Match[str], known: dict[str, str]) -> str | None:
    if found["operator"]:
        return "operator"
    word = found[0]
    return known.get(word) or ("number" if word.isdecimal() else None)


def _known(document: Document) -> dict[str, str]:
    """Every word that the ruleset and the language know, with what it is."""
    found: dict[str, str] = {}
    for path in reversed(WORD_SECTIONS):
        kind = {"options": "property", "deck": "enumMember"}.get(path[0], "variable")
        found |= dict.fromkeys(document.entries(path, merged=True), kind)
    if document.rules:
        found |= dict.fromkeys(document.rules.deck.names, "enumMember")
    return found | dict.fromkeys(TABLE, "function") | dict.fromkeys(GRAMMAR, "keyword")


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
        case ("phase",) | ("redeals", *_):
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


DEEPEST = 3
"""How many levels of names the outline has."""


class Symbol(NamedTuple):
    """A section or an entry: its name, what it says, the place of its key, its last line, its parts."""

    name: str
    says: str
    place: Place
    last: int
    parts: tuple[Symbol, ...]


def symbols(root: Mapping, source: str) -> tuple[Symbol, ...]:
    """The keys of a map, with those of the maps in it."""
    return _symbols(root, _last_lines(source), DEEPEST)


def _symbols(root: Mapping, ends: Sequence[int], depth: int) -> tuple[Symbol, ...]:
    found = []
    for key, pair in root.entries.items():
        node = pair.node
        inner = _symbols(node, ends, depth - 1) if isinstance(node, Mapping) and depth > 1 else ()
        says = text(node, "says") or "" if isinstance(node, Mapping) else ""
        last = max([ends[pair.key_place.line - 1], *(part.last for part in inner)])
        found.append(Symbol(key, says, pair.key_place, last, inner))
    return tuple(found)


def folds(source: str) -> Iterator[tuple[int, int]]:
    """The first and last lines, from 1, of all that stands below a line and further in."""
    return ((number, last) for number, last in enumerate(_last_lines(source), 1) if last > number)


def _last_lines(source: str) -> Sequence[int]:
    """For each line the last one, from 1, of what stands below it and further in."""
    lines = source.split("\n")
    ends = list(range(1, len(lines) + 1))
    open_lines: list[tuple[int, int]] = []
    before = 0
    for number, line in enumerate((*lines, "end"), 1):
        if line.strip():
            while open_lines and _indent(line) <= open_lines[-1][0]:
                ends[open_lines.pop()[1] - 1] = before
            open_lines.append((_indent(line), number))
            before = number
    return ends


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" -"))
