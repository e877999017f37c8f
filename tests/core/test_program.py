"""A program is compiled as it is asked for, by several threads, whatever its author calls things."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

import trickbook
from trickbook.bots import play_game, random

WITH_A_CLAUSE = "trickbook: 1\nextends: hearts\nplay: {own: {when: leading, keep: not QS, says: a}}\n"

TWO_STEPS = """
trickbook: 1
name: Two
extends: trick-taking
players: {count: 4}
steps:
  tricks: {when: deal is 1, until: trick_number > 1}
  lay: {after: tricks, when: deal is 2, move: hand, to: table of player}
  open: {after: lay, when: deal is 2, leader: dealer + 2, from: table}
points: {taken: {player: tricks}}
match: {wins: {most: {most: score}}, max_deals: 2}
"""

COMPLEX = """
trickbook: 1
name: Products
extends: trick-taking
players: {{count: 4}}
words: {{z: points + 1i, product: {factors}}}
points: {{made: {{player: product}}}}
match: {{scores: complex, max_deals: 1}}
"""

BY_SITUATION = "trickbook: 1\nextends: hearts\nwords: {many: if first_trick then 2 else tricks}\n"


def played(rules: trickbook.Ruleset, moves: int = 80) -> str:
    """The record of the first moves of players who play at random."""
    *_, last = islice(play_game(rules, rules.new_game(seed=3), [random] * rules.usual), moves)
    return last.after.record()


@pytest.mark.parametrize("name", ['x\nopen("made", "w")\n#.yaml', "\udcff.yaml"], ids=["lines", "bytes"])
def test_no_name_of_a_file_is_compiled(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(WITH_A_CLAUSE, "utf-8")
    assert played(trickbook.load(name))
    assert not Path("made").exists()


def test_the_name_of_an_entry_ends_at_its_last_letter(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(WITH_A_CLAUSE.replace("own:", '"own\\n":'), "utf-8")
    with pytest.raises(trickbook.RulesetError):
        trickbook.load(path)


@contextmanager
def quick_turns() -> Iterator[None]:
    """Let threads take turns very often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize("name", ["skat", "belote"])
def test_threads_ask_at_once(name: str) -> None:
    wanted = played(trickbook.load(name))
    rules = trickbook.load(name)
    with quick_turns(), ThreadPoolExecutor(8) as threads:
        assert set(threads.map(played, [rules] * 8)) == {wanted}


def test_what_fails_while_it_is_written_is_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = trickbook.load("belote")
    program = rules.engine().program
    for wrong in ("return v[", "nothing(", "return 1 1"):
        with monkeypatch.context() as broken:
            broken.setattr(
                "trickbook.core.text.Body.add", lambda body, _, wrong=wrong: body.lines.append(wrong)
            )
            with pytest.raises(SyntaxError):
                _ = program.winning_place
    assert played(rules) == played(trickbook.load("belote"))


def test_each_step_that_plays_tricks_has_its_own_cards(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(TWO_STEPS, "utf-8")
    *_, last = play_game(rules := trickbook.load(path), rules.new_game(seed=3), [random] * 4)
    assert sum(last.after.scores) == 14  # one trick, then thirteen from the table


@pytest.mark.parametrize(("many", "sound"), [(8, True), (40, False)])
def test_products_of_complex_numbers_cost_what_they_take(many: int, *, sound: bool, tmp_path: Path) -> None:
    path = tmp_path / "products.yaml"
    path.write_text(COMPLEX.format(factors=" * ".join(["z"] * many)), "utf-8")
    if sound:
        assert trickbook.load(path).score(["2C", "", "", ""])
    else:
        with pytest.raises(trickbook.RulesetError, match="steps"):
            trickbook.load(path)


def test_a_word_that_is_about_a_player_in_some_situations_can_be_given(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(BY_SITUATION + "play: {own: {when: many > 1, keep: not clubs, says: a}}\n", "utf-8")
    rules = trickbook.load(path)
    for many, clubs in ((1, True), (3, False)):
        at = rules.position("2C 3D", facts={"many": [many] * 4}, exposed=(), trick_number=3)
        assert ("2C" in at.legal()) == clubs
