"""The language server, driven as an editor drives it."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from tests.editor.editor import MINE, Editor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_a_file_without_mistakes_has_no_problems(editor: Editor) -> None:
    assert await editor.write(MINE) == []


async def test_a_mistake_is_told_with_its_quick_fix(editor: Editor) -> None:
    (found,) = await editor.write(MINE.replace("keep: low", "keep: hearst"))
    assert (found.code, found.message) == (
        "unknown-word",
        "`hearst` is not a word here\ndid you mean `hearts`?",
    )
    assert (found.range.start, found.range.end) == (types.Position(6, 10), types.Position(6, 16))
    actions = await editor.client.text_document_code_action_async(
        types.CodeActionParams(
            types.TextDocumentIdentifier(editor.uri), found.range, types.CodeActionContext([found])
        )
    )
    assert actions
    (action,) = actions
    assert isinstance(action, types.CodeAction)
    assert action.edit
    assert action.edit.changes
    assert list(action.edit.changes[editor.uri]) == [types.TextEdit(found.range, "hearts")]


async def test_an_example_that_does_not_hold_is_told(editor: Editor) -> None:
    (found,) = await editor.write(MINE.replace("legal: 2C", "legal: KS"))
    assert found.code == "wrong-example"


async def test_problems_are_those_of_the_text_and_not_of_the_disk(editor: Editor) -> None:
    assert await editor.write("trickbook: 1\nextends: [")
    assert await editor.write(MINE) == []


@pytest.mark.parametrize("text", ["on: push\njobs: {a: {steps: []}}\n", "- a list\n", "services: [", ""])
async def test_files_of_others_are_left_alone(editor: Editor, text: str) -> None:
    assert await editor.write(text) == []
    this = types.TextDocumentIdentifier(editor.uri)
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(this))
    assert not lenses


async def test_a_new_file_is_helped_from_its_first_letter(editor: Editor) -> None:
    await editor.write("tri")
    assert await editor.completions("tri|") == ["trickbook: 1"]


async def test_a_ruleset_that_forgets_its_edition_is_told(editor: Editor) -> None:
    (found,) = await editor.write(MINE.removeprefix("trickbook: 1\n"))
    assert found.code == "missing-key"


async def test_completion(editor: Editor) -> None:
    await editor.write(MINE)
    assert "cards" in await editor.completions("worth: {jack: {|cards")
    await editor.write(MINE + "house: [om|]".replace("|", ""))
    assert await editor.completions("house: [om|") == ["omnibus"]
    await editor.write(MINE + "pi")
    assert await editor.completions("\npi|") == ["piles"]


async def test_hover(editor: Editor) -> None:
    await editor.write(MINE)
    assert (await editor.hover("keep: l|ow")).startswith("**low** · words, cards")
    assert "Nobody has played to this trick yet." in await editor.hover("when: lead|ing")
    assert "Keeps these cards" in await editor.hover("ke|ep: low")
    assert (await editor.hover("extends: hea|rts")).startswith("**Hearts**")


async def test_definition_references_and_rename(editor: Editor) -> None:
    await editor.write(MINE)
    params = types.DefinitionParams(*editor.at("keep: l|ow"))
    found = await editor.client.text_document_definition_async(params)
    assert isinstance(found, list)
    assert [one.range.start for one in found if isinstance(one, types.Location)] == [types.Position(9, 8)]
    uses = await editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(include_declaration=True), *editor.at("keep: l|ow"))
    )
    assert uses
    assert sorted(one.range.start.line for one in uses) == [6, 9]
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(*editor.at("keep: l|ow"), "small")
    )
    assert edit
    assert edit.changes
    assert sorted(one.range.start.line for one in edit.changes[editor.uri]) == [6, 9]


@pytest.mark.parametrize(
    ("marked", "new", "told"),
    [
        ("ke|ep: low", "only", "`keep` cannot be renamed here"),
        ("keep: l|ow", "cards", "`cards` is taken already"),
        ("keep: l|ow", "Low", "`Low` is no name"),
        ("jack: {ca|rds", "king", "cannot be renamed"),
    ],
)
async def test_what_cannot_be_renamed(editor: Editor, marked: str, new: str, told: str) -> None:
    await editor.write(MINE)
    assert not await editor.client.text_document_rename_async(types.RenameParams(*editor.at(marked), new))
    assert told in editor.client.messages[-1].message


async def test_a_file_is_checked_again_when_one_that_it_extends_changes(
    editor: Editor, tmp_path: Path
) -> None:
    (tmp_path / "parent.yaml").write_text(MINE, "utf-8")
    parent = Editor(editor.client, tmp_path / "parent.yaml")
    await parent.write(MINE)
    child = "trickbook: 1\nextends: ./parent.yaml\nworth: {low: {cards: low, is: 1}}\n"
    assert await editor.write(child) == []
    editor.forget()
    await parent.write(MINE.replace("low", "small"))
    (found,) = await editor.answered()
    assert found.code == "unknown-word"


async def test_outline_folding_formatting_colours_and_lenses(editor: Editor) -> None:
    await editor.write(MINE)
    this = types.TextDocumentIdentifier(editor.uri)
    symbols = await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(this))
    assert symbols
    assert [one.name for one in symbols] == [
        "trickbook",
        "name",
        "extends",
        "play",
        "worth",
        "words",
        "examples",
    ]
    folds = await editor.client.text_document_folding_range_async(types.FoldingRangeParams(this))
    assert folds
    assert (folds[0].start_line, folds[0].end_line) == (3, 7)
    edits = await editor.client.text_document_formatting_async(
        types.DocumentFormattingParams(this, types.FormattingOptions(2, insert_spaces=True))
    )
    assert edits
    assert edits[0].new_text.startswith("trickbook: 1\nname: Mine\nextends: hearts\n\nworth:")
    colours = await editor.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(this))
    assert colours
    assert len(colours.data) % 5 == 0
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(this))
    assert lenses
    assert [one.command.title for one in lenses if one.command] == ["Run this example"]
    told = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("trickbook.runExample", [editor.uri, "first"])
    )
    assert told == "holds"
    assert await run(editor, "second") == "there is no such example"
    await editor.write(MINE.replace("keep: low", "keep: lowly"))
    assert await run(editor, "first") == "the file has errors; mend them first"


async def run(editor: Editor, example: str) -> str:
    """What the server tells of one example."""
    params = types.ExecuteCommandParams("trickbook.runExample", [editor.uri, example])
    return str(await editor.client.workspace_execute_command_async(params))
