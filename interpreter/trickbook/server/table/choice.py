"""The rules of a table: as requested, as stored, and as cached rules."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.ruleset import Ruleset
from trickbook.seat.rules_request import RulesRequest, checked_request, playable_rules
from trickbook.server.table.admission import check_speed

if TYPE_CHECKING:
    from collections.abc import Mapping


TAKE_BACK: Final = "take_back"
"""The key in the text of a choice."""

NO_CHOICE: Final = "this is no choice of rules"

CACHED_RULESETS: Final = 64
"""The number of cached rulesets."""


def requested(body: Mapping[str, Any]) -> RulesRequest:
    """The rules that a request asks for; TrickbookError if it is malformed."""
    game, text, house = body.get("game"), body.get("text"), body.get("house")
    return checked_request(
        game, text, () if house is None else house, body.get("options"), body.get("players")
    )


def serialized(wish: RulesRequest, *, take_back: bool = False) -> str:
    """The choice as text; with it, whether moves may be taken back."""
    terms = {TAKE_BACK: True} if take_back else {}
    return json.dumps({**wish._asdict(), **terms}, ensure_ascii=False, sort_keys=True)


def parsed(text: str) -> RulesRequest:
    """The choice from its text; ValueError if it is none."""
    try:
        found = json.loads(text)
        found.pop(TAKE_BACK, None)
        wish = RulesRequest(**{**found, "house": tuple(found["house"])})
    except (KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(NO_CHOICE) from None
    if not _is_choice(*wish):
        raise ValueError(NO_CHOICE)
    return wish


def _is_choice(
    game: object, text: object, house: tuple[object, ...], options: object, players: object
) -> bool:
    """Return whether the parts of a choice are of their kinds."""
    return (
        isinstance(game, str)
        and isinstance(text, str | None)
        and all(isinstance(name, str) for name in house)
        and isinstance(options, dict)
        and isinstance(players, int | None)
    )


def takes_back(text: str) -> bool:
    """Return whether moves may be taken back at a table, from the text of its choice."""
    return TAKE_BACK in json.loads(text)


def check_playable(wish: RulesRequest) -> None:
    """Check that a choice can be played, and fast enough; TrickbookError with all its problems."""
    check_speed(playable_rules(wish))


@lru_cache(maxsize=CACHED_RULESETS)
def ready_rules(text: str) -> Ruleset:
    """The rules of a checked choice, from its text."""
    wish = parsed(text)
    return Ruleset.ready(wish.resolved(), wish.options, wish.players)
