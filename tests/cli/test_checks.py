"""`trickbook validate` and `trickbook test`: every file is looked at, and the exit code tells."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Call

HEAD = "trickbook: 1\nextends: hearts\n"


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str, str]:
    """A fine ruleset, one with a problem, and one with an example that does not hold."""
    texts = {
        "fine.yaml": f"{HEAD}options: {{target: {{default: 50}}}}\n",
        "wrong.yaml": f"{HEAD}words: {{breakers: heart or QS}}\n",
        "example.yaml": f"{HEAD}examples: {{queen: {{given: {{trick: [9S, QS, 2S]}}, winner: 2}}}}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    fine, wrong, example = (str(tmp_path / name) for name in texts)
    return fine, wrong, example


def test_every_file_is_validated(call: Call, files: tuple[str, str, str]) -> None:
    fine, wrong, _ = files
    result = call("validate", "--quick", wrong, fine, "nowhere")
    assert result.exit_code == 1
    assert f"{wrong}:3:19: unknown-word: `heart`" in result.output
    assert "    words: {breakers: heart or QS}\n                      ^^^^^\n" in result.output
    assert "did you mean `hearts`?" in result.output
    assert f"{fine}: fine\n" in result.output
    assert "no-such-ruleset: there is no ruleset `nowhere`" in result.output


def test_a_fine_ruleset_is_fine(call: Call, files: tuple[str, str, str]) -> None:
    assert (call("validate", files[0]).exit_code, call("validate", "--quick", "hearts").exit_code) == (0, 0)


def test_a_problem_of_two_rulesets_is_told_once(call: Call, files: tuple[str, str, str]) -> None:
    _, wrong, _ = files
    other = Path(wrong).with_name("other.yaml")
    other.write_text("trickbook: 1\nextends: wrong.yaml\n", "utf-8")
    result = call("validate", "--quick", wrong, str(other))
    assert result.output.count("unknown-word") == 1
    assert result.exit_code == 1
    assert f"{other}: 1 problem" in result.output


def test_programs_read_problems_as_json(call: Call, files: tuple[str, str, str]) -> None:
    fine, wrong, example = files
    (problem,) = json.loads(call("validate", "--quick", "--format", "json", fine, wrong).output)
    assert (problem["code"], problem["file"], problem["line"]) == ("unknown-word", wrong, 3)
    assert json.loads(call("validate", "--quick", "--format", "json", fine).output) == []
    (difference,) = json.loads(call("test", "--format", "json", example).output)
    assert (difference["code"], difference["file"]) == ("wrong-example", example)


@pytest.mark.parametrize(
    ("style", "start"), [("concise", "{wrong}:3:19: unknown-word"), ("github", "::error file=")]
)
def test_other_formats_say_nothing_else(
    call: Call, files: tuple[str, str, str], style: str, start: str
) -> None:
    fine, wrong, _ = files
    result = call("validate", "--quick", "--format", style, fine, wrong)
    assert result.output.startswith(start.format(wrong=wrong))
    assert len(result.output.splitlines()) == 1


def test_examples_that_hold_are_counted(call: Call) -> None:
    result = call("test", "house/set-aside")
    assert (result.exit_code, result.output) == (0, "all 3 examples hold\n")


def test_an_example_that_does_not_hold_is_shown_as_a_difference(
    call: Call, files: tuple[str, str, str]
) -> None:
    result = call("test", files[2], "house/set-aside")
    assert result.exit_code == 1
    assert "  - winner: 2\n  + winner: 1\n" in result.output
    assert result.output.endswith(
        "1 of 4 examples does not hold (- what is expected, + what the rules give, ! what cannot be)\n"
    )


def test_a_ruleset_without_examples_says_so(call: Call, files: tuple[str, str, str]) -> None:
    result = call("test", files[0])
    assert (result.exit_code, result.output) == (0, "there are no examples\n")


def test_examples_of_a_wrong_ruleset_cannot_be_run(call: Call, files: tuple[str, str, str]) -> None:
    path = Path(files[1])
    path.write_text(path.read_text("utf-8") + "examples: {one: {given: {trick: [9S]}, winner: 0}}\n", "utf-8")
    result = call("test", str(path))
    assert (result.exit_code, "unknown-word" in result.output) == (1, True)


def test_a_house_rule_with_another_ending_is_found(call: Call, files: tuple[str, str, str]) -> None:
    near = files[0].replace(".yaml", ".yml")
    result = call("validate", "hearts", "--quick", "--house", near)
    assert (result.exit_code, f"did you mean `{files[0]}`?" in result.output) == (1, True), result.output
