"""What validating finds in whole rulesets."""

from pathlib import Path

import pytest
from tests.validation.shipped_reports import full_report

from trickbook.analysis.report import Report
from trickbook.analysis.validation import validate
from trickbook.loading.dependencies import DEEPEST
from trickbook.problems import MOST_PROBLEMS

GAMES = ("hearts", "rules-of-hearts", "cancellation-hearts", "chinese-hearts", "double-hearts")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return tmp_path / "game.yaml"


def found(game: Path, text: str, *, quick: bool = True) -> Report:
    game.write_text(f"trickbook: 1\nextends: hearts\n{text}\n", "utf-8")
    return validate(game, quick=quick)


def told(report: Report) -> list[tuple[str, str]]:
    return [(problem.severity, problem.code) for problem in report.problems]


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_has_no_problems_before_it_is_played(name: str) -> None:
    assert validate(name, quick=True).problems == ()


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_plays_without_errors_and_only_rare_things_are_noted(name: str) -> None:
    report = full_report(name)
    assert report.fine
    assert {problem.code for problem in report.problems} <= {"never-seen"}


def test_the_same_is_found_every_time(game: Path) -> None:
    text = "play: {odd: {before: follow_suit, when: following, only: led_suit}}"
    assert found(game, text, quick=False) == validate(game)


def test_a_dead_end_is_told_with_the_seat_the_deal_and_the_seed(game: Path) -> None:
    report = found(game, "players: {count: 4}\nplay: {follow_suit: {only: led_suit}}", quick=False)
    (problem,) = (problem for problem in report.problems if problem.severity == "error")
    assert problem.code == "dead-end"
    assert str(problem.message) == (
        "seat 0 has no legal move in deal 1, at tricks: `follow_suit` left nothing (with 4 players, seed 1)"
    )
    assert str(problem.place) == f"{game}:4:28"


def test_a_dead_end_that_an_option_makes_is_told_with_the_option(game: Path) -> None:
    text = "players: {count: 4}\noptions: {strict: {type: yes_no, default: no}}\n"
    text += "play: {strictly: {when: strict and following, only: led_suit}}"
    report = found(game, text, quick=False)
    assert {problem.code for problem in report.problems} == {"dead-end"}
    assert "strict yes" in str(report.problems[0].message)


def test_what_one_changes_oneself_is_an_error_and_what_is_inherited_a_note(game: Path) -> None:
    report = found(game, "play: {no_penalty_first: null}\noptions: {speed: {type: yes_no, default: no}}")
    assert sorted(told(report)) == [("error", "unused-option"), ("note", "unused-option")]


def test_mistakes_of_shape_and_of_expressions_are_told_together(game: Path) -> None:
    report = found(game, "colour: red\nworth: {hearts: {cards: heart, worth: 3}}\nplay: {odd: {keep: QX}}")
    assert [problem.code for problem in report.problems] == [
        "unknown-key",
        "unknown-word",
        "unknown-key",
        "unknown-card",
    ]


def test_a_word_that_is_misshapen_is_not_told_of_as_unknown(game: Path) -> None:
    report = found(game, "words: {danger: [hearts]}\nplay: {odd: {keep: danger}}")
    assert [problem.code for problem in report.problems] == ["wrong-type"]


def test_a_problem_of_some_tables_says_of_which(game: Path) -> None:
    report = found(game, "deck: {leave_out: [2C, 2D]}")
    assert [str(problem.message) for problem in report.problems] == [
        "52 cards do not deal evenly: 4 are left over (with 6 players)"
    ]


def test_a_card_that_is_gone_for_good_is_not_left_out_again(game: Path) -> None:
    text = "deck: {without: rank < 7, leave_out: [2C, 7C, 7S]}\nplayers: {count: 5, usual: 5}"
    text += "\noptions: {pass_count: {to: 6}}"
    assert found(game, text).problems == ()


def test_so_many_problems_are_told(game: Path) -> None:
    report = found(game, "\n".join(f"odd_{number}: 1" for number in range(MOST_PROBLEMS + 9)))
    assert len(report.problems) == MOST_PROBLEMS + 1
    assert report.problems[-1].code == "more-problems"


def test_no_error_is_hidden_by_many_notes(game: Path) -> None:
    unused = "".join(f"  w{number}: hearts\n" for number in range(MOST_PROBLEMS + 9))
    report = found(game, f"words:\n{unused}deck: {{leave_out: [2C, 2D]}}")
    assert not report.fine
    assert "uneven" in {problem.code for problem in report.problems}
    assert str(report.problems[-1].message) == "10 more problems from here on"


def test_options_that_a_requirement_rules_out_are_not_tried(game: Path) -> None:
    text = "options: {pass_count: {to: 20}}\nrequires: {fits: {that: pass_count <= 8, says: Eight at most.}}"
    assert found(game, text).problems == ()


def test_the_ruleset_that_requires_more_says_what(game: Path) -> None:
    (problem,) = found(
        game, "requires: {many: {that: count of players > 3, says: Three are too few.}}"
    ).problems
    assert str(problem.message).endswith("Three are too few. (with 3 players)")


def chain(folder: Path, files: int) -> Path:
    """So many rulesets that extend one another, besides the three that hearts rests on."""
    for number in range(files):
        parent = f"./rules-{number - 1}.yaml" if number else "hearts"
        (folder / f"rules-{number}.yaml").write_text(f"trickbook: 1\nextends: {parent}\n", "utf-8")
    return folder / f"rules-{files - 1}.yaml"


def test_a_chain_of_rulesets_that_is_too_long_is_no_circle(tmp_path: Path) -> None:
    (problem,) = validate(chain(tmp_path, DEEPEST), quick=True).problems
    assert problem.code == "too-many-files"
    assert "too long; the limit is 16 files" in str(problem.message)


def test_a_chain_of_rulesets_may_be_long(tmp_path: Path) -> None:
    assert validate(chain(tmp_path, DEEPEST - 4), quick=True).problems == ()


def test_cards_that_a_step_returns_are_there_to_be_dealt(game: Path) -> None:
    steps = "back: {after: deal, move: hand, to: aside}, new: {after: back, deal: hand}"
    text = f"players: {{count: 4}}\nsteps: {{{steps}}}"
    assert told(found(game, text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "play:\n# winning:\n  follow_suit: {when: following, keep: led_suit}",
        "play:\n# options:\n  low: {when: leading, keep: not clubs}",
        'note: "Rules:\n\n# winning:\n\n  are:"\nplay:\n  low: {when: leading, keep: not clubs}',
    ],
)
def test_an_entry_that_cannot_belong_to_a_section_in_a_comment_is_no_note(game: Path, text: str) -> None:
    assert "commented-section" not in {code for _, code in told(found(game, text))}


def test_the_number_of_tricks_may_be_asked_for_where_deals_differ(game: Path) -> None:
    game.write_text(
        "trickbook: 1\nextends: oh-hell\npoints: {x: {when: trick_number > 5, player: points + 1}}\n"
    )
    assert not [one for one in validate(game, quick=True).problems if one.code == "trick-over"]


def test_two_comparisons_of_the_same_numbers_have_one_order(game: Path) -> None:
    once, twice = "score * (0 - 1)", "score * (0 - 2)"
    when = f"{once} < {twice} and not {twice} < {once}"
    assert told(found(game, f"points: {{x: {{when: {when}, player: 0}}}}")) == []
