"""The language server, started as an editor starts it, once for each file of tests."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from tests.editor.editor import Editor


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    scope="module", config=ClientServerConfig(server_command=[sys.executable, "-m", "trickbook", "lsp"])
)
async def started(lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    """An editor that has started the server."""
    await lsp_client.initialize_session(
        types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=None)
    )
    yield
    await lsp_client.shutdown_session()


@pytest_asyncio.fixture(loop_scope="module")
async def client(
    started: LanguageClient, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[LanguageClient, None]:
    """The editor of all tests of a file; what a test opens is closed after it."""
    opened: list[str] = []
    did_open = started.text_document_did_open

    def record_opened(params: types.DidOpenTextDocumentParams) -> None:
        opened.append(params.text_document.uri)
        did_open(params)

    monkeypatch.setattr(started, "text_document_did_open", record_opened)
    yield started
    for uri in opened:
        started.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))


@pytest.fixture
def editor(client: LanguageClient, tmp_path: Path) -> Editor:
    return Editor(client, tmp_path / "mine.yaml")
