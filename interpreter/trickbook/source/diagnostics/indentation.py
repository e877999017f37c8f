"""Lines of a wrong indentation, and entries whose section is still a comment."""

from __future__ import annotations

import re
from typing import Final

from trickbook.problems import Edit, Place, Problem, Remedy, shown
from trickbook.source.files import SourceText, folder
from trickbook.source.schema import key_forms
from trickbook.texts.message import Message

_HEAD: Final = re.compile(r"^(?:(?P<mark># ?)(?=\w+:[ \t\r]*$)| ?)(?P<name>[a-z_]+):", re.MULTILINE)
"""A line at the margin that begins a section, or that would if it were no comment."""

_ENTRY: Final = re.compile(r"( *)([\w-]+:)(?:\s|$)")

_EXTENDS: Final = re.compile(r"^extends: *\[?([a-z0-9-]+)", re.MULTILINE)
"""The first ruleset that a text extends."""

_DEEPEST: Final = 4
"""How many files, each extending the next, are searched for an entry."""


def wrong_indentation(document: SourceText, end: int) -> Problem:
    """Tell of a line that is indented otherwise than those around it."""
    place = document.between(end, document.line_end(end))
    if found := entry_in_comment(document, place, heads(document)):
        return found
    if found := _without_section(document, place):
        return found
    message = Message("this line is indented otherwise than the lines that it belongs to")
    return Problem("indentation", message, place, _as_above(document, end))


def _without_section(document: SourceText, place: Place) -> Problem | None:
    """Tell of an entry of the extended game whose section has no line; None if it is none."""
    start = document.starts[place.line - 1]
    entry = _ENTRY.match(document.source, start)
    section = _section(document.source, entry[2]) if entry and entry[1] else None
    if entry is None or section is None or any(head["name"] == section for head in heads(document)):
        return None
    key, head = shown(entry[2]), shown(f"{section}:")
    message = Message("{key} belongs under {section}, and that line is missing", key=key, section=head)
    return Problem(
        "indentation",
        message,
        place,
        Remedy("put the line {key} above it", document.edit(start, start, f"{section}:\n"), key=head),
    )


def _section(text: str, entry: str) -> str | None:
    """The section of an entry in the shipped rulesets that a text extends, or that those extend."""
    for _ in range(_DEEPEST):
        named = _EXTENDS.search(text)
        path = folder("rulesets") / f"{named[1]}.yaml" if named else None
        if path is None or not path.is_file():
            return None
        text = path.read_text("utf-8")
        section = None
        for line in text.split("\n"):
            if head := _HEAD.match(line):
                section = head["name"]
            elif line.startswith(f"  {entry}"):
                return section
    return None


def _as_above(document: SourceText, end: int) -> Message:
    """The advice to indent a line like the key above beside which it most likely belongs."""
    start = document.line_start(end)
    beside = None
    for line in reversed(document.source[:start].split("\n")):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line) - len(line.lstrip(" "))
        if beside is not None and not end - start < depth <= len(beside[1]):
            break
        beside = _ENTRY.match(line) or beside
        if depth <= end - start:
            break
    if beside is None or end == start:
        return Message("give all keys of one map the same indentation")
    depth, key = len(beside[1]), shown(beside[2])
    edit = _moved(document, start, end - start, depth)
    if depth == 0:
        template = "give all keys of one map the same indentation: no blanks, as before {key}"
        return Remedy(template, edit, key=key)
    if depth == 1:
        return Remedy(
            "give all keys of one map the same indentation: 1 blank, as before {key}", edit, key=key
        )
    template = "give all keys of one map the same indentation: {number} blanks, as before {key}"
    return Remedy(template, edit, number=depth, key=key)


def _moved(document: SourceText, start: int, indent: int, depth: int) -> Edit | None:
    """The edit that gives a line, and those beside it, a depth; None if what is under one is no deeper."""
    end, found = start, list[str]()
    for line in document.source[start:].split("\n"):
        bare = line.lstrip(" ")
        deep = len(line) - len(bare)
        if bare and deep < indent:
            break
        if bare and indent < deep <= depth:
            return None
        found.append(" " * depth + bare if bare and deep == indent else line)
        end += len(line) + 1
    return document.changed(start, end - 1, "\n".join(found))


def heads(document: SourceText) -> list[re.Match[str]]:
    """The lines that begin sections, those in comments too."""
    known = key_forms().sections
    return [head for head in _HEAD.finditer(document.source) if head["name"] in known]


def entry_in_comment(document: SourceText, place: Place, found: list[re.Match[str]]) -> Problem | None:
    """Tell of an entry that belongs to a section in a comment; None if it belongs to none."""
    begin = document.starts[place.line - 1]
    entry = _ENTRY.match(document.source, begin)
    head = next((head for head in reversed(found) if head.start() < begin), None)
    if entry is None or not entry[1] or head is None or not head["mark"]:
        return None
    key, section = shown(entry[2]), shown(f"{head['name']}:")
    message = Message("{key} belongs under {section}, and that line is a comment", key=key, section=section)
    line = document.line_number(head.start())
    edit = document.edit(*head.span("mark"), "")
    hint = Remedy("take the `#` off line {number}, {key}", edit, number=line, key=section)
    return Problem(
        "commented-section", message, place, hint, related=(document.between(*head.span(), head["name"]),)
    )
