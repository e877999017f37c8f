"""Suggestions for YAML that cannot be read, or that rulesets do not have: each slip has one sentence.

It is imported after something failed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from os.path import islink
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import yaml

from trickbook.problems import Edit, Place, Problem, Remedy, nearest, short, shown
from trickbook.problems.remedies import meant, with_edit
from trickbook.source.diagnostics.layout import (
    after_end,
    block,
    broken,
    colon,
    directive,
    flow,
    missing_colon,
    no_node,
)
from trickbook.source.diagnostics.punctuation import unseen_near
from trickbook.source.files import BOM, UNWANTED, SourceText, source_text
from trickbook.source.nodes import Listing, Scalar
from trickbook.source.schema import key_forms
from trickbook.source.yaml import LONGEST_HINT, quoted, text_at, write_quoted
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source.nodes import Node


_NEIGHBOURS: Final = 1_000
"""How many files of the same folder are looked at for a better name."""

_SAVE_AS_UTF8: Final = Message("save the file as UTF-8")


def missing(file: str) -> Problem:
    """Say that there is no file, and which was most likely meant."""
    better = nearest_file(file)
    hint = meant(better, most=len(better)) if better else None
    what = Message("there is no such file")
    if islink(file):  # noqa: PTH114 - no name is too odd for it
        what = Message("this is a link to a file that is not there")
    return Problem("missing-file", what, Place(file), hint)


def nearest_file(file: str) -> str | None:
    """The file beside one that is not there which was most likely meant."""
    path = Path(file)
    try:
        names = [entry.name for entry in islice(path.parent.iterdir(), _NEIGHBOURS) if entry.exists()]
    except (OSError, ValueError):
        names = []
    better = nearest(path.name, names)
    return str(path.with_name(better)) if better else None


def not_utf8(error: UnicodeDecodeError, file: str) -> Problem:
    """Say where a file stops being UTF-8."""
    data = error.object
    good = source_text(file, data[: error.start].decode("utf-8", "ignore"))
    place = good.between(len(good.source), len(good.source) + 1)
    if error.reason == "UTF-16":
        return Problem("not-utf8", Message("the file is UTF-16, not UTF-8"), place, _SAVE_AS_UTF8)
    if b"\0" in data:
        return _binary(Place(file))
    code = f"0x{data[error.start]:02x}"
    message = Message("byte {number} ({name_code}) is not UTF-8", number=error.start, name_code=code)
    return Problem("not-utf8", message, place, _SAVE_AS_UTF8)


def unwanted(document: SourceText) -> list[Problem]:
    """Tell of every character that may not stand in a ruleset."""
    if "\0" in document.source:
        first = document.source.index("\0")
        return [_binary(document.between(first, first + 1))]
    return [
        _control_character(match[0], document.between(*match.span()))
        for match in UNWANTED.finditer(document.source)
    ]


def _binary(place: Place) -> Problem:
    return Problem("binary-file", Message("this is a binary file, not text"), place)


def _control_character(found: str, place: Place) -> Problem:
    name = Message("the character {name}", name=f"U+{ord(found[0]):04X}")
    if found[0] == BOM:
        name = Message("a byte order mark")
    message = Message("{what} may not stand in a ruleset", what=name)
    return Problem("control-character", message, place, Message("delete it; it does not show in an editor"))


Told: TypeAlias = Callable[[SourceText, int, int], Problem]
"""Tells of a slip on a page between two characters: where the thing began, where it showed."""

_TABS: Final = re.compile(r"\t+")
_KEY_BEFORE: Final = re.compile(r"([\w-]+): +$")
OWN_TABS: Final = re.compile(r"[\"']|[|>][-+0-9]*\s*(?:#.*)?$")
"""A line behind which tabs may be part of a text: it has quotes, or begins a block."""

_INDENT: Final = re.compile(r"^[ \t]+", re.MULTILINE)
_DENIED: Final = re.compile(r"![a-z][a-z0-9_]*")
_ESCAPE: Final = re.compile(r"\\(?:x\w{0,2}|u\w{0,4}|U\w{0,8}|.?)")

MOST_PROPERTIES: Final = 2
"""How many anchors and tags YAML lets stand before a node: one of each."""

_PROPERTY: Final = re.compile(r"\s*+([&!][^\s,\[\]{}]*)")


def syntax_error(error: yaml.MarkedYAMLError, document: SourceText) -> Problem:
    """Tell what the parser stumbled over, in the words of somebody who writes rulesets."""
    shown_at = error.problem_mark or error.context_mark
    end = shown_at.index if shown_at else 0
    begin = error.context_mark.index if error.context_mark else end
    description = f"{error.context or ''}: {error.problem or ''}"
    if found := unseen_near(document, begin, end):
        return found
    for pattern, tell in _SLIPS:
        if pattern.search(description):
            return tell(document, begin, end)
    return broken(document, end, error.problem)


def unreadable(document: SourceText, index: int, why: str) -> Problem:
    """Tell of a number too big to be a character or a version."""
    if "\\" in document.source[document.line_start(index) : index + 1]:
        return _bad_escape(document, index, index)
    return broken(document, index, why)


def _tab(document: SourceText, begin: int, end: int) -> Problem:
    tabs = _TABS.match(document.source, end)
    stop = tabs.end() if tabs else end + 1
    is_indent = not document.source[document.line_start(end) : end].strip()
    message = Message("a tab stands between words here; YAML wants spaces")
    if is_indent:
        message = Message("a tab indents here; YAML wants spaces")
    hint = Remedy("replace each tab by two spaces", _spaced(document, end, stop))
    return Problem("tab", message, document.between(end, stop), hint)


def _spaced(document: SourceText, begin: int, end: int) -> Edit:
    """The edit of tabs between words, or of those that indent lines from here on, up to a text of several."""
    start = document.line_start(begin)
    if document.source[start:begin].strip():
        return document.edit(begin, end, "  " * (end - begin))
    lines = document.source[start:].split("\n")
    last = next((number for number, line in enumerate(lines) if OWN_TABS.search(line)), len(lines) - 1)
    found = "\n".join(lines[: last + 1])
    spaced = _INDENT.sub(lambda indent: indent[0].expandtabs(2), found)
    return document.changed(start, start + len(found), spaced)


def _needs_quotes(document: SourceText, begin: int, end: int) -> Problem:
    text = text_at(document, begin)
    message = Message("text that begins with {word} needs quotes", word=shown(text[:1]))
    key, hint = _KEY_BEFORE.search(document.source, document.line_start(begin), begin), write_quoted(text)
    is_prose = key is not None and key[1] in key_forms().texts
    place = document.between(begin, begin + len(text))
    return Problem("needs-quotes", message, place, hint if is_prose else with_edit(hint, None))


def _unclosed_quote(document: SourceText, begin: int, end: int) -> Problem:
    place = document.between(begin, document.line_end(begin))
    quote, stop = document.source[begin], document.line_end(begin)
    is_certain = not re.search(
        rf"[{{\[]|{quote}.*{quote}| #", document.source[document.line_start(begin) : stop]
    )
    edit = document.edit(stop, stop, quote) if is_certain else None
    hint = Remedy("put `{word}` where the text ends", edit, word=quote)
    return Problem("unclosed-quote", Message("the text in quotes that begins here never ends"), place, hint)


def _bad_escape(document: SourceText, begin: int, end: int) -> Problem:
    begin = document.source.rindex("\\", 0, end + 1)
    escape = _ESCAPE.match(document.source, begin)
    text = escape[0] if escape else "\\"
    message = Message("{word} means nothing in double quotes", word=shown(text))
    hint = Message("write a backslash twice, or put the text in single quotes")
    return Problem("bad-escape", message, document.between(begin, begin + len(text)), hint)


def _list_here(document: SourceText, begin: int, end: int) -> Problem:
    place = document.between(end, document.line_end(end))
    message = Message("a list with dashes cannot begin on the line of its key")
    hint = Message("begin it on the next line, or write it in brackets; put text with a dash in quotes")
    return Problem("list-on-line", message, place, hint)


def _tag(document: SourceText, begin: int, end: int) -> Problem:
    text = text_at(document, begin)
    place = document.between(begin, begin + len(text))
    hint = Message("put text that begins with `!` in quotes: {text}", text=short(quoted(text), LONGEST_HINT))
    if not text[1:2].isalpha():
        hint = Message("{what}; in an expression write `not`", what=hint)
    return Problem("tag", Message("`!` begins a tag, which rulesets do not have"), place, hint)


def _denied(tag: str, path: str) -> Message | None:
    """Return how to deny a condition, for who wrote ``!leading``; None where a sentence stands, or a tag."""
    if not _DENIED.fullmatch(tag) or path.rpartition(".")[2] in key_forms().texts:
        return None
    word = f"not {tag[1:]}"
    return Message(
        "in an expression write `{word}`; put other text that begins with `!` in quotes", word=word
    )


_SLIPS: Final[tuple[tuple[re.Pattern[str], Told], ...]] = tuple(
    (re.compile(pattern), tell)
    for pattern, tell in (
        (r"character '\\t' that cannot start", _tab),
        (r"character .* that cannot start", _needs_quotes),
        (r"scanning an (alias|anchor)", _needs_quotes),
        (r"block scalar", _needs_quotes),
        (r"mapping keys are not allowed", _needs_quotes),
        (r"mapping values are not allowed", colon),
        (r"expected '<document start>'", after_end),
        (r"directive|YAML document", directive),
        (r"parsing a (block|flow) node", no_node),
        (r"parsing a flow (mapping|sequence)", flow),
        (r"parsing a block (mapping|collection)", block),
        (r"scanning a simple key", missing_colon),
        (r"scanning a quoted scalar", _unclosed_quote),
        (r"scanning a double-quoted scalar", _bad_escape),
        (r"sequence entries are not allowed", _list_here),
        (r" tag", _tag),
    )
)


def alias(text: str, place: Place) -> Problem:
    """Tell of an alias."""
    message = Message("{word} is an alias, which rulesets do not have", word=shown(text))
    hint = Message("write the thing itself, or put text that begins with `*` in quotes")
    return Problem("alias", message, place, hint)


def properties(document: SourceText, begin: int, path: str) -> Iterator[Problem]:
    """Tell of the anchor and the tag that stand before a node."""
    for _ in range(MOST_PROPERTIES):
        found = _PROPERTY.match(document.source, begin)
        if found is None:
            return
        code, article = ("anchor", Message("an anchor")) if found[1][0] == "&" else ("tag", Message("a tag"))
        message = Message("{word} is {what}, which rulesets do not have", word=shown(found[1]), what=article)
        other = Message("put text that begins with `{word}` in quotes", word=found[1][0])
        hint = _denied(found[1], path) or Message("delete it, or {what}", what=other)
        yield Problem(code, message, document.between(*found.span(1), path), hint)
        begin = found.end()


def no_map(root: Node | None, file: str) -> Problem:
    """Tell of a file that holds nothing, or something else than a map."""
    if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
        return Problem("empty-document", Message("there is nothing in this file"), Place(file))
    kind = Message("a list") if isinstance(root, Listing) else Message("a piece of text")
    message = Message("the file is {what}, not a map of `key: value` lines", what=kind)
    return Problem("not-a-map", message, root.place, Message("write a colon and a space after each key"))
