"""What a question after the tricks may weigh: the scores to come, and whether the match would be over."""

from pathlib import Path

import pytest

import trickbook
from trickbook.examples.runner import run

RULES = """\
trickbook: 1
extends: hearts
name: Ruin
options:
  moon:  {default: shooter_chooses}
  ruin:  {type: number, from: 1, to: 100, default: 26, says: How many points in one deal are somebody's ruin.}
facts:
  ruined: {lasts: match, starts: no, upon: end, when: any of players (points >= ruin)}
steps:
  shoot: {rules: {end_it: {most: if answer is add and closing then 1 else 0, says: End it if you can.}}}
match: {ends: {ruin: {when: ruined}}}
"""


EXAMPLES = """\
examples:
  by_a_fact: {given: {taken: {0: penalty}}, points: [0, 26, 26, 26]}
  not_yet:   {given: {taken: {0: penalty}, options: {ruin: 27}}, decision: {0: [add, subtract]}}
  one_short:
    given: {taken: {0: penalty}, options: {ruin: 27}, scores: [0, 0, 73, 0]}
    decision: {0: [add, subtract]}
  by_a_score: {given: {taken: {0: penalty}, options: {ruin: 27}, scores: [0, 0, 74, 0]}, decision: {}}
  by_the_deals: {given: {taken: {0: penalty}, options: {ruin: 27, deals: 1}}, decision: {}}
"""


def test_whether_an_answer_ends_the_match(tmp_path: Path) -> None:
    path = tmp_path / "ruin.yaml"
    path.write_text(RULES + EXAMPLES, "utf-8")
    results = run([str(path)])
    assert results.passed, str(results)
    assert len(results.outcomes) == EXAMPLES.count("given")


def test_it_is_known_to_such_a_question_alone(tmp_path: Path) -> None:
    path = tmp_path / "early.yaml"
    path.write_text(f"{RULES}points: {{early: {{when: closing, player: 0}}}}\n", "utf-8")
    with pytest.raises(trickbook.RulesetError) as wrong:
        trickbook.load(path)
    (problem,) = wrong.value.problems
    assert str(problem.message) == "`closing` is known only when all cards are played"
    assert str(problem.hint) == "only a question after the tricks can use it"


def test_who_would_win_is_told_by_the_game(tmp_path: Path) -> None:
    path = tmp_path / "second.yaml"
    path.write_text(
        """\
trickbook: 1
extends: hearts
name: Second
options: {moon: {default: shooter_chooses}}
steps: {shoot: {rules: {only_to_win: {keep: answer is subtract or ahead has player, says: Add to win.}}}}
match: {wins: {second: {before: lowest, most: if score < 60 then score else 0}}}
examples:
  ahead:  {given: {taken: {0: penalty}, scores: [50, 20, 10, 40]}, decision: {0: [add, subtract]}}
  level:  {given: {taken: {0: penalty}, scores: [46, 20, 10, 40]}, decision: {0: [add, subtract]}}
  behind: {given: {taken: {0: penalty}, scores: [40, 20, 10, 40]}, decision: {}}
""",
        "utf-8",
    )
    results = run([str(path)])
    assert results.passed, str(results)
