"""Whatever rules are sent: they are refused with problems, or a table of them can be drawn and played at."""

from __future__ import annotations

import json
import random
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fuzz.odd import FUZZ, PLACES, jumbled, typed
from tests.seat.requests import answer_to

import trickbook
from trickbook.loading import shipped
from trickbook.seat import about, seat_view
from trickbook.seat.hints import hint
from trickbook.seat.rules_request import MAX_RULESET_LENGTH
from trickbook.seat.score_sheet import score_sheet
from trickbook.seat.setup_form import setup_form

SOURCES = [text for path in shipped().values() if len(text := path.read_text("utf-8")) <= MAX_RULESET_LENGTH]
LESS = settings(FUZZ, max_examples=max(25, FUZZ.max_examples // 10))


def played(rules: trickbook.Ruleset) -> None:
    """A deal by some rules, with all that is told of it."""
    rng, game = random.Random(1), rules.new_game(seed=1)  # noqa: S311 - a test, no secret
    about(rules, language="zh")
    for number in range(60):
        if game.turn is None or game.deals:
            break
        found = seat_view(game, game.turn, "zh")
        if number % 10 == 0:
            json.dumps([found, hint(rules, game, game.turn, "zh")])
        legal = game.legal(game.turn)
        assert not {*islice(legal, 50)} & set(found["why"])
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])
    if game.deals:
        json.dumps(score_sheet(game, language="zh"))


def tried(text: str) -> None:
    found = answer_to(text=text)
    assert bool(found.rules) != bool(found.problems)
    if found.rules is None:
        assert all(problem["message"] for problem in found.problems)
        return
    try:
        played(found.rules)
    except trickbook.TrickbookError:  # a deal without end, or without a move
        return


@given(place=st.sampled_from(sorted(PLACES)), expression=typed())
@LESS
def test_rules_with_odd_expressions(place: str, expression: str) -> None:
    tried(f"trickbook: 1\nextends: hearts\n{PLACES[place].replace('{}', expression)}\n")


@given(text=jumbled(SOURCES))
@LESS
def test_jumbled_rules(text: str) -> None:
    tried(text)


@given(text=jumbled(SOURCES))
@settings(LESS, max_examples=5)
def test_forms_of_jumbled_rules(text: str) -> None:
    json.dumps(setup_form(text=text, language="zh"))
