"""The house rules that fit a game: their groups, and their conflicts with those chosen."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.loading import shipped
from trickbook.loading.dependencies import parsed_file
from trickbook.loading.files import HOUSE
from trickbook.problems import RulesetError, TrickbookError, in_order
from trickbook.rulebook.phrases import phrases
from trickbook.ruleset import Ruleset
from trickbook.seat.rules_request import RulesRequest, shipped_house_rules
from trickbook.seat.texts import languages, translate
from trickbook.source.cache import keep, known
from trickbook.source.files import folder, label
from trickbook.source.nodes import text, texts
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trickbook.source import Mapping as Node

GROUPS_FILE: Final = "groups.json"
"""The file of the groups, beside the house rules."""

MOST_FIRST: Final = 10
"""The most house rules that a form shows first."""

NEVER_PLAYED: Final[Mapping[str, int]] = {}
"""The counts of a server without tables."""


def house_rule_form(
    wish: RulesRequest, rests: Collection[str], clash: str | None, language: str
) -> list[dict[str, Any]]:
    """The house rules that fit a game, by group: whether each is chosen, and fits those that are.

    ``clash`` is what is against those that are chosen. A game that was sent is fit by those that fit one of
    the files that it ``rests`` on.
    """
    alone: Mapping[str, str | None]
    if wish.text is None:
        alone = house_rule_conflicts(wish.game)
    else:
        alone = {name: None for name in shipped_house_rules() if _meant(name) & set(rests)}
    groups = house_rule_groups()
    return [
        {
            "name": name,
            "group": groups.group_of(name),
            **house_rule_text(name, language),
            "translations": _translations(name, language),
            "on": name in wish.house,
            "fits": _misfit(wish, name, clash, language) or True,
        }
        for name in groups.ordered(shipped_house_rules())
        if alone.get(name, "") is None or name in wish.house
    ]


def _misfit(wish: RulesRequest, name: str, clash: str | None, language: str) -> str | None:
    """Why a house rule does not go together with what is chosen, in the language; None if it does."""
    chosen = name in wish.house
    if bool(clash) != chosen or (clash and language == ENGLISH):
        return clash if chosen else None
    rivals = _rivals(wish, name)
    if language == ENGLISH or not rivals:
        return clash or next(iter(rivals.values()), None)
    spoken = phrases(language)
    titles = (spoken.say("join.quoted", name=house_rule_text(one, language)["title"]) for one in rivals)
    return translate(language, "house.clash", names=spoken.every(titles))


def _rivals(wish: RulesRequest, name: str) -> Mapping[str, str]:
    """The chosen house rules that do not go together with one, each with the reason."""
    if wish.text is not None:
        return {}
    alone = house_rule_conflicts(wish.game)
    others = (one for one in wish.house if one != name and alone[one] is None)
    found = {one: house_rule_conflicts(wish.game, one)[name] for one in others}
    return {one: why for one, why in found.items() if why is not None}


def house_rule_text(name: str, language: str) -> dict[str, Any]:
    """Return what a house rule is called, and what it says of itself."""
    root = _root(name)
    title, says = (text(root, key, language) if root else None for key in ("name", "summary"))
    return {"title": title or name, "says": says}


def _translations(name: str, language: str) -> list[str]:
    """The title and the sentence of a house rule in the other languages, for searches."""
    texts = (house_rule_text(name, one) for one in languages() if one != language)
    return [part for one in texts for part in one.values() if part]


def _root(name: str) -> Node | None:
    path = shipped()[HOUSE + name]
    return parsed_file(path, label(path)).root


def _meant(name: str) -> set[str]:
    """The files of the games that a house rule says it fits."""
    root = _root(name)
    games = texts(root, "fits") if root else ()
    return {label(shipped()[game]) for game in games if game in shipped()}


@cache
def house_rule_conflicts(game: str, chosen: str = "") -> Mapping[str, str | None]:
    """Return for each other house rule why it cannot be applied beside a chosen one; None if it can.

    Each result is kept at once: a process that a timeout ends has not worked in vain.
    """
    kept = f"{game}.beside.{chosen}" if chosen else f"{game}.house"
    found: dict[str, str | None] = dict(known(kept) or {})
    for name in shipped_house_rules():
        if name not in (*found, chosen):
            house = (chosen, name) if chosen else (name,)
            found[name] = conflict_message(RulesRequest(game, None, house))
            keep(kept, found)
    return found


def conflict_message(wish: RulesRequest) -> str | None:
    """Return what is wrong with a game and its house rules, in a sentence; None if nothing is."""
    try:
        Ruleset.ready(wish.resolved(check_merged=False), {})
    except RulesetError as error:
        return str(in_order(error.problems)[0].message)
    except TrickbookError as error:
        return str(error)
    return None


class HouseRuleGroup(NamedTuple):
    """A group: its name, its title in each language, and its house rules in order."""

    name: str
    title: Mapping[str, str]
    house_rules: tuple[str, ...]


class HouseRuleGroups(NamedTuple):
    """All groups in order, and the house rules to suggest, most common first."""

    groups: tuple[HouseRuleGroup, ...]
    suggested: tuple[str, ...]

    def group_of(self, name: str) -> str:
        """Return the group of a house rule; the last group for one that no group lists."""
        listing = (group.name for group in self.groups if name in group.house_rules)
        return next(listing, self.groups[-1].name)

    def ordered(self, names: Collection[str]) -> list[str]:
        """Return house rules in the order of their groups; those that no group lists come last."""
        listed = [name for group in self.groups for name in group.house_rules]
        return [*(name for name in listed if name in names), *(name for name in names if name not in listed)]

    def titles(self, names: Collection[str], language: str) -> list[dict[str, Any]]:
        """Return the groups that hold any of these house rules, with their titles."""
        used = {self.group_of(name) for name in names}
        return [
            {"name": group.name, "title": group.title.get(language, group.title[ENGLISH])}
            for group in self.groups
            if group.name in used
        ]


@cache
def house_rule_groups() -> HouseRuleGroups:
    """Read the groups of the shipped house rules."""
    found = json.loads((folder("rulesets") / HOUSE / GROUPS_FILE).read_text("utf-8"))
    groups = (HouseRuleGroup(one["name"], one["title"], tuple(one["house_rules"])) for one in found["groups"])
    return HouseRuleGroups(tuple(groups), tuple(found["suggested"]))


def first_house_rules(names: Collection[str], played: Mapping[str, int] = NEVER_PLAYED) -> dict[str, Any]:
    """Return the house rules to show first: the most played ones once there are enough, else suggestions.

    ``played`` counts the tables made with each house rule.
    """
    most = min(MOST_FIRST, len(names))
    suggested = [name for name in house_rule_groups().suggested if name in names]
    counted = sorted((name for name in names if played.get(name)), key=lambda name: -played[name])
    enough = 0 < most <= len(counted)
    return {"counted": enough, "house": (counted if enough else suggested)[:most]}
