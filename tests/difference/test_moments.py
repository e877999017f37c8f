"""The smallest moment in which two rulesets differ holds by one of them, and not by the other."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.games import WHOLE

import trickbook
from trickbook.analysis.difference import Difference, differ
from trickbook.analysis.difference.courses import Course, without_trick
from trickbook.analysis.difference.description import NamedRules, option_changes, phrases, witness_text
from trickbook.analysis.difference.yaml_writer import example_entry
from trickbook.examples.runner import run
from trickbook.loading import shipped
from trickbook.ruleset import Ruleset

PAIRS = [*combinations(WHOLE, 2)]
TRIES = 300


def holds(folder: Path, rules: Ruleset, name: str, text: str) -> bool:
    """Whether an example holds by a ruleset."""
    path = folder / "examples.yaml"
    lines = "\n".join(f"  {line}" for line in text.split("\n"))
    path.write_text(f"ruleset: {shipped()[name]}\nexamples:\n{lines}\n", "utf-8")
    results = run([str(path)])
    assert not results.problems, text
    (outcome,) = results.outcomes
    broken = [found for found in outcome.differences if found.expected is None]
    assert not broken, (text, broken)
    return outcome.passed


def proven(folder: Path, names: tuple[str, str], rules: tuple[Ruleset, Ruleset], found: Difference) -> None:
    """What each gives holds by it, and not by the other."""
    assert found.seats is not None
    assert found.search is not None
    least = found.search.moment
    assert least is not None
    for place, first in ((0, True), (1, False)):
        for by in (0, 1):
            text = example_entry(least, "it", rules[by], found.seats, first=first)
            assert holds(folder, rules[by], names[by], text) == (place == by), text


@pytest.mark.breadth
@pytest.mark.parametrize(("one", "other"), PAIRS[:: len(PAIRS) // 24 + 1])
def test_every_pair_of_games_has_a_moment_or_says_why_not(tmp_path: Path, one: str, other: str) -> None:
    rules = trickbook.load(one), trickbook.load(other)
    found = differ(*rules, tries=TRIES)
    lines = "\n".join(witness_text(found, NamedRules(one, rules[0]), NamedRules(other, rules[1])))
    if found.search is None:
        assert found.same or found.only_seating or not {*rules[0].players} & {*rules[1].players}
    elif found.search.moment is None:
        assert "No position was found that shows it, in " in lines
    else:
        assert "examples:\n  the_difference:\n" in lines
        proven(tmp_path, (one, other), rules, found)


@pytest.mark.parametrize(
    ("options", "word", "cards"),
    [
        ({"moon": "shooter_chooses"}, "decision", 14),
        ({"moon": "convention"}, "points", 18),
        ({"safe_first": "no"}, "legal", 2),
        ({"bare_lead": "yes"}, "legal", 2),
        ({"breaking": "any_heart"}, "legal", 3),
        ({"opening": "left_of_dealer"}, "legal", 2),
        ({"target": 50}, "phase", 8),
        ({"deals": 4}, "phase", 4),
        ({"passing": ["right"]}, "hands", 4),
        ({"pass_count": 2}, "legal", 12),
    ],
)
def test_options_show_in_a_small_moment(
    tmp_path: Path, options: dict[str, Any], word: str, cards: int
) -> None:
    rules = trickbook.load("hearts"), trickbook.load("hearts", options)
    found = differ(*rules)
    proven(tmp_path, ("hearts", "hearts"), rules, found)
    assert found.search is not None
    assert found.search.moment is not None
    assert found.search.moment.word == word
    given = str(found.search.moment.given)
    assert sum(f"'{card}'" in given for card in rules[0].engine().deck.names) <= cards
    assert [*found.options] == [*options]


def test_a_default_that_changed_shows_in_a_small_moment(tmp_path: Path) -> None:
    """What hangs on it is looked for in the words that speak of it, too."""
    path = tmp_path / "ours.yaml"
    path.write_text("trickbook: 1\nextends: hearts\noptions: {breaking: {default: any_heart}}\n", "utf-8")
    found = differ(trickbook.load("hearts"), trickbook.load(path))
    assert found.search is not None
    assert found.search.moment is not None
    assert (found.search.moment.word, found.search.moment.moves) == ("legal", ())


def test_a_seed_finds_the_same_moment() -> None:
    rules = trickbook.load("hearts"), trickbook.load("hearts", {"breaking": "any_heart"})
    first, again, other = (differ(*rules, seed=seed, tries=TRIES).search for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_what_no_moment_shows_is_said() -> None:
    rules = trickbook.load("hearts"), trickbook.load("hearts", {"minutes": 5})
    found = differ(*rules, tries=60)
    assert not found.same
    lines = [*witness_text(found, NamedRules("hearts", rules[0]), NamedRules("ours", rules[1]))]
    assert lines[-1].startswith("No position was found that shows it, in 180 random positions and ")


def test_where_only_the_number_of_players_differs_that_is_said() -> None:
    rules = trickbook.load("four-jacks"), trickbook.load("polignac")
    found = differ(*rules)
    (line,) = witness_text(found, NamedRules("four-jacks", rules[0]), NamedRules("polignac", rules[1]))
    assert line == (
        "Only the number of players differs: four-jacks is for 3 to 6 players, usually 4, and polignac is for"
        " 4 players. With 4 players both are the same game."
    )


def test_a_number_of_players_that_one_does_not_allow_is_refused() -> None:
    rules = trickbook.load("hearts"), trickbook.load("double-hearts")
    with pytest.raises(trickbook.TrickbookError, match="double-hearts is for 4 players, not 5"):
        differ(*rules, players=5)


def test_cards_that_only_one_has_are_named() -> None:
    rules = trickbook.load("hearts"), trickbook.load("cancellation-hearts")
    found = differ(*rules, tries=TRIES)
    assert found.seats == 5
    assert "XC" in found.own_cards[1]
    lines = [*witness_text(found, NamedRules("hearts", rules[0]), NamedRules("other", rules[1]))]
    assert "Only other has XC 2C 2D." in lines
    assert "Of each card hearts has 1, other 2." in lines


def test_answers_in_a_course_stand_under_their_question() -> None:
    rules = trickbook.load("hearts"), trickbook.load("hearts", {"passing": ["right"]})
    found = differ(*rules, tries=TRIES)
    assert found.search is not None
    assert found.search.moment is not None
    text = example_entry(found.search.moment, "it", rules[1], 4, first=False)
    assert "course: [{pass: [" in text


def test_what_is_said_of_options_is_told() -> None:
    rules = trickbook.load("hearts"), trickbook.load("hearts", {"breaking": "any_heart", "target": 50})
    sides = NamedRules("hearts", rules[0]), NamedRules("ours", rules[1])
    lines = [*option_changes(differ(*rules, tries=0), *sides, phrases("en"))]
    said = next(place for place, line in enumerate(lines) if line == "  breaking: any_penalty → any_heart")
    assert lines[said + 1].startswith("      - any_penalty: ")
    assert lines[said + 2].startswith("      + any_heart: ")
    assert "  target: 100 → 50" in lines


@pytest.mark.parametrize("name", ["hearts", "double-hearts", "cancellation-hearts"])
def test_a_course_goes_on_without_a_trick(name: str) -> None:
    rules = trickbook.load(name)
    engine = rules.engine()
    given = {"hands": [[f"{rank}C", f"{rank}D"] for rank in "23456789"[: rules.usual]]}
    moves = tuple(f"{seat} {hand[0]}" for seat, hand in enumerate(given["hands"]))
    course = Course(moves, ("",) * rules.usual, ("legal", None, None))
    ((less, rest),) = without_trick(given, course, engine.layout.seats)
    assert (less["hands"], rest) == ([[hand[1]] for hand in given["hands"]], ())


COMPLEX = """\
trickbook: 1
extends: hearts
steps: {shoot: null}
points: {moon_added: null, moon_subtracted: null}
words: {penalty: hearts or QS, prize: null, shooter: null}
options: {moon: null}
worth: {queen: {is: 13i}}
match:
  scores: complex
  ends: {target: {when: any of players (norm of score >= target)}}
  wins: {lowest: {fewest: norm of score}}
"""
AGAIN = "trickbook: 1\nextends: hearts\nsteps: {tricks: {again: rounds is 1 and trick has nines}}\n"


@pytest.mark.parametrize(
    ("text", "shown"),
    [(COMPLEX, "points: [13i, 0, 0, 0]    # ours"), (AGAIN, "takers: []    # ours\n    # takers: [")],
)
def test_complex_scores_and_tricks_that_go_round_again(tmp_path: Path, text: str, shown: str) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(text, "utf-8")
    rules = trickbook.load("hearts"), trickbook.load(path)
    lines = "\n".join(
        witness_text(differ(*rules), NamedRules("hearts", rules[0]), NamedRules("ours", rules[1]))
    )
    assert shown in lines, lines
