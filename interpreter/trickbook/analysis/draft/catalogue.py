"""The text of a catalogue: nested maps as in the ruleset; an entry with a sentence only is that sentence.

A catalogue that is written anew keeps its translations and the translator's comments.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from unicodedata import east_asian_width

from trickbook.analysis.translations import require_translatable
from trickbook.formatting.comments import attached
from trickbook.problems import RulesetError
from trickbook.sections.table import is_prose
from trickbook.source.catalogues import open_catalogue
from trickbook.source.files import source_text
from trickbook.source.yaml import meaning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from trickbook.loading import Resolved

WIDTH: Final = 100
"""How many columns a line has at most, where it can be broken."""

PLAIN: Final = re.compile(r"[^\W_](?:[^\n:#,\[\]{}\"'\\]*[^\s:#,\[\]{}\"'\\])?")
"""Text that needs no quotes, in braces neither."""

UNIT: Final = re.compile(r"\\u.{4}|\\U.{8}|\\.|.")
"""A unit of a text in quotes that no line breaks: a character, or an escape."""

Key: TypeAlias = tuple[str, ...]
"""The path of a text."""

Tree: TypeAlias = "dict[str, Tree | str | None]"
"""The texts of a catalogue, by the keys of the ruleset; None where nothing is said yet."""


class EarlierCatalogue(NamedTuple):
    """The texts of a catalogue, and its comments: those before and behind all keys, and those of each key."""

    texts: Mapping[Key, str] = {}
    header: Sequence[str] = ()
    by_key: Mapping[Key, Sequence[str]] = {}
    footer: Sequence[str] = ()


NONE: Final = EarlierCatalogue()


def earlier_catalogue(path: Path, resolved: Resolved) -> EarlierCatalogue:
    """Read the catalogue of a ruleset that a file holds.

    Raises RulesetError if it cannot be read, or has keys at which the ruleset says nothing.
    """
    found = open_catalogue(path)
    if found.problems:
        raise RulesetError(found.problems, {found.file: found.text})
    if found.root is None:
        return NONE
    require_translatable(found, resolved)
    texts = {_text_key(path): scalar.text for path, scalar in found.texts.items()}
    comments = attached(found.root, source_text(found.file, found.text))
    by_key = defaultdict[Key, list[str]](list)
    for each in (comments.above, comments.beside, comments.below):
        for name, comment_lines in each.items():
            by_key[_key(name)] += [comment.text for comment in comment_lines]
    header, footer = (
        [comment.text for comment in comment_lines] for comment_lines in (comments.header, comments.footer)
    )
    return EarlierCatalogue(texts, header, by_key, footer)


def _text_key(path: str) -> Key:
    """Return the path of a text; a bare text of an entry is its sentence."""
    key = _key(path)
    return key if is_prose(key) or (len(key) > 1 and is_prose(key[:-1])) else (*key, "says")


def _key(path: str) -> Key:
    return tuple(path.replace("[", ".").replace("]", "").split("."))


def text_tree(texts: Mapping[Key, str | None]) -> Tree:
    """Make a tree of texts by their paths."""
    root: Tree = {}
    for path, text in texts.items():
        inner = root
        for key in path[:-1]:
            found = inner.setdefault(key, {})
            assert isinstance(found, dict)  # noqa: S101 - a text has no texts beneath it
            inner = found
        inner[path[-1]] = text
    return root


def catalogue(tree: Tree) -> str:
    """Write a catalogue in short."""
    return _joined(_lines({key: _short(inner) for key, inner in tree.items()}, (), {}))


def catalogue_to_fill(tree: Tree, english: Mapping[Key, str], earlier: EarlierCatalogue) -> str:
    """Write a catalogue with the English of each key above it, and the comments of an earlier one."""
    remarks = {path: f"# {text}" for path, text in english.items()}
    written = {*remarks.values()}
    own = {
        path: [line for line in comment_lines if line not in written]
        for path, comment_lines in earlier.by_key.items()
    }
    above = {path: (*own.get(path, ()), *filter(None, (remarks.get(path),))) for path in (*own, *remarks)}
    header = [line for line in earlier.header if line not in written]
    return _joined([*header, *_lines(tree, (), above), *earlier.footer])


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _short(tree: Tree | str | None) -> Tree | str | None:
    """A tree in which an entry with a sentence only is that sentence."""
    if not isinstance(tree, dict):
        return tree
    if tree.keys() == {"says"}:
        return tree["says"]
    return {key: _short(inner) for key, inner in tree.items()}


def _lines(tree: Tree, path: Key, remarks: Mapping[Key, Sequence[str]]) -> Iterator[str]:
    indent = "  " * len(path)
    for key, inner in tree.items():
        here = (*path, key)
        if not path and isinstance(inner, dict):
            yield ""
        yield from (f"{indent}{line}" for line in remarks.get(here, ()))
        if not isinstance(inner, dict):
            yield from _scalar(indent, key, inner)
        elif inner.keys() == {str(at) for at in range(len(inner))}:
            yield f"{indent}{_text(key)}:"
            yield from _items(inner, here, remarks)
        elif path and not remarks and (line := _flow(indent, key, inner)):
            yield line
        else:
            yield f"{indent}{_text(key)}:"
            yield from _lines(inner, here, remarks)


def _items(tree: Tree, path: Key, remarks: Mapping[Key, Sequence[str]]) -> Iterator[str]:
    """The texts of a list, in their order."""
    for at in map(str, range(len(tree))):
        yield from (f"  {line}" for line in remarks.get((*path, at), ()))
        text = tree[at]
        yield f"  - {_text(text)}" if isinstance(text, str) else "  -"


def _scalar(indent: str, key: str, text: str | None) -> Iterator[str]:
    """A key with its text; a long text goes on in further lines, which add no blank to it."""
    line = f"{indent}{_text(key)}:" + ("" if text is None else f" {_text(text)}")
    if text is None or len(line) <= WIDTH:
        yield line
        return
    line = f"{indent}{_text(key)}: "
    for unit in UNIT.findall(_quoted(text)):
        if len(line + unit) >= WIDTH:
            yield f"{line}\\"
            line = f"{indent}  " + ("\\" if unit == " " else "")
        line += unit
    yield line


def _flow(indent: str, key: str, tree: Tree) -> str:
    """An entry of a few short texts, on one line; empty if it does not fit."""
    if any(isinstance(inner, dict) for inner in tree.values()):
        return ""
    inner = ", ".join(f"{_text(name)}: {_text(str(text))}" for name, text in tree.items())
    line = f"{indent}{_text(key)}: {{{inner}}}"
    return line if columns(line) <= WIDTH else ""


def columns(line: str) -> int:
    """Return how many columns a line takes; a Chinese character takes two."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in line)


def _text(text: str) -> str:
    """A text as YAML, in quotes if it needs them."""
    simple = PLAIN.fullmatch(text) and meaning(text, is_plain=True) == text and text.isprintable()
    return text if simple else _quoted(text)


def _quoted(text: str) -> str:
    """A text in quotes, with an escape for each character that cannot be seen."""
    signs = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in signs)
