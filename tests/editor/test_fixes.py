"""Quick fixes: what a hint says to write mends the file, or there is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.bad.test_bad import BAD, IDS
from tests.editor.editor import MINE, Editor

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation import RELIABLE_CODES
from trickbook.desk.sent_document import check
from trickbook.desk.trial import completion, meaning
from trickbook.language_server import Change, Document
from trickbook.problems import Problem
from trickbook.source import Listing, Mapping, Node, Scalar
from trickbook.source.files import offset

PLACE = re.compile(r":\d+:\d+")
SAID = ("did you mean {word}?", "write {word}")
STEP = 4

LATER = {"clash", "conflict", "yes-and-no"}
"""What is told only of files that have been found, and of answers whose names are right."""


COMMENT = re.compile(r"(?<!\S)#[^\n]*")


def what(problem: Problem) -> tuple[str, str]:
    return problem.code, PLACE.sub("", str(problem.message))


def known(problems: Sequence[Problem]) -> Counter[tuple[str, str]]:
    return Counter(map(what, problems))


def opened(path: Path) -> Document:
    here = path.absolute()
    return Document(here, {here: here.read_text("utf-8")})


def fixed(document: Document) -> list[tuple[Problem, Change]]:
    """The problems that have a fix; of fixes in one place, the first."""
    found: list[tuple[Problem, Change]] = []
    for problem in document.problems:
        change = document.fix(problem)
        if change and not any(change.begin <= one.end and one.begin <= change.end for _, one in found):
            found.append((problem, change))
    return found


def applied(text: str, changes: Sequence[Change]) -> str:
    for begin, end, written in sorted(changes, reverse=True):
        text = text[:begin] + written + text[end:]
    return text


def new_errors(document: Document, edited: Document, mended: Sequence[Problem]) -> Iterator[Problem]:
    """The errors that are new, but for those that were not looked for before.

    While a file has errors, only its form and its expressions are checked; under an unknown key, nothing.
    """
    before, seen = known(document.problems), Counter[tuple[str, str]]()
    was_whole, form = not has_errors(document.problems), edited.resolved.problems
    unseen = {one.place.line for one in mended if one.code == "unknown-key" and one.place}
    for problem in edited.problems:
        seen[what(problem)] += 1
        is_new = problem.severity == "error" and seen[what(problem)] > before[what(problem)]
        is_told = was_whole or problem.code in RELIABLE_CODES or problem in form
        is_told = is_told and problem.code not in LATER
        if is_new and is_told and not (problem.place and problem.place.line in unseen):
            yield problem


def parts(document: Document, node: Node) -> Iterator[tuple[int, int, str]]:
    """The keys and values of a file with their characters."""
    match node:
        case Scalar(span=(begin, end), text=text):
            yield begin, end, text
        case Listing(items=items):
            for item in items:
                yield from parts(document, item)
        case Mapping(entries=entries):
            for key, pair in entries.items():
                begin = offset(document.text, pair.key_place)
                yield begin, begin + pair.key_place.length, key
                yield from parts(document, pair.node)


def lost(document: Document, edited: Document, changes: Sequence[Change]) -> Iterator[str]:
    """The keys and values beside some changes that are not the same after them."""
    after = {(begin, text) for begin, _, text in parts(edited, edited.own)} if edited.own else set()
    for begin, end, text in parts(document, document.own) if document.own else ():
        if all(end <= one.begin or one.end <= begin for one in changes):
            moved = sum(len(one.text) - one.end + one.begin for one in changes if one.end <= begin)
            if (begin + moved, text) not in after:
                yield text


def lost_comments(document: Document, changes: Sequence[Change]) -> Iterator[str]:
    """The comments in what some changes replace that they do not write again, as a comment or as a line."""
    for begin, end, written in changes:
        for found in COMMENT.finditer(document.text, begin, end):
            if found[0].strip("# ") not in written:
                yield found[0]


@pytest.mark.parametrize("path", BAD, ids=IDS)
def test_the_fixes_of_a_file_remove_their_problems_and_cause_no_error(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    document = opened(path)
    if not (mended := fixed(document)):
        return
    problems, changes = [one for one, _ in mended], [change for _, change in mended]
    edited = document.edited(applied(document.text, changes))
    before, after = known(document.problems), known(edited.problems)
    assert [count for one, count in known(problems).items() if after[one] > before[one] - count] == []
    assert list(new_errors(document, edited, problems)) == []
    assert list(lost(document, edited, changes)) == []
    assert list(lost_comments(document, changes)) == []


def test_most_problems_whose_hint_says_what_to_write_have_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for path in BAD[::STEP]:
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
