"""Complex scores: exact, written as people write them, compared by their distance from zero."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import trickbook
from trickbook.cards.gaussian import Gaussian, norm, of, read

RULES = """\
trickbook: 1
extends: trick-taking
name: Complex
players: {count: 4}
worth:
  hearts: {cards: hearts, is: 1}
  queen:  {cards: QS, is: 13i}
points: {ten: {when: taken has TC, player: points * 2i}}
match:
  scores: complex
  starts: 1 - 1i
  ends: {far: {when: any of players (norm of score >= 100 ^ 2)}}
  wins: {nearest: {fewest: norm of score}}
  max_deals: 20
"""

numbers = some.integers(-(10**20), 10**20)
gaussians = some.builds(Gaussian, numbers, numbers)


@pytest.fixture
def rules(tmp_path: Path) -> trickbook.Ruleset:
    path = tmp_path / "complex.yaml"
    path.write_text(RULES, "utf-8")
    return trickbook.load(path)


def test_five_hearts_the_queen_and_the_ten(rules: trickbook.Ruleset) -> None:
    """FX-1: (5 + 13i) times 2i."""
    points = rules.score([["2H", "3H", "4H", "5H", "6H", "QS", "TC"], [], ["7H"], []])
    assert points == [-26 + 10j, 0, 1, 0]
    assert list(map(str, points)) == ["-26+10i", "0", "1", "0"]


def test_scores_are_kept_and_recorded(rules: trickbook.Ruleset) -> None:
    hands = [["QS"], ["TS"], ["2H"], ["2S"]]
    game = rules.new_game(seed=3, hands=hands, scores=["3+4i", 5j, 0, Gaussian(2)], leader=0)
    for seat in range(4):
        game = game.apply(seat, hands[seat][0])
    assert game.scores == (4 + 17j, 5j, 0, 2)
    assert "scores 3+4i 5i 0 2\n" in game.record()
    assert "Points 1+13i 0 0 0\n" in game.record()
    assert trickbook.replay(game.record(), rules).record() == game.record()


def test_everybody_starts_with_the_same_score(rules: trickbook.Ruleset) -> None:
    game = rules.new_game(seed=3)
    assert game.scores == (1 - 1j,) * 4
    assert "scores" not in game.record()


def test_a_score_that_is_no_number_is_refused(rules: trickbook.Ruleset) -> None:
    with pytest.raises(trickbook.TrickbookError, match="a complex number"):
        rules.new_game(scores=["i3", 0, 0, 0])
    with pytest.raises(trickbook.TrickbookError, match="a complex number"):
        rules.new_game(scores=[0.5, 0, 0, 0])


@given(gaussians)
def test_what_is_written_is_read_back(number: Gaussian) -> None:
    if len(str(abs(number.real))) <= 18 and len(str(abs(number.imag))) <= 18:
        assert read(str(number)) == number


@given(gaussians, gaussians, gaussians)
def test_they_reckon_as_numbers_do(a: Gaussian, b: Gaussian, c: Gaussian) -> None:
    assert a * (b + c) == a * b + a * c
    assert a - b == -(b - a)
    assert norm(a * b) == norm(a) * norm(b)
    assert (a == b) == ((a.real, a.imag) == (b.real, b.imag))


def test_they_are_laid_out_as_they_are_written() -> None:
    assert f"{Gaussian(5, 13):>6}|{Gaussian(0, -1):<3}|{Gaussian(7)}" == " 5+13i|-i |7"


@given(numbers, gaussians)
def test_whole_numbers_are_among_them(whole: int, number: Gaussian) -> None:
    assert whole + number == number + whole == Gaussian(whole) + number
    assert whole * number == number * whole == Gaussian(whole) * number
    assert whole - number == Gaussian(whole) - number


@pytest.mark.parametrize("whole", [7, -1, -2, 10**17 + 1, -(10**400)])
def test_equal_numbers_have_equal_hashes(whole: int) -> None:
    assert Gaussian(whole) == whole
    assert hash(Gaussian(whole)) == hash(whole)
    assert hash(Gaussian(3, 5)) == hash(3 + 5j)


@pytest.mark.parametrize("text", ["", "x", "i3", "3+", "1+2", "--3", "1i2", "3.5", "0x3"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert read(text) is None
    assert of([]) is None


def test_cards_of_a_complex_worth_are_named_by_it(tmp_path: Path) -> None:
    path = tmp_path / "complex.yaml"
    path.write_text(f"{RULES}play: {{queen_waits: {{when: first_trick, keep: worth is not 13i}}}}\n", "utf-8")
    legal = trickbook.load(path).position(hand="QS 5S 4H", trick=["2S"], trick_number=1).legal()
    assert list(legal) == ["5S"]


def test_a_score_in_a_record_is_a_number_as_people_write_it(rules: trickbook.Ruleset) -> None:
    record = rules.new_game(seed=1, scores=["5+13i", 0, 0, 0]).record()
    with pytest.raises(
        trickbook.TrickbookError, match=r"whole or complex number, such as `5\+13i`, not `1e3`"
    ):
        trickbook.replay(record.replace("5+13i", "1e3"), rules)
