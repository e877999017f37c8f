"""Requests that change a file or run an example: rename, format, quick fixes, code lenses."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from trickbook.analysis.report import has_errors
from trickbook.formatting import format_text
from trickbook.language_server import fixes
from trickbook.language_server.diagnostics import diagnostic
from trickbook.language_server.phrases import phrases
from trickbook.language_server.renaming import renamed
from trickbook.language_server.server import RulesetServer, path_of, server
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from trickbook.language_server.text_edit import Edit

RUN_EXAMPLE, PLAY = "trickbook.runExample", "trickbook.play"
"""The commands of the lenses: the server runs examples, an editor that can plays in its terminal."""


@server.feature(types.TEXT_DOCUMENT_RENAME)
def rename(ls: RulesetServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Rename an entry in the file, its examples and the open files that build on it."""
    text, _, where = ls.at(params)
    document = ls.document(params.text_document.uri)
    try:
        found = renamed(document, where, text[where.begin : where.end], params.new_name)
    except TrickbookError as error:
        ls.window_show_message(types.ShowMessageParams(types.MessageType.Warning, str(error)))
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for one in found:
        uri = ls.uri(document, one.file)
        span = ls.span(uri, one.occurrence.begin, one.occurrence.end)
        changes.setdefault(uri, []).append(types.TextEdit(span, params.new_name))
    return types.WorkspaceEdit(changes=changes)


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
async def mended(ls: RulesetServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the quick fixes of the problems at the cursor: those that mend the file as it is now."""
    uri = params.text_document.uri
    document = ls.document(uri)
    asked = {(one.code, one.message, one.range.start.line) for one in params.context.diagnostics}
    found = []
    for problem in await asyncio.to_thread(lambda: document.problems):
        told = diagnostic(ls, document, uri, problem)
        if (told.code, told.message, told.range.start.line) in asked:
            edit = await asyncio.to_thread(fixes.fix, document, problem)
            if edit is not None:
                found.append(_action(ls, uri, told, edit))
    return found


def _action(ls: RulesetServer, uri: str, told: types.Diagnostic, edit: Edit) -> types.CodeAction:
    first, _, more = edit.text.strip().partition("\n")
    words = phrases(ls.language)
    text = f"`{first}`{' …' * bool(more)}"
    title = words.say("editing.write", text=text) if first else words.say("editing.leave_out")
    change = types.TextEdit(ls.span(uri, edit.begin, edit.end), edit.text)
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[told],
        is_preferred=True,
        edit=types.WorkspaceEdit(changes={uri: [change]}),
    )


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def lensed(ls: RulesetServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return what can be run: each example, and a game by the rules."""
    uri = params.text_document.uri
    document = ls.readable(uri)
    if document.own is None or document.is_foreign:
        return []
    words, found = phrases(ls.language), []
    if ls.plays and not document.is_examples:
        head = types.Range(types.Position(0, 0), types.Position(0, 0))
        command = types.Command(words.say("editing.play"), PLAY, arguments=[uri])
        found.append(types.CodeLens(head, command))
    examples = document.node(("examples",))
    for name, pair in getattr(examples, "entries", {}).items():
        command = types.Command(words.say("editing.run"), RUN_EXAMPLE, arguments=[uri, name])
        found.append(types.CodeLens(ls.range_of(uri, pair.key_place), command))
    return found


@server.command(RUN_EXAMPLE)
def run_example(ls: RulesetServer, uri: str, name: str) -> str:
    """Run one example, and tell whether it holds."""
    document, words = ls.document(uri), phrases(ls.language)
    outcome = next((one for one in document.results.outcomes if one.name == name), None)
    holds = outcome is not None and not outcome.differences
    if outcome is not None:
        told = words.say("editing.holds") if holds else str(outcome)
    else:
        is_wrong = has_errors((*document.faults, *document.results.problems))
        told = words.say("editing.errors" if is_wrong else "editing.missing")
    kind = types.MessageType.Info if holds else types.MessageType.Warning
    ls.window_show_message(types.ShowMessageParams(kind, f"{name}: {told}"))
    return told
