"""The house rules that fit a game, and their conflicts with those chosen."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from trickbook.loading import shipped
from trickbook.loading.dependencies import open_sheet
from trickbook.loading.files import HOUSE, label
from trickbook.problems import RulesetError, TrickbookError, in_order
from trickbook.rulebook.phrases import phrases
from trickbook.ruleset import Ruleset
from trickbook.seat.house_rule_groups import house_rule_groups
from trickbook.seat.rules_request import RulesRequest, shipped_house_rules
from trickbook.seat.texts import languages, translate
from trickbook.source.nodes import ENGLISH, text, texts

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trickbook.source import Mapping as Node


def house_rule_form(
    wish: RulesRequest, rests: Collection[str], clash: str | None, language: str
) -> list[dict[str, Any]]:
    """The house rules that fit a game, by group: whether each is chosen, and fits those that are.

    ``clash`` is what is against those that are chosen. A game that was sent is fit by those that fit one of
    the files that it ``rests`` on.
    """
    if wish.text is None:
        alone = house_rule_conflicts(wish.game, ())
        beside = house_rule_conflicts(wish.game, wish.house) if wish.house and not clash else alone
    else:
        beside = alone = {name: None for name in shipped_house_rules() if _meant(name) & set(rests)}
    amiss = {**beside, **dict.fromkeys(wish.house, clash)}
    groups = house_rule_groups()
    return [
        {
            "name": name,
            "group": groups.group_of(name),
            **house_rule_text(name, language),
            "translations": _translations(name, language),
            "on": name in wish.house,
            "fits": _conflict_text(wish, name, amiss[name], language) or True,
        }
        for name in groups.ordered(shipped_house_rules())
        if alone.get(name, "") is None or name in wish.house
    ]


def _conflict_text(wish: RulesRequest, name: str, against: str | None, language: str) -> str | None:
    """Why a house rule does not go together with what is chosen, in the language."""
    if against is None or language == ENGLISH or wish.text is not None:
        return against
    rivals = [one for one in wish.house if one != name and house_rule_conflicts(wish.game, (one,))[name]]
    spoken = phrases(language)
    titles = (spoken.say("join.quoted", name=house_rule_text(one, language)["title"]) for one in rivals)
    return translate(language, "house.clash", names=spoken.every(titles)) if rivals else against


def house_rule_text(name: str, language: str) -> dict[str, Any]:
    """Return what a house rule is called, and what it says of itself."""
    root = _root(name)
    title, says = (text(root, key, language) if root else None for key in ("name", "summary"))
    return {"title": title or name, "says": says}


def _translations(name: str, language: str) -> list[str]:
    """The title and the sentence of a house rule in the other languages, for searches."""
    told = (house_rule_text(name, one) for one in languages() if one != language)
    return [part for one in told for part in one.values() if part]


def _root(name: str) -> Node | None:
    path = shipped()[HOUSE + name]
    return open_sheet(path, label(path)).root


def _meant(name: str) -> set[str]:
    """The files of the games that a house rule says it fits."""
    root = _root(name)
    games = texts(root, "fits") if root else ()
    return {label(shipped()[game]) for game in games if game in shipped()}


@lru_cache(maxsize=64)
def house_rule_conflicts(game: str, laid: tuple[str, ...]) -> Mapping[str, str | None]:
    """Return for each house rule why it cannot be applied to a game, beside others; None if it can."""
    return {
        name: conflict_message(RulesRequest(game, None, (*(one for one in laid if one != name), name)))
        for name in shipped_house_rules()
    }


def conflict_message(wish: RulesRequest) -> str | None:
    """Return what is wrong with a game and its house rules, in a sentence; None if nothing is."""
    try:
        Ruleset.ready(wish.resolved(swiftly=True), {})
    except RulesetError as error:
        return in_order(error.problems)[0].message
    except TrickbookError as error:
        return str(error)
    return None
