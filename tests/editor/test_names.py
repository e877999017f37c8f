"""Definitions, references and renaming of names, in rules, in examples, and across files that are open."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from tests.editor.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")

RULES = """\
trickbook: 1
name: Mine
extends: hearts
options: {mild: {type: yes_no, default: no, says: Whether low cards go first.}}
facts: {seen: {starts: no, upon: trick, when: trick has QS, becomes: yes, says: The queen was seen.}}
steps: {cede: {ask: players, cards: 1, to: hand of (player + 1), after: pass, when: mild, says: One more.}}
play:
  low_first:
    when: leading and mild
    keep: low
    says: Low cards go first.
  later: {when: seen and leading, keep: not QS, after: low_first, says: The queen stays back.}
words: {low: rank < 5}
metrics: {lows: {is: count of (taken and low), says: Low cards taken.}}
examples:
  first: {given: {options: {mild: yes}, hand: 2C KS, trick_number: 2}, legal: 2C, illegal: {KS: low_first}}
  known: {given: {facts: {seen: yes}, hand: QS 2C, trick_number: 2}, legal: 2C, illegal: {QS: later}}
  counts: {given: {taken: {0: low and hearts}}, metrics: {lows: [3, 0, 0, 0]}, points: [3, 0, 0, 0]}
  given_on:
    given: {options: {mild: yes, pass_count: 1}, hands: [2C 6H, QS 7C, 4H KC, 5H 9C]}
    course: [pass: [0 2C, 1 QS, 2 4H, 3 9C], cede: [0 9C]]
    phase: cede
"""


async def lines(editor: Editor, marked: str) -> list[int]:
    """The lines, from 0, of all uses of the name at a place."""
    found = await editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(include_declaration=True), *editor.at(marked))
    )
    assert found is not None
    return sorted(one.range.start.line for one in found)


async def defined(editor: Editor, marked: str) -> list[tuple[str, int]]:
    found = await editor.client.text_document_definition_async(types.DefinitionParams(*editor.at(marked)))
    assert isinstance(found, list)
    return [(one.uri, one.range.start.line) for one in found if isinstance(one, types.Location)]


async def renamed(editor: Editor, marked: str, new: str) -> dict[str, list[types.TextEdit]]:
    found = await editor.client.text_document_rename_async(types.RenameParams(*editor.at(marked), new))
    return {uri: list(edits) for uri, edits in (found.changes or {}).items()} if found else {}


def applied(text: str, edits: list[types.TextEdit]) -> str:
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True
    ):
        line, begin = edit.range.start.line, edit.range.start.character
        lines[line] = lines[line][:begin] + edit.new_text + lines[line][edit.range.end.character :]
    return "\n".join(lines)


NAMES = [
    ("low_f|irst:\n", "small_first", [7, 11, 15]),
    ("{mi|ld: {type", "gentle", [3, 5, 8, 15, 19]),
    ("{se|en: {starts", "shown", [4, 11, 16]),
    ("{ce|de: {ask", "hand_over", [5, 20, 21]),
    ("{lo|ws: {is", "small_ones", [13, 17]),
    ("words: {lo|w:", "small", [9, 12, 13, 17]),
    ("lat|er: {when", "queen_later", [11, 16]),
]


@pytest.mark.parametrize(("marked", "new", "where"), NAMES)
async def test_a_name_is_found_and_renamed_in_rules_and_examples(
    editor: Editor, marked: str, new: str, where: list[int]
) -> None:
    before = await editor.write(RULES)
    assert before == []
    assert await lines(editor, marked) == where
    changes = await renamed(editor, marked, new)
    assert await editor.write(applied(editor.text, changes[editor.uri])) == []


@pytest.mark.parametrize(
    ("marked", "line"),
    [
        ("KS: low_f|irst", 7),
        ("{mi|ld: yes}", 3),
        ("facts: {se|en", 4),
        ("metrics: {lo|ws: [", 13),
        ("0: lo|w and hearts", 12),
        ("ce|de: [0", 5),
        ("phase: ce|de", 5),
        ("after: low_f|irst", 7),
        ("QS: lat|er", 11),
    ],
)
async def test_definitions_from_within_examples(editor: Editor, marked: str, line: int) -> None:
    await editor.write(RULES)
    assert await defined(editor, marked) == [(editor.uri, line)]


async def test_a_parameter_is_defined_in_its_word(editor: Editor) -> None:
    await editor.write(
        "trickbook: 1\nextends: hearts\nwords:\n  pairs:\n    of: suit\n    is: count of (hand and suit)\n"
    )
    assert await defined(editor, "hand and su|it") == [(editor.uri, 4)]


APART = """\
ruleset: ./mine.yaml
options: {mild: yes}
examples:
  first: {given: {hand: 2C KS, trick_number: 2}, legal: 2C, illegal: {KS: low_first}}
"""
CHILD = "trickbook: 1\nextends: ./mine.yaml\nplay: {low_first: {keep: low and clubs, says: Clubs first.}}\n"
WORDS_IN_CHINESE = "play:\n  low_first: 先出小牌。\n"


async def test_other_open_files_are_renamed_too(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    texts = {"apart.yaml": APART, "child.yaml": CHILD, "mine.zh.yaml": WORDS_IN_CHINESE}
    others = {name: Editor(editor.client, tmp_path / name) for name in texts}
    assert await editor.write(RULES) == []
    for name, text in texts.items():
        assert await others[name].write(text) == []
    changes = await renamed(editor, "low_f|irst:\n", "small_first")
    assert changes.keys() == {editor.uri, *(other.uri for other in others.values())}
    for name, text in texts.items():
        assert applied(text, changes[others[name].uri]) == text.replace("low_first", "small_first")
    changes = await renamed(editor, "{mi|ld: {type", "gentle")
    assert applied(APART, changes[others["apart.yaml"].uri]) == APART.replace("mild", "gentle")
    assert await defined(others["apart.yaml"], "KS: low_f|irst") == [(editor.uri, 7)]
    assert await defined(others["apart.yaml"], "{mi|ld: yes") == [(editor.uri, 3)]


async def test_a_rename_is_refused_that_another_open_file_prevents(editor: Editor, tmp_path: Path) -> None:
    child = Editor(editor.client, tmp_path / "child.yaml")
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    await editor.write(RULES)
    await child.write(CHILD + "words: {small: rank < 4}\n")
    assert not await renamed(editor, "words: {lo|w:", "small")
    assert "`small` is taken already" in editor.client.messages[-1].message
    assert not await renamed(child, "{low_f|irst", "small_first")
    assert "rename it there" in editor.client.messages[-1].message


async def test_a_rename_waits_for_an_open_file_that_cannot_be_read(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    child = Editor(editor.client, tmp_path / "child.yaml")
    await editor.write(RULES)
    await child.write(CHILD + "worth: {jack: {cards: low, is: [\n")
    assert not await renamed(editor, "words: {lo|w:", "small")
    assert "`low` in it and cannot be read now" in editor.client.messages[-1].message
    assert await renamed(editor, "{mi|ld: {type", "gentle")


async def test_entries_that_a_house_rule_needs(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(RULES, "utf-8")
    rule = "trickbook: 1\nname: Rule\nfits: ./mine.yaml\nneeds: [words.low, play.low_first]\n"
    rule += "play: {low_first: null}\n"
    other = Editor(editor.client, tmp_path / "rule.yaml")
    await editor.write(RULES)
    await other.write(rule)
    assert await defined(other, "play.low_f|irst") == [(editor.uri, 7), (other.uri, 4)]
    assert "= 2C 3C 4C" in await other.hover("words.lo|w")
    changes = await renamed(editor, "low_f|irst:\n", "small_first")
    assert applied(rule, changes[other.uri]) == rule.replace("low_first", "small_first")


CHOICES = """\
trickbook: 1
name: Mine
extends: hearts
options:
  jack: {type: choice, choices: [worth_ten, worth_five, nothing_at_all], default: worth_ten, says: The jack.}
  late:
    type: choice
    choices:
      free: {when: jack is not nothing_at_all, says: Anything goes.}
      kept: {says: The jack is kept.}
    default: kept
    says: The jack late.
words: {small: jack is worth_five and late is free}
worth: {jack_card: {cards: if late is kept then nothing else JD, is: if small then -5 else -10}}
examples:
  five: {given: {options: {jack: worth_five, late: free}, taken: {0: JD}}, points: [-5, 0, 0, 0]}
  kept: {given: {options: {late: kept}, taken: {0: JD}}, points: [0, 0, 0, 0]}
"""


@pytest.mark.parametrize(
    ("marked", "count"),
    [
        ("[worth_ten, worth_fi|ve", 3),
        ("{jack: worth_fi|ve, late", 3),
        ("not nothing_at|_all", 2),
        ("ke|pt: {says", 4),
        ("late is fr|ee", 3),
    ],
)
async def test_a_choice_is_renamed_in_its_option_in_expressions_and_examples(
    editor: Editor, marked: str, count: int
) -> None:
    assert await editor.write(CHOICES) == []
    changes = (await renamed(editor, marked, "new_name"))[editor.uri]
    assert len(changes) == count
    assert await editor.write(applied(editor.text, changes)) == []


async def test_a_choice_is_not_renamed_if_its_name_means_something_else_too(editor: Editor) -> None:
    await editor.write(CHOICES.replace("kept", "worth_ten"))
    assert not await renamed(editor, "default: worth_|ten", "ten_points")
    assert "`worth_ten` is a choice and means something else too" in editor.client.messages[-1].message
    assert not await renamed(editor, "late is worth_|ten", "worth_five")


async def test_a_choice_is_found_from_where_it_is_named(editor: Editor) -> None:
    await editor.write(CHOICES)
    assert await defined(editor, "{late: ke|pt}") == [(editor.uri, 9)]
    assert await defined(editor, "default: worth_t|en") == [(editor.uri, 4)]
    assert await lines(editor, "ke|pt: {says") == [9, 10, 13, 16]


FACT = """facts: {agreed: {starts: late, upon: trick, becomes: late}}
points: {more: {when: agreed is free, player: points + 1}}
examples:
  free: {given: {facts: {agreed: free}, taken: {0: JD}}, points: [1, 1, 1, 1]}
"""


async def test_a_choice_is_renamed_where_an_example_gives_it_to_a_fact(editor: Editor) -> None:
    assert await editor.write(CHOICES.partition("examples:")[0] + FACT) == []
    changes = (await renamed(editor, "fr|ee: {when", "open_to_all"))[editor.uri]
    assert await editor.write(applied(editor.text, changes)) == []
    assert "agreed: open_to_all}" in editor.text


@pytest.mark.parametrize("new", ["null", "true", "false", "a" * 101, "small", "hearts", "hold", "free"])
async def test_a_choice_gets_no_name_that_is_taken_or_that_is_none(editor: Editor, new: str) -> None:
    await editor.write(CHOICES)
    assert not await renamed(editor, "late is ke|pt", new)


async def test_a_name_that_is_written_with_escapes_is_not_renamed(editor: Editor) -> None:
    await editor.write(CHOICES.replace("      kept:", '      "k\\u0065pt":'))
    assert not await renamed(editor, "late is ke|pt", "other")


async def test_a_choice_that_an_own_house_rule_uses_is_not_renamed(editor: Editor, tmp_path: Path) -> None:
    rule = "trickbook: 1\nname: Rule\nfits: hearts\nneeds: options.late\n"
    rule += "points: {extra: {when: late is kept, player: points + 2}}\n"
    (tmp_path / "rule.yaml").write_text(rule, "utf-8")
    await editor.write(CHOICES.replace("extends: hearts\n", "extends: hearts\nhouse: ./rule.yaml\n"))
    assert not await renamed(editor, "ke|pt: {says", "other")
    assert "rule.yaml too: rename it by hand" in editor.client.messages[-1].message
