"""Choosing what is played: as it is asked for, as it is stored, and as rules that are kept ready."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.ruleset import ready
from trickbook.seat.rules_request import RulesRequest, checked_request, playable_rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.ruleset import Ruleset

CACHED_RULESETS: Final = 64
"""So many rulesets are kept ready."""


def requested(body: Mapping[str, Any]) -> RulesRequest:
    """What somebody asks to play; TrickbookError if it is put wrongly."""
    game, text, house = body.get("game"), body.get("text"), body.get("house")
    return checked_request(
        game, text, () if house is None else house, body.get("options"), body.get("players")
    )


def serialized(wish: RulesRequest) -> str:
    """What is played, as text."""
    return json.dumps(wish._asdict(), ensure_ascii=False, sort_keys=True)


def parsed(text: str) -> RulesRequest:
    """What is played, by the text of it."""
    found = json.loads(text)
    return RulesRequest(**{**found, "house": tuple(found["house"])})


def check_playable(wish: RulesRequest) -> None:
    """See that what is asked for can be played; TrickbookError with all that is wrong."""
    playable_rules(wish)


@lru_cache(maxsize=CACHED_RULESETS)
def ready_rules(text: str) -> Ruleset:
    """The rules, ready to play, by the text of a choice that was admitted."""
    wish = parsed(text)
    return ready(wish.resolved(), wish.options, wish.players)
