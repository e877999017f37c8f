"""What a seat knows of the course of a deal, beside the tricks."""

import trickbook

HANDS = ["2C 6H AD", "QS 7C 3D", "4H KC 4D", "5H 9C 8S"]


def test_own_cards_are_told_and_those_of_the_others_are_not() -> None:
    rules = trickbook.load("hearts", {"pass_count": 1})
    game = rules.new_game(hands=HANDS).apply(0, "6H").apply(1, "3D")
    assert game.view(1)["course"][0] == ["deal", None, "7C 3D QS"]
    assert game.view(1)["course"][1:] == [["pass", 0, None], ["pass", 1, "3D"]]
    assert game.view(2)["course"][1:] == [["pass", 0, None], ["pass", 1, None]]


def test_what_is_said_is_heard_when_all_have_answered() -> None:
    """A pledge lies face down until everybody has made theirs."""
    rules = trickbook.load("hearts", {"passing": ["hold"]}, house=["pledge"])
    game = rules.new_game(hands=HANDS).apply(0, "yes")
    assert game.view(1)["course"][1:] == [["pledge", 0, None]]
    assert game.view(0)["course"][1:] == [["pledge", 0, "yes"]]
    for seat in (1, 2, 3):
        game = game.apply(seat, "no")
    assert game.view(1)["course"][1:] == [
        ["pledge", 0, "yes"],
        *(["pledge", seat, "no"] for seat in (1, 2, 3)),
    ]


def test_every_bid_of_an_auction_is_told() -> None:
    game = trickbook.load("auction-hearts").new_game(seed=1)
    said = ["3", "5", "0", "0", "6", "0"]
    for move in said:
        assert game.turn is not None
        game = game.apply(game.turn, move)
    assert [what for step, _, what in game.view(0)["course"] if step == "bid"] == said


def test_who_laid_a_card_open_is_told() -> None:
    game = trickbook.load("chinese-hearts").new_game(hands=["QS 2C", "3C 4C", "5C 6C", "7C 8C"])
    game = game.apply(0, "QS").apply(1, "done")
    assert game.view(2)["course"][1:] == [["expose", 0, "QS"], ["expose", 1, "done"]]


def test_backs_can_be_counted() -> None:
    sizes = trickbook.load("heartsette").new_game(seed=1).view(0)["sizes"]
    assert (sizes["aside"], sizes["hand"]) == (3, [12, 12, 12, 12])
