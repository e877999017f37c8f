"""What a change does, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trickbook.analysis.difference.description import phrases
from trickbook.lab.intervals import ComparedCell, Difference, Estimate
from trickbook.lab.measures import Measure
from trickbook.lab.result_text import ChangeContext, change_sentence

if TYPE_CHECKING:
    from trickbook.texts.phrases import Phrases

MEASURES = {
    "points": Measure("points", "deal", "points"),
    "won": Measure("won", "win", "won", share=True),
    "moon": Measure("moon", "deal", "often", share=True, name="moon"),
    "length": Measure(None, "match", "length"),
    "hearts": Measure("hearts", "deal", "each_deal", name="hearts"),
}


def context(*bots: str, costing: bool = True, words: Phrases | None = None) -> ChangeContext:
    titles = {name: one.title() for name, one in MEASURES.items()}
    return ChangeContext(MEASURES, titles, bots or ("random",) * 4, costing, words or phrases("en"))


def apart(measure: str, base: float, other: float, off: float, *, seat: int | None = None) -> Difference:
    """A difference; it is marked if its interval leaves out 0."""
    mean = other - base
    p = 0.001 if abs(mean) > off else 0.6
    return Difference(
        ComparedCell(0, measure, seat), base, other, Estimate(mean, mean - off, mean + off), p, p
    )


POINTS = apart("points", 6.5, 4.0, 0.1)
LONGER = apart("length", 12.0, 16.25, 0.5)
NOTHING = apart("length", 12.0, 12.1, 0.5)


def test_it_names_what_changes_and_by_how_much() -> None:
    assert (
        change_sentence("omnibus", [POINTS, NOTHING], context())
        == "With omnibus, a deal costs 2.50 ± 0.10 points less; nothing else changes clearly."
    )
    assert (
        change_sentence("omnibus", [POINTS, apart("moon", 0.02, 0.03, 0.001), LONGER, NOTHING], context())
        == "With omnibus, a deal costs 2.50 ± 0.10 points less, “moon” happens more often (3.00 % instead of "
        "2.00 %) and a match lasts 4.25 ± 0.50 deals longer; nothing else changes clearly."
    )


def test_where_all_changes_it_does_not_say_that_something_stays() -> None:
    assert (
        change_sentence("sun", [LONGER, apart("hearts", 3, 2, 0.1)], context())
        == "With sun, a match lasts 4.25 ± 0.50 deals longer and hearts a deal fall by 1.00 ± 0.10."
    )


def test_points_that_win_are_no_cost() -> None:
    assert (
        change_sentence("sun", [POINTS], context(costing=False))
        == "With sun, a deal brings 2.50 ± 0.10 points less."
    )


def test_nothing_is_told_as_nothing() -> None:
    for looked in ([], [NOTHING], [apart("won", 0.2, 0.3, 0.01, seat=1)]):
        assert change_sentence("sun", looked, context()) == "With sun, nothing changes clearly."


def test_a_better_player_wins_more_often_if_each_of_its_seats_does() -> None:
    seated = context("duck", "random", "duck", "random")
    up = [apart("won", 0.4, 0.42, 0.01, seat=0), apart("won", 0.38, 0.44, 0.01, seat=2)]
    assert (
        change_sentence("sun", [*up, NOTHING], seated)
        == "With sun, duck wins more often (44.00 % instead of 38.00 %); nothing else changes clearly."
    )
    down = apart("won", 0.4, 0.3, 0.01, seat=0)
    assert change_sentence("sun", [down, up[1]], seated) == "With sun, nothing changes clearly."


def test_a_difference_without_an_interval_has_its_size_alone() -> None:
    exact = apart("points", 6.5, 4, 0)._replace(estimate=Estimate(-2.5))
    assert change_sentence("sun", [exact], context()) == "With sun, a deal costs 2.5 points less."


@pytest.mark.parametrize("bots", [("random",) * 4, ("duck", "random", "random", "random")])
def test_chinese_tells_the_same(bots: tuple[str, ...]) -> None:
    told = change_sentence("omnibus", [POINTS, LONGER, NOTHING], context(*bots, words=phrases("zh")))
    assert told == "采用omnibus后，每局少罚2.50 ± 0.10分，每场多打4.25 ± 0.50局；其余没有明显变化。"
