"""`trickbook new`: the file that it writes is sound at once, and so are all its comments."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.games import SOME_GAMES
from tests.selection import broad

import trickbook
from trickbook.analysis.difference import compare, same_rules
from trickbook.analysis.validation import validate
from trickbook.examples.runner import run
from trickbook.loading import resolve, shipped
from trickbook.loading.files import HOUSE
from trickbook.source import Mapping, read
from trickbook.source.nodes import scalars

PATCHES = [name.removeprefix(HOUSE) for name in shipped() if name.startswith(HOUSE)]

DECK_ALONE = {"trickbook", "name", "summary", "source", "fits", "needs", "deck", "examples"}
"""The keys of a house rule that changes nothing but the deck."""


def uncommented(text: str) -> str:
    """The file once every starting point is taken up."""
    head, _, rest = text.partition("\n")
    return head + "\n" + re.sub(r"^# ", "", rest, flags=re.MULTILINE)


def forbids(name: str) -> bool:
    """Whether a card is ever forbidden."""
    return any(trickbook.load(name).engine().context.entries("play"))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_new_variant_is_sound_and_its_comments_are_as_the_parent_has_it(
    call: Call, tmp_path: Path, name: str
) -> None:
    result = call("new", "our-game", "--from", name, "--out", str(tmp_path))
    path = tmp_path / "our-game.yaml"
    assert (result.exit_code, [*tmp_path.iterdir()]) == (0, [path]), result.output
    assert f"trickbook play {path}" in result.output
    assert validate(path, quick=True).problems == ()
    results = run([str(path)])
    narrowed = forbids(name)
    assert (results.passed, len(results.outcomes)) == (True, int(narrowed))
    assert same_rules(compare(resolve(name).root, resolve(path).root))
    assert call("play", str(path), "--deals", "1", "--seed", "7").exit_code == 0
    assert call("fmt", "--check", str(path)).exit_code == 0
    path.write_text(uncommented(path.read_text("utf-8")), "utf-8")
    found = resolve(path)
    assert [problem for problem in found.problems if problem.severity == "error"] == []
    root, _ = read(path.read_text("utf-8"), "ours")
    assert isinstance(root, Mapping)
    sections = {"worth", "match", *(["play"] if narrowed else [])}
    assert sections & resolve(name).root.entries.keys() <= root.entries.keys()
    assert same_rules(compare(resolve(name).root, found.root))


@pytest.mark.parametrize("patch", broad(PATCHES, but=lambda patch: patch in ("omnibus", "pass-right")))
def test_house_rules_come_with_a_moment_that_shows_them(call: Call, tmp_path: Path, patch: str) -> None:
    parent = scalars(resolve(HOUSE + patch).root, "fits")[0].text
    result = call("new", "our-game", "--from", parent, "--house", patch, "--out", str(tmp_path))
    text = (tmp_path / "our-game.yaml").read_text("utf-8") if result.exit_code == 0 else result.output
    assert f"\nextends: {parent}\nhouse: [{patch}]\n" in text
    keys = set(re.findall(r"^\w+(?=:)", shipped()[HOUSE + patch].read_text("utf-8"), re.MULTILINE))
    assert ("\nexamples:\n  " in text) is (forbids(parent) or not keys <= DECK_ALONE)


def test_options_become_defaults(call: Call, tmp_path: Path) -> None:
    calls = ["--option", "moon=convention", "--option", "passing=left,hold", "--option", "safe_first=no"]
    assert call("new", "ours", "--from", "hearts", *calls, "--out", str(tmp_path)).exit_code == 0
    path = tmp_path / "ours.yaml"
    rules = trickbook.load(path)
    assert {**rules.options, "moon": "convention", "passing": ["left", "hold"], "safe_first": False} == (
        rules.options
    )
    assert trickbook.load(path).chosen == {}
    path.write_text(uncommented(path.read_text("utf-8")), "utf-8")
    assert trickbook.load(path).options == rules.options


def test_a_word_keeps_its_parameter(call: Call, tmp_path: Path) -> None:
    parent = tmp_path / "pairs.yaml"
    words = "words: {pairs: {of: suit, is: count of (hand and suit and kings)}}"
    parent.write_text(f"trickbook: 1\nname: Pairs\nextends: hearts\n{words}\n", "utf-8")
    assert call("new", "ours", "--from", str(parent), "--out", str(tmp_path)).exit_code == 0
    written = (tmp_path / "ours.yaml").read_text("utf-8")
    assert "\n#   pairs: {of: suit, is: count of (hand and suit and kings)}\n" in written


def test_a_file_is_extended_from_where_the_new_one_lies(call: Call, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    call("new", "one", "--from", "hearts", "--option", "target=50", "--out", str(tmp_path))
    assert call("new", "two", "--from", f"{tmp_path}/one.yaml", "--out", f"{tmp_path}/below").exit_code == 0
    assert "\nextends: ../one.yaml\n" in (tmp_path / "below" / "two.yaml").read_text("utf-8")
    assert call("new", "three", "--from", f"{tmp_path}/one.yaml", "--out", str(tmp_path)).exit_code == 0
    assert "\nextends: ./one.yaml\n" in (tmp_path / "three.yaml").read_text("utf-8")
    assert trickbook.load(tmp_path / "three.yaml").options["target"] == 50


def test_nothing_is_overwritten_without_force(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("mine\n", "utf-8")
    words = ("new", "ours", "--from", "hearts", "--out", str(tmp_path))
    result = call(*words)
    assert (result.exit_code, path.read_text("utf-8")) == (2, "mine\n")
    assert "exists already; use --force to replace it" in result.output
    assert call(*words, "--force").exit_code == 0
    assert "extends: hearts\n" in path.read_text("utf-8")


def test_a_link_is_followed(call: Call, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").symlink_to("far.yaml")
    assert call("new", "ours", "--from", "hearts", "--out", str(tmp_path), "--force").exit_code == 0
    assert (tmp_path / "ours.yaml").readlink() == Path("far.yaml")
    assert "extends: hearts\n" in (tmp_path / "far.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    "what", [("--house", "sunny"), ("--option", "target=0"), ("--from", "standard-pack")]
)
def test_nothing_is_written_where_something_is_wrong(
    call: Call, tmp_path: Path, what: tuple[str, str]
) -> None:
    (tmp_path / "ours.yaml").write_text("mine\n", "utf-8")
    words = ("new", "ours", "--from", "hearts", "--out", str(tmp_path), "--force")
    assert call(*words, *what).exit_code in (1, 2)
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["mine\n"]


def test_what_is_not_sound_is_told_by_its_name_to_be(call: Call, tmp_path: Path) -> None:
    """With three players nobody sits across, so this cannot be the only way to pass."""
    result = call("new", "ours", "--from", "hearts", "--option", "passing=across", "--out", str(tmp_path))
    assert (result.exit_code, [*tmp_path.iterdir()]) == (1, [])
    assert f"{tmp_path}/ours.yaml:" in result.output
    assert "  passing: {default: [across]}\n" in result.output


def test_a_folder_is_not_replaced(call: Call, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").mkdir()
    result = call("new", "ours", "--from", "hearts", "--out", str(tmp_path), "--force")
    assert (result.exit_code, "it is a folder" in result.output) == (2, True)


def test_no_title_is_too_odd(call: Call, tmp_path: Path) -> None:
    parent = tmp_path / "parent.yaml"
    parent.write_text('trickbook: 1\nname: "One\\nor {two}\\u2028"\nextends: hearts\n', "utf-8")
    result = call("new", "ours", "--from", str(parent), "--out", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "\n## Lines that begin with one # are starting points, as One or {two} has them" in (
        tmp_path / "ours.yaml"
    ).read_text("utf-8")


def test_no_file_is_a_variant_of_itself(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("new", "ours", "--from", "hearts").exit_code == 0
    assert call("new", "theirs", "--from", "ours.yaml").exit_code == 0
    before = Path("ours.yaml").read_text("utf-8")
    for parent in ("./ours.yaml", "theirs.yaml"):
        result = call("new", "ours", "--from", parent, "--force")
        assert (
            result.exit_code,
            "ours.yaml is one of the files that the variant extends" in result.output,
        ) == (
            2,
            True,
        )
    assert Path("ours.yaml").read_text("utf-8") == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_a_call_that_goes_on_may_be_typed_as_it_is_told(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "two\nlines 'quoted'"
    folder.mkdir()
    told = call("new", "ours", "--from", "hearts", "--out", str(folder)).output.splitlines()
    assert told[1].startswith("  trickbook validate $'")
    assert all(line.isprintable() for line in told)
    found = subprocess.run(
        ["bash", "-c", f"printf %s {told[1].split('validate ')[1]}"],  # noqa: S607 - any bash will do
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert found.stdout == str(folder / "ours.yaml")
