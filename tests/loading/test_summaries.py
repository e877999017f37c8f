"""The heads of shipped files say what reading the files whole gives."""

from __future__ import annotations

import pytest
from tests.games import WHOLE

from trickbook.loading import resolve, shipped
from trickbook.loading.files import HOUSE, Summary, shipped_games, summaries
from trickbook.source.nodes import text


@pytest.mark.parametrize("name", shipped())
def test_a_summary_equals_the_whole_ruleset(name: str) -> None:
    whole = resolve(name, check_merged=False)
    players = ((), 0) if name.startswith(HOUSE) or not whole.players.counts else whole.players
    title, says = (text(whole.root, key) or "" for key in ("name", "summary"))
    assert summaries()[name] == Summary(name, title, says, *players)
    assert bool(whole.players.counts) == (name in WHOLE)


def test_games_are_what_can_be_played() -> None:
    assert {"hearts", "spades", "oh-hell"} <= set(shipped_games())
    assert not {"standard-pack", "house/sun", "sun"} & set(shipped_games())
