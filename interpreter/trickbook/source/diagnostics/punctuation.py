"""Signs that are missing or misplaced: colons, commas, signs in full width, and blanks that nobody sees."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final
from unicodedata import name, normalize

from trickbook.problems import Edit, Place, Problem, Remedy, short, shown
from trickbook.problems.remedies import instead, with_edit
from trickbook.source.files import SourceText
from trickbook.source.nodes import Listing, Node, Scalar
from trickbook.source.schema import key_forms
from trickbook.source.yaml import LONGEST_HINT, quoted
from trickbook.texts.message import Message

_CARD: Final = re.compile(r"(?:[0-9]{1,2}|[A-Z])[A-Z\u2660-\u2667]|[A-Z\u2660-\u2667][0-9]{1,2}")
_CHOSEN: Final = re.compile(r"\b(min|max)\s*\(\s*([^(),]+?)\s*,\s*([^(),]+?)\s*\)")

_LATER: Final = re.compile(r"(?:(?<=[.!?]),\s+(?=[a-z])|,\s+(?=says |source ))([a-z_]+)\s")
"""What is most likely a key that lost its colon: it follows the end of a sentence, or is no other word."""

_NEXT_KEY: Final = re.compile(r"([^,()]+),\s+(is|when|player|others|keep|only|becomes|upon)\s+([^,:]+)")
"""An expression and a key of the same entry that lost its colon."""

_SENTENCE: Final = re.compile(r"[A-Z][a-z]|[.!?;:]")
_UNSEEN: Final = re.compile(r"(?<=:)[^\S \t\r\n]+|[\u00ad\u200b-\u200f\u2060\ufeff]")

_BLANKS: Final = {
    "\u00a0": Message("no-break space"),
    "\u200b": Message("zero width space"),
    "\u3000": Message("ideographic space"),
}
"""The names of those that are met most often; all others are named as in Unicode."""

_UNSEEN_BEFORE: Final = re.compile(
    r"(?:(?<=:)|^[ ]*(?:-[ ]+)?)([^\S \t\r\n]+|[\u00ad\u200b-\u200f\u2060\ufeff]+)", re.MULTILINE
)
"""A blank that is none to YAML behind a colon, or that indents a line."""

_WIDE: Final = re.compile(r"(?<=\w)[：，](?=\s*(?:[\w\[{-]|$))|^[｛［]", re.ASCII)  # noqa: RUF001 - it seeks these
"""A sign in full width beside a word of the language; in a Chinese sentence it stands beside others."""


_WIDE_CLOSED: Final = {"\uff5b": "\uff5d", "\uff3b": "\uff3d"}
"""Brackets in full width."""

PLAIN_BLANK: Final = "write a plain blank in its place"


JOINT: Final = re.compile(r"([\w-]+):((?!//)\S.*)")
"""A key and its value without a blank between them."""

NAME: Final = re.compile(r"[a-z][a-z0-9_-]*")
_BRACED: Final = re.compile(r"[a-z][a-z0-9_]*[ \t]+[{\[]")
"""A name before a brace without a colon between them."""


def is_card(text: str) -> bool:
    """Return whether a text has the form of a card's name."""
    return _CARD.fullmatch(text) is not None


def joining(*words: str) -> Message:
    """Return how words that stand side by side, with a comma or without, become one expression."""
    if all(map(is_card, words)):
        text = " or ".join(words)
        return Remedy("join cards with `or`: {text}", text, text=short(text, LONGEST_HINT))
    either, both = (short(joint.join(words), LONGEST_HINT // 2) for joint in (" or ", " and "))
    return Message(
        "join with `or` for either, with `and` for both: {text_either}, {text_both}",
        text_either=either,
        text_both=both,
    )


def chosen(text: str) -> Message | None:
    """Return how to write the smaller or the greater of two numbers: ``min(points, 20)``."""
    found = _CHOSEN.fullmatch(text.strip())
    if found is None:
        whole = _CHOSEN.sub(_of_two, text)
        return instead(whole, most=LONGEST_HINT) if whole != text else None
    which, one, other = found.groups()
    choice = f"if {one} {'<' if which == 'min' else '>'} {other} then {one} else {other}"
    return instead(choice, most=LONGEST_HINT)


def _of_two(found: re.Match[str]) -> str:
    """``max(tricks, bid)`` within an expression: the greater of two numbers."""
    return f"{'lesser' if found[1] == 'min' else 'greater'} of ({found[2]}) ({found[3]})"


def parted(text: str) -> Message | None:
    """Return how to write an expression that has commas; None if there is nothing to join."""
    words = [part.strip() for part in text.split(",")]
    if found := chosen(text):
        return found
    if len(words) > 1 and all(map(str.isdecimal, words)):
        return Message("write one number; what changes from deal to deal is reckoned with `deal`: `8 - deal`")
    return joining(*words) if len(words) > 1 and all(words) and "(" not in text else None


def parts(name: str, text: Scalar) -> Node:
    """Return the likely value of a key that holds a comma: a list under some keys, else one text."""
    if name not in key_forms().lists:
        return text
    items = (part.strip() for part in text.text.split(","))
    return Listing(tuple(replace(text, value=item, text=item) for item in items if item), text.place)


def _colonless(name: str, text: str) -> tuple[Message, Message] | None:
    """Return what to say of an expression with a key behind a comma that has no colon: ``JD, is -10``."""
    found = _NEXT_KEY.fullmatch(text)
    if found is None or found[2] not in key_forms().keys or name in key_forms().texts:
        return None
    before, key, value = found.groups()
    whole = f"{before}, {key}: {value}"
    hint = Remedy("write {what_piece}", whole, what_piece=short(f"{name}: {whole}", LONGEST_HINT))
    return Message("there is no colon after {word}", word=shown(key)), hint


def advice(name: str, path: str, text: str) -> tuple[Message, Message]:
    """Return what to say of the value of a key within braces that holds a comma: the message and the hint."""
    if found := _colonless(name, text):
        return found
    if name in key_forms().lists:
        hint = Remedy("write {what_piece}", f"[{text}]", what_piece=short(f"{name}: [{text}]", LONGEST_HINT))
        return Message("a list under {key} needs brackets", key=shown(name)), hint
    joined = (
        None
        if name in key_forms().texts or path.endswith("conflicts") or _SENTENCE.search(text)
        else parted(text)
    )
    if joined:
        return Message("an expression has no commas"), joined
    whole = quoted(text)
    advised: Message = Remedy("write {what_piece}", whole, what_piece=short(f"{name}: {whole}", LONGEST_HINT))
    if (later := _LATER.search(text)) and later[1] in key_forms().keys:
        key = shown(later[1])
        advised = Message(
            "put a colon after {key} if it is a key of its own; else {what_hint}", key=key, what_hint=advised
        )
    return Message("the text of {key} holds a comma and needs quotes", key=shown(name)), advised


def wide_in(text: str, place: Place) -> Problem | None:
    """Tell of a sign in full width, which YAML takes for a letter; None if there is none beside a key."""
    found = _WIDE.search(text)
    if found is None:
        return None
    at = place._replace(column=place.column + found.start(), length=1)
    message = Message("{word} is in full width, and reads as text", word=shown(found[0]))
    code = {":": "missing-colon", ",": "missing-comma"}.get(
        normal := normalize("NFKC", found[0]), "broken-yaml"
    )
    hint = Remedy("write {word} in half width", _plain(text, found, at), word=shown(normal))
    return Problem(code, message, at, hint)


def _plain(text: str, found: re.Match[str], at: Place) -> Edit:
    """A sign in half width, with a blank behind it; of a bracket, also the one that closes it."""
    end = text.rfind(_WIDE_CLOSED.get(found[0], "\n")) + 1 or found.end()
    inner = text[found.end() : end]
    sign = normalize("NFKC", found[0])
    if inner:
        return Edit(sign + inner[:-1] + normalize("NFKC", inner[-1]), at._replace(length=end - found.start()))
    return Edit(sign + " " * (sign in ":," and text[end : end + 1].strip() != ""), at)


def unseen_near(document: SourceText, begin: int, end: int) -> Problem | None:
    """Tell of such a blank on the lines that the parser stumbled over, or on the one above."""
    start = document.line_start(max(0, document.line_start(begin) - 1))
    found = list(_UNSEEN_BEFORE.finditer(document.source, start, document.line_end(end)))
    if not found:
        return None
    begin, end = document.line_start(found[0].start(1)), found[0].end(1)
    for one in _UNSEEN_BEFORE.finditer(document.source, end):
        if "\n" in document.source[document.line_end(end) + 1 : one.start(1)]:
            break
        end = one.end(1)
    odd = document.source[begin:end]
    plain = _UNSEEN_BEFORE.sub(lambda one: one[0].removesuffix(one[1]) + " " * len(one[1]), odd)
    hint = Remedy(PLAIN_BLANK, document.changed(begin, end, plain))
    return Problem("missing-colon", unseen(found[-1][1][0]), document.between(*found[-1].span(1)), hint)


def unseen_in(text: str, place: Place) -> Problem | None:
    """Tell of a blank behind a colon that is none to YAML, and that nobody sees; None if there is none."""
    found = _UNSEEN.search(text)
    if found is None:
        return None
    at = place._replace(column=place.column + found.start(), length=len(found[0]))
    hint = Remedy(PLAIN_BLANK, Edit(" ") if len(_UNSEEN.findall(text)) == 1 else None)
    return Problem("missing-colon", unseen(found[0][0]), at, hint)


def unseen(char: str) -> Message:
    """The message that there is a character that nobody sees."""
    what = _BLANKS.get(char) or name(char, f"U+{ord(char):04X}").lower()
    return Message("there is an invisible character here ({what})", what=what)


def is_braced(text: str) -> bool:
    """Return whether a name stands before a brace, and a colon is missing between them."""
    return _BRACED.match(text) is not None


def no_colon(text: str, place: Place) -> Problem:
    """Tell that a key has no colon, or no blank behind it."""
    if found := unseen_in(text, place) or wide_in(text, place):
        return found
    words = text.split(maxsplit=1)
    if len(words) > 1 and (words[0] in key_forms().keys or is_braced(text)):
        message = Message("there is no colon after {word}", word=shown(words[0]))
        value = words[1].removeprefix("=").lstrip()
        hint, is_certain = instead(f"{words[0]}: {value}"), is_braced(text) or ": " not in words[1]
        return Problem("missing-colon", message, place, hint if is_certain else with_edit(hint, None))
    if joint := JOINT.fullmatch(text):
        message = Message("there is no blank after the colon of {word}", word=shown(text))
        parted = f"{joint[1]}: {joint[2]}"
        hint = Remedy("put a space after the colon: {text}", parted, text=short(parted))
        return Problem("missing-colon", message, place, hint)
    written = f"{text if NAME.fullmatch(text) else 'key'}: …"
    other = Message("write `{key}`; text over several lines is indented under its key", key=written)
    message = Message("there is no colon after {word}", word=shown(text))
    return Problem("missing-colon", message, place, other)
