"""The groups of the shipped house rules, and which of them a form shows first."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.loading.files import HOUSE
from trickbook.source.files import folder
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

GROUPS_FILE: Final = "groups.json"
"""The file of the groups, beside the house rules."""

MOST_FIRST: Final = 10
"""The most house rules that a form shows first."""

NEVER_PLAYED: Final[Mapping[str, int]] = {}
"""The counts of a server without tables."""


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
