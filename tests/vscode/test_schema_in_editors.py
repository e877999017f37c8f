"""The schema by itself, in the language server that editors use for YAML."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
import yaml
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient
from tests.vscode.extension import MODULES, NODE, SCHEMA

pytestmark = pytest.mark.asyncio

PLACES: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("places.yaml").read_text("utf-8"))
SERVER = MODULES / "yaml-language-server" / "bin" / "yaml-language-server"
HEAD = "trickbook: 1\nname: Mine\n"
CAPABILITIES = types.ClientCapabilities(
    workspace=types.WorkspaceClientCapabilities(configuration=True),
    text_document=types.TextDocumentClientCapabilities(
        completion=types.CompletionClientCapabilities(
            completion_item=types.ClientCompletionItemOptions(snippet_support=True)
        ),
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
    ),
)


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[NODE, str(SERVER), "--stdio"])
)
async def client(lsp_client: LanguageClient) -> AsyncGenerator[None, None]:
    """An editor that applies the schema to all YAML files."""
    lsp_client.set_configuration(
        {
            "yaml": {
                "schemas": {SCHEMA.as_uri(): "*.yaml"},
                "schemaStore": {"enable": False},
                "yamlVersion": "1.2",
                "validate": True,
                "hover": True,
                "completion": True,
            }
        }
    )
    await lsp_client.initialize_session(types.InitializeParams(capabilities=CAPABILITIES, root_uri=None))
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, uri: str, text: str) -> list[str]:
    """The messages with which the server answers a file that is opened."""
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, text))
    )
    while uri not in client.diagnostics:  # noqa: ASYNC110 - the client has no event for it
        await asyncio.sleep(0.02)
    return [problem.message for problem in client.diagnostics[uri]]


@pytest.mark.parametrize("name", [name for name, place in PLACES.items() if "offers" in place])
async def test_what_fits_is_offered(client: LanguageClient, name: str, tmp_path: Path) -> None:
    place = PLACES[name]
    items = await completions(client, (tmp_path / "mine.yaml").as_uri(), place["text"])
    assert set(place["offers"]) <= set(items)
    assert not set(place.get("withholds", ())) & set(items)
    assert not any("[object" in label for label in items)
    assert place.get("sentence", "") in items[place["offers"][0]]


async def completions(client: LanguageClient, uri: str, marked: str) -> dict[str, str]:
    """What is offered at the bar, by its label, with what is said of it."""
    document, position = await cursor(client, uri, marked)
    found = await client.text_document_completion_async(types.CompletionParams(document, position))
    assert isinstance(found, types.CompletionList)
    return {item.label.strip('"'): told(item.documentation) for item in found.items}


def told(text: str | types.MarkupContent | None) -> str:
    """A text of the protocol, with its markup or without."""
    return text.value if isinstance(text, types.MarkupContent) else text or ""


async def cursor(
    client: LanguageClient, uri: str, marked: str
) -> tuple[types.TextDocumentIdentifier, types.Position]:
    """A file that is open, with the cursor at the bar."""
    before, after = (HEAD + marked).split("|")
    await opened(client, uri, before + after + "\n")
    position = types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)
    return types.TextDocumentIdentifier(uri), position


@pytest.mark.parametrize("name", [name for name, place in PLACES.items() if "shows" in place])
async def test_what_stands_under_the_cursor_is_explained(
    client: LanguageClient, name: str, tmp_path: Path
) -> None:
    where = await cursor(client, (tmp_path / "mine.yaml").as_uri(), PLACES[name]["text"])
    found = await client.text_document_hover_async(types.HoverParams(*where))
    assert isinstance(found, types.Hover)
    assert isinstance(found.contents, types.MarkupContent)
    assert PLACES[name]["shows"] in found.contents.value


@pytest.mark.parametrize("name", [name for name, place in PLACES.items() if "|" not in place["text"]])
async def test_what_does_not_fit_is_told_in_a_sentence(
    client: LanguageClient, name: str, tmp_path: Path
) -> None:
    wanted = PLACES[name].get("tells")
    messages = await opened(client, (tmp_path / "mine.yaml").as_uri(), HEAD + PLACES[name]["text"] + "\n")
    assert set(messages) == ({wanted} if wanted else set())


async def test_no_shipped_ruleset_is_told_anything(client: LanguageClient, tmp_path: Path) -> None:
    for path in sorted((SCHEMA.parents[1] / "rulesets").rglob("*.yaml")):
        copy = Path(shutil.copy(path, tmp_path))
        if path.read_text("utf-8").startswith("trickbook:"):
            assert await opened(client, copy.as_uri(), path.read_text("utf-8")) == [], path
