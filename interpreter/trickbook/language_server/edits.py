"""Requests that change a file or run an example: rename, format, quick fixes, code lenses."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from trickbook.formatting import format_text
from trickbook.language_server import navigation
from trickbook.language_server.server import RulesetServer, path_of, server
from trickbook.problems import TrickbookError

HOLDS: Final = "holds"

RUN_EXAMPLE, PLAY = "trickbook.runExample", "trickbook.play"
"""The commands of the lenses; the editor itself plays, in its terminal."""


@server.feature(types.TEXT_DOCUMENT_RENAME)
def renamed(ls: RulesetServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Rename an entry in the file and its examples."""
    uri = params.text_document.uri
    text, _, where = ls.at(params)
    try:
        found = navigation.renamed(ls.document(uri), where, text[where.begin : where.end], params.new_name)
    except TrickbookError as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return None
    edits = [types.TextEdit(ls.span(uri, one.begin, one.end), params.new_name) for one in found]
    return types.WorkspaceEdit(changes={uri: edits})


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def formatted(ls: RulesetServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """Write a file in the one style; one with mistakes is left alone."""
    uri = params.text_document.uri
    source = ls.workspace.get_text_document(uri).source
    found = format_text(source, str(path_of(uri)))
    if found.problems or found.text is None or found.text == source:
        return []
    return [types.TextEdit(ls.span(uri, 0, len(source)), found.text)]


@server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
def mended(ls: RulesetServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the quick fixes of the problems at the cursor."""
    uri = params.text_document.uri
    return [
        types.CodeAction(
            f"Write `{instead}`",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[one],
            is_preferred=True,
            edit=types.WorkspaceEdit(changes={uri: [types.TextEdit(one.range, instead)]}),
        )
        for one in params.context.diagnostics
        if isinstance(one.data, dict) and (instead := one.data.get("instead"))
    ]


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def lensed(ls: RulesetServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return what can be run: each example, and a game by the rules."""
    uri = params.text_document.uri
    document = ls.readable(uri)
    if document.own is None or document.is_foreign:
        return []
    head = types.Range(types.Position(0, 0), types.Position(0, 0))
    play = types.CodeLens(head, types.Command("Play this", PLAY, arguments=[uri]))
    found = [] if document.is_examples else [play]
    examples = document.node(("examples",))
    for name, pair in getattr(examples, "entries", {}).items():
        command = types.Command("Run this example", RUN_EXAMPLE, arguments=[uri, name])
        found.append(types.CodeLens(ls.range_of(uri, pair.key_place), command))
    return found


@server.command(RUN_EXAMPLE)
def run_example(ls: RulesetServer, uri: str, name: str) -> str:
    """Run one example, and tell whether it holds."""
    outcome = next((one for one in ls.document(uri).results.outcomes if one.name == name), None)
    told = "there is no such example"
    if outcome is not None:
        told = str(outcome) if outcome.differences else HOLDS
    kind = types.MessageType.Info if told == HOLDS else types.MessageType.Warning
    ls.window_show_message(types.ShowMessageParams(kind, f"{name}: {told}"))
    return told
