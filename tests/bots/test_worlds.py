"""Worlds are drawn from all deals that a seat's view allows, each as likely; all of them are counted.

TRICKBOOK_WORLDS says how many are compared with worlds that were played through; `make soak` compares more.
"""

import os
import random
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from typing import Any, Final

import pytest
from tests.bots.all_worlds import (
    CASES,
    HOLD,
    RARE,
    SMALL,
    Case,
    counted,
    drawn_worlds,
    enough,
    lie,
    played,
    rules_of,
    unlikely,
)
from tests.games import GAMES, SOME_GAMES

import trickbook
from trickbook.bots import worlds
from trickbook.bots.worlds import constraints, past_plays, sample_worlds
from trickbook.bots.worlds.retraced import brings_cards
from trickbook.bots.worlds.start_state import PLAY_EVENTS, asked_in_tricks
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep

SAME: Final = (
    "piles",
    "sizes",
    "tricks",
    "trick",
    "facts",
    "counts",
    "exposed",
    "scores",
    "legal",
    "phase",
    "leader",
)
WORLDS: Final = int(os.environ.get("TRICKBOOK_WORLDS", "2"))

OWN: Final = [
    pytest.param(str(path), id=path.stem)
    for path in sorted((Path(__file__).parents[1] / "rulesets").glob("*.yaml"))
    if path.read_text("utf-8").split("\n", 2)[1] == "trickbook: 1"
]
"""Whole games of the tests."""

BEYOND: Final = {"double-deck-pinochle": "all lay melds open by rule, and take them up again"}
"""The games in which worlds have nothing in common, though no answer or secret differs, and why."""

MOST_DEALS: Final = 8
"""How many deals of a short game are played until worlds have something in common, if they ever do."""


@pytest.mark.parametrize("name", CASES)
def test_worlds_are_drawn_as_often_as_deals_lead_to_them(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    rules = rules_of(case, tmp_path)
    start, game, moves = played(rules, case)
    expected = counted(rules, case, start, game, moves)
    assert lie(game) in expected
    assert unlikely(expected, drawn_worlds(rules, case, game, enough(expected))) < RARE


def test_cards_shown_among_tricks_need_not_be_those_of_the_first_try(tmp_path: Path) -> None:
    """Whatever the hands are with which the plays of others are first made again, worlds are found."""
    case = CASES["shown_among_tricks"]
    rules = rules_of(case, tmp_path)
    _, game, _ = played(rules, case)
    for chance in range(20):
        sampled = sample_worlds(rules, 3, game.view(case.seat), 5, chance)
        assert (len(sampled.worlds), sampled.loose) == (5, False)


Spoiled = Callable[[pytest.MonkeyPatch], None]


def copies_are_one(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(worlds, "_odds", lambda _scene, _lie: 1)


def every_play_is_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(past_plays, "legal_play", lambda *_: True)
    patch.setattr(worlds, "exclusions", lambda *_: worlds.NO_EXCLUSIONS)


def passed_cards_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(constraints, "_stays", lambda *_: False)


@pytest.mark.parametrize(
    ("name", "spoiled"),
    [
        ("copies", copies_are_one),
        ("copies_laid_open", copies_are_one),
        ("a_void", every_play_is_legal),
        ("no_pair", every_play_is_legal),
        ("no_pair_and_no_copy", every_play_is_legal),
        ("passed", passed_cards_are_forgotten),
        ("copies_passed", passed_cards_are_forgotten),
    ],
)
def test_a_wrong_sampler_is_caught(
    name: str, spoiled: Spoiled, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[name]
    rules = rules_of(case, tmp_path)
    start, game, moves = played(rules, case)
    expected = counted(rules, case, start, game, moves)
    spoiled(monkeypatch)
    assert unlikely(expected, drawn_worlds(rules, case, game, 2 * enough(expected))) > RARE


def test_what_a_hand_must_hold_is_certain() -> None:
    """Seat 1 has shown that it has no club, and seat 0 holds the nine of clubs, which was passed to it."""
    rules = trickbook.load("hearts", {"pass_count": 1})
    game = rules.new_game(hands=["2C 6H AD", "QS 7C 3D", "4H KC 4D", "5H 9C 8S"])
    for seat, card in enumerate(["6H", "7C", "4D", "9C"]):
        game = game.apply(seat, card)
    for move in ["2C", "3D", "KC"]:
        assert game.turn is not None
        game = game.apply(game.turn, move)
    worlds = sample_worlds(rules, 4, game.view(3), 50, 1).worlds
    assert len(worlds) == 50
    assert all("9C" in world.hands[0] for world in worlds)
    assert not any(card.endswith("C") for world in worlds for card in world.hands[1])
    assert len({world.hands for world in worlds}) > 40


@pytest.mark.parametrize("name", [*GAMES, *OWN])
def test_every_game_has_its_worlds(name: str) -> None:
    """In each game, worlds in which all is legal are found."""
    rules = trickbook.load(name)
    rng = random.Random(name)  # noqa: S311
    game = rules.new_game(seed=rng.randrange(1000))
    while game.turn is not None and game.deal < 3:
        seat, moves = game.turn, game.legal(game.turn)
        if len(moves) > 1 and rng.random() < 0.1:
            seen = game.view(seat)
            sampled = sample_worlds(rules, rules.usual, seen, 2, rng.randrange(1 << 60))
            assert len(sampled.worlds) == 2, game.record()
            assert not sampled.loose, game.record()
            for world in sampled.worlds:
                assert {key: world.view(seat)[key] for key in SAME} == {key: seen[key] for key in SAME}
        game = game.apply(seat, moves[rng.randrange(min(len(moves), 1 << 30))])


@pytest.mark.parametrize("name", SOME_GAMES)
def test_worlds_are_the_same_if_each_is_played_through(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where worlds differ in the unseen cards alone, one is played through; so no other need be."""
    rules, rng, common = trickbook.load(name), random.Random(name), []  # noqa: S311
    patterned = worlds._common  # noqa: SLF001 - to see that it is not in vain
    most = 2 if differ(rules) else MOST_DEALS

    def seen_common(*scene: Any) -> Any:
        common.append(patterned(*scene))
        return common[-1]

    monkeypatch.setattr(worlds, "_common", seen_common)
    game = rules.new_game(seed=rng.randrange(1000))
    while game.turn is not None and (game.deal < 2 or (game.deal < most and not any(common))):
        seat, moves = game.turn, game.legal(game.turn)
        if len(moves) > 1 and rng.random() < 0.15 and to_a_trick(game):
            alike(rules, game.view(seat), rng.randrange(1 << 60), common)
        game = game.apply(seat, moves[rng.randrange(min(len(moves), 1 << 30))])
    assert any(common) is (name not in BEYOND) or differ(rules)


def to_a_trick(game: trickbook.Game) -> bool:
    """Whether somebody is to play to a trick; elsewhere worlds have nothing in common."""
    return isinstance(game.engine.waiting[game.state.step], TrickStep)


def alike(rules: trickbook.Ruleset, seen: Mapping[str, Any], seed: int, common: list[Any]) -> None:
    """Worlds that had something in common are drawn again, and each is played through."""
    before = len(common)
    sampled = sample_worlds(rules, rules.usual, seen, WORLDS, seed)
    if any(common[before:]):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(worlds, "_common", lambda *_: None)
            each = sample_worlds(rules, rules.usual, seen, WORLDS, seed)
        assert list(map(told, sampled.worlds)) == list(map(told, each.worlds))


def differ(rules: trickbook.Ruleset) -> bool:
    """Whether secret facts, drawn cards or answers may differ from world to world."""
    engine = rules.engine()
    drawn = any(isinstance(step, AskStep) for event in PLAY_EVENTS for step in engine.upon.get(event, ()))
    return bool(engine.secret_facts or brings_cards(engine) or asked_in_tricks(engine) or drawn)


def told(game: trickbook.Game) -> object:
    """All that a state holds."""
    return game.state.__getstate__()


def test_what_a_match_remembers_is_as_everybody_knows(tmp_path: Path) -> None:
    """A fact that counts the tricks of the whole match was less when play began."""
    counts = "facts: {turns: {lasts: match, starts: 0, upon: trick, becomes: turns + 1}}\n"
    rules = rules_of(Case("hearts", SMALL + counts, HOLD), tmp_path)
    game = rules.new_game(seed=1)
    while game.deal < 2 or len(game.tricks) < 2:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    assert game.turn is not None
    sampled = sample_worlds(rules, 3, game.view(game.turn), 3, 1)
    assert (sampled.loose, {world.facts["turns"] for world in sampled.worlds}) == (False, {6})


def test_where_no_world_is_legal_some_that_look_alike_are_given() -> None:
    """Nobody can have led so: the view was made up."""
    rules = trickbook.load("hearts", HOLD)
    game = rules.new_game(hands=["2C 3C 4D", "5C 6D 7D", "8C 9D TD", "JC QD KD"])
    seen = game.apply(0, "2C").view(1)
    made_up = {**seen, "trick": [[0, "3C"]], "piles": {**seen["piles"], "trick": ["3C"]}}
    sampled = sample_worlds(rules, 4, made_up, 5, 1)
    assert (sampled.loose, len(sampled.worlds)) == (True, 5)
    assert len(sample_worlds(rules, 4, made_up, 5, 1, 0.0).worlds) == 1
    assert {(world.hands[1], world.trick) for world in sampled.worlds} == {(game.hands[1], ((0, "3C"),))}


@pytest.mark.parametrize("name", ["hearts", "german-whist", "oh-hell"])
def test_after_the_time_is_over_one_world_is_sampled(name: str) -> None:
    """A player whose time is short has a world nevertheless."""
    rules = trickbook.load(name)
    game = rules.new_game(seed=1)
    assert game.turn is not None
    seen = game.view(game.turn)
    late, early = (sample_worlds(rules, rules.usual, seen, 5, 1, until) for until in (0.0, inf))
    assert (len(late.worlds), len(early.worlds)) == (1, 5)


def test_worlds_that_do_not_look_alike_are_not_given() -> None:
    """The view was made up: the trick lies on the table, and none of its cards was played."""
    rules = trickbook.load("hearts", HOLD)
    game = rules.new_game(hands=["2C 3C 4D", "5C 6D 7D", "8C 9D TD", "JC QD KD"])
    seen = game.apply(0, "2C").view(1)
    sampled = sample_worlds(rules, 4, {**seen, "trick": [[0, "3C"]]}, 5, 1)
    assert (sampled.loose, sampled.worlds) == (True, ())
