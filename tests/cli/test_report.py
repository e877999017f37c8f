"""`trickbook report` and the picture of `compare`: what is written where, and what is tried."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import play_rows

import trickbook
from trickbook.lab import interpreter_rows
from trickbook.lab.commands import ruleset_specs
from trickbook.lab.commands.report import CHANGES
from trickbook.lab.commands.ruleset_specs import RulesetSpec, by_house, by_option
from trickbook.lab.report.page import PICTURE_NAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Call

    from trickbook.lab.study import Rows, Study

FEW = ("--deals", "10", "--seed", "7")
PLAIN = (*FEW, "--changes", "none")


def test_a_report_is_a_page_and_pictures(call: Call, tmp_path: Path) -> None:
    out, folder = tmp_path / "r.html", tmp_path / "pictures"
    result = call("report", "hearts", "+omnibus", *PLAIN, "--out", str(out), "--svg", str(folder))
    assert (result.exit_code, f"Written to {out} and {folder}." in result.output) == (0, True), result.output
    page = out.read_text("utf-8")
    assert "<h1>Hearts in numbers</h1>" in page
    assert page.count("<svg ") == len(PICTURE_NAMES)
    assert "Again: trickbook report hearts hearts+omnibus --deals 10 --changes none" in page
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{name}.svg" for name in PICTURE_NAMES)
    for path in folder.iterdir():
        text = path.read_text("utf-8")
        assert text.startswith('<?xml version="1.0" encoding="utf-8"?>\n<svg role="img" ')
        assert text.split("\n", 1)[1].rpartition("<!-- run ")[0] in page


def test_workers_write_the_same(call: Call, tmp_path: Path) -> None:
    pages = []
    for workers in ("1", "2"):
        out = tmp_path / workers
        result = call("report", "hearts", "+omnibus", *PLAIN, "--workers", workers, "--out", str(out))
        assert result.exit_code == 0, result.output
        pages.append(out.read_text("utf-8"))
    assert pages[0] == pages[1]


def test_every_other_setting_is_tried(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "r.html"
    result = call("report", "hearts", *FEW, "--out", str(out), "--option", "pass_count=0")
    assert result.exit_code == 0
    tried = set(re.findall(r"<td>hearts\+pass_count=0\+([a-z_]+=[a-z0-9_]+)</td>", out.read_text("utf-8")))
    assert tried >= {
        "passing=left",
        "passing=hold",
        "moon=convention",
        "target=50",
        "target=200",
        "bare_lead=yes",
    }
    assert f"{len(tried) + 7} changes of hearts" in result.output
    assert "hearts+pass_count=3" in out.read_text("utf-8")


def test_settings_by_the_type_of_an_option() -> None:
    rules = trickbook.load("hearts")
    found: dict[str, list[str]] = {}
    for side in by_option(RulesetSpec("hearts"), rules, 4):
        ((name, value),) = side.options
        found.setdefault(name, []).append(value)
    assert found == {
        "passing": ["left", "right", "across", "centre", "hold"],
        "pass_count": ["0", "1", "2", "4", "5", "6", "7"],
        "opening": ["left_of_dealer"],
        "safe_first": ["no"],
        "breaking": ["any_heart", "not_needed"],
        "bare_lead": ["yes"],
        "moon": ["convention", "shooter_chooses"],
        "target": ["50", "200"],
    }
    chinese = trickbook.load("chinese-hearts", {"first_leader": 2})
    base = RulesetSpec("chinese-hearts", (), (("first_leader", "2"),))
    seats = [dict(side.options)["first_leader"] for side in by_option(base, chinese, 4)]
    assert [seat for seat in seats if seat != "2"] == ["0", "1", "3"]


def test_house_rules_are_tried_where_they_fit(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {
        name: path
        for name, path in trickbook.shipped().items()
        if name in ("house/sun", "house/omnibus", "house/chips", "hearts")
    }
    monkeypatch.setattr(ruleset_specs, "shipped", lambda: shipped)
    assert [str(side) for side in by_house(RulesetSpec("hearts", ("omnibus",)))] == [
        "hearts+omnibus+chips",
        "hearts+omnibus+omnibus",
        "hearts+omnibus+sun",
    ]
    out = tmp_path / "r.html"
    result = call("report", "omnibus", *FEW, "--changes", "house", "--out", str(out))
    assert result.exit_code == 0, result.output
    text = out.read_text("utf-8")
    assert "<td>omnibus+sun</td>" in text
    assert "<td>omnibus+omnibus</td>" not in text


@pytest.mark.parametrize(
    "words", [("report", "hearts", *PLAIN, "--out"), ("compare", "hearts", "omnibus", *FEW, "--svg")]
)
def test_nothing_is_replaced_without_being_told_so(
    call: Call, words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "kept"
    path.write_text("kept", "utf-8")
    refused = call(*words, str(path))
    assert (refused.exit_code, path.read_text("utf-8")) == (2, "kept")
    assert "exists already; use --force to replace it" in refused.output
    assert call(*words, str(path), "--force").exit_code == 0
    assert "<svg " in path.read_text("utf-8")
    assert call(*words, str(tmp_path / "nowhere" / "x")).exit_code == 2
    assert call(*words, "").exit_code == 2


@pytest.mark.parametrize(
    ("words", "given", "better"),
    [
        (("report", "hearts", "--out"), "page.pdf", "page.html"),
        (("compare", "hearts", "omnibus", "--svg"), "points.png", "points.svg"),
    ],
)
def test_a_file_is_named_by_what_it_holds(
    call: Call, words: tuple[str, ...], given: str, better: str
) -> None:
    refused = call(*words, given)
    assert refused.exit_code == 2
    assert f"{given} would hold {better.rpartition('.')[2].upper()}; name it {better}" in refused.output


def test_pictures_are_not_replaced_either(call: Call, tmp_path: Path) -> None:
    (tmp_path / "points.svg").write_text("kept", "utf-8")
    refused = call("report", "hearts", *PLAIN, "--svg", str(tmp_path))
    assert (refused.exit_code, (tmp_path / "points.svg").read_text("utf-8")) == (2, "kept")
    assert [path.name for path in tmp_path.iterdir()] == ["points.svg"]
    no_folder = call("report", "hearts", *PLAIN, "--svg", str(tmp_path / "points.svg"))
    assert (no_folder.exit_code, "exists already" in no_folder.output) == (2, True)
    assert call("report", "hearts", *PLAIN, "--svg", str(tmp_path), "--force").exit_code == 0


def test_a_report_goes_somewhere(call: Call) -> None:
    refused = call("report", "hearts")
    assert (refused.exit_code, "name a file with --out, or a folder with --svg" in refused.output) == (
        2,
        True,
    )


def test_a_full_disk_is_told(call: Call) -> None:
    for words in (("report", "hearts", *PLAIN, "--out"), ("compare", "hearts", "omnibus", *FEW, "--svg")):
        full = call(*words, "/dev/full", "--force")
        assert (full.exit_code, "/dev/full cannot be written" in full.output) == (1, True), full.output


def test_an_interrupt_writes_what_is_done(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rows(study: Study, first: int, count: int) -> Rows:
        if first >= after:
            raise KeyboardInterrupt
        return interpreter_rows.interpreter_rows(study, first, count)

    play_rows(monkeypatch, rows)
    out = tmp_path / "r.html"
    words = ("report", "hearts", "omnibus", "--deals", "100000", "--changes", "none", "--out", str(out))
    after = 0
    nothing = call(*words)
    assert (nothing.exit_code, out.exists()) == (130, False)
    assert "so nothing was written" in nothing.output
    after = 2
    stopped = call(*words)
    assert stopped.exit_code == 130
    assert "It was stopped" in stopped.output
    assert "It was stopped" in out.read_text("utf-8")


def test_without_matplotlib_nothing_is_played(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("trickbook.lab.report")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for words in (("report", "hearts", "--out"), ("compare", "hearts", "omnibus", "--svg")):
        refused = call(*words, str(tmp_path / "x"))
        assert (refused.exit_code, "run `make lab` in your clone of Trickbook" in refused.output) == (
            1,
            True,
        ), refused.output


def test_the_choices_of_changes(call: Call) -> None:
    refused = call("report", "hearts", "--changes", "som")
    assert refused.exit_code == 2
    assert all(choice in refused.output for choice in CHANGES)


def test_what_may_not_be_written_is_told_before_anything_is_played(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that is for reading alone, which nobody can write to."""
    monkeypatch.setattr("os.access", lambda place, _how: place != tmp_path)
    monkeypatch.setattr("trickbook.lab.commands.report.run_studies", pytest.fail)
    for words in (["--out", str(tmp_path / "r.html")], ["--svg", str(tmp_path / "pictures")]):
        result = call("report", "hearts", *words)
        assert (result.exit_code, f"no permission to write to {tmp_path}" in result.output) == (2, True)


def test_measures_are_a_table_with_a_line_for_each_ruleset(call: Call) -> None:
    said = ("report", "hearts", "+omnibus", "--option", "passing=hold", "--measures", *FEW, "--playouts", "2")
    result = call(*said)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "10 deals of each kind for 4 players; each play is estimated by 2 playouts."
    again = lines[1].removeprefix("Again: ").split()
    assert lines[3].split() == ["Order", "Fairness", "Convergence", "Spread", "Drama", "Security"]
    assert [line.split()[0] for line in lines[4:6]] == ["hearts", "hearts+omnibus"]
    assert [line.count(" ± ") for line in lines[4:6]] == [6, 6]
    repeated = call(*again[1:]).stdout.splitlines()
    assert [line.split()[1:] for line in repeated[4:6]] == [line.split()[1:] for line in lines[4:6]]


def test_measures_write_no_page(call: Call, tmp_path: Path) -> None:
    result = call("report", "hearts", "--measures", *FEW, "--out", str(tmp_path / "r.html"))
    assert result.exit_code == 2
    assert "--measures prints a table; leave out --out, --svg and --keep" in result.output
