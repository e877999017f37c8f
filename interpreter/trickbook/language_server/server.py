"""The language server itself: requests of an editor, answered from the files that it has open."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from trickbook import __version__
from trickbook.language_server.cursor import cursor
from trickbook.language_server.document import Document
from trickbook.language_server.occurrences import offset
from trickbook.loading.files import label
from trickbook.problems import Place
from trickbook.source.nodes import ENGLISH

if TYPE_CHECKING:
    from trickbook.language_server.cursor import Cursor


class RulesetServer(LanguageServer):
    """A server for the files that an editor has open."""

    def __init__(self) -> None:
        super().__init__("trickbook", __version__)
        self.language = ENGLISH
        self.plays = False
        self.documents: dict[str, Document] = {}
        self.good: dict[str, Document] = {}
        self.waiting: dict[str, None] = {}
        self.checking: asyncio.Future[None] | None = None
        self.collecting: asyncio.TimerHandle | None = None

    def document(self, uri: str) -> Document:
        """The file as it is now, with the others that are open."""
        path = path_of(uri) or Path("untitled.yaml")
        texts = {
            here: one.source
            for other, one in self.workspace.text_documents.items()
            if (here := path_of(other)) is not None
        }
        texts[path] = self.workspace.get_text_document(uri).source
        found = self.documents.get(uri)
        if found is None or found.texts != texts:
            found = self.documents[uri] = Document(path, texts)
        return found

    def readable(self, uri: str) -> Document:
        """The file as it was when it last could be read; as it is, if it never could."""
        document = self.document(uri)
        return document if document.own is not None else self.good.get(uri, document)

    def playable(self, uri: str) -> Document:
        """The file as it was when it last could be played; as it is, if it never could."""
        return self.good.get(uri) or self.document(uri)

    def uri(self, document: Document, file: str) -> str:
        """The address of a file that a message names, as the editor has it if it is open."""
        found = uri_of(document, file)
        path = path_of(found)
        return next((one for one in self.workspace.text_documents if path_of(one) == path), found)

    def at(self, params: Any) -> tuple[str, int, Cursor]:
        """The text of a file, and where in it the cursor is."""
        one = self.workspace.get_text_document(params.text_document.uri)
        place = one.offset_at_position(params.position)
        return one.source, place, cursor(one.source, place)

    def span(self, uri: str, begin: int, end: int) -> types.Range:
        """Characters of a file as a range."""
        one = self.workspace.get_text_document(uri)
        return types.Range(self._position(one, begin), self._position(one, end))

    def _position(self, one: Any, place: int) -> types.Position:
        before = one.source[:place]
        line = before.count("\n")
        here = types.Position(line, place - (before.rfind("\n") + 1))
        position: types.Position = one.position_codec.position_to_client_units(one.lines, here)
        return position

    def range_of(self, uri: str, place: Place) -> types.Range:
        """A place in a file that is open as a range; it ends with its line."""
        source = self.workspace.get_text_document(uri).source
        begin = min(offset(source, place), len(source))
        stop = source.find("\n", begin)
        return self.span(uri, begin, min(begin + place.length, len(source) if stop < 0 else stop))


server = RulesetServer()


def path_of(uri: str) -> Path | None:
    """The path of a file; None if it has none yet."""
    found = to_fs_path(uri)
    return Path(found) if found else None


def uri_of(document: Document, file: str) -> str:
    """The address of a file that a message names."""
    path = getattr(file, "path", None) or next((p for p in document.texts if label(p) == file), Path(file))
    return from_fs_path(str(Path(path).absolute())) or ""


def location(document: Document, place: Place) -> types.Location:
    """A place in any file, in characters; exact where these are no surrogates."""
    begin = types.Position(place.line - 1, place.column - 1)
    end = types.Position(place.line - 1, place.column - 1 + place.length)
    return types.Location(uri_of(document, place.file), types.Range(begin, end))
