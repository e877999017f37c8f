"""No ruleset that is accepted can make a game go on for ever, or eat up the machine."""

from pathlib import Path

import pytest

import trickbook

SMALL = """\
trickbook: 1
extends: trick-taking
players: {count: 4}
worth: {hearts: {cards: hearts, is: 1}}
match: {max_deals: 10000, wins: {lowest: {fewest: score}}}
"""
REFILL = (
    SMALL
    + "steps: {refill: {upon: trick, move: trick, to: aside},\n"
    + "        again: {upon: trick, deal: hand, from: aside}}\n"
)
IDLE = SMALL + "steps: {tricks: null}\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "endless.yaml"
    path.write_text(text, "utf-8")
    return path


def first_moves(game: trickbook.Game) -> None:
    while game.phase != "over":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])


def test_tricks_that_fill_the_hands_again_come_to_an_end(tmp_path: Path) -> None:
    game = trickbook.load(written(tmp_path, REFILL)).new_game(seed=1)
    with pytest.raises(trickbook.TrickbookError, match="this deal does not end"):
        first_moves(game)


def test_a_match_in_which_nobody_acts_does_not_begin(tmp_path: Path) -> None:
    rules = trickbook.load(written(tmp_path, IDLE))
    with pytest.raises(trickbook.TrickbookError, match="nobody has had anything to do for 500 deals"):
        rules.new_game(seed=1)


def test_all_expressions_together_have_a_bound(tmp_path: Path) -> None:
    words = "".join(f"  w{n}: w{n - 1} + w{n - 1}\n" for n in range(1, 12))
    clauses = "".join(f"  c{n}: {{keep: count of play + w11 > {n}}}\n" for n in range(20))
    text = f"{SMALL}words:\n  w0: count of hand + deal\n{words}play:\n{clauses}"
    with pytest.raises(trickbook.RulesetError, match="too-costly: all expressions together"):
        trickbook.load(written(tmp_path, text))


def test_a_word_that_nothing_uses_must_mean_something(tmp_path: Path) -> None:
    with pytest.raises(trickbook.RulesetError, match="unknown-word: `nonsense`"):
        trickbook.load(written(tmp_path, SMALL + "words: {danger: nonsense or QS}\n"))


def test_points_hold_at_a_great_size(tmp_path: Path) -> None:
    times = "".join(f"  a{n}: {{cards: hearts, times: 10 ^ 18}}\n" for n in range(400))
    rules = trickbook.load(written(tmp_path, f"{SMALL}points:\n{times}"))
    assert rules.score(taken=["2H", [], [], []]) == [10**15, 0, 0, 0]


@pytest.mark.parametrize("name", [None, 5, b"hearts"])
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(trickbook.TrickbookError, match="a ruleset is a name or a path"):
        trickbook.load(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [None, 5, b"QS", [None], [["QS"]]])
def test_what_names_no_cards_is_refused(cards: object) -> None:
    with pytest.raises(trickbook.TrickbookError, match="cards are named by a text or by a list of texts"):
        trickbook.load("hearts").position(hand=cards)  # type: ignore[arg-type]
