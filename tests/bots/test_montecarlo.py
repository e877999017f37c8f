"""The Monte Carlo player sees its view and no more, finds what is plainly best, and keeps to its budget."""

from collections.abc import Sequence
from itertools import count, islice

import pytest

import trickbook
from trickbook import bots
from trickbook.batch.cells import Playout
from trickbook.bots import BOTS, Bot, Turn, play_game, seated_players
from trickbook.bots.montecarlo import ismcts, montecarlo, surely_better
from trickbook.bots.playouts import MAX_CANDIDATES, candidate_moves, play_out
from trickbook.bots.turn import Budget
from trickbook.problems import TrickbookError

RANDOM, SMALL, LARGE = BOTS["random"], montecarlo(Budget(6)), montecarlo(Budget(100))


def turn_of(rules: trickbook.Ruleset, game: trickbook.Game, chance: int = 5) -> Turn:
    """The turn of whoever is to act."""
    assert game.turn is not None
    return bots.turn_of(rules, game, game.turn, chance)


def after(
    rules: trickbook.Ruleset, hands: Sequence[str], moves: Sequence[str], **start: int
) -> trickbook.Game:
    game = rules.new_game(len(hands), seed=1, hands=hands)
    for move in moves:
        assert game.turn is not None
        game = game.apply(game.turn, move)
    return game


HEARTS = trickbook.load("hearts", {"passing": ["hold"]})


STRONG = pytest.mark.parametrize("player", [LARGE, ismcts(Budget(400))], ids=["montecarlo", "ismcts"])
"""Players who find what is plainly best."""


@STRONG
def test_the_queen_goes_where_somebody_else_takes_her(player: Bot) -> None:
    game = after(HEARTS, ["2C 5C 7D", "KC QC 8D", "QS 9D 2D", "6C 8C TD"], ["2C", "KC", "9D", "6C", "QC"])
    assert player(turn_of(HEARTS, game)) == "QS"


@STRONG
def test_a_card_that_counts_for_its_taker_is_taken(player: Bot) -> None:
    """The sheep lies in the trick: the ace takes it, and the three would leave it to another."""
    rules = trickbook.load("chinese-hearts")
    hands = ["JD 4S", "5D 5S", "6D 6S", "AD 3D"]
    game = after(rules, hands, ["done"] * 4 + ["JD", "5D", "6D"])
    assert player(turn_of(rules, game)) == "AD"


@STRONG
def test_partners_count_together(player: Bot) -> None:
    """The last to play has no club: the queen goes to the others, and not to the partner."""
    rules = trickbook.load("partnership-hearts", {"passing": ["hold"], "safe_first": "no"})
    hands = [["2C 4S", "AC 5S", "3C 6S", "QS KD"], ["2C 4S", "3C 5S", "AC 6S", "QS KD"]]
    with_partner, with_other = (
        player(turn_of(rules, after(rules, dealt, ["2C", dealt[1][:2], dealt[2][:2]]))) for dealt in hands
    )
    assert (with_partner, with_other) == ("KD", "QS")


@pytest.mark.parametrize("hasty", [montecarlo(Budget(1)), ismcts(Budget(5))], ids=["montecarlo", "ismcts"])
def test_hidden_cards_make_no_difference(hasty: Bot) -> None:
    hands = ["2C 5C 7D 9H", "KC QC 7C 3C", "QS 9D 2D 4S", "6C 8C TD 5H"]
    swapped = [hands[0], hands[1], hands[3].replace("6C", "9D"), hands[2].replace("9D", "6C")]
    moves = [
        [hasty(turn_of(HEARTS, after(HEARTS, dealt, ["2C"]), chance)) for chance in range(20)]
        for dealt in (hands, swapped)
    ]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 1


def test_it_beats_chance() -> None:
    """Of 26 points it takes less than an equal share of 6.5."""
    taken = 0
    for number in range(8):
        players = [RANDOM] * 4
        players[number % 4] = montecarlo(Budget(10))
        for step in play_game(HEARTS, HEARTS.new_game(seed=number), players):
            if step.after.deals:
                taken += step.after.deals[0][number % 4]
                break
    assert taken < 8 * 4


@pytest.mark.parametrize(
    "name", ["cancellation-hearts", "spades", "complex-hearts", "turbo-hearts", "oh-hell"]
)
def test_it_plays_any_game(name: str) -> None:
    rules = trickbook.load(name)
    players: list[Bot] = [montecarlo(Budget(1)), *[RANDOM] * (rules.usual - 1)]
    for step in islice(play_game(rules, rules.new_game(seed=3), players), 150):
        assert step.after is not step.before


def test_of_very_many_moves_some_are_weighed_and_that_of_the_duck_is_among_them() -> None:
    rules = trickbook.load("hearts")
    turn = turn_of(rules, rules.new_game(seed=1))
    moves = candidate_moves(turn)
    assert BOTS["duck"](turn) == moves[0]
    assert len(moves) == len(set(moves)) <= MAX_CANDIDATES < len(turn.moves)
    assert all(move in turn.moves for move in moves)
    assert SMALL(turn) in moves


def test_choices_near_that_of_the_duck_are_weighed() -> None:
    """With one card exchanged, those first that the duck would like to be rid of; and others by chance."""
    hands = ["5C 6C 7C 8C 2D 3D 4D 5S 6S 7S 2H 3H 4H", "2C 3C 4C 5D 6D 9D 2S 3S 4S 7H TH QS AS"]
    hands += ["9C TC JC QC 7D 8D TD 8S 9S TS 5H 6H 8H", "KC AC JD QD KD AD JS KS 9H JH QH KH AH"]
    rules = trickbook.load("hearts")
    turn = turn_of(rules, rules.new_game(seed=1, hands=hands))
    duck, *rest = ({*move.split()} for move in candidate_moves(turn))
    assert duck == {"QS", "TH", "7H"}
    assert rest[0] == {"QS", "TH", "AS"}
    assert [len(move & duck) for move in rest[:11]] == [2] * 11
    assert any(len(move & duck) < 2 for move in rest[11:])


def test_the_duck_is_left_only_for_what_is_surely_better() -> None:
    """Of six differences, the mean is held against its standard error: 5/6 against 0.98, 1 against 0.77."""
    assert not surely_better([4, 2, -2, 1, 2, -2], [0] * 6)
    assert surely_better([4, 2, -1, 1, 1, -1], [0] * 6)
    assert surely_better([3, 3], [2, 2])
    assert not surely_better([2, 2], [2, 2])
    assert not surely_better([-3, -3], [0, 0])
    assert not surely_better([9], [0])


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by ten milliseconds whenever somebody looks at it."""
    looks = count()
    monkeypatch.setattr("trickbook.bots.montecarlo.monotonic", lambda: next(looks) / 100)
    turn = turn_of(HEARTS, HEARTS.new_game(seed=2).apply(HEARTS.new_game(seed=2).turn or 0, "2C"))
    assert montecarlo(Budget(milliseconds=60))(turn) in turn.moves
    assert 7 <= next(looks) <= 7 + 4, "it looks at the clock until the time is up, once more in each round"


def test_where_no_world_can_be_imagined_it_ducks() -> None:
    """The view was made up: one card was played twice."""
    game = after(HEARTS, ["2C 5C 7D", "KC QC 8D", "QS 9D 2D", "6C 8C TD"], ["2C"])
    turn = turn_of(HEARTS, game)
    seen = turn.look() | {"trick": [[0, "2C"]], "tricks": [{"plays": [[0, "2C"]], "taker": 0}]}
    made_up = turn._replace(look=lambda: seen)
    assert SMALL(made_up) == BOTS["duck"](made_up)


def test_what_is_certain_is_played_to_its_end() -> None:
    """With a card each nothing is left to chance; a deal that has ended tells its points."""
    game = after(HEARTS, ["2C 5H", "3C QS", "4C 6H", "KC 2S"], ["2C", "3C", "4C"])
    games = [game, game.apply(3, "KC")]
    assert play_out(HEARTS, games, 0, [Playout(0, 1), Playout(1, 2)]) == [(0, 15, 0, 0)] * 2
    ended = after(HEARTS, ["2C", "3C", "4C", "KC"], ["2C", "3C", "4C", "KC"])
    assert play_out(HEARTS, [ended], 0, [Playout(0, 1)]) == [(0, 0, 0, 0)]


@pytest.mark.parametrize("name", ["montecarlo", "montecarlo@300", "montecarlo@40ms", "montecarlo@2s"])
def test_a_budget_stands_behind_the_name(name: str) -> None:
    with seated_players([name] * 4, HEARTS, 4) as bots:
        assert [bot.__name__ for bot in bots] == ["montecarlo"] * 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("montecarlo@", "is no budget"),
        ("ismcts@0", "a number of playouts, as 300"),
        ("montecarlo@1000001", "up to 1,000,000"),
        ("montecarlo@5min", "or a time for a turn, as 500ms and 2s"),
        ("ismcts@999999999999ms", "as 500ms and 2s, up to 3600s"),
        ("montecarlo@3601s", "a turn takes 3600s at most"),
        ("duck@5", "there is no player 'duck@5'; did you mean 'duck'?"),
    ],
)
def test_a_budget_that_is_none_is_told(name: str, said: str) -> None:
    with pytest.raises(TrickbookError, match=said.replace("?", r"\?")), seated_players([name] * 4, HEARTS, 4):
        pass
