"""Seats that rest: out of the match, behind a partner who plays alone, or since a trick."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.batch.equivalence import alike
from tests.laws.deals import chance

import trickbook
from trickbook.analysis.validation import validate
from trickbook.batch.cells import Playout
from trickbook.bots import BOTS, play_game, playouts, random
from trickbook.bots.worlds import sample_worlds
from trickbook.cli.program import program
from trickbook.examples.runner import run
from trickbook.seat import seat_view
from trickbook.seat.hints import hint

HERE = Path(__file__).parent
GAMES = [(path, players) for path in sorted(HERE.glob("*.yaml")) for players in trickbook.load(path).players]
DEALS = 60

ALONE, DROPPING, KNOCKED = (HERE / f"{name}.yaml" for name in ("alone", "dropping-out", "knocked-out"))

every_game = pytest.mark.parametrize(
    ("path", "players"), GAMES, ids=[f"{path.stem}-{players}" for path, players in GAMES]
)


@pytest.mark.parametrize("path", sorted(HERE.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_games_are_fine_and_their_examples_hold(path: Path) -> None:
    problems = [problem for problem in validate(path).problems if problem.severity != "note"]
    assert problems == []
    assert [str(outcome) for outcome in run([str(path)]).outcomes if not outcome.passed] == []


@every_game
def test_both_engines_play_alike(path: Path, players: int) -> None:
    alike(trickbook.load(path), players, iter(range(DEALS)), DEALS)


def played(path: Path, players: int) -> list[trickbook.Game]:
    """The moments of a match between players who like any move, in which somebody comes to rest."""
    rules = trickbook.load(path)
    for seed in range(50):
        steps = play_game(rules, rules.new_game(players, seed=seed), [random] * players)
        moments = [step.before for _, step in zip(range(120), steps, strict=False)]
        if any(game.resting for game in moments):
            return moments
    raise AssertionError(path)


@every_game
def test_who_rests_holds_no_turn(path: Path, players: int) -> None:
    for game in played(path, players):
        assert not set(game.resting) & {*game.actors}
        assert game.view(None)["resting"] == list(game.resting)
        for trick in game.tricks:
            assert len({seat for seat, _ in trick.plays}) == len(trick.plays) <= players


@every_game
def test_a_record_replays(path: Path, players: int) -> None:
    rules = trickbook.load(path)
    for game in played(path, players)[::10]:
        again = trickbook.replay(game.record(), rules)
        assert (again.resting, again.hands, again.scores) == (game.resting, game.hands, game.scores)


@every_game
def test_playouts_are_alike_with_machine_code_and_without(
    path: Path, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, rng = trickbook.load(path), chance(path.stem, players)
    games = [game for game in played(path, players) if game.deal == 1][::4]
    wanted = [
        Playout(place, rng.getrandbits(60), ducks)
        for place in range(len(games))
        for ducks in (0, (1 << players) - 1)
    ]
    swift = playouts.play_out(rules, games, 0, wanted)
    monkeypatch.setattr(playouts, "ready_playouts", lambda *_: None)
    assert playouts.play_out(rules, games, 0, wanted) == swift


@every_game
def test_imagined_worlds_have_the_same_seats_rest(path: Path, players: int) -> None:
    rules, found = trickbook.load(path), 0
    for number, game in enumerate(played(path, players)[::6]):
        assert game.turn is not None
        sample = sample_worlds(rules, players, game.view(game.turn), 2, number)
        for world in () if sample.loose else sample.worlds:
            found += 1
            assert world.resting == game.resting
            assert list(map(len, world.hands)) == list(map(len, game.hands))
    assert found


@pytest.mark.parametrize("bots", ["duck", "montecarlo"])
def test_bots_play_a_match(bots: str) -> None:
    rules = trickbook.load(KNOCKED)
    last = None
    for last in play_game(rules, rules.new_game(4, seed=3), [BOTS[bots], random] * 2):
        assert last.before.actors
    assert last is not None
    assert last.after.phase == "over"


def alone() -> trickbook.Game:
    """West plays alone, so that East rests."""
    start = trickbook.load(ALONE).new_game(hands=["9C 9S", "TC TS", "JC JS", "QC QS"], dealer=3)
    return start.apply(0, "yes")


def test_who_rests_is_told_why() -> None:
    game = alone()
    (reason,) = game.explain_resting().values()
    assert reason is not None
    assert (reason.name, reason.says) == ("partner", "The partner of who plays alone rests.")
    with pytest.raises(trickbook.MoveError, match=r"seat 2 rests: partner: The partner of"):
        game.apply(2, "JC")
    for seat, card in ((0, "9C"), (1, "TC"), (3, "QC")):
        game = game.apply(seat, card)
    assert "seat 2 rests: partner" in str(game.explain_trick(1))


def test_everybody_sees_who_rests() -> None:
    for seat in (None, 0, 2):
        found: dict[str, Any] = seat_view(alone(), seat)
        assert found["resting"] == [2]
        assert found["rests"]["2"]["says"] == "The partner of who plays alone rests."
    assert "resting" not in seat_view(trickbook.load("hearts").new_game(seed=1), 0)


def test_a_terminal_tells_who_rests(tmp_path: Path) -> None:
    call = ["sit", str(ALONE), "--plain", "--seed", "3", "--record", str(tmp_path / "alone.record")]
    found = CliRunner().invoke(program, call, "yes\nquit\n")
    assert "\nEast rests: The partner of who plays alone rests. (partner)\n" in found.output
    call = ["sit", str(DROPPING), "--plain", "--seed", "3", "--record", str(tmp_path / "dropping.record")]
    found = CliRunner().invoke(program, call, "quit\n")
    assert "\nYou rest: The dealer of five players looks on. (dealer)\n" in found.output


def test_the_last_to_play_takes_the_trick_in_a_hint() -> None:
    game = alone().apply(0, "9C").apply(1, "TC")
    assert hint(trickbook.load(ALONE), game, 3)["move"] == "QC"


def test_a_deal_passes_over_who_is_out_but_not_over_a_dealer_who_looks_on() -> None:
    knocked = trickbook.load(KNOCKED).new_game(4, seed=5, facts={"out": [False, True, True, False]}, dealer=0)
    assert (knocked.resting, [len(hand) for hand in knocked.hands]) == ((1, 2), [6, 0, 0, 6])
    rules = trickbook.load(DROPPING)
    dealers = {game.deal: game.dealer for game in played(DROPPING, 5)}
    assert [dealers[deal] for deal in sorted(dealers)] == [(deal - 1) % 5 for deal in sorted(dealers)]
    assert rules.new_game(5, seed=1).resting == (0,)


def test_who_rests_is_given_no_hand() -> None:
    rules = trickbook.load(DROPPING)
    with pytest.raises(trickbook.CardError, match="seat 0 rests in this deal"):
        rules.new_game(5, hands=["2C", "3C", "4C", "5C", "6C"])
    with pytest.raises(trickbook.CardError, match="seat 1 needs a hand"):
        rules.new_game(5, hands=["", "", "4C", "5C", "6C"])


NOBODY = """\
trickbook: 1
name: Nobody plays
extends: [trick-taking, highest-wins]
players: {count: 3}
resting: {all: {when: deal > 1}}
points: {tricks: {player: tricks}}
match: {max_deals: 3}
"""


def test_where_all_rest_nothing_is_dealt_asked_or_played(tmp_path: Path) -> None:
    path = tmp_path / "nobody.yaml"
    path.write_text(NOBODY, "utf-8")
    rules = trickbook.load(path)
    game = rules.new_game(seed=1)
    while game.phase != "over":
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    assert [sum(points) for points in game.deals] == [17, 0, 0]
    alike(rules, 3, iter(range(3)), 6)


def test_where_all_rest_nobody_is_left_to_play(tmp_path: Path) -> None:
    path = tmp_path / "nobody.yaml"
    path.write_text(NOBODY.replace("deal > 1", "score >= 0"), "utf-8")
    with pytest.raises(trickbook.TrickbookError, match="nobody is left to play"):
        trickbook.load(path).position("2C")


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "hoever rests when cards are dealt gets none"), ("zh", "发牌时已在休息的人不发牌")],
)
def test_the_rulebook_tells_who_rests(language: str, told: str) -> None:
    for path in (ALONE, DROPPING, KNOCKED):
        assert told in trickbook.load(path).rulebook("md", language)
    assert told not in " ".join(str(trickbook.load("hearts").rulebook(lang=language)).split())


@pytest.mark.parametrize(
    ("language", "told"), [("en", "begins to rest amid a trick"), ("zh", "一墩当中开始休息的人")]
)
def test_the_rulebook_tells_of_players_who_drop_out_amid_a_trick(language: str, told: str) -> None:
    for game in ("toepen", "getaway", str(HERE / "folding.yaml")):
        assert told in " ".join(str(trickbook.load(game).rulebook(lang=language)).split())
    for game in ("euchre", "bourre", str(DROPPING), str(KNOCKED)):
        assert told not in " ".join(str(trickbook.load(game).rulebook(lang=language)).split())
