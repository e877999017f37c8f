"""Tables side by side in machine code ask and pay as the interpreter does."""

import random
import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games import SOME_GAMES

import trickbook
from trickbook.batch.vector_tables import VectorTables
from trickbook.core.native import QUICK
from trickbook.rl import Spaces, VectorEnv, spaces, vector_env
from trickbook.rl.table_spaces import after, deal, observation
from trickbook.rl.vector_fields import readers

TABLES = 3


@pytest.fixture(autouse=True)
def _compiled_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.rl.vector.VectorTables", partial(VectorTables, level=QUICK))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_choice_is_the_interpreters(name: str) -> None:
    compare(trickbook.load(name), 120)


def compare(rules: trickbook.Ruleset, steps: int) -> None:
    """Step tables with random actions, and compare all that they tell with the interpreter."""
    env, chance = vector_env(rules, TABLES), random.Random(rules.name)  # noqa: S311 -- the stakes are low
    of, step = env.of, env.reset(7)
    moments = [deal(of, int(seed), 1) for seed in env.seeds]
    for _ in range(steps):
        legal = [tuple(row.nonzero()[0].tolist()) for row in step.masks(env.actions)]
        assert legal == [now.legal for now in moments]
        assert step.seats.tolist() == [now.seat for now in moments]
        seen = env.observe()
        for table, now in enumerate(moments):
            assert now.seat is not None
            view = observation(of, now, now.seat)
            for field, rows in seen.items():
                assert rows[table].tolist() == of.read(view, field).tolist(), field
        actions = [chance.choice(own) for own in legal]
        step = env.step(np.array(actions))
        for table, action in enumerate(actions):
            moments[table] = after(of, moments[table], action)
            assert step.ended[table] == (moments[table].seat is None)
            if step.ended[table]:
                assert step.rewards[table].tolist() == of.total(moments[table].game.deals)
                moments[table] = deal(of, int(env.seeds[table]), 1)


@pytest.mark.parametrize("name", ["hearts", "skat", "cancellation-hearts"])
@pytest.mark.parametrize("tables", [1, 2])
def test_what_was_observed_stays_as_it_was(name: str, tables: int) -> None:
    env = vector_env(trickbook.load(name), tables)
    step = env.reset(3)
    for number in range(30):
        seen = env.observe()
        assert not any(np.shares_memory(rows, env.tables.rows) for rows in (*seen.values(), step.legal))
        step = env.step(step.sample(np.random.default_rng(number)))


LACKING = {"phase", "actors", "plays_for", "resting", "scores", "exposed", "chosen", "shown", "order"}


@pytest.mark.parametrize("name", SOME_GAMES)
def test_what_is_observed_is_what_the_guide_says(name: str) -> None:
    rules = trickbook.load(name)
    engine = rules.engine()
    private = {f"fact {fact.name}" for fact in engine.facts if fact.seen_by != "everyone"}
    words = {f"fact {word}" for word in engine.spoken}
    known = {
        field.name for field in spaces(rules).fields if not field.name.startswith(("answer ", "announced "))
    }
    assert set(readers(engine)) == known - LACKING - private - words


ASKED = """
trickbook: 1
name: Asked
extends: [trick-taking, highest-wins]
players: {{count: 2 to 4, usual: 3}}
facts:
  stake: {{starts: {stake}, becomes: {stake}, upon: bid, says: Where answers begin.}}
steps:
  deal: {{each: 3}}
  before: {{before: tricks, ask: players, how: in_turn, number: 1 to 3, says: First.}}
  bid: {{before: tricks, ask: players, how: in_turn, number: "{number}", rules: {{{rules}}}, says: Then.}}
points: {{taken: {{player: tricks + bid, says: Points.}}}}
match: {{max_deals: 5}}
"""


def asked(tmp_path: Path, number: str, stake: int = 0, rules: str = "") -> trickbook.Ruleset:
    """A game that asks for numbers."""
    path = tmp_path / "asked.yaml"
    path.write_text(ASKED.format(number=number, stake=stake, rules=rules), "utf-8")
    return trickbook.load(path)


@pytest.mark.parametrize(
    "number",
    [
        "100 to 200",
        "-5 to -1",
        "0 to 20 * count of hand",
        "0 - count of hand to -1",
        "-5 to 0 - count of hand",
        "0 - 60 * count of hand to 2",
        "100 * count of hand to 100 * count of hand + 3",
        "stake to 3",
        "stake to stake + 52",
        "1000 to 1000 + stake + 1",
    ],
)
def test_numbers_have_actions_wherever_they_begin(number: str, tmp_path: Path) -> None:
    compare(asked(tmp_path, number), 30)


RULES = {
    "some": "odd: {only: answer mod 7 > 0, says: No multiples.}",
    "higher": "higher: {keep: answer > highest of others (bid), says: Each higher than before.}",
    "highest": "highest: {most: answer, says: The highest alone.}",
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("number", ["0 to 500", "0 to 60 * count of hand", "0 to 5 * count of hand"])
def test_rules_leave_some_of_very_many_numbers(number: str, rule: str, tmp_path: Path) -> None:
    compare(asked(tmp_path, number, rules=RULES[rule]), 30)


@pytest.mark.parametrize(
    ("number", "stake", "known", "first"),
    [
        ("stake to 5", -1, "0 to 5", "-1"),
        ("0 to stake", 60, "0 to 52", "53"),
        ("stake to 0 - count of hand", -60, "-52 to 0", "-60"),
        ("20000 * count of hand to 20000 * count of hand + 1", 0, "0 to 9999", "60000"),
    ],
)
def test_numbers_without_actions_are_refused(
    number: str, stake: int, known: str, first: str, tmp_path: Path
) -> None:
    rules = asked(tmp_path, number, stake)
    says = f"bid may be answered by {{}} without an action: its actions are for {known}; write limits"
    with pytest.raises(trickbook.TrickbookError, match=says.format("numbers")):
        play(vector_env(rules, TABLES), 4)
    with pytest.raises(trickbook.TrickbookError, match=says.format(first)):
        first_moves(spaces(rules), 4)


def first_moves(of: Spaces, many: int) -> None:
    """Make the first legal move so many times."""
    now = deal(of, 7, 1)
    for _ in range(many):
        now = after(of, now, now.legal[0])


def play(env: VectorEnv, steps: int) -> None:
    """Step tables with random actions."""
    step, chance = env.reset(1), np.random.default_rng(1)
    for _ in range(steps):
        step = env.step(step.sample(chance))


@pytest.mark.parametrize(
    ("actions", "says"),
    [
        ([52, 0], "action 52 is not legal at table 0"),
        ([0, -1], "action -1 is not legal at table 1"),
        ([10**9, 0], "action 1000000000 is not legal at table 0"),
        ([0], "actions are 2 whole numbers, one for each table"),
        ([0.0, 1.0], "actions are 2 whole numbers, one for each table"),
        ([[0], [0, 1]], "actions are 2 whole numbers, one for each table"),
        ("no", "actions are 2 whole numbers, one for each table"),
    ],
)
def test_an_action_that_is_not_legal_changes_nothing(actions: Any, says: str) -> None:
    env, other = (vector_env(trickbook.load("whist"), 2) for _ in range(2))
    first = env.reset(1).masks(env.actions).argmax(axis=1)
    other.reset(1)
    given = [int(first[at]) if one == 0 else one for at, one in enumerate(actions or ())]
    with pytest.raises(trickbook.TrickbookError, match=re.escape(says)):
        env.step(given)  # type: ignore[arg-type]
    assert (env.step(first).legal == other.step(first).legal).all()


@pytest.mark.parametrize("n", [0, -1, 1 << 40, 2.5, "two", None])
def test_the_number_of_tables_is_checked(n: Any) -> None:
    with pytest.raises(trickbook.TrickbookError, match="n is a whole number"):
        vector_env(trickbook.load("whist"), n)


RETURNED = """
trickbook: 1
name: Returned
extends: [trick-taking, highest-wins]
players: {count: 2 to 4, usual: 3}
steps:
  deal: {each: 3}
  back: {upon: play, when: count of trick is 2 and trick_number < 3, move: trick, to: hand, says: Back.}
points: {taken: {player: tricks, says: Points.}}
match: {max_deals: 5}
"""


def test_a_card_that_returns_may_be_played_twice_to_a_trick(tmp_path: Path) -> None:
    path = tmp_path / "returned.yaml"
    path.write_text(RETURNED, "utf-8")
    compare(trickbook.load(path), 60)


STUCK = """
trickbook: 1
name: Stuck
extends: hearts
play:
  never: {when: hand has all (QS or AS or KS), only: hearts}
"""


def test_a_deal_in_which_somebody_is_stuck_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(STUCK, "utf-8")
    env = vector_env(trickbook.load(path), 500)
    with pytest.raises(trickbook.TrickbookError, match=r"machine code cannot play the deal of seed \d+"):
        play(env, 60)


def test_what_went_wrong_is_told_of_the_right_table(tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(STUCK, "utf-8")
    env = vector_env(trickbook.load(path), 500)
    with pytest.raises(trickbook.TrickbookError, match="machine code cannot play") as told:
        play(env, 60)
    legal = env.tables.legal()[:, 0].tolist()
    stuck = legal.index(0)
    assert str(told.value).endswith(f"of seed {env.seeds[stuck]} to its end")
    lowest = [max((word & -word).bit_length() - 1, 0) for word in legal]
    with pytest.raises(trickbook.TrickbookError, match=f"action 0 is not legal at table {stuck}$"):
        env.step(np.array(lowest))


def test_who_gets_nothing_gets_no_negative_zero() -> None:
    env, chance = vector_env(trickbook.load("hearts"), 20), np.random.default_rng(2)
    step = env.reset(2)
    while not step.ended.any():
        step = env.step(step.sample(chance))
    assert (step.rewards == 0).any()
    assert not np.signbit(step.rewards[step.rewards == 0]).any()
