"""The catalogue of codes holds every code there is, and its examples show what it says."""

import re
from pathlib import Path

import pytest
from tests.validation.collecting import codes as written

from trickbook.analysis.report import codes, explain, snippet
from trickbook.analysis.validation import validate
from trickbook.problems import TrickbookError

EXAMPLES = [code for code in codes() if snippet(code, "wrong")]
FORM = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def test_every_code_is_explained_and_there_is_no_other() -> None:
    assert {code for code in written() if FORM.fullmatch(code)} == set(codes())


def found(tmp_path: Path, code: str, kind: str) -> set[str]:
    """The codes of the problems of an example."""
    path = tmp_path / "game.yaml"
    path.write_text(snippet(code, kind) or "", "utf-8")
    return {problem.code for problem in validate(path, quick="played" not in codes()[code]).problems}


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_wrong_example_has_the_problem(code: str, tmp_path: Path) -> None:
    assert code in found(tmp_path, code, "wrong")


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_right_example_has_no_error_or_at_least_not_this_one(code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(snippet(code, "right") or "", "utf-8")
    report = validate(path, quick="played" not in codes()[code])
    assert [
        problem for problem in report.problems if problem.severity == "error" or problem.code == code
    ] == []


def test_a_code_is_explained_with_both_examples() -> None:
    assert explain("unknown-word") == (
        "unknown-word: The word is not defined, neither by the language nor by this ruleset.\n"
        "\nWrong:\n\n    trickbook: 1\n    extends: hearts\n    worth: {hearts: {cards: heart}}\n"
        "\nRight:\n\n    trickbook: 1\n    extends: hearts\n    worth: {hearts: {cards: hearts}}\n"
    )


def test_an_unknown_code_is_answered_with_the_nearest() -> None:
    with pytest.raises(
        TrickbookError, match=r"there is no code `unknown-wrd`; did you mean `unknown-word`\?"
    ):
        explain("unknown-wrd")
