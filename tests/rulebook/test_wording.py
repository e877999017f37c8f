"""Expressions in plain words: as they come out at a table, or as they are written."""

from __future__ import annotations

from dataclasses import replace

import pytest

import trickbook
from trickbook.rulebook.expressions.certainty import Certainty
from trickbook.rulebook.expressions.wording import Wording
from trickbook.rulebook.phrases import display_names, phrases


def wording(name: str, language: str = "en", *, settled: bool = True) -> Wording:
    setup = trickbook.load(name).engine()
    names = display_names(setup.context, language) if language != "en" else {}
    return Wording(setup, replace(phrases(language), names=names), Certainty(setup), settled=settled)


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("hand has QS", "Q♠ is in the hand"),
        ("not hand has QS", "Q♠ is not in the hand"),
        ("hand has no led_suit", "there is no card of the led suit in the hand"),
        ("hand has cards", "there is a card in the hand"),
        ("hand has no cards", "there is no card in the hand"),
        ("not hand has cards", "there is no card in the hand"),
        ("players where (hand has cards)", "the player with a card in the hand"),
        ("players where (taken has all penalty)", "the player with all of “penalty” in the cards taken"),
        ("dealer + 1", "the player after the dealer"),
        ("player - 1", "the player on the right"),
        ("any of players (score >= target)", "the score is at least 100 for at least one player"),
        ("count of players mod 3 is 0 and leading", "never"),
        ("leading or leading and following", "the player leads or (the player leads and the player follows)"),
        ("not (leading or first_trick)", "it is not true that (the player leads or it is the first trick)"),
        ("not first_trick", "it is not the first trick"),
        ("opener", "2♣"),
        ("penalty", "“penalty”"),
        ("hearts and rank >= 5 and rank <= T", "5♥ to 10♥"),
        ("not hearts", "all cards but hearts"),
        ("hearts or spades or diamonds", "all cards but all clubs"),
        ("jacks or queens", "all jacks and all queens"),
        ("penalty and hand", "“penalty” in the hand"),
        ("count of (hearts and taken)", "the number of hearts in the cards taken"),
        ("count of taken", "the number of cards taken"),
        ("points - 2 * prize", "the number of points − 52"),
        ("(points + tricks) * 2", "(the number of points + the number of tricks taken) × 2"),
        ("if safe_first then 3 else tricks", "3"),
        ("passing is left and safe_first", "“passing” is “left”"),
        ("passing is centre or passing is hold", "“passing” is “hold”"),
        ("hearts_broken", "“hearts broken” holds"),
        ("not hearts_broken", "“hearts broken” does not hold"),
        ("laid_bare", "never"),
        ("any of players (laid_bare)", "never"),
        ("hearts_broken is yes", "“hearts broken” holds"),
        ("points + 0", "the number of points"),
        ("points - (if safe_first then 0 else tricks)", "the number of points"),
        ("-score", "−the score"),
        ("seat 2", "seat 2"),
    ],
)  # fmt: skip
def test_as_it_comes_out(expression: str, told: str) -> None:
    assert wording("hearts").text(expression) == told


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("bid is answered", "“bid” has an answer"),
        ("bid of (player + 2) is not answered", "“bid” of the player opposite has no answer yet"),
        ("not bid is answered", "“bid” has no answer yet"),
    ],
)
def test_whether_there_is_an_answer(expression: str, told: str) -> None:
    assert wording("spades").text(expression) == told


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("passing is centre", "“passing” is “centre”"),
        ("count of players mod 2 is 0", "the number of players is a multiple of 2"),
        ("if count of players > 4 then 2 else 3", "2 if the number of players is more than 4, else 3"),
        ("minutes > 0", "“minutes” is more than 0"),
        ("hearts and rank >= 5", "hearts in the cards whose rank is at least 5"),
    ],
)
def test_as_it_is_written(expression: str, told: str) -> None:
    assert wording("hearts", settled=False).text(expression) == told


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        ("hand has QS", "手牌中有Q♠"),
        ("hand has led_suit", "手牌中有属于领出的花色的牌"),
        ("hand has no led_suit", "手牌中没有领出的花色"),
        ("hand has all hearts", "全部红心都在手牌中"),
        ("hand has cards", "手牌中有牌"),
        ("hand has no cards", "手牌中没有牌"),
        ("dealer + 1", "发牌人的下家"),
        ("hand of dealer", "发牌人的手牌"),
        ("hearts and taken", "收下的牌中的红心"),
    ],
)
def test_in_chinese(expression: str, told: str) -> None:
    assert wording("chinese-hearts", "zh").text(expression) == told


def test_a_seat_goes_by_its_name() -> None:
    assert wording("rules-of-hearts").text("seat 3") == "South"
