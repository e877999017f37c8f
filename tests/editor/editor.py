"""An editor that drives the language server, and a file to write in it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_lsp import LanguageClient

MINE = """\
trickbook: 1
name: Mine
extends: hearts
play:
  low_first:
    when: leading
    keep: low
    says: Low cards go first.
worth: {jack: {cards: JD, is: -10}}
words: {low: rank < 5}
examples:
  first: {given: {hand: 2C KS, trick_number: 2}, legal: 2C}
"""


class Editor:
    """An editor with one file open."""

    def __init__(self, client: LanguageClient, path: Path) -> None:
        self.client, self.uri, self.version, self.text = client, path.as_uri(), 0, ""

    async def write(self, text: str) -> list[types.Diagnostic]:
        """Replace the whole text; the problems that it is answered with."""
        self.version += 1
        self.text = text
        self.forget()
        if self.version == 1:
            item = types.TextDocumentItem(self.uri, "yaml", 1, text)
            self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        else:
            self.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(self.version, self.uri),
                    [types.TextDocumentContentChangeWholeDocument(text)],
                )
            )
        return await self.answered()

    async def answered(self) -> list[types.Diagnostic]:
        """The problems of the file, once it has been checked since it was forgotten."""
        while self.uri not in self.client.diagnostics:  # noqa: ASYNC110 - the client has no event for it
            await asyncio.sleep(0.02)
        return list(self.client.diagnostics[self.uri])

    def forget(self) -> None:
        """Forget the problems of the file."""
        self.client.diagnostics.pop(self.uri, None)

    def at(self, marked: str) -> tuple[types.TextDocumentIdentifier, types.Position]:
        """The place in the text before which stands all that is before the bar in ``marked``."""
        before, after = marked.split("|")
        place = self.text.index(before + after) + len(before)
        line = self.text.count("\n", 0, place)
        column = place - (self.text.rfind("\n", 0, place) + 1)
        return types.TextDocumentIdentifier(self.uri), types.Position(line, column)

    async def completions(self, marked: str) -> list[str]:
        found = await self.client.text_document_completion_async(types.CompletionParams(*self.at(marked)))
        assert isinstance(found, types.CompletionList)
        return [item.label for item in found.items]

    async def fixed(self, told: types.Diagnostic) -> list[str]:
        """The whole text after each quick fix of a problem."""
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri), told.range, types.CodeActionContext([told])
        )
        found = await self.client.text_document_code_action_async(params)
        return [self._edited(one) for one in found or () if isinstance(one, types.CodeAction)]

    def _edited(self, action: types.CodeAction) -> str:
        assert action.edit
        assert action.edit.changes
        (edit,) = action.edit.changes[self.uri]
        begin, end = (self.place(one) for one in (edit.range.start, edit.range.end))
        return self.text[:begin] + edit.new_text + self.text[end:]

    def place(self, position: types.Position) -> int:
        """The number of characters before a position."""
        lines = self.text.split("\n")
        return sum(len(line) + 1 for line in lines[: position.line]) + position.character

    async def hover(self, marked: str) -> str:
        found = await self.client.text_document_hover_async(types.HoverParams(*self.at(marked)))
        assert found is not None
        assert isinstance(found.contents, types.MarkupContent)
        return found.contents.value
