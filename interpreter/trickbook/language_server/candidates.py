"""The edits that the hint of a problem may mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.language_server.keys import slot
from trickbook.language_server.line_edits import (
    FILLED,
    Edit,
    addition,
    closing,
    comma,
    left_out,
    line_edits,
    wordings,
)
from trickbook.language_server.occurrences import offset
from trickbook.language_server.stretches import (
    Region,
    around,
    is_mended,
    is_sentence,
    region,
    unquoted,
    written,
)
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place, Problem

Span = tuple[int, int]

KEY: Final = re.compile(r"[\w-]+:\s*$")
"""A key before its value, at the end of what is written before it."""

PAIR: Final = re.compile(r"([\w-]+): \S")
"""A wording that is a key with its value."""

WRAPPED: Final = re.compile(r"([\w-]+): \{")
"""A wording that is an entry in braces."""

VALUE: Final = re.compile(r"\s*:\s*([^\s{}\[\],#][^{}\[\],\n#]*[^\s{}\[\],#]|[^\s{}\[\],#])")
"""A simple value behind its key."""

ENTRY: Final = re.compile(r"\s*:\s*\{|\s*:[ \t]*\n([ ]+)(?=\S)")
"""What begins an entry behind its name, in braces or indented."""


def candidates(text: str, root: Mapping | None, problem: Problem) -> Iterator[Edit]:
    """What the hint of a problem may mean, what changes least first."""
    own = place_of(text, problem)
    if own is None or problem.hint is None:
        return
    begin, line_end = own[0], _line_end(text, own[0])
    hint = str(problem.hint)
    yield from line_edits(text, begin, hint)
    if add := addition(hint):
        yield from _added(text, root, *add)
    if close := closing(hint):
        yield Edit(line_end, line_end, close)
    if key := comma(hint):
        yield from _comma(text, own, key)
    where = region(text, root, *own)
    if where.end <= own[0] and root is not None:
        own = where.end, where.end
    if word := left_out(hint):
        yield from _without(text, word, where)
    for wording in _wordings(problem):
        yield from _written(text, wording, own, where)


def _wordings(problem: Problem) -> Iterator[str]:
    return (one for one in wordings(str(problem.hint or "")) if not _wraps_key(one, problem.place))


def _wraps_key(wording: str, place: Place | None) -> bool:
    """Return whether a wording makes an entry of what is most likely a key of one, under the wrong head."""
    found = WRAPPED.match(wording)
    if found is None or place is None:
        return False
    steps = place.path.split(".")
    above = slot((*steps[:-1], found[1])) if steps[-1] == found[1] else None
    return above is not None and found[1] in above.keys


def place_of(text: str, problem: Problem) -> Span | None:
    """The characters that a problem is at, on one line."""
    if problem.place is None:
        return None
    begin = min(offset(text, problem.place), len(text))
    return begin, min(begin + problem.place.length, _line_end(text, begin))


def _line_end(text: str, begin: int) -> int:
    end = text.find("\n", begin)
    return len(text) if end < 0 else end


def _written(text: str, wording: str, own: Span, where: Region) -> Iterator[Edit]:
    """A wording in its place: of a key and its value, as the first of an entry, or of some words."""
    if FILLED in wording:
        yield from _filled(text, wording, own, where)
        return
    if pair := PAIR.match(wording):
        yield from _paired(text, wording, own, where)
        if pair[1] != text[slice(*own)]:
            yield from _put_in(text, wording, own)
    yield from _instead(text, wording, own, where)


def _filled(text: str, wording: str, own: Span, where: Region) -> Iterator[Edit]:
    """A wording that takes up what stands behind a place."""
    before, _, after = wording.partition(FILLED)
    if PAIR.match(wording):
        if value := VALUE.match(text, own[1]):
            simple = value[1] if re.fullmatch(r"\w+", value[1]) else f"({value[1]})"
            yield Edit(own[0], value.end(), f"{before}{simple}{after}")
    elif before.endswith(f"{text[slice(*own)]} "):
        for found in re.compile(r"\w+").finditer(text, own[1], where.end):
            yield Edit(own[0], found.end(), f"{before}{text[own[1] : found.end()].strip()}{after}")


def _without(text: str, word: str, where: Region) -> Iterator[Edit]:
    """The expression without a word."""
    for found in re.compile(rf"\b{word}\b\s*").finditer(text, where.begin, where.end):
        yield Edit(found.start(), found.end(), "")


def _instead(text: str, wording: str, own: Span, where: Region) -> Iterator[Edit]:
    """A wording in the place of a problem, or of more around it; alone if it stands for the whole value."""
    is_whole = where.is_expression and is_mended(text[where.begin : where.end], wording)
    for begin, end in around(text, wording, own, where):
        before = " " if re.match(r"\w\w", text[begin - 1 : begin] + wording) else ""
        after = " " if re.match(r"\w\w", wording[-1:] + text[end : end + 1]) else ""
        edit = Edit(begin, end, before + wording + after)
        edited, longer = edit.apply(text), len(edit.text) - (end - begin)
        if not is_sentence(edited, where, longer):
            continue
        if not is_whole or written(edited[where.begin : where.end + longer]) == wording:
            yield edit
    if is_whole:
        yield Edit(*unquoted(text, where), wording)


def _paired(text: str, wording: str, own: Span, where: Region) -> Iterator[Edit]:
    """A key and its value instead of those at a place."""
    for begin, end in dict.fromkeys((own, (where.begin, where.end))):
        if key := KEY.search(text, text.rfind("\n", 0, begin) + 1, begin):
            yield Edit(key.start(), end, wording)
    if value := VALUE.match(text, own[1]):
        yield Edit(own[0], value.end(), wording)


def _put_in(text: str, wording: str, own: Span) -> Iterator[Edit]:
    """A key and its value as the first in the entry whose name is at a place."""
    if found := ENTRY.match(text, own[1]):
        yield Edit(found.end(), found.end(), f"{wording}\n{found[1]}" if found[1] else f"{wording}, ")


def _comma(text: str, own: Span, key: str) -> Iterator[Edit]:
    """A comma before a key, instead of a sign that stands there."""
    if found := re.compile(rf"\s*[;,]?\s+(?={re.escape(key)})").search(text, *own):
        yield Edit(found.start(), found.end(), ", ")


def _added(text: str, root: Mapping | None, key: str, name: str) -> Iterator[Edit]:
    """A file added to those that a key names."""
    pair = root.entries.get(key) if root else None
    if pair is None:
        if head := re.search(r"^trickbook:[^\n]*\n", text, re.MULTILINE):
            yield Edit(head.end(), head.end(), f"{key}: {name}\n")
    elif isinstance(pair.node, Scalar):
        begin, end = pair.node.span
        yield Edit(begin, end, f"[{text[begin:end]}, {name}]")
    elif isinstance(pair.node, Listing) and pair.node.items and isinstance(pair.node.items[-1], Scalar):
        _, end = pair.node.items[-1].span
        item = re.search(r"\n[ ]*- +$", text[: pair.node.items[-1].span[0]])
        yield Edit(end, end, f"{item[0]}{name}" if item else f", {name}")
