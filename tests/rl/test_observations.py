"""Observations: what each part holds, and that they come from the seat's view alone."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from tests.games import SOME_GAMES

import trickbook
from trickbook.rl import spaces
from trickbook.rl.table_spaces import after, deal, observation


def test_fields_hold_what_the_seat_sees() -> None:
    rules = trickbook.load("hearts", {"passing": ["hold"]})
    of = spaces(rules)
    game = rules.new_game(hands=["2C 5H 6D", "7D QS 3H", "9C TC JD", "4C 5C 8S"], scores=[1, 2, 3, 4])
    for move in ["2C", "7D", "9C"]:
        game = game.apply(game.turn or 0, move)
    seen = of.observe(game.view(3))

    def cards(name: str, row: int) -> str:
        return " ".join(of.actions.labels[number] for number in of.read(seen, name)[row].nonzero()[0])

    assert [cards("trick", place) for place in range(4)] == ["", "2C", "7D", "9C"]
    assert of.read(seen, "pile hand").nonzero()[0].tolist() == [
        of.actions.cards[card] for card in ("4C", "5C", "8S")
    ]
    assert of.read(seen, "scores")[:, 0].tolist() == [4, 1, 2, 3]
    assert of.read(seen, "size hand").tolist() == [3, 2, 2, 2]
    assert of.read(seen, "leader").tolist() == [0, 1, 0, 0]
    with pytest.raises(trickbook.TrickbookError, match=r"no field is called .nothing.\."):
        of.read(seen, "nothing")


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_view_in_json_is_all_that_an_observation_needs(name: str) -> None:
    of, chance = spaces(trickbook.load(name)), random.Random(name)  # noqa: S311 -- the stakes are low
    now = deal(of, 11, 1)
    while now.seat is not None:
        if chance.random() < 0.1:
            view = json.loads(json.dumps(now.game.view(now.seat)))
            assert np.array_equal(of.observe(view, now.chosen), observation(of, now, now.seat))
        now = after(of, now, chance.choice(now.legal))


def test_nobody_sees_a_move_that_is_being_built() -> None:
    of = spaces(trickbook.load("hearts"))
    start = deal(of, 7, 1)
    more = after(of, start, start.legal[0])
    for seat in range(4):
        same = np.array_equal(observation(of, start, seat), observation(of, more, seat))
        assert same == (seat != start.seat)


def test_copies_of_a_card_are_counted_from_the_first_number() -> None:
    rules = trickbook.load("double-hearts")
    of = spaces(rules)
    hand = of.read(observation(of, deal(of, 3, 1), 0), "pile hand")
    names = rules.engine().deck.names
    held = {name: [hand[n] for n, other in enumerate(names) if other == name] for name in names}
    assert sum(map(sum, held.values())) == 26
    assert all(copies == sorted(copies, reverse=True) for copies in held.values())


def test_better_prose_leaves_the_spaces_as_they_are(tmp_path: Path) -> None:
    plain = tmp_path / "plain.yaml"
    plain.write_text("trickbook: 1\nextends: hearts\n", "utf-8")
    told = tmp_path / "told.yaml"
    told.write_text("trickbook: 1\nname: Mine\nsummary: Take no hearts.\nextends: hearts\n", "utf-8")
    ones, others = (spaces(trickbook.load(path)) for path in (plain, told))
    assert ones.actions == others.actions
    assert [field[:4] for field in ones.fields] == [field[:4] for field in others.fields]
