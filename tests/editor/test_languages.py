"""The language of an editor: what is explained and proposed is told in it."""

from __future__ import annotations

import sys
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from tests.editor.editor import MINE, Editor

pytestmark = pytest.mark.asyncio


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    params=["zh-CN", "fr"],
    config=ClientServerConfig(server_command=[sys.executable, "-m", "trickbook", "lsp"]),
)
async def abroad(request: pytest.FixtureRequest, lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    """An editor in another language that has started the server."""
    params = types.InitializeParams(capabilities=types.ClientCapabilities(), locale=request.param)
    params.initialization_options = {"play": True}
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def test_an_editor_is_told_in_its_language(
    abroad: LanguageClient, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    editor = Editor(abroad, tmp_path / "mine.yaml")
    await editor.write(MINE)
    told = await editor.hover("when: lead|ing"), await editor.hover("ke|ep: low")
    is_chinese = "zh-CN" in request.node.name
    assert ("这一墩还没有人出牌。" in told[0]) is is_chinese
    assert ("Keeps these cards" in told[1]) is not is_chinese
    await editor.write(MINE.replace("rank < 5", "hand has 2C"))
    assert ("A 中至少有一张 B 的牌" in await editor.hover("hand h|as 2C")) is is_chinese
    params = types.CodeLensParams(types.TextDocumentIdentifier(editor.uri))
    lenses = await abroad.text_document_code_lens_async(params)
    titles = [one.command.title for one in lenses or () if one.command]
    assert titles == (["开始游戏", "运行这个示例"] if is_chinese else ["Play this", "Run this example"])
