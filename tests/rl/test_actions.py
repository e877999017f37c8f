"""Actions: each move of each game has its numbers, and every number means one thing."""

import json
import random

import pytest
from tests.games import GAMES

import trickbook
from trickbook.bots.outside_player import _choice
from trickbook.cards.combinations import Selections
from trickbook.rl import Spaces, spaces
from trickbook.rl.actions import Choice, choice_in_message, choice_of, choose, next_actions, selection
from trickbook.rl.table_spaces import after, deal


@pytest.mark.parametrize(
    "name", ["hearts", "double-hearts", "bridge", "chinese-hearts", "pinochle", "oh-hell"]
)
def test_actions_build_the_legal_moves_and_no_others(name: str) -> None:
    of, chance = spaces(trickbook.load(name)), random.Random(name)  # noqa: S311 -- the stakes are low
    now = deal(of, 7, 1)
    while now.seat is not None:
        moves = now.game.legal(now.seat)
        if not now.chosen and (not isinstance(moves, Selections) or len(moves) < 300):
            assert built(of, now.choice) == sorted(written(of, move) for move in moves)
        now = after(of, now, chance.choice(now.legal))


def built(of: Spaces, choice: Choice, chosen: tuple[int, ...] = ()) -> list[str]:
    """All moves that actions lead to, each once: those of several cards in every order of them."""
    found = set()
    for action in next_actions(of.actions, choice, chosen):
        more, move = choose(of.actions, choice, chosen, action)
        found |= set(built(of, choice, more)) if move is None else {written(of, move)}
    return sorted(found)


def written(of: Spaces, move: str) -> str:
    """A move with its cards in order of their numbers."""
    return " ".join(sorted(move.split(), key=lambda word: of.actions.cards.get(word, 0)))


def test_a_move_of_several_cards_is_built_card_by_card() -> None:
    of = spaces(trickbook.load("hearts"))
    now = deal(of, 7, 1)
    seat = now.seat
    for _ in range(2):
        now = after(of, now, now.legal[-1])
        assert now.seat == seat
        assert of.actions.done not in now.legal
    assert after(of, now, now.legal[-1]).seat != seat


def test_plays_of_several_cards_may_go_on_or_end() -> None:
    of = spaces(trickbook.load("hearts"))
    choice = choice_of(of.actions, "tricks", ["2C", "2C 3C", "4D 5D"])
    assert next_actions(of.actions, choice) == [0, 1, 15, 16]
    assert choose(of.actions, choice, (), 0) == ((0,), None)
    assert next_actions(of.actions, choice, (0,)) == [1, of.actions.done]
    assert choose(of.actions, choice, (0,), of.actions.done) == ((), "2C")
    assert choose(of.actions, choice, (1,), 0) == ((), "2C 3C")


def test_no_card_is_chosen_where_there_are_too_few() -> None:
    actions = spaces(trickbook.load("hearts")).actions
    too_few = selection(actions, ["2C"], least=2, most=1, word="done")
    assert next_actions(actions, too_few) == [actions.done]
    assert choose(actions, too_few, (), actions.done) == ((), "done")


@pytest.mark.parametrize("name", GAMES)
def test_labels_are_cards_then_done_then_answers(name: str) -> None:
    rules = trickbook.load(name)
    actions, engine = spaces(rules).actions, rules.engine()
    cards = len(engine.deck.names)
    assert [label.rstrip("*") for label in actions.labels[: cards + 1]] == [*engine.deck.names, "done"]
    asked = [f"{step} {answer}" for step, known in actions.answers.items() for answer in known]
    assert [*actions.labels[cards + 1 :]] == asked


@pytest.mark.parametrize("name", ["hearts", "skat", "double-hearts"])
def test_an_outside_player_has_the_same_choice(name: str) -> None:
    of, chance = spaces(trickbook.load(name)), random.Random(name)  # noqa: S311 -- the stakes are low
    now = deal(of, 7, 1)
    while now.seat is not None:
        view, moves = now.game.view(now.seat), now.game.legal(now.seat)
        message = {"view": view, "moves": view["legal"], "choose": _choice(moves)}
        assert choice_in_message(of.actions, json.loads(json.dumps(message))) == now.choice
        now = after(of, now, chance.choice(now.legal))
