"""Help while writing: a text to start from, what may stand at the cursor, and what the word there means."""

from __future__ import annotations

import re
from typing import Any, Final

from trickbook.analysis.draft import Heading, brief_draft, draft
from trickbook.analysis.draft.worked_example import worked_example
from trickbook.desk.sent_document import sent_document
from trickbook.language_server.completion import proposals
from trickbook.language_server.cursor import cursor
from trickbook.language_server.hover import hover
from trickbook.problems import TrickbookError, described, short
from trickbook.ruleset import load
from trickbook.seat.rules_request import SENT_FILE, checked_request, playable_rules, sent_text
from trickbook.seat.texts import spoken_language, translate
from trickbook.texts.message import Message

LONGEST_TITLE: Final = 60
"""The most characters of a title."""

SHIPPED: Final = re.compile(r"`rulesets/(?:[a-z]+/)*([\w-]+)\.yaml`")
"""The path of a shipped ruleset."""

WIDE_BLANK: Final = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
"""A blank between Chinese characters."""


def start(
    *, game: object, house: object, options: object, title: object, brief: object, language: object
) -> dict[str, Any]:
    """Return a text that varies a shipped game: its head, and its entries as comments unless ``brief``.

    Raises TrickbookError for what cannot be asked for, or cannot be played together.
    """
    language = spoken_language(language)
    wish = checked_request(game, None, () if house is None else house, options, None)
    rules, parent = playable_rules(wish), load(wish.game)
    heading = Heading(_title(title), "", wish.game, wish.house, wish.options)
    text = brief_draft(heading, parent, rules, language)
    sent_document(text).check_playable()
    if brief is True:
        return {"text": text}
    return {"text": draft(heading, parent, rules, worked_example(parent, rules, language), language)}


def _title(given: object) -> str:
    if not isinstance(given, str) or not given.strip():
        raise TrickbookError(Message("`title` is the name of the game"))
    return short(" ".join(sent_text(given).split()), LONGEST_TITLE)


def completion(*, text: object, at: object, playable: object, language: object) -> dict[str, Any]:
    """Return what may be written at a character of the text, and which characters it replaces.

    ``playable`` is the text when it could last be played; the words are those that it knows.
    """
    language = spoken_language(language)
    document, place = sent_document(text), _place(text, at)
    known = document if document.is_playable or playable is None else sent_document(playable)
    where = cursor(document.text, place)
    found = proposals(known, where, document.text[where.begin : where.end], language)
    goes_on = document.text[place : where.end].strip()
    return {
        "from": where.begin,
        "to": where.end if goes_on else place,
        "items": [one._asdict() for one in found],
    }


def meaning(*, text: object, at: object, language: object) -> dict[str, Any]:
    """Return what the word at a character of the text means, as Markdown, and where it stands."""
    language = spoken_language(language)
    document = sent_document(text)
    where = cursor(document.text, _place(text, at))
    says = hover(document, where, document.text[where.begin : where.end], language)
    return {"from": where.begin, "to": where.end, "says": says and _without_files(says, language)}


def _without_files(says: str, language: str) -> str:
    """What a word means, with the titles of files for their paths."""
    says = says.replace(f"`{SENT_FILE}`", translate(language, "sent.text"))
    return WIDE_BLANK.sub("", SHIPPED.sub(r"`\1`", says))


def _place(text: object, at: object) -> int:
    """A place in the text, in characters from 0."""
    if type(at) is not int or not isinstance(text, str) or not 0 <= at <= len(text):
        raise TrickbookError(Message("`at` is a place in the text, not {text}", text=described(at)))
    return at
