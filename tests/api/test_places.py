"""Where one seat is needed, it is the first in playing order, the dealer last; nobody is nobody."""

from pathlib import Path

import pytest

import trickbook

PLACES = """\
trickbook: 1
extends: trick-taking
name: Places
players: {{count: 4}}
steps:
  give:   {{after: deal, ask: players, cards: 1, to: hand of ({to})}}
  tricks: {{leader: {to}}}
match: {{max_deals: 1}}
"""
HANDS = [["2C", "2D"], ["3C", "3D"], ["4C", "4D"], ["5C", "5D"]]


@pytest.mark.parametrize(
    ("to", "counts", "leader"),
    [
        ("seat 2", [1, 1, 5, 1], 2),
        ("others", [1, 4, 2, 1], 1),
        ("players", [1, 5, 1, 1], 1),
        ("players where (hand has 5C or player is dealer)", [1, 1, 1, 5], 3),
        ("nobody", [2, 2, 2, 2], 1),
    ],
)
def test_a_place_of_one_seat(tmp_path: Path, to: str, counts: list[int], leader: int) -> None:
    path = tmp_path / "places.yaml"
    path.write_text(PLACES.format(to=to).replace("leader: others", "leader: players"), "utf-8")
    game = trickbook.load(path).new_game(seed=1, hands=HANDS)
    for seat in range(4):
        game = game.apply(seat, HANDS[seat][1])
    assert ([len(hand) for hand in game.hands], game.leader) == (counts, leader)
