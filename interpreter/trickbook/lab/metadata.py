"""The description of a study, as texts that are stored in each of its files."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook import __version__
from trickbook.lab.measures import conditions
from trickbook.sections.digest import measured

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.lab.study import Study

CHANGE_MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "digest": "the rules have changed since",
        **dict.fromkeys(("measured", "conditions", "wins"), "what is measured has changed since"),
    }
)
"""The message for a text that differs."""

SHARED_WINS: Final = "shared"
"""The value of ``wins``: winners of a match share it. Files without the text count it for each."""


MATCH_KIND, SINGLE_DEALS = "of", "deals"
"""The key and value for files of single deals; files of matches have no such key."""


def metadata(study: Study) -> dict[str, str]:
    """Return the ruleset with its digests, options and house rules, the players, the seed, the version."""
    rules = study.rules
    options = {name: option.value for name, option in rules.engine(study.players).options.items()}
    found = {
        "ruleset": rules.resolved.called,
        "digest": rules.digest_for(study.players),
        "measured": measured(rules.resolved.root),
        "conditions": json.dumps(conditions(study)),
        "wins": SHARED_WINS,
        "options": json.dumps(options),
        "house": json.dumps(rules.house),
        "players": str(study.players),
        "bots": ",".join(study.bots),
        "seed": str(study.seed),
        "version": __version__,
        **({MATCH_KIND: SINGLE_DEALS} if study.single else {}),
    }
    return {name: text.encode(errors="backslashreplace").decode() for name, text in found.items()}


def plain_metadata(study: Study) -> dict[str, Any]:
    """Return the same as plain data, with numbers and lists."""
    inner = ("measured", "conditions", "wins")
    texts = {name: text for name, text in metadata(study).items() if name not in inner}
    values = {name: json.loads(texts[name]) for name in ("options", "house", "players", "seed")}
    return {**texts, **values, "bots": list(study.bots)}


def metadata_difference(wanted: Mapping[str, str], there: Mapping[str, str]) -> str | None:
    """Return in words what differs in another study; None if nothing does."""
    if wanted.get(MATCH_KIND) != there.get(MATCH_KIND):
        return f"of {there.get(MATCH_KIND, 'matches')} there, of {wanted.get(MATCH_KIND, 'matches')} here"
    for name, value in wanted.items():
        if name not in CHANGE_MESSAGES and there.get(name) != value:
            return f"{name} {there.get(name, 'unknown')} there, {value} here"
    return next((said for name, said in CHANGE_MESSAGES.items() if there.get(name) != wanted[name]), None)
