"""The searching player: what its tree finds, that it repeats itself, and that it answers questions, too."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice

import pytest
from tests.bots.test_montecarlo import HEARTS, after, turn_of

import trickbook
from trickbook.batch.search import SearchTree, TrialResults, Trials
from trickbook.bots import BOTS, search_effort
from trickbook.bots.montecarlo import ismcts, searched
from trickbook.bots.tree_search import MovesSearched
from trickbook.bots.turn import Budget


def found(rules: trickbook.Ruleset, game: trickbook.Game, deals: int, chance: int = 5) -> MovesSearched:
    """What a search of so many deals finds at a moment of a game."""
    told = searched(turn_of(rules, game, chance), Budget(deals))
    assert told is not None
    return told


def test_every_deal_makes_one_move_first() -> None:
    game = HEARTS.new_game(seed=2)
    game = game.apply(game.turn or 0, "2C")
    told = found(HEARTS, game, 700)
    assert sorted(told.moves) == sorted(game.legal(game.turn or 0))
    assert sum(told.visits) == 700
    assert told.best == told.moves[told.visits.index(max(told.visits))]


def test_a_seed_gives_the_same_search() -> None:
    game = HEARTS.new_game(seed=3)
    game = game.apply(game.turn or 0, "2C")
    assert found(HEARTS, game, 300) == found(HEARTS, game, 300)
    assert found(HEARTS, game, 300).visits != found(HEARTS, game, 300, 6).visits


def test_the_last_tricks_are_known_to_the_point() -> None:
    """All cards but two lie on the table: the king takes the queen of spades, the two leaves her to east."""
    game = after(HEARTS, ["2C 5H 3D", "3C 6H QS", "4C 7H 4D", "KC 2H 5D"], ["2C", "3C", "4C", "KC"])
    told = found(HEARTS, game, 600)
    points = dict(zip(told.moves, told.gains, strict=True))
    assert points[told.best] == max(points.values())
    assert sum(told.visits) < 600, "when all is known, no more deals are played"


def test_threads_that_search_side_by_side_find_the_same() -> None:
    game = HEARTS.new_game(seed=3)
    game = game.apply(game.turn or 0, "2C")
    with ThreadPoolExecutor(2) as pool:
        told = [pool.submit(found, HEARTS, game, 300) for _ in range(4)]
        assert [one.result() for one in told] == [found(HEARTS, game, 300)] * 4


def test_points_are_counted_for_the_deals_that_made_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all is known of some worlds and not of others, nothing more is tried in the former."""
    counted, grow = [], SearchTree.grow

    def counting(tree: SearchTree, trials: Trials) -> TrialResults:
        tried = grow(tree, trials)
        counted.append(len(tried.moves))
        return tried

    game = after(HEARTS, ["2C 5D", "4C 6D", "QS 9H", "KC 3C"], ["2C", "4C", "QS"])
    told = found(HEARTS, game, 600)
    monkeypatch.setattr(SearchTree, "grow", counting)
    assert found(HEARTS, game, 600) == told
    assert sum(counted) == sum(told.visits)


def test_no_world_is_searched_to_its_end_while_there_is_a_stock() -> None:
    """Three cards in each hand, and more to be dealt: one tree for all worlds, and all deals are played."""
    rules = trickbook.load("briscola")
    game = rules.new_game(2, seed=4)
    assert sum(found(rules, game, 300).visits) == 300


@pytest.mark.parametrize("name", ["spades", "euchre", "hearts", "chinese-hearts", "oh-hell"])
def test_questions_are_searched_too(name: str) -> None:
    """A bid, a name, cards to pass, cards to expose: the first thing that is asked in a game."""
    rules = trickbook.load(name)
    game = rules.new_game(seed=4)
    told = found(rules, game, 200)
    assert sum(told.visits) == 200
    assert told.best in game.legal(game.turn or 0)


@pytest.mark.parametrize("name", ["cancellation-hearts", "complex-hearts", "pinochle-for-two", "skat"])
def test_it_plays_any_game(name: str) -> None:
    """Packs with copies, complex points, a game that has more than ducks may see, one with an auction."""
    rules = trickbook.load(name)
    game, player = rules.new_game(seed=3), ismcts(Budget(20))
    for number in range(12):
        assert game.turn is not None
        game = game.apply(game.turn, player(turn_of(rules, game, number)))


def test_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by ten milliseconds whenever somebody looks at it."""
    looks = count()
    for module in ("tree_search", "search_effort"):
        monkeypatch.setattr(f"trickbook.bots.{module}.monotonic", lambda: next(looks) / 100)
    game = HEARTS.new_game(seed=2)
    turn = turn_of(HEARTS, game.apply(game.turn or 0, "2C"))
    assert ismcts(Budget(milliseconds=60))(turn) in turn.moves
    assert next(looks) == 8, "it looks at the clock until the time is up"


def test_slow_deals_are_played_few_at_a_time() -> None:
    """Where a batch takes a tenth of the time, the next is no larger; quick ones double up to a bound."""
    budget = Budget(milliseconds=1000)
    with pytest.MonkeyPatch.context() as patch:
        looks = count()
        patch.setattr(search_effort, "monotonic", lambda: next(looks) / 5)
        assert {many for _, many in search_effort.portions(budget, 0.0)} == {search_effort.FIRST_BATCH}
        patch.setattr(search_effort, "monotonic", lambda: 0.0)
        sizes = [many for _, many in islice(search_effort.portions(budget, 0.0), 9)]
    assert sizes == [8, 16, 32, 64, 128, 250, 250, 250, 250]


def test_an_hour_needs_no_more_memory_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every look at the clock half an hour has gone by."""
    looks = count()
    for module in ("tree_search", "search_effort"):
        monkeypatch.setattr(f"trickbook.bots.{module}.monotonic", lambda: next(looks) * 1800)
    game = HEARTS.new_game(seed=2)
    turn = turn_of(HEARTS, game.apply(game.turn or 0, "2C"))
    assert ismcts(Budget(milliseconds=3_600_000))(turn) in turn.moves


def test_where_no_world_can_be_imagined_it_ducks() -> None:
    """The view was made up: one card was played twice."""
    game = after(HEARTS, ["2C 5C 7D", "KC QC 8D", "QS 9D 2D", "6C 8C TD"], ["2C"])
    turn = turn_of(HEARTS, game)
    seen = turn.look() | {"trick": [[0, "2C"]], "tricks": [{"plays": [[0, "2C"]], "taker": 0}]}
    made_up = turn._replace(look=lambda: seen)
    assert ismcts(Budget(20))(made_up) == BOTS["duck"](made_up)
