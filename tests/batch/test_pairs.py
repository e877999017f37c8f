"""Plays of one card or two in a batch, whatever is asked of them: the same ones, in the same order.

A quarter as many rulesets are tried as TRICKBOOK_MADE says.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from tests.batch.test_random_rulesets import understood
from tests.laws.deals import chance

RULESETS = int(os.environ.get("TRICKBOOK_MADE", "200")) // 4
GROUP = 10
PARTS = yaml.safe_load((Path(__file__).parent / "random_rulesets" / "plays.yaml").read_text("utf-8"))
OLD = ("one_or_pair", "opening", "same_number", "pair_first", "first_ban")


def clause(rng: Random) -> dict[str, str]:
    """A clause that narrows plays; one card is hardly ever forbidden, so that deals come to their end."""
    verb = rng.choice(["keep", "keep", "only", "most", "fewest"])
    if verb in ("most", "fewest"):
        what = rng.choice(PARTS["counted"])
    elif verb == "keep":
        what = rng.choice(PARTS["asked"] + PARTS["cards"])
    else:
        what = f"({rng.choice(PARTS['asked'])}) or count of play is 1"
    return {verb: what} | ({"when": rng.choice(PARTS["when"])} if rng.random() < 1 / 2 else {})


def made(rng: Random) -> dict[str, Any]:
    """A game of plays of one card or two, some of them laid open, with one, two or three packs."""
    play: dict[str, Any] = dict.fromkeys(OLD) | {f"ours_{n}": clause(rng) for n in range(rng.randint(1, 3))}
    if rng.random() < 2 / 3:
        play["sized"] = {"before": "follow_suit", "when": "following", "only": rng.choice(PARTS["sized"])}
    winning = {"two_singles": None} if rng.random() < 1 / 2 else {}
    return {
        "trickbook": 1,
        "extends": "double-hearts",
        "options": {"deals": {"default": 1}},
        "deck": {"packs": rng.randint(1, 3), "without": rng.choice(["rank < 8", "rank < 9 and not hearts"])},
        "steps": {
            "opener": None,
            "tricks": {"leader": "dealer", "cards": rng.choice(["1 to 2", "1 to 2", "2"])},
        },
        "play": play,
        "winning": winning,
    }


@pytest.mark.breadth
@pytest.mark.parametrize("group", range(-(-RULESETS // GROUP)))
def test_plays_of_two(group: int, tmp_path: Path) -> None:
    for number in range(group * GROUP, (group + 1) * GROUP):
        path = tmp_path / f"{number}.yaml"
        path.write_text(yaml.safe_dump(made(chance("plays", number)), sort_keys=False), "utf-8")
        assert understood(path, number)
