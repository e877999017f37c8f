"""Completion and hover: in unfinished expressions, in examples, of words whose value is fixed."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editor.editor import Editor
from tests.editor.test_names import APART, RULES

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.expressions import joining
from trickbook.texts.phrases import phrases

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "trickbook: 1\nname: Mine\nextends: hearts\nwords: {price: 4 + 6, dear: worth > 1}\n"

UNFINISHED = [
    (
        "play: {low: {when: count of |",
        {"hand", "trick", "hearts", "penalty", "players"},
        {"leading", "score"},
    ),
    ("play: {low: {when: count of tr|", {"trick"}, {"tricks"}),
    ("play: {low: {keep: rank of play > |", {"trick_number", "price"}, {"leading"}),
    ("play: {low: {when: taken of |", {"dealer", "player", "others"}, {"hand", "leading"}),
    ("play: {low: {when: any of |", {"players", "others"}, {"hand", "score"}),
    ("play: {low: {when: deal mod |", {"rounds", "price"}, {"hand", "leading"}),
    ("play: {low: {when: hand of (|", {"player", "dealer"}, {"leading", "score"}),
    ("play: {low: {when: players where (|", {"leading"}, {"hearts"}),
    ("play: {low: {when: count of hand |", {"is", "and", "mod"}, {"hand", "leading", "not"}),
    ("play: {low: {when: if leading then |", {"following"}, {"hand"}),
    ("play: {low: {when: sc|", {"score"}, set()),
    ("play: {low: {keep: rank of play > r|", {"rank", "rounds"}, set()),
    ("words: {low: ra|", {"rank"}, set()),
]


@pytest.mark.parametrize(("written", "offered", "not_offered"), UNFINISHED)
async def test_words_fit_where_an_expression_is_unfinished(
    editor: Editor, written: str, offered: set[str], not_offered: set[str]
) -> None:
    await editor.write(HEAD)
    await editor.write(HEAD + written.replace("|", ""))
    found = set(await editor.completions(written))
    assert offered <= found
    assert not found & not_offered


PAIRS = "trickbook: 1\nextends: hearts\nwords:\n  pairs: {of: suit, is: count of (hand and suit) div 2}\n"


async def test_a_parameter_is_offered_and_explained(editor: Editor) -> None:
    await editor.write(PAIRS)
    assert "suit" in await editor.completions("count of (hand and su|")
    assert await editor.hover("hand and su|it") == "**suit** · parameter of pairs, cards"


async def test_a_word_with_a_parameter_is_offered_where_its_use_fits(editor: Editor) -> None:
    await editor.write(PAIRS + "play: {low: {when: pairs of hearts > 2, keep: hearts}}\n")
    assert "number" in await editor.hover("pai|rs of")
    await editor.write(PAIRS + "play: {low: {when: pa")
    assert "pairs" in await editor.completions("play: {low: {when: pa|")


@pytest.mark.parametrize("section", ["play", "worth", "points", "metrics"])
async def test_an_empty_section_offers_what_is_inherited(editor: Editor, section: str) -> None:
    await editor.write("trickbook: 1\nextends: hearts\n")
    await editor.write(f"trickbook: 1\nextends: hearts\n{section}: {{")
    in_braces = await editor.completions(f"{section}: {{|")
    await editor.write(f"trickbook: 1\nextends: hearts\n{section}:\n  \n")
    assert await editor.completions(f"{section}:\n  |") == in_braces
    assert in_braces


async def test_the_empty_section_of_a_house_rule_offers_what_is_inherited(editor: Editor) -> None:
    await editor.write("trickbook: 1\nfits: [hearts]\nworth:\n  \n")
    assert "queen" in await editor.completions("worth:\n  |")


async def test_hover_of_what_is_removed(editor: Editor) -> None:
    await editor.write("trickbook: 1\nextends: hearts\nplay: {no_penalty_first: null}\n")
    told = await editor.hover("no_pen|alty_first")
    assert "No penalty card on the first trick" in told
    assert "hearts.yaml`, removed by `" in told


IN_EXAMPLES = [
    ("given: {options: {mi|ld: yes}, hand: 2C", {"mild: "}),
    ("given: {options: {mild: |yes}, hand: 2C", {"yes", "no"}),
    ("illegal: {KS: |low_first", {"low_first", "later", "impossible"}),
    ("illegal: {K|S: low_first", {"KS: ", "KH: "}),
    ("given: {facts: {s|een: yes", {"seen: "}),
    ("hand: 2C |KS", {"KS", "QS"}),
    ("trick_number: 2}, legal: |2C, illegal: {KS", {"2C", "add"}),
    ("metrics: {l|ows: [", {"lows: "}),
    ("phase: c|ede", {"cede"}),
    ("[0 2C, |1 QS", {"0 ", "3 "}),
    ("[0 |2C, 1 QS", {"2C", "6H"}),
    ("given: {taken: {0: l|ow and", {"low"}),
    ("course: [p|ass", {"pass: "}),
    ("default: |no, says: Whether", {"yes", "no"}),
]


@pytest.mark.parametrize(("marked", "offered"), IN_EXAMPLES)
async def test_names_are_completed_in_examples(editor: Editor, marked: str, offered: set[str]) -> None:
    await editor.write(RULES)
    assert {one.removesuffix(": ") for one in offered} <= set(await editor.completions(marked))


async def test_examples_in_a_file_of_their_own(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    apart = Editor(editor.client, tmp_path / "apart.yaml")
    await apart.write(APART)
    assert "mild" in await apart.completions("options: {m|ild")
    assert "low_first" in await apart.completions("{KS: l|ow_first")
    assert "given" in await apart.completions("first: {g|iven")
    assert "Low cards go first." in await apart.hover("{KS: low_f|irst")
    assert "Whether low cards go first." in await apart.hover("{mi|ld: yes")


async def test_hover_shows_the_value_of_a_fixed_word(editor: Editor) -> None:
    await editor.write(HEAD + "play: {low: {when: prize > price and hand has dear, keep: clubs}}\n")
    assert "= 10" in await editor.hover("prize > pri|ce")
    assert "= 26" in await editor.hover("when: pri|ze")
    assert "= QS" in await editor.hover("has de|ar")


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("after: low_f|irst", "Low cards go first."),
        ("illegal: {KS: low_f|irst", "Low cards go first."),
        ("options: {mi|ld: yes}, hand", "Whether low cards go first."),
        ("facts: {se|en", "The queen was seen."),
        ("metrics: {lo|ws: [3", "Low cards taken."),
        ("phase: ce|de", "One more."),
        ("illeg|al: {KS", "What may not be played"),
        ("0: lo|w and", "= 2C 3C 4C 2D"),
    ],
)
async def test_hover_of_names_that_stand_elsewhere(editor: Editor, marked: str, told: str) -> None:
    await editor.write(RULES)
    assert told in await editor.hover(marked)


@pytest.mark.parametrize(
    ("marked", "told"),
    [
        ("before: tri|cks", "**tricks** · steps"),
        ("taken h|as QS", "at least one card of B is in A"),
        ("n|ot (taken", "the condition does not hold"),
        ("(tricks i|s 0", "the same number"),
        ("type: yes|_no", "**yes_no** · besides"),
        ("que|en: {is: 1", "Overrides `is: 13`"),
        ("target: {def|ault: 50", "Overrides `default: 100`"),
    ],
)
async def test_hover_of_steps_words_choices_and_overrides(editor: Editor, marked: str, told: str) -> None:
    await editor.write(
        f"{HEAD}worth: {{queen: {{is: 1}}}}\n"
        "steps: {pact: {before: tricks, ask: dealer, answers: [high, low]}}\n"
        "points: {jack: {when: not (taken has QS) and any of others (tricks is 0), player: points + 5}}\n"
        "options: {target: {default: 50}, strict: {type: yes_no, default: no}}\n"
    )
    assert told in await editor.hover(marked)


async def test_every_word_of_the_grammar_has_a_hover() -> None:
    for language in ("en", "zh"):
        written = phrases("editor", language).written
        assert [word for word in sorted(GRAMMAR - TABLE.keys()) if f"forms.{word}" not in written] == []


@pytest.mark.parametrize(
    ("before", "offered", "not_offered"),
    [
        (
            "leading and ",
            {"not", "all", "any", "count", "no", "seat"},
            {"then", "else", "is", "div", "of", "to"},
        ),
        ("hand has ", {"no", "all", "only"}, {"then", "else", "is", "div", "of", "not", "answer"}),
        ("if leading ", {"then", "and", "is"}, {"else", "not", "no"}),
        ("players ", {"where", "is"}, {"then", "not", "only"}),
        ("count ", {"of"}, {"not", "no"}),
    ],
)
async def test_joining_words_are_those_that_the_parser_accepts(
    before: str, offered: set[str], not_offered: set[str]
) -> None:
    found = set(joining(before))
    assert (offered - found, not_offered & found) == (set(), set())
    assert "answer" in joining("leading and ", answers=True)
