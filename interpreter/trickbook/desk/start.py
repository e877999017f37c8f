"""The start of a text: a shipped game with house rules and options, as a file of one's own."""

from __future__ import annotations

from typing import Any, Final

from trickbook.analysis.draft import Heading, brief_draft, draft
from trickbook.analysis.draft.worked_example import worked_example
from trickbook.desk.sent_document import sent_document
from trickbook.problems import TrickbookError, short
from trickbook.ruleset import load
from trickbook.seat.rules_request import checked_request, playable_rules, sent_text
from trickbook.seat.texts import spoken_language

LONGEST_TITLE: Final = 60
"""The most characters of a title."""


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
        raise TrickbookError("`title` is the name of the game")
    return short(" ".join(sent_text(given).split()), LONGEST_TITLE)
