"""Every ruleset here and in the folders of sections is answered with exactly the text that stands beside it.

In Chinese, the answer has no word of English but code and the words of the author. What a hint says to write
removes its problem.

Random deals are played where the first line of a file says so. ``TRICKBOOK_WRITE=1 pytest tests/bad`` writes
those texts anew; read what changed before you keep it.
"""

import os
from pathlib import Path

import pytest
from tests.editor.fixes import check_fixes
from tests.texts.languages import left_in_english

from trickbook.analysis.validation import validate
from trickbook.problems.rendering import render

FOLDER = Path(__file__).parent
BAD = sorted(path for path in FOLDER.rglob("*.yaml") if path.parent.name != "parents")
IDS = [path.relative_to(FOLDER).with_suffix("").as_posix() for path in BAD]
SECTIONS = ["requires", "options", "players", "deck", "piles", "words", "facts", "steps"]
SECTIONS += ["play", "winning", "worth", "points", "match"]


@pytest.mark.parametrize("path", BAD, ids=IDS)
def test_a_wrong_ruleset_is_answered_as_the_text_beside_it_says(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    first, _ = path.read_text("utf-8").split("\n", 1)
    report = validate(path.name, quick="random deals" not in first)
    text = render(report.problems, report.texts) + "\n"
    if "TRICKBOOK_WRITE" in os.environ:
        path.with_suffix(".txt").write_text(text, "utf-8")
    assert report.problems
    assert path.with_suffix(".txt").exists(), "no message stands beside it; TRICKBOOK_WRITE=1 writes it"
    assert text == path.with_suffix(".txt").read_text("utf-8")
    messages = [one for problem in report.problems for one in (problem.message, problem.hint) if one]
    assert {word for message in messages for word in left_in_english(message, path)} == set()
    if any(problem.fix for problem in report.problems):
        check_fixes(path)


@pytest.mark.parametrize("path", BAD, ids=IDS)
def test_a_wrong_ruleset_says_first_what_is_wrong(path: Path) -> None:
    assert path.read_text("utf-8").startswith("# ")


def test_no_text_stands_alone() -> None:
    assert {*FOLDER.rglob("*.txt")} == {path.with_suffix(".txt") for path in BAD}


@pytest.mark.parametrize("section", SECTIONS)
def test_every_section_has_wrong_rulesets(section: str) -> None:
    assert any(f"\n{section}:" in path.read_text("utf-8") for path in BAD)
