"""Files that were found fine are not validated again, until something changes that the verdict rests on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from trickbook.analysis import report, validation
from trickbook.analysis.report import Report, keep_verdict, verdict
from trickbook.analysis.validation import validate_resolved
from trickbook.cli.program import program
from trickbook.loading import Resolved, resolve
from trickbook.problems import Edit, Problem, Remedy
from trickbook.source import cache
from trickbook.source.files import FileName
from trickbook.texts.message import Message

BASE = "trickbook: 1\nname: Base\nextends: hearts\n"
MINE = "trickbook: 1\nname: Mine\nextends: ./base.yaml\nworth:\n  bonus_jack: {cards: JD, is: -10}\n"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE, "utf-8")
    (tmp_path / "mine.yaml").write_text(MINE, "utf-8")
    return tmp_path / "mine.yaml"


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rulesets that are validated, each time."""
    found: list[str] = []

    def noted(resolved: Resolved, *more: Any, **options: Any) -> Report:
        found.append(resolved.name)
        return validate_resolved(resolved, *more, **options)

    monkeypatch.setattr(validation, "validate_resolved", noted)
    return found


def called(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(program, ["validate", *map(str, words)], prog_name="trickbook")
    return result.exit_code, result.output


def test_what_is_known_is_told_again_and_not_looked_for(validated: list[str]) -> None:
    before = called("slobberhannes")
    assert before[0] == 0
    assert called("slobberhannes") == before
    assert validated == ["slobberhannes"]


def test_notes_have_their_places_back() -> None:
    resolved = resolve("hearts")
    places = [entry.key_place for entry in resolved.root.entries.values()]
    hint = Remedy("write {word}", Edit("even", places[1]), word="even")
    told = Problem("odd", Message("this is odd"), places[0], hint, "note", tuple(places[1:3]))
    keep_verdict([told, Problem("nowhere", Message("this is nowhere"), severity="note")], resolved, "quick")
    found = verdict(resolved, "quick")
    assert found == (told, Problem("nowhere", Message("this is nowhere"), severity="note"))
    assert found[0].place is not None
    assert isinstance(found[0].place.file, FileName)
    assert found[0].fix == Edit("even", places[1])
    assert verdict(resolved, "slow") is None


@pytest.mark.parametrize("name", ["mine.yaml", "base.yaml"])
def test_a_change_in_any_file_counts(name: str, mine: Path, validated: list[str]) -> None:
    assert called("--quick", mine) == called("--quick", mine)
    path = mine.with_name(name)
    path.write_text(path.read_text("utf-8") + "points:\n  odd: {player: points + 1}\n", "utf-8")
    called("--quick", mine)
    assert validated == ["mine", "mine"]


def test_each_way_to_check_has_its_verdict(mine: Path, validated: list[str]) -> None:
    ways = (["--quick"], ["--quick", "--players", "4"], ["--quick", "--option", "passing=hold"])
    for way in (*ways, *ways):
        assert called(*way, mine)[0] == 0
    assert len(validated) == len(ways)


def test_errors_are_looked_for_again(mine: Path, validated: list[str]) -> None:
    mine.write_text(MINE.replace("JD", "no_such_word"), "utf-8")
    assert called("--quick", mine) == called("--quick", mine)
    assert len(validated) == 2


def test_failing_examples_are_run_again(mine: Path, validated: list[str]) -> None:
    example = "examples:\n  jack: {given: {taken: {0: JD}}, points: [0, 0, 0, 0]}\n"
    mine.write_text(MINE + example, "utf-8")
    code, told = called("--quick", mine)
    assert code == 1
    assert called("--quick", mine) == (code, told)
    assert len(validated) == 2


def test_problems_of_a_catalogue_are_told_beside_a_known_verdict(mine: Path, validated: list[str]) -> None:
    assert called("--quick", mine)[0] == 0
    mine.with_name("mine.zh.yaml").write_text("nonsense: {says: x}\n", "utf-8")
    code, told = called("--quick", mine)
    assert code == 1
    assert "mine.zh.yaml" in told
    assert validated == ["mine"]


def test_when_the_installation_changes_nothing_is_known(
    mine: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for state in (b"one\n", b"two\n", b"two\n"):
        monkeypatch.setattr(cache, "_state", lambda state=state: state)
        called("--quick", mine)
    assert validated == ["mine", "mine"]


def test_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_VERDICTS", 3)
    resolved = resolve("whist")
    for number in range(5):
        keep_verdict((), resolved, number)
    assert [verdict(resolved, number) for number in range(5)] == [None, None, (), (), ()]


def test_without_a_cache_folder_each_time_is_the_first(
    tmp_path: Path, mine: Path, validated: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert called("--quick", mine) == called("--quick", mine)
    assert len(validated) == 2
