"""Plays of three cards and more in a batch: the same candidates, in the same order."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import numpy as np
import pytest
from tests.batch.equivalence import alike, batch

import trickbook
from trickbook.batch.cells import TOO_MANY
from trickbook.bots import random_deal
from trickbook.problems import EndlessError

ONE_PACK = """\
trickbook: 1
extends: hearts
steps: {tricks: {cards: 1 to 4}}
play:
  alike:       {before: follow_suit, when: leading, keep: count of (play and clubs) is 0}
  same_number: {before: follow_suit, when: following, only: count of play is count of lead}
  most_clubs:  {after: follow_suit, when: following, most: count of (play and clubs)}
"""

TWO_PACKS = """\
trickbook: 1
extends: double-hearts
steps: {tricks: {cards: 1 to 3}}
play:
  one_or_pair: {only: count of play is not 2 or pair}
  no_spades:   {before: follow_suit, when: leading, keep: count of (play and spades) is 0}
"""

LARGE_HAND = """\
trickbook: 1
extends: hearts
steps:
  gather: {after: deal, move: not clubs and hand of others, to: hand of dealer}
  tricks: {cards: 1 to 3, leader: dealer}
"""


def rules(folder: Path, text: str) -> trickbook.Ruleset:
    path = folder / "ours.yaml"
    path.write_text(text, "utf-8")
    return trickbook.load(path)


@pytest.mark.parametrize(("text", "deals"), [(ONE_PACK, 6), (TWO_PACKS, 2)])
def test_the_same_deals(text: str, deals: int, tmp_path: Path) -> None:
    alike(rules(tmp_path, text), 4, count(50), deals)


def test_too_many_plays(tmp_path: Path) -> None:
    ours = rules(tmp_path, LARGE_HAND)
    assert batch(ours, 4).play(np.array([1], np.uint64)).endings.tolist() == [TOO_MANY]
    with pytest.raises(EndlessError, match="more than 10000 plays"):
        random_deal(ours, 4, 1, 1)
