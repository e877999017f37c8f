"""What is given from outside and cannot be: it is refused at once, and shortly."""

import re
from collections.abc import Callable
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

import trickbook

HEARTS = trickbook.load("hearts")
LONG = "a" * 100_000
PADDED = ["2C", "2C" + " " * 100_000]
CALLS: dict[str, Callable[[Any], object]] = {
    "hand": HEARTS.position,
    "held": lambda cards: HEARTS.position("KH", held=cards),
    "played": lambda cards: HEARTS.position("KH", played=cards),
    "aside": lambda cards: HEARTS.position("KH", aside=cards),
    "exposed": lambda cards: HEARTS.position("KH", exposed=cards),
    "trick": lambda cards: HEARTS.position("KH", trick=[cards]),
    "winner": lambda cards: HEARTS.trick_winner([cards]),
    "taken": lambda cards: HEARTS.score([cards, [], [], []]),
    "counted": lambda cards: HEARTS.score([[], [], [], []], exposed=cards),
    "undealt": lambda cards: HEARTS.new_game(4, 7, aside=cards),
    "move": lambda cards: HEARTS.new_game(4, 7).apply(0, cards),
    "asked": lambda cards: HEARTS.new_game(4, 7).explain(0, cards),
}
ODD = {
    "endless": repeat("2C"),
    "numbers": range(10**9),
    "many": ["2C"] * 10**6,
    "number": repeat(2),
    "long": LONG,
    "padded": PADDED,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("cards", ODD.values(), ids=ODD)
def test_cards_without_end(call: Callable[[Any], object], cards: Any) -> None:
    with pytest.raises(trickbook.TrickbookError) as refused:
        call(cards)
    assert len(str(refused.value)) < 300


def test_lists_that_no_machine_could_hold() -> None:
    with pytest.raises(trickbook.TrickbookError, match="no list is so long"):
        HEARTS.score(range(10**30))  # type: ignore[arg-type]


@pytest.mark.parametrize("beside", [3, True, b"2C", []])
def test_a_folder_is_a_path(beside: Any) -> None:
    message = re.escape(f"beside is a folder's path, not {beside!r}")
    with pytest.raises(trickbook.TrickbookError, match=message):
        trickbook.replay(HEARTS.new_game(seed=1).record(), beside=beside)


def test_more_tricks_than_cards() -> None:
    with pytest.raises(trickbook.TrickbookError, match="51 tricks cannot have been played: each takes a"):
        HEARTS.position("2C 3C 4C", trick_number=52)
    with pytest.raises(trickbook.TrickbookError, match="12 tricks cannot have been played"):
        HEARTS.position("2C 3C 4C", trick=["5C", "6C"], trick_number=13)
    assert HEARTS.position("2C", trick=["5C", "6C", "7C"], trick_number=13).legal() == ["2C"]
    with pytest.raises(trickbook.TrickbookError, match="52 tricks cannot have been played"):
        HEARTS.score([["QS"], [], [], []], tricks=[13] * 4)
    assert HEARTS.score([["QS"], [], [], []], tricks=[1, 12, 0, 0]) == [13, 0, 0, 0]


@pytest.mark.parametrize("deal", [0, -3, 10**9])
def test_draws_of_no_deal(deal: int) -> None:
    with pytest.raises(trickbook.TrickbookError, match="the deal that draws are given for is a whole number"):
        HEARTS.new_game(draws={deal: []})


@pytest.mark.parametrize("text", ["2C # 3C", "2C@٢", "2C " * 2000, "|" * 2000])
def test_draws_that_no_record_holds(text: str) -> None:
    with pytest.raises(trickbook.CardError, match="draws are texts that name cards"):
        HEARTS.new_game(draws={1: [text]})


def test_hands_that_are_given_twice() -> None:
    hands = [["2C"], ["3C"], ["4C"], ["5C"]]
    with pytest.raises(trickbook.CardError, match="deal 1 has its hands twice"):
        HEARTS.new_game(hands=hands, draws={1: ["2C | 3C | 4C | 5C"]})
    assert HEARTS.new_game(hands=hands, draws={1: [""]}).hands[0] == ("2C",)


def first_move(game: trickbook.Game) -> trickbook.Game:
    return game.apply(game.actors[0], game.legal(game.actors[0])[0])


def test_draws_for_a_later_deal_are_kept_in_the_record() -> None:
    given = {2: [" AC KC|2D 3D | 4D 5D | 6D  7D", "3D"], 3: ["AC | 2D | 4D | 7D"]}
    game = trickbook.load("whist").new_game(4, seed=1, draws=given)
    text = game.record()
    assert "\ndraws 2 AC KC|2D 3D | 4D 5D | 6D 7D\ndraws 2 3D\ndraws 3 AC | 2D | 4D | 7D\n" in text
    again = trickbook.replay(text)
    while game.deal == 1:
        game, again = first_move(game), first_move(again)
    text = game.record()
    assert text == again.record() == trickbook.replay(text).record()
    assert "draws 2" not in text
    assert "deal = KC AC | 2D 3D | 4D 5D | 6D 7D\nturn_up = 3D" in text


def test_the_second_draw_of_a_deal_is_told_at_its_line() -> None:
    game = trickbook.load("oh-hell", players=4).new_game(seed=1)
    while game.deal < 3:
        game = first_move(game)
    lines = game.record().split("\n")
    second = [place for place, line in enumerate(lines, 1) if line.startswith("turn_up")][1]
    for drawn in ("turn_up = 3D", "turn_up = ZZ", "tu=rn_up = JH"):
        changed = "\n".join([*lines[: second - 1], drawn, *lines[second:]])
        with pytest.raises(trickbook.RecordError, match=rf"record:{second}:1: "):
            trickbook.replay(changed)


@pytest.mark.parametrize("line", ["Deal 9 dealer 0", "tricks: 0 2C", "Announced time_up"])
def test_nothing_comes_after_the_end(line: str) -> None:
    game = trickbook.load("hearts", {"target": 1}).new_game(seed=7)
    while game.phase != "over":
        game = first_move(game)
    text = game.record()
    last = text.count("\n") + 1
    with pytest.raises(trickbook.RecordError, match=rf"record:{last}:1: .*the match is over"):
        trickbook.replay(text + line + "\n")


def test_blanks_around_the_house_rules_of_a_record() -> None:
    text = trickbook.load("hearts", house=["omnibus", "sun"]).new_game(seed=7).record()
    again = trickbook.replay(text.replace("house omnibus,sun", "house omnibus , sun"))
    assert again.record() == text


def test_the_order_of_house_rules_makes_no_difference(tmp_path: Path) -> None:
    own = tmp_path / "a-word.yaml"
    own.write_text("trickbook: 1\nname: A word\nwords: {red: hearts or diamonds}\n", "utf-8")
    for names in (["omnibus", "dealers-choice"], ["sun", "omnibus", str(own)]):
        one, other = (trickbook.load("hearts", house=some) for some in (names, names[::-1]))
        assert (one.digest, other.house) == (other.digest, tuple(names[::-1]))
