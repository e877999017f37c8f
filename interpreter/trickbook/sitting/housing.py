"""House rules to choose from: those that fit a game, and whether they go together with what is chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from trickbook.concepts.reading import text
from trickbook.loading import shipped
from trickbook.loading.files import HOUSE, label
from trickbook.loading.gathering import open_sheet
from trickbook.problems import RulesetError, TrickbookError, in_order
from trickbook.ruleset import ready
from trickbook.sitting.opening import Wanted, house_rules

if TYPE_CHECKING:
    from collections.abc import Mapping


def house_form(wish: Wanted, language: str) -> list[dict[str, Any]]:
    """The house rules that fit a game: whether each is chosen, and goes together with those that are."""
    alone = fitting(wish.game, wish.text, ())
    clash = against(wish) if wish.house else None
    beside = fitting(wish.game, wish.text, wish.house) if wish.house and not clash else alone
    return [
        {
            "name": name,
            **called(name, language),
            "on": name in wish.house,
            "fits": (clash if name in wish.house else beside[name]) or True,
        }
        for name in house_rules()
        if alone[name] is None or name in wish.house
    ]


def called(name: str, language: str) -> dict[str, Any]:
    """What a house rule is called, and what it says of itself."""
    path = shipped()[HOUSE + name]
    root = open_sheet(path, label(path)).root
    title, says = (text(root, key, language) if root else None for key in ("name", "summary"))
    return {"title": title or name, "says": says}


@lru_cache(maxsize=64)
def fitting(game: str, sent: str | None, laid: tuple[str, ...]) -> Mapping[str, str | None]:
    """What is against each house rule over a game, beside those that are laid over it; None if nothing is."""
    wish = Wanted(game, sent)
    return {
        name: against(wish._replace(house=(*(one for one in laid if one != name), name)))
        for name in house_rules()
    }


def against(wish: Wanted) -> str | None:
    """What is wrong with a game and its house rules, in a sentence; None if nothing is."""
    try:
        ready(wish.resolved(swiftly=True), {})
    except RulesetError as error:
        return in_order(error.problems)[0].message
    except TrickbookError as error:
        return str(error)
    return None
