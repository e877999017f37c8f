"""`trickbook fmt`: files are rewritten, checked or shown; one with mistakes is left alone."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.cli.conftest import Call, Run

from trickbook.cli.program import program
from trickbook.source import LIMITS

BEFORE = 'trickbook: 1\nextends: hearts\nname: "Ours"  # at home\noptions: {target: {default: 50}}\n'
AFTER = "trickbook: 1\nname: Ours  # at home\nextends: hearts\n\noptions:\n  target: {default: 50}\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "ours.yaml"
    path.write_text(BEFORE, "utf-8")
    return path


def test_a_file_is_rewritten_once(call: Call, game: Path) -> None:
    first, second = call("fmt", str(game)), call("fmt", str(game))
    assert (first.exit_code, first.output) == (0, f"{game}: rewritten\n")
    assert (second.exit_code, second.output) == (0, "")
    assert game.read_text("utf-8") == AFTER


def test_a_link_leads_to_the_file_that_is_rewritten(call: Call, game: Path) -> None:
    game.chmod(0o640)
    link = game.with_name("link.yaml")
    link.symlink_to(game.name)
    assert call("fmt", str(link)).output == f"{link}: rewritten\n"
    assert (str(link.readlink()), game.read_text("utf-8")) == (game.name, AFTER)
    assert (game.stat().st_mode & 0o777, len([*game.parent.iterdir()])) == (0o640, 2)


def test_a_file_with_several_names_stays_one_file(call: Call, game: Path) -> None:
    second = game.with_name("second.yaml")
    second.hardlink_to(game)
    game.write_text(BEFORE.replace("{target", 16 * " " + "{target"), "utf-8")
    assert call("fmt", str(game)).output == f"{game}: rewritten\n"
    assert (second.samefile(game), second.read_text("utf-8")) == (True, AFTER)


def test_a_read_only_file_is_left_alone(call: Call, game: Path) -> None:
    second = game.with_name("second.yaml")
    second.write_text(BEFORE, "utf-8")
    game.chmod(0o444)
    result = call("fmt", str(game), str(second))
    told = f"{game}: unchanged, since it is read-only; make it writable first\n{second}: rewritten\n"
    assert (result.exit_code, result.output) == (1, told)
    assert (game.read_text("utf-8"), second.read_text("utf-8")) == (BEFORE, AFTER)


def test_a_folder_that_may_not_be_searched(call: Call, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may search each, so the system's answer to others is given here."""
    look = os.stat

    def forbid(path: Any, **how: Any) -> os.stat_result:
        if os.fspath(path) == str(game):
            raise PermissionError(errno.EACCES, "Permission denied", str(game))
        return look(path, **how)

    monkeypatch.setattr(os, "stat", forbid)
    result = call("fmt", str(game))
    told = f"{game}:1:1: unreadable: the file cannot be read: Permission denied\n"
    assert (result.exit_code, result.output.startswith(told)) == (1, True), result.output


@pytest.mark.parametrize("verb", ["fmt", "validate", "show"])
def test_a_link_to_nothing_is_not_called_its_own_remedy(call: Call, tmp_path: Path, verb: str) -> None:
    link = tmp_path / "dangling.yaml"
    link.symlink_to("nowhere.yaml")
    result = call(verb, str(link))
    assert "dangling.yaml:1:1: missing-file: this is a link to a file that is not there\n" in result.output
    assert (result.exit_code, "did you mean" in result.output) == (1, False)


def test_a_link_beside_the_file_is_not_followed(call: Call, game: Path) -> None:
    """A stranger's folder may hold links to files elsewhere, with any name that can be foreseen."""
    mine = game.with_name("mine")
    mine.write_text("precious", "utf-8")
    game.with_name("ours.yaml.part").symlink_to(mine)
    assert call("fmt", str(game)).exit_code == 0
    assert (mine.read_text("utf-8"), game.read_text("utf-8")) == ("precious", AFTER)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of Unix")
@pytest.mark.parametrize(
    "words", ["fmt", "show", "play", "replay", "why", "verify-deal", "test", "new x --from"]
)
def test_a_pipe_is_not_waited_for(call: Call, tmp_path: Path, words: str) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "link.yaml").symlink_to("pipe.yaml")
    result = call(*words.split(), str(tmp_path / "link.yaml"))
    assert (result.exit_code, "this is a device or a pipe, not a file" in result.output) == (1, True)


def test_stdin_without_end_is_not_read_to_its_end(call: Call) -> None:
    result = CliRunner().invoke(program, ["fmt", "-"], input=b"#" * (2 * LIMITS.bytes))
    assert (result.exit_code, f"{LIMITS.bytes + 1:,}" in result.output) == (1, True), result.output


def test_check_and_diff_write_nothing(call: Call, game: Path) -> None:
    check, diff = call("fmt", "--check", str(game)), call("fmt", "--diff", str(game))
    assert (check.exit_code, check.output) == (1, f"{game}: would be rewritten\n")
    assert diff.exit_code == 1
    assert "\n+name: Ours  # at home\n" in diff.output
    assert game.read_text("utf-8") == BEFORE
    game.write_text(AFTER, "utf-8")
    done = call("fmt", "--check", "--diff", str(game))
    assert (done.exit_code, done.output) == (0, "")


def test_a_file_with_mistakes_is_left_alone(call: Call, game: Path) -> None:
    wrong = BEFORE + "play: {hearts_wait: {keep: not haerts}}\n"
    game.write_text(wrong, "utf-8")
    told = call("fmt", str(game))
    assert told.exit_code == 1
    assert "unknown-word" in told.output
    assert "did you mean" in told.output
    assert game.read_text("utf-8") == wrong


def test_a_catalogue_keeps_its_style(call: Call, game: Path) -> None:
    catalogue = game.with_name("ours.zh.yaml")
    catalogue.write_text('name: "我们的"\n', "utf-8")
    told = call("fmt", str(catalogue), str(game))
    assert told.exit_code == 0
    assert f"{catalogue}: a catalogue of translations, unchanged; fmt formats rulesets\n" in told.output
    assert catalogue.read_text("utf-8") == 'name: "我们的"\n'
    assert game.read_text("utf-8") == AFTER
    catalogue.write_text("name: [", "utf-8")
    assert call("fmt", str(catalogue)).exit_code == 1


def test_stdin_is_written_to_stdout() -> None:
    done = CliRunner().invoke(program, ["fmt", "-"], input=BEFORE)
    assert (done.exit_code, done.output) == (0, AFTER)
    wrong = CliRunner().invoke(program, ["fmt", "-"], input="trickbook: 1\nnme: x\n")
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "<stdin>:2:1: unknown-key" in wrong.stderr


def test_a_shipped_name_is_no_file(call: Call) -> None:
    told = call("fmt", "hearts")
    assert told.exit_code == 2
    assert "'hearts' is no file; a ruleset's ends in .yaml" in told.output


def test_help_does_not_import_the_formatter(run: Run) -> None:
    done = run("--help", PYTHONVERBOSE="1")
    assert "Write rulesets in the one style." in done.stdout
    assert "trickbook/formatting" not in done.stderr
