"""Cards that a step shows: who sees them, and where they lie in the worlds of a bot."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.bots import BOTS, play_game, random
from trickbook.bots.worlds import sample_worlds
from trickbook.cli.program import program
from trickbook.terminal.selection import shown_cards

HERE = Path(__file__).parent
LOOKS, DRAWN = HERE / "looks.yaml", HERE / "drawn.yaml"
GAMES = [(path, players) for path in (LOOKS, DRAWN) for players in trickbook.load(path).players]

every_game = pytest.mark.parametrize(
    ("path", "players"), GAMES, ids=[f"{path.stem}-{players}" for path, players in GAMES]
)


def played(path: Path, players: int, moves: int = 60) -> list[trickbook.Game]:
    """The moments of a match between players who like any move."""
    rules = trickbook.load(path)
    steps = play_game(rules, rules.new_game(players, seed=4), [random] * players)
    return [step.before for _, step in zip(range(moves), steps, strict=False)]


@pytest.mark.parametrize("path", [LOOKS, DRAWN], ids=lambda path: path.stem)
def test_the_games_are_fine(path: Path) -> None:
    assert [problem for problem in validate(path).problems if problem.severity != "note"] == []


@every_game
def test_both_engines_play_alike(path: Path, players: int) -> None:
    alike(trickbook.load(path), players, iter(range(40)), 40)


@every_game
def test_a_record_replays(path: Path, players: int) -> None:
    rules = trickbook.load(path)
    for game in played(path, players)[::10]:
        again = trickbook.replay(game.record(), rules)
        assert [again.view(seat) for seat in range(players)] == [game.view(seat) for seat in range(players)]


@every_game
def test_shown_cards_lie_where_they_lie_in_every_world(path: Path, players: int) -> None:
    rules, checked = trickbook.load(path), 0
    for number, game in enumerate(played(path, players)):
        assert game.turn is not None
        view, layout = game.view(game.turn), game.engine.layout
        sample = sample_worlds(rules, players, view, 3, number)
        assert sample.worlds
        assert not sample.loose
        for shown in view["shown"]:
            place = layout.piles[shown["pile"]].base + (shown["seat"] or 0)
            cards = sum(game.engine.card[card] for card in shown["cards"]) & game.state.piles[place]
            for world in sample.worlds:
                checked += 1
                assert not cards & ~world.state.piles[place]
    assert checked


def looks() -> trickbook.Game:
    """Seat 0 deals, so seat 1 is the first to show a card."""
    hands = ["2C 3S", "3C 5S", "4C 7H", "5C 8S"]
    return trickbook.load(LOOKS).new_game(4, hands=[hand.split() for hand in hands], seed=1)


def steps_seen(game: trickbook.Game, seat: int | None) -> list[tuple[str, int | None, str]]:
    view: dict[str, Any] = game.view(seat)
    shown = (one for one in view["shown"] if one["pile"] == "hand")
    return [(one["step"], one["seat"], " ".join(one["cards"])) for one in shown]


def test_a_card_that_is_shown_to_all_stays_in_the_hand() -> None:
    game = looks().apply(1, "3C")
    for seat in (None, 1, 2, 3):
        assert steps_seen(game, seat) == [("talked", 1, "3C")]
        assert ["talk", 1, "3C"] in game.view(seat)["course"]
    assert game.hands[1] == ("3C", "5S")
    assert game.facts["loud"] == [0, 1, 0, 0]


def test_nobody_but_who_looks_and_who_holds_the_cards_learns_of_it() -> None:
    game = looks()
    for seat in (1, 2, 3, 0):
        game = game.apply(seat, "none")
    assert [steps_seen(game, seat) for seat in (None, 0, 1, 2, 3)] == [
        [],
        [("spy", 1, "5S"), ("spy", 0, "3S")],
        [("spy", 1, "5S")],
        [("spy", 3, "8S")],
        [("spy", 3, "8S"), ("spy", 0, "3S")],
    ]


def test_the_dealer_alone_sees_what_lies_face_down() -> None:
    game = trickbook.load(LOOKS).new_game(4, seed=1)
    one = game.view(0)["shown"][0]
    assert (one["pile"], one["seat"], len(one["cards"]), one["to"]) == ("bottom", None, 4, [0])
    assert all(game.view(seat)["shown"] == [] for seat in (None, 1, 2, 3))


def test_shown_cards_are_told_of_until_they_are_seen_elsewhere() -> None:
    game = looks()
    for seat, move in ((1, "3C"), (2, "none"), (3, "none"), (0, "none")):
        game = game.apply(seat, move)
    assert shown_cards(game.view(2), 1) == ["3C"]
    assert shown_cards(game.apply(1, "3C").view(2), 1) == []


@pytest.mark.parametrize("path", [LOOKS, DRAWN], ids=lambda path: path.stem)
def test_bots_play_a_match(path: Path) -> None:
    rules, last = trickbook.load(path), None
    players = rules.players[-1]
    bots = [BOTS["montecarlo"], *[random] * (players - 1)]
    for last in play_game(rules, rules.new_game(players, seed=3), bots):
        assert last.before.actors
    assert last is not None
    assert last.after.phase == "over"


def test_a_terminal_tells_what_is_shown(tmp_path: Path) -> None:
    call = ["sit", str(DRAWN), "--players", "2", "--plain", "--seed", "3"]
    found = CliRunner().invoke(program, [*call, "--record", str(tmp_path / "drawn.record")], "9D\nquit\n")
    assert "\nYou show " in found.output
