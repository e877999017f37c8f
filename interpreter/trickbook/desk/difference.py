"""The difference that a text makes: its entries, and the smallest position that shows it."""

from __future__ import annotations

from typing import Any

from trickbook.analysis.difference import differ
from trickbook.analysis.difference.description import NamedRules, difference_lines
from trickbook.desk.sent_document import sent_document
from trickbook.problems import visible
from trickbook.seat.rules_request import without_files
from trickbook.seat.texts import spoken_language, translate


def difference(*, text: object, language: object) -> dict[str, Any]:
    """Return the lines of ``trickbook diff``; RulesetError if the text has errors.

    Raises TrickbookError for a text that changes no shipped game.
    """
    language = spoken_language(language)
    parent, rules = sent_document(text).compared
    found = differ(parent, rules)
    own = translate(language, "sent.text")
    lines = difference_lines(found, NamedRules(parent.name, parent), NamedRules(own, rules), language)
    told = [visible(without_files(line, language)) for line in "\n".join(lines).split("\n")]
    return {"lines": told, "same": found.same}
