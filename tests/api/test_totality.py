"""No ruleset that is accepted can make a game go on for ever, or eat up the machine."""

from pathlib import Path
from typing import Any

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


def test_the_greatest_scores_and_facts_replay(tmp_path: Path) -> None:
    text = SMALL + "facts: {told: {starts: 0, lasts: match, upon: end, becomes: told}}\n"
    rules = trickbook.load(
        written(tmp_path, text + "words: {bid: told}\npoints: {p: {when: told is 1, player: bid}}\n")
    )
    for sign in (1, -1):
        facts = {"told": sign * 10**18, "bid": -sign * 10**18}
        game = rules.new_game(seed=1, scores=[sign * 10**15] * 4, facts=facts)
        again = trickbook.replay(game.record(), rules)
        assert (again.record(), again.facts["told"]) == (game.record(), facts["told"])
    for name in facts:
        with pytest.raises(
            trickbook.TrickbookError, match=f"`{name}` is a whole number from -1000000000000000000"
        ):
            rules.new_game(seed=1, facts={name: 10**18 + 1})


@pytest.mark.parametrize("text", [None, 5, b"Trickbook record 1"])
def test_what_is_no_record_is_refused(text: object) -> None:
    with pytest.raises(trickbook.TrickbookError, match="a record is a text"):
        trickbook.replay(text)  # type: ignore[arg-type]
    with pytest.raises(trickbook.TrickbookError, match="rules are a ruleset, or its name or path, not 5"):
        trickbook.replay("Trickbook record 1", 5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["target", "passing"])
def test_a_number_that_cannot_be_written_is_no_option(name: str) -> None:
    for value in (10**5000, [10**5000]):
        with pytest.raises(trickbook.OptionError, match=r"cannot be a .* too large to be shown"):
            trickbook.load("hearts", {name: value})


@pytest.mark.parametrize("name", [None, 5, b"hearts", [10**5000]])
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(trickbook.TrickbookError, match="a ruleset is a name or a path"):
        trickbook.load(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("cards", [None, 5, b"QS", [None], [["QS"]]])
def test_what_names_no_cards_is_refused(cards: object) -> None:
    with pytest.raises(trickbook.TrickbookError, match="cards are named by a text or by a list of texts"):
        trickbook.load("hearts").position(hand=cards)  # type: ignore[arg-type]


@pytest.mark.parametrize("odd", [10**5000, [], {}, None, 1.5, b"QS"], ids=lambda odd: type(odd).__name__)
def test_what_is_no_seat_and_no_move_is_refused(odd: Any) -> None:
    game = trickbook.load("hearts", {"passing": "hold"}).new_game(seed=1)
    for ask in (
        game.legal,
        game.explain,
        game.explain_points,
        game.announce,
        lambda seat: game.apply(seat, "QS"),
    ):
        with pytest.raises(trickbook.TrickbookError):
            ask(odd)
    with pytest.raises(trickbook.TrickbookError):
        game.apply(game.actors[0], odd)
