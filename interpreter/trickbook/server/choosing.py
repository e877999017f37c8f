"""Choosing what is played: as it is asked for, as it is stored, and as rules that are kept ready."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from trickbook.ruleset import ready
from trickbook.sitting.opening import Wanted, started, wanted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.ruleset import Ruleset

KEPT: Final = 64
"""So many rulesets are kept ready."""


def choice(body: Mapping[str, Any]) -> Wanted:
    """What somebody asks to play; TrickbookError if it is put wrongly."""
    game, text, house = body.get("game"), body.get("text"), body.get("house")
    return wanted(game, text, () if house is None else house, body.get("options"), body.get("players"))


def written(wish: Wanted) -> str:
    """What is played, as text."""
    return json.dumps(wish._asdict(), ensure_ascii=False, sort_keys=True)


def chosen(text: str) -> Wanted:
    """What is played, by the text of it."""
    found = json.loads(text)
    return Wanted(**{**found, "house": tuple(found["house"])})


def admitted(wish: Wanted) -> None:
    """See that what is asked for can be played; TrickbookError with all that is wrong."""
    started(wish)


@lru_cache(maxsize=KEPT)
def rules(text: str) -> Ruleset:
    """The rules, ready to play, by the text of a choice that was admitted."""
    wish = chosen(text)
    return ready(wish.resolved(), wish.options, wish.players)
