"""Bids: answers with an order and with levels, auctions in both engines, at the table and by bots."""

from copy import copy
from itertools import islice
from pathlib import Path

import pytest
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.bots import play_game, turn_of
from trickbook.bots.montecarlo import montecarlo
from trickbook.bots.playouts import candidate_moves, random, random_move
from trickbook.bots.turn import Budget
from trickbook.cards.chance import Stream, rung, stream
from trickbook.examples.runner import run
from trickbook.expression.bids import Bid
from trickbook.seat.seat_view import seat_view

GAMES = sorted(Path(__file__).parent.glob("*.yaml"))
CONTRACT = next(path for path in GAMES if path.stem == "contract")
CALLED_OUT = next(path for path in GAMES if path.stem == "called-out")
DEALS = 100


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_an_auction_is_fine_and_its_examples_hold(path: Path) -> None:
    assert validate(path).problems == ()
    assert [str(outcome) for outcome in run([str(path)]).outcomes if not outcome.passed] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_engines_play_it_alike(path: Path) -> None:
    rules = trickbook.load(str(path))
    alike(rules, rules.usual, iter(range(DEALS)), DEALS)


def test_a_bid_is_a_text_with_a_level_and_a_strain() -> None:
    bid = Bid("3NT", 3, "no_trump")
    other = copy(bid)
    assert (other, other.level, other.strain) == ("3NT", 3, "no_trump")


def test_low_bids_are_likelier() -> None:
    drawn = [rung(stream(seed, 0), 4) for seed in range(4000)]
    assert [round(8 * drawn.count(place) / len(drawn)) for place in range(4)] == [4, 2, 1, 1]
    assert {rung(stream(seed, 0), 1) for seed in range(9)} == {0}
    source = Stream(1)
    assert len({source.rung(9) for _ in range(50)}) > 2


def test_random_auctions_stop_at_every_level() -> None:
    rules, levels = trickbook.load(str(CONTRACT)), set[str]()
    for seed in range(200):
        game = rules.new_game(seed=seed)
        for step in play_game(rules, game, [random] * 4):
            if step.after.phase == "tricks":
                levels.add(str(step.after.view(0)["facts"]["high"])[0])
                break
    assert levels >= set("1234567")


def test_random_moves_of_other_questions_are_uniform() -> None:
    moves = ["pass", "1C", "1D"]
    drawn = [random_move(moves, stream(seed, 0), ladder=False) for seed in range(3000)]
    assert min(map(drawn.count, moves)) > 900
    assert random_move(moves, stream(1, 0), ladder=True) == moves[rung(stream(1, 0), 3)]


def auction(*calls: str) -> trickbook.Game:
    """A game after some calls."""
    game = trickbook.load(str(CONTRACT)).new_game(seed=3, dealer=0)
    for call in calls:
        assert game.turn is not None
        game = game.apply(game.turn, call)
    return game


def test_calls_stand_in_views_and_records() -> None:
    game = auction("1C", "double", "redouble", "3NT")
    view = game.view(2)
    assert view["facts"]["high"] == "3NT"
    assert view["answers"]["bid"] == ["1C", "double", "redouble", "3NT"]
    assert trickbook.replay(game.record(), CONTRACT).record() == game.record()
    assert "3NT" in str(game.record())


def test_a_refused_call_is_told_why() -> None:
    game = auction("2H")
    with pytest.raises(trickbook.MoveError, match="Bid higher than the last bid"):
        game.apply(1, "2D")
    with pytest.raises(trickbook.MoveError, match="3NT"):
        game.apply(1, "3N")


def test_the_rulebook_tells_the_ladder() -> None:
    rules = trickbook.load(str(CONTRACT))
    assert "“1 NT”, “2♣” and so on up to “7 NT”" in " ".join(rules.rulebook(exact=True).split())
    assert "7无将" in rules.rulebook(lang="zh", exact=True)


def test_montecarlo_bids_by_what_it_imagines() -> None:
    rules = trickbook.load(str(CONTRACT))
    strong = ["AS KS QS JS TS 9S 8S AH KH QH AD KD AC", "2S 3S 4S 5S 6S 7S JH TH 9H 2D 3D 4D 2C"]
    rest = ["8H 7H 6H 5D 6D 7D 8D 3C 4C 5C 6C 7C 8C", "5H 4H 3H 2H 9D TD JD QD 9C TC JC QC KC"]
    game = rules.new_game(seed=1, dealer=0, hands=[strong[0], rest[0], strong[1], rest[1]])
    turn = turn_of(rules, game, 0, 7)
    assert len(candidate_moves(turn)) < len(turn.moves)
    assert set(candidate_moves(turn)) == set(islice(turn.moves, len(candidate_moves(turn))))
    assert montecarlo(Budget(60))(turn) not in {"pass", "double"}


def test_whoever_has_nothing_to_say_has_answered_nothing() -> None:
    """A free question is left with ``done``, which is no answer; its views say so."""
    game = trickbook.load(str(CALLED_OUT)).new_game(seed=1)
    for seat, said in ((2, "1"), (0, "3"), (1, "done")):
        game = game.apply(seat, said)
    assert (game.actors, game.legal(2)) == ((2, 3), ["done", "4", "5", "6"])
    view = seat_view(game, 2, "en")
    assert view["answers"]["call"] == ["3", None, "1", None]
    assert view["asks"]["labels"] == {"done": "nothing more", **{number: number for number in "123456"}}
