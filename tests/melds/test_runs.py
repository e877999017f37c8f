"""Runs and sets of cards: which cards lie in one, which end one, in both engines; and what is none."""

from pathlib import Path

import pytest
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.cards.runs import CardOrder, Meld, ladders, melded, sets, steps, tops_of, windows
from trickbook.examples.runner import run

GAMES = sorted(Path(__file__).parent.glob("*.yaml"))
DEALS = 40

PAIRED = CardOrder((2, 2, 3, 3, 5, 5, 4), (63, 63, 63, 63, 63, 63, 0))
"""Two copies each of a two, a three and a five of one suit, and a four without a suit."""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_the_game_is_fine_and_its_examples_hold(game: Path) -> None:
    assert validate(game).problems == ()
    assert [str(outcome) for outcome in run([str(game)]).outcomes if not outcome.passed] == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_both_engines_count_alike(game: Path) -> None:
    alike(trickbook.load(str(game)), 4, iter(range(DEALS)), DEALS)


@pytest.mark.parametrize(
    ("cards", "run", "tops"),
    [
        (0b0000000, 0, 0),
        (0b0000101, 0b101, 0b100),
        (0b0001111, 0b1111, 0b1100),
        (0b0010100, 0b10100, 0b10000),
    ],
)
def test_all_copies_lie_in_a_run_and_cards_without_a_suit_in_none(cards: int, run: int, tops: int) -> None:
    suits = ladders(PAIRED)
    assert (melded(windows(suits, 2), cards), tops_of(steps(suits), cards)) == (run, tops)


def test_a_set_asks_for_suits_and_not_for_copies() -> None:
    order = CardOrder((2, 2, 2, 3, 3, 4), (1, 1, 2, 1, 2, 0))
    twos, threes = (3, 4), (8, 16)
    assert sets(ladders(order), 2) == (Meld(twos, 2), Meld(threes, 2))
    assert melded(sets(ladders(order), 2), 0b111011) == 0b011000


def test_sets_of_many_suits_are_as_many_as_the_ranks() -> None:
    """Not as many as there are ways to choose half of the suits."""
    order = CardOrder((2,) * 40 + (3,) * 40, tuple(1 << suit | 1 << 40 + suit for suit in range(40)) * 2)
    found = sets(ladders(order), 20)
    assert len(found) == 2
    assert melded(found, (1 << 19) - 1) == 0
    assert melded(found, (1 << 20) - 1) == (1 << 20) - 1
