"""Games and rulesets as values: they are compared, copied, and sent elsewhere."""

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.games import GAMES

import trickbook
from trickbook.engine.moves import MoveError
from trickbook.engine.tricks import TrickStep

HEARTS = trickbook.load("hearts")


def sent(value: Any) -> Any:
    """A value as it arrives elsewhere."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - it was made here


def moved(game: trickbook.Game, moves: int) -> trickbook.Game:
    """A game after so many moves, each the first that is legal."""
    for _ in range(moves):
        if game.turn is None:
            break
        game = game.apply(game.turn, game.legal(game.turn)[0])
    return game


def test_games_are_the_same_if_their_records_are() -> None:
    one, other = HEARTS.new_game(seed=7), trickbook.load("hearts").new_game(seed=7)
    assert one == other
    assert len({one, other, moved(one, 1), moved(other, 1)}) == 2
    assert moved(one, 1) != one != HEARTS.new_game(seed=8)
    assert one != trickbook.load("hearts", {"target": 50}).new_game(seed=7)
    assert one != one.record()
    assert trickbook.replay(moved(one, 30).record()) == moved(other, 30)


@pytest.mark.parametrize("value", [HEARTS, HEARTS.new_game(seed=7)], ids=repr)
def test_a_copy_of_what_never_changes_is_itself(value: Any) -> None:
    assert copy.copy(value) is copy.deepcopy(value) is value
    assert copy.deepcopy({"kept": [value]})["kept"][0] is value


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_on_elsewhere(name: str) -> None:
    game = moved(trickbook.load(name).new_game(seed=3), 70)
    assert sent(game) == game
    assert moved(sent(game), 70) == moved(game, 70)


def test_what_was_given_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nhouse: sun\noptions: {target: {default: 30}}\n", "utf-8")
    rules = trickbook.load(path, {"passing": "hold"}, players=3, house=["omnibus"])
    game = rules.new_game(seed=1, facts={"penalty": ["AS"]})
    path.unlink()
    there, begun = sent([rules, game])
    assert (there.digest, there.usual, there.house) == (rules.digest, 3, ("omnibus",))
    assert there.new_game(seed=5) == rules.new_game(seed=5)
    assert (begun, begun.facts) == (game, game.facts)
    assert moved(begun, 200) == moved(game, 200)


def parts(game: trickbook.Game) -> tuple[Any, ...]:
    """All that a state holds."""
    return tuple(map(copy.copy, game.state.__getstate__()))


def test_asking_about_a_game_writes_nothing_into_its_state() -> None:
    game = trickbook.load("hearts", {"passing": "hold"}).new_game(seed=7)
    before, seat = parts(game), game.turn
    assert seat is not None
    for ask in (game.legal, game.view, game.explain):
        ask(seat)
        assert parts(game) == before
    game.apply(seat, game.legal(seat)[0])
    assert parts(game) == before


def test_what_may_be_played_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is judged by what was found when its seat asked what is legal."""
    game, calls = trickbook.load("hearts", {"passing": "hold"}).new_game(seed=7), list[int]()
    place, find = next(iter(game.engine.singles.items()))

    def counted(v: list[int], seat: int) -> int:
        calls.append(seat)
        return find[True, True](v, seat)

    monkeypatch.setattr(game.engine, "singles", {place: {(True, True): counted}})
    seat = game.turn
    assert seat is not None
    for move in game.legal(seat):
        game.apply(seat, move)
    assert calls == [seat]


def test_a_move_that_was_made_need_not_be_legal() -> None:
    """Bots make past plays again in hands from which the rules would not let them be played."""
    game = trickbook.load("hearts", {"passing": "hold"}).new_game(seed=7)
    engine, s, seat = game.engine, game.state.copy(), game.turn
    assert seat is not None
    step = engine.waiting[s.step]
    assert isinstance(step, TrickStep)
    wrong = next(card for card in game.hands[seat] if card not in game.legal(seat))
    with pytest.raises(MoveError):
        engine.act(s, seat, wrong)
    engine.play(s, seat, engine.card[wrong])
    assert s.plays == ((seat, engine.card[wrong]),)
    assert game.trick == ()
