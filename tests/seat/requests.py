"""Requests for rules, as a server answers them."""

from __future__ import annotations

from typing import Any, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset
from trickbook.seat.rules_request import ProblemData, checked_request, playable_rules, problem_data


class Answer(NamedTuple):
    """The rules of a request, or what is wrong with it."""

    rules: Ruleset | None
    problems: tuple[ProblemData, ...] = ()


def answer_to(**request: Any) -> Answer:
    """Answer a request."""
    try:
        return Answer(playable_rules(checked_request(**request)))
    except TrickbookError as error:
        return Answer(None, problem_data(error))
