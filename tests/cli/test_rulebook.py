"""``trickbook rulebook``: into a file, and what stands there already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import trickbook
from trickbook.rulebook import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Call


@pytest.mark.parametrize("style", FORMATS)
def test_a_rulebook_goes_into_a_file(call: Call, style: str, tmp_path: Path) -> None:
    path = tmp_path / "hearts.out"
    assert call("rulebook", "hearts", "--format", style, "--out", str(path)).output == ""
    assert path.read_text("utf-8") == trickbook.load("hearts").rulebook(style)
    assert call("rulebook", "hearts", "--format", style).output == path.read_text("utf-8")


def test_a_folder_is_no_file(call: Call, tmp_path: Path) -> None:
    refused = call("rulebook", "hearts", "--out", str(tmp_path), "--force")
    assert refused.exit_code == 2
    assert "cannot be written: it is a folder" in " ".join(refused.output.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("tag", ["ZH", "zh-CN", "zh_TW.UTF-8"])
def test_a_language_is_understood_by_its_tag(call: Call, tag: str) -> None:
    assert call("rulebook", "hearts", "--lang", tag).output.startswith("红心大战\n")


def test_a_file_is_not_replaced_without_being_told_so(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "kept.md"
    path.write_text("kept", "utf-8")
    refused = call("rulebook", "hearts", "--out", str(path))
    assert (refused.exit_code, path.read_text("utf-8")) == (2, "kept")
    assert "exists already; use --force to replace it" in refused.output
    assert call("rulebook", "hearts", "--out", str(path), "--force").exit_code == 0
    assert path.read_text("utf-8").startswith("Hearts\n======\n")


@pytest.mark.parametrize("goal", ["there.md", "new.md"])
def test_a_link_is_followed(call: Call, tmp_path: Path, goal: str) -> None:
    (tmp_path / "there.md").write_text("there", "utf-8")
    link = tmp_path / "link.md"
    link.symlink_to(goal)
    assert call("rulebook", "hearts", "--out", str(link), "--force").exit_code == 0
    assert (tmp_path / goal).read_text("utf-8").startswith("Hearts\n======\n")
    assert str(link.readlink()) == goal


@pytest.mark.parametrize(
    ("goal", "told"), [("link.md", "this link leads to itself"), ("no/where.md", "there is no such folder")]
)
def test_a_link_that_leads_nowhere_is_refused(call: Call, tmp_path: Path, goal: str, told: str) -> None:
    link = tmp_path / "link.md"
    link.symlink_to(goal)
    refused = call("rulebook", "hearts", "--out", str(link), "--force")
    assert (refused.exit_code, told in " ".join(refused.output.split())) == (2, True), refused.output
    assert str(link.readlink()) == goal


def test_a_full_disk_is_no_wrong_call(call: Call) -> None:
    full = call("rulebook", "hearts", "--out", "/dev/full", "--force")
    assert (full.exit_code, "Usage" in full.output) == (1, False), full.output
    assert "/dev/full cannot be written" in full.output


@pytest.mark.parametrize("words", [("play", "hearts", "--record", ""), ("rulebook", "hearts", "--out", "")])
def test_a_file_has_a_name(call: Call, words: tuple[str, ...]) -> None:
    refused = call(*words)
    assert (refused.exit_code, "name a file" in refused.output) == (2, True), refused.output
