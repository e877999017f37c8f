"""Quick fixes: a hint that says what to write has one; tests/bad tries those of every wrong ruleset."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.bad.test_bad import BAD
from tests.editor.editor import MINE, Editor
from tests.editor.fixes import applied, fixed, opened

from trickbook.desk.sent_document import check
from trickbook.desk.trial import completion, meaning
from trickbook.language_server import Document

SAID = ("did you mean {word}?", "write {word}")
HINT = re.compile(r"\n  hint: (did you mean|write) ")
STEP = 3


def test_most_problems_whose_hint_says_what_to_write_have_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for path in [path for path in BAD if HINT.search(path.with_suffix(".txt").read_text("utf-8"))][::STEP]:
        monkeypatch.chdir(path.parent)
        hints = [one for one in opened(path).problems if one.hint and one.hint.template in SAID]
        found += [one.fix is not None for one in hints if "…" not in str(one.hint)]
    assert 10 * sum(found) >= 9 * len(found) > 0


FIXED = [
    ("score less than 50", "score < 50"),
    ("score is more than 50", "score > 50"),
    ("count of hand greater than 3", "count of hand > 3"),
    ("score = 50", "score is 50"),
    ("QS in taken", "taken has QS"),
    ("taken = JD", "taken has JD"),
    ("count(hand) > 3", "count of hand > 3"),
    ("leading && first_trick", "leading and first_trick"),
    ("leading and score at least 50", "leading and score >= 50"),
    ("all hearts taken", "taken has all hearts"),
    ("only hearts taken", "taken has only hearts"),
    ("Queen of Spades in taken", "taken has QS"),
    ("taken has the queen of spades", "taken has QS"),
    ("count of taken hearts > 4", "count of (taken and hearts) > 4"),
    ("all hearts not taken", "not (taken has all hearts)"),
]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("wrong", "right"), FIXED)
async def test_a_fix_replaces_as_much_as_its_hint_stands_for(editor: Editor, wrong: str, right: str) -> None:
    (told,) = await editor.write(MINE.replace("when: leading", f"when: {wrong}").partition("examples:")[0])
    assert await editor.fixed(told) == [editor.text.replace(wrong, right)]


WHOLE = {
    "worth: {jack: {cards: Q of spades, is: -10}}": "worth: {jack: {cards: QS, is: -10}}",
    "worth: {jack: {cards: JD, is: -10 points}}": "worth: {jack: {cards: JD, is: -10}}",
    "steps: {bid: {after: deal, ask: players, answers: 0 to 5}}": (
        "steps: {bid: {after: deal, ask: players, number: 0 to 5}}"
    ),
    "points: {less: {player: points x 2}}": "points: {less: {player: points * 2}}",
    "points: {less: {player: '-5 points'}}": "points: {less: {player: '-5'}}",
    "worth: {jack: {cards: JD, is: minus 10}}": "worth: {jack: {cards: JD, is: -10}}",
    "points: {less: {player: points -= 5}}": "points: {less: {player: points - 5}}",
    "play: {low: {unless: leading, keep: clubs}}": "play: {low: {when: not leading, keep: clubs}}",
    "match: {ends: {far: {when: score >= 99}}}": "match: {ends: {far: {when: any of players (score >= 99)}}}",
    "house: [omnibus, sun": "house: [omnibus, sun]",
    "summary My own.": "summary: My own.",
    "summary My own \u00a0 text": "summary: My own \u00a0 text",
    'summary: "Take the "queen" last."': "summary: 'Take the \"queen\" last.'",
    "summary: 'The queen's own.'": 'summary: "The queen\'s own."',
    'summary: "Queen" of all': "summary: '\"Queen\" of all'",
    "worth:\n\tjack:\n\t\tcards: JD\n\t\tis: 5": "worth:\n  jack:\n    cards: JD\n    is: 5",
    "worth:\n  jack: {cards:\tJD, is: 5}": "worth:\n  jack: {cards:  JD, is: 5}",
    "worth:\n  jack:\u00a0{cards: JD, is: 5}": "worth:\n  jack: {cards: JD, is: 5}",
    "# options:\n#   # So far.\n   deals: {default: 3}": "options:\n#   # So far.\n   deals: {default: 3}",
    "## Options.\n options:\n  target: {default: 60}": "## Options.\noptions:\n  target: {default: 60}",
    "worth:\n   ten: {cards: TD, is: 2}\n  jack: {cards: JD, is: 5}": (
        "worth:\n   ten: {cards: TD, is: 2}\n   jack: {cards: JD, is: 5}"
    ),
    "worth:\n  jack: {cards: JD\uff0c is: 5}": "worth:\n  jack: {cards: JD, is: 5}",
    "worth\uff1a\n  jack: {cards: JD, is: 5}": "worth:\n  jack: {cards: JD, is: 5}",
    "worth:\n  jack: \uff5bcards: JD, is: 5\uff5d": "worth:\n  jack: {cards: JD, is: 5}",
    "house:\tsun\n# a\tb\nnote: |\n  a\tb": "house:  sun\n# a\tb\nnote: |\n  a\tb",
    "worth:\n\tjack: {cards: JD, is: 5}\nnote: |\n  a\n  \tb": (
        "worth:\n  jack: {cards: JD, is: 5}\nnote: |\n  a\n  \tb"
    ),
    "summary: >-\n  One.\nsorce: WH-1": "summary: >-\n  One.\nsource: WH-1",
    "summary: 'The queen's.' # Mine.": 'summary: "The queen\'s." # Mine.',
    "options:\n  target: {default: 60}\n# worth:\n  jack: {cards: JD, is: 5}": (
        "options:\n  target: {default: 60}\nworth:\n  jack: {cards: JD, is: 5}"
    ),
}


@pytest.mark.parametrize(("wrong", "right"), WHOLE.items())
def test_a_fix_of_a_key_or_a_whole_value(tmp_path: Path, wrong: str, right: str) -> None:
    path, head = tmp_path / "mine.yaml", "trickbook: 1\nname: Mine\nextends: hearts\n"
    document = Document(path, {path: head + wrong})
    assert [applied(document.text, [change]) for _, change in fixed(document)] == [head + right]


@pytest.mark.parametrize(
    "wrong", ["worth:\n\tjack: {cards: JD, is: 5}", "worth:\n  ten:\u00a0{cards: TD, is: 2}"]
)
def test_a_fix_of_blanks_writes_blanks_only(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "mine.yaml"
    document = Document(path, {path: f"trickbook: 1\nname: Mine\nextends: hearts\n{wrong}\nnote: Mine.\n"})
    ((_, change),) = fixed(document)
    assert (document.text[change.begin : change.end].strip(), change.text.strip()) == ("", "")


UNSURE = [
    'worth: {jack: {cards: JD, is: 5, says: "The "jack, or knave" counts", source: WH-1}}',
    'summary: "Take "q" #1 of all."',
    "summary: 'It''s the queen's'",
    'summary: "A \\u00e9 "b" c"',
    "summary My: own",
    "worth: {jack: {cards: JD, is: 1, says: It counts one., source WH-1}}",
    "worth:\n#   k:\n    is: 1",
    "options:\n#   fish:\n    type: choice",
]


@pytest.mark.parametrize("wrong", UNSURE)
def test_nothing_is_offered_that_might_lose_text(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "mine.yaml"
    document = Document(path, {path: f"trickbook: 1\nname: Mine\nextends: hearts\n{wrong}\n"})
    assert document.problems
    assert fixed(document) == []


@pytest.mark.parametrize(
    ("house", "added"),
    [
        ("house: sun\n", "house: [sun, omnibus]\n"),
        ("house: [sun]\n", "house: [sun, omnibus]\n"),
        ("house:\n  - sun\n", "house:\n  - sun\n  - omnibus\n"),
    ],
)
def test_a_house_rule_that_has_the_word_is_added(tmp_path: Path, house: str, added: str) -> None:
    path, own = tmp_path / "mine.yaml", "points: {bonus: {when: taken has bonus_card, player: points - 1}}\n"
    text = f"trickbook: 1\nname: Mine\nextends: hearts\n{house}{own}"
    document = Document(path, {path: text})
    ((_, change),) = fixed(document)
    assert applied(text, [change]) == text.replace(house, added)


def test_a_part_that_has_the_word_is_added(tmp_path: Path) -> None:
    path, own = tmp_path / "mine.yaml", "points: {bonus: {when: taken has counters, player: points - 1}}\n"
    document = Document(path, {path: f"trickbook: 1\nname: Mine\n{own}extends: hearts\n"})
    ((_, change),) = fixed(document)
    assert change == (len(document.text) - 7, len(document.text) - 1, "[hearts, pig-and-sheep]")


def test_a_game_that_has_the_word_is_extended(tmp_path: Path) -> None:
    path, own = tmp_path / "mine.yaml", "points: {bonus: {when: taken has all penalty, player: points - 1}}\n"
    document = Document(path, {path: f"trickbook: 1\nname: Mine\n{own}"})
    ((_, change),) = fixed(document)
    assert applied(document.text, [change]) == f"trickbook: 1\nextends: hearts\nname: Mine\n{own}"


def test_no_fix_without_a_right_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    text = "trickbook: 1\nname: Mine\nextends: hearts\nplay: {low: {when: none, keep: led_suit}}\n"
    document = Document(path, {path: text})
    assert document.problems
    assert fixed(document) == []


def test_the_desk_has_the_same_edits() -> None:
    text = "trickbook: 1\nname: Mine\nextends: hearts\nplay: {low: {keep: rank less than 5}}\n"
    begin = text.index("rank less")
    (problem,) = check(text=text, language="en")["problems"]
    assert problem["fix"] == {"from": begin, "to": begin + 16, "text": "rank < 5"}


def test_the_desk_opens_no_file_that_a_text_names(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(MINE, "utf-8")
    text = f"ruleset: {tmp_path / 'mine.yaml'}\nexamples: {{x: {{illegal: {{KS: low_first}}}}}}\n"
    assert meaning(text=text, at=text.index("low_first"), language="en")["says"] is None
    found = completion(text=text, at=text.index("low_first"), playable=None, language="en")["items"]
    assert not any(one["text"] == "low_first" for one in found)
