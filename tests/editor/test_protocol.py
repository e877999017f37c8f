"""Every request of a client is answered and the server stays alive, however odd texts and requests are."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pytest_lsp import LanguageClient
from tests.editor.test_names import APART, RULES
from tests.fuzz.odd import EXAMPLES

from trickbook.loading import shipped

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROUNDS = max(1, EXAMPLES // 25)
EDITS = 6
LONGEST = 120.0
"""The seconds after which a request counts as unanswered, on a machine however busy."""

ODD = (
    "",
    "{",
    "}",
    "[",
    ": ",
    ", ",
    "#",
    '"',
    "'",
    "\n",
    "\n  ",
    "- ",
    "|\n",
    "\t",
    "é",
    "\U0001f0a1",
    "\0",
    "of (",
)
ODD_WORDS = (
    "extends: ./b.yaml\n",
    "examples:\n  x: {",
    "ruleset: ./a.yaml\n",
    "groups:\n- ",
    "&a *a",
    "!!int x",
)


class Client:
    """A client with a few files open, which counts what it asks and what it is answered."""

    def __init__(self, client: LanguageClient, folder: Path, chance: random.Random) -> None:
        self.client, self.chance = client, chance
        self.uris = [(folder / name).as_uri() for name in ("a.yaml", "b.yaml", "apart.yaml", "a.zh.yaml")]
        self.lines: dict[str, int] = {}
        self.asked: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()

    def open(self, uri: str, text: str) -> None:
        self.lines[uri] = text.count("\n")
        item = types.TextDocumentItem(uri, "yaml", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def position(self, uri: str) -> types.Position:
        """Any place, now and then one that is not there."""
        return types.Position(self.chance.randint(0, self.lines[uri] + 1), self.chance.randint(0, 60))

    def range(self, uri: str) -> types.Range:
        here = self.position(uri)
        there = types.Position(
            here.line + self.chance.randint(0, 1), here.character + self.chance.randint(0, 9)
        )
        if there.line > here.line:
            there = types.Position(there.line, self.chance.randint(0, 20))
        return types.Range(here, there)

    def edit(self, uri: str, version: int) -> None:
        new = self.chance.choice(ODD + ODD_WORDS)
        change = types.TextDocumentContentChangePartial(range=self.range(uri), text=new)
        document = types.VersionedTextDocumentIdentifier(version, uri)
        self.lines[uri] += new.count("\n")
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    async def ask(self, name: str, request: Callable[[Any], Awaitable[Any]], params: Any) -> Any:
        self.asked[name] += 1
        found = await asyncio.wait_for(request(params), LONGEST)
        self.answered[name] += 1
        return found

    async def ask_everything(self, uri: str) -> None:
        """Every request that an editor makes, at some place."""
        client, this = self.client, types.TextDocumentIdentifier(uri)
        told = list(client.diagnostics.get(uri, ()))[:2]
        around, style = types.CodeActionContext(told), types.FormattingOptions(2, insert_spaces=True)
        whole = types.ReferenceContext(include_declaration=True)
        here = self.position(uri)
        requests: dict[str, tuple[Callable[[Any], Awaitable[Any]], Any]] = {
            "completion": (client.text_document_completion_async, types.CompletionParams(this, here)),
            "hover": (client.text_document_hover_async, types.HoverParams(this, here)),
            "definition": (client.text_document_definition_async, types.DefinitionParams(this, here)),
            "references": (
                client.text_document_references_async,
                types.ReferenceParams(whole, this, here),
            ),
            "rename": (client.text_document_rename_async, types.RenameParams(this, here, "another_name")),
            "action": (
                client.text_document_code_action_async,
                types.CodeActionParams(this, told[0].range if told else self.range(uri), around),
            ),
            "lens": (client.text_document_code_lens_async, types.CodeLensParams(this)),
            "symbols": (client.text_document_document_symbol_async, types.DocumentSymbolParams(this)),
            "folding": (client.text_document_folding_range_async, types.FoldingRangeParams(this)),
            "colours": (client.text_document_semantic_tokens_full_async, types.SemanticTokensParams(this)),
            "format": (client.text_document_formatting_async, types.DocumentFormattingParams(this, style)),
            "run": (
                client.workspace_execute_command_async,
                types.ExecuteCommandParams("trickbook.runExample", [uri, "first"]),
            ),
        }
        for name in self.chance.sample(sorted(requests), len(requests)):
            await self.ask(name, *requests[name])


def damaged(text: str, chance: random.Random) -> str:
    """A text with some of its lines cut, doubled, moved, or with odd signs in them."""
    lines = text.split("\n")
    for _ in range(chance.randint(0, 3)):
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[at] = chance.choice(
            [
                lines[at][: chance.randint(0, 40)],
                lines[other],
                lines[at] + chance.choice(ODD),
                "  " + lines[at],
            ]
        )
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(ROUNDS))
async def test_every_request_is_answered(client: LanguageClient, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - it draws odd texts
    game = chance.choice(sorted(shipped().values())).read_text("utf-8")
    texts = [RULES, game, APART.replace("mine", "a"), "play:\n  low_first: \u5148\u51fa\u5c0f\u724c\u3002\n"]
    one = Client(client, tmp_path, chance)
    for uri, text in zip(one.uris, texts, strict=True):
        one.open(uri, damaged(text, chance))
    for version in range(2, EDITS + 2):
        uri = chance.choice(one.uris)
        one.edit(uri, version)
        await one.ask_everything(chance.choice(one.uris))
    assert one.asked == one.answered
    assert one.asked.total() == EDITS * len(one.asked)
    params = types.HoverParams(types.TextDocumentIdentifier(one.uris[0]), types.Position(0, 0))
    await one.ask("hover", client.text_document_hover_async, params)
