"""The order of keys, and one scalar as text: in quotes only if our own reader needs them, folded if long."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import yaml

from trickbook.sections import table
from trickbook.source.yaml import Loader, meaning, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.source import Scalar
    from trickbook.source.schema import Form


HEAD: Final = tuple(section.key for section in table.head() if section.key not in table.READING_ORDER)
"""The keys that say what a file is; they stand together at its top."""

REMARKS: Final = ("name", "says", "source", "note")
"""What an entry says about itself and no rule: that comes last."""


def ordered(form: Form, keys: Iterable[str]) -> list[str]:
    """Keys in order; those that the schema does not know stay as they are, at the end."""
    return sorted(keys, key=lambda key: _rank(form, key)) if form.is_record else list(keys)


def is_entry(form: Form) -> bool:
    """Return whether a value is an entry of the game: a record with a sentence of its own."""
    return "says" in form.keys


def _rank(record: Form, key: str) -> int:
    """The rank of a key. All else stays as written: digests and rulebooks depend on it."""
    if "trickbook" in record.keys:
        order = table.reading_order()
        return order.index(key) if key in order else len(order)
    if is_entry(record) and "given" not in record.keys:
        return REMARKS.index(key) if key in REMARKS else -1
    return 0


_BLANK: Final = re.compile(r"(?<=\S) (?=\S)")
"""Where a line may end: at a single blank."""
_OPERATOR: Final = re.compile(r"(?<=\S) (?=(?:and|or|else)\b)")
"""Where a line of an expression may end."""
_TEXT: Final = re.compile(r"\S(?:.*\S)?")
_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\u0085": "\\N", "\u2028": "\\L", "\u2029": "\\P"}


def written(scalar: Scalar, *, flow: bool = False) -> str:
    """Write a scalar on one line, in quotes only where it needs them."""
    if scalar.value is None:
        return scalar.text or ("null" if flow else "")
    return written_text(scalar.text, flow=flow) if isinstance(scalar.value, str) else scalar.text


def written_text(text: str, *, flow: bool = False) -> str:
    """Write a text on one line, in quotes only where it needs them."""
    return text if is_plain(text, flow=flow) else _in_quotes(text)


def written_key(key: str, *, flow: bool = False) -> str:
    """Write a key, in quotes only where it needs them."""
    return key if _is_read(key, "{%s: x}" if flow else "%s: x", 0) and key != "<<" else _in_quotes(key)


@lru_cache(maxsize=4096)
def is_plain(text: str, *, flow: bool = False) -> bool:
    """Return whether a text means itself without quotes."""
    if meaning(text, is_plain=True) != text or not _TEXT.fullmatch(text):
        return False
    return _is_read(text, "{x: %s, x: x}" if flow else "x: %s", 1)


def _is_read(text: str, form: str, index: int) -> bool:
    """Return whether our reader finds a text in the first pair of a map."""
    loader = Loader(form % text)
    try:
        events = [loader.get_event() for _ in range(6)][3:]  # type: ignore[no-untyped-call]
    except (yaml.YAMLError, ValueError):
        return False
    finally:
        loader.dispose()
    found = events[index]
    pairs = all(isinstance(event, yaml.ScalarEvent) for event in events[:2])
    bare = pairs and not any(event.anchor or event.tag or event.style for event in events[:2])
    return bare and found.value == text and events[1 - index].value == "x"


def _in_quotes(text: str) -> str:
    """Put a text in double quotes, or in single ones if that saves escapes."""
    return f'"{_escaped(text)}"' if any(char in _ESCAPES for char in text) else quoted(text)


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(_ESCAPES.get(char, char) for char in text)


def block(text: str, indent: int, width: int) -> list[str] | None:
    """Write a text of several lines or paragraphs as a block; None if a block would not give it back."""
    body = text.rstrip("\n")
    lines = body.split("\n")
    ends = len(text) - len(body)
    if not body or ends > 1 or any(line != line.strip() or not line.isprintable() for line in lines):
        return None
    chomp = "" if ends else "-"
    blanks = " " * indent
    if len(lines) == 1:
        return [">" + chomp, *(blanks + line for line in filled(body, width - indent, width - indent))]
    return ["|" + chomp, *((blanks + line).rstrip() for line in lines)]


def filled(text: str, first: int, width: int, *, operators: bool = False) -> list[str]:
    """Break a text at its blanks into lines, the first of which has a length of its own."""
    lines: list[str] = []
    room = first
    while len(text) > room:
        at = _break(text, room, operators=operators)
        if at is None:
            break
        lines.append(text[:at])
        text, room = text[at + 1 :], width
    return [*lines, text]


def _break(text: str, room: int, *, operators: bool) -> int | None:
    """Return a line break: at the outermost operator of an expression, at the last blank of a sentence."""
    if operators and (found := [blank.start() for blank in _OPERATOR.finditer(text, 0, room + 5)]):
        depths = [((text.count("(", 0, at) - text.count(")", 0, at)), -at) for at in found if at <= room]
        if depths:
            return -min(depths)[1]
    blanks = [blank.start() for blank in _BLANK.finditer(text)]
    return max((at for at in blanks if at <= room), default=blanks[0] if blanks else None)


def unbroken(text: str, first: int, width: int) -> list[str]:
    """Write a text without blanks in double quotes, its lines ended by a backslash."""
    rest, lines, room = _escaped(text), [], first - 2
    while len(rest) > room:
        at = room
        while at > 1 and (rest[at] == " " or rest[at - 1] == "\\"):
            at -= 1
        lines.append(rest[:at] + "\\")
        rest, room = rest[at:], width - 2
    lines.append(rest + '"')
    return ['"' + lines[0], *lines[1:]]
