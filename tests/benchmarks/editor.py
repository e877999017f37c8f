"""How long an editor waits after a keystroke: for the problems of a file, for what may be written there."""

import asyncio
import random
import statistics
import sys
import time
from pathlib import Path

import click
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from trickbook import shipped
from trickbook.language_server import Document

KEYSTROKES = 100
TYPED = "ab: {}\n,3#"
GAME = "hearts"


class Editor:
    """An editor with one file open."""

    def __init__(self, path: Path) -> None:
        self.uri, self.text, self.version = path.as_uri(), path.read_text("utf-8"), 1
        self.client = LanguageClient("benchmark", "1")
        self.told = asyncio.Event()
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda _: self.told.set())

    async def start(self) -> None:
        """Start the server and open the file."""
        await self.client.start_io(sys.executable, "-m", "trickbook", "lsp")
        await self.client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        item = types.TextDocumentItem(self.uri, "yaml", self.version, self.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.told.wait()

    async def write(self, text: str) -> float:
        """Replace the text; the seconds until its problems are there."""
        self.version += 1
        self.told.clear()
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        start = time.perf_counter()
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        await self.told.wait()
        return time.perf_counter() - start

    async def offered(self, text: str, at: int) -> float:
        """The seconds until it is there what may be written at a place."""
        position = types.Position(text.count("\n", 0, at), at - (text.rfind("\n", 0, at) + 1))
        start = time.perf_counter()
        await self.client.text_document_completion_async(
            types.CompletionParams(types.TextDocumentIdentifier(self.uri), position)
        )
        return time.perf_counter() - start


async def measured() -> None:
    """Type at random places of a game, one keystroke each."""
    editor, chance = Editor(shipped()[GAME]), random.Random(1)  # noqa: S311 - any places will do
    await editor.start()
    waits: dict[str, list[float]] = {"problems": [], "completion": []}
    for _ in range(KEYSTROKES):
        at = chance.randrange(len(editor.text))
        text = editor.text[:at] + chance.choice(TYPED) + editor.text[at:]
        waits["problems"].append(await editor.write(text))
        waits["completion"].append(await editor.offered(text, at + 1))
    click.echo(f"Milliseconds after a keystroke in {GAME}.yaml: median, 95th percentile")
    for name, found in waits.items():
        late = statistics.quantiles(found, n=20)[-1]
        click.echo(f"{name:12}{1000 * statistics.median(found):6.0f}{1000 * late:6.0f}")
    await editor.client.shutdown_async(None)
    editor.client.exit(None)


def main() -> None:
    """Measure; the file is read once before, as it is when an editor runs."""
    assert Document(path := shipped()[GAME], {path: path.read_text("utf-8")}).problems == ()
    asyncio.run(measured())


if __name__ == "__main__":
    main()
