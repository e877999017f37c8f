"""The language server: the files that an editor has open, and their problems."""

from __future__ import annotations

import asyncio
import gc
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from trickbook import __version__
from trickbook.language_server import Document
from trickbook.language_server.cursor import cursor
from trickbook.problems import Place, Problem
from trickbook.source.files import label, offset
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.language_server.cursor import Cursor

QUIET: Final = 0.5
"""The seconds without a check after which garbage is collected, which would hold up an answer."""

MANY: Final = 500_000
"""The number of new objects, those of a dozen checks, after which it is collected at once."""


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


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def changed(
    ls: RulesetServer, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
) -> None:
    """Check the file, and then all that are open: others may extend the one that has changed."""
    ls.waiting = dict.fromkeys([params.text_document.uri, *ls.workspace.text_documents, *ls.waiting])
    if ls.collecting:
        ls.collecting.cancel()
    if ls.checking is None or ls.checking.done():
        ls.checking = asyncio.ensure_future(_check_waiting(ls))


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def closed(ls: RulesetServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a file."""
    uri = params.text_document.uri
    ls.waiting.pop(uri, None)
    ls.documents.pop(uri, None)
    ls.good.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


async def _check_waiting(ls: RulesetServer) -> None:
    """Check one file after the other as it is then; what is written meanwhile waits."""
    while ls.waiting:
        uri = next(iter(ls.waiting))
        del ls.waiting[uri]
        await _checked(ls, uri)
    quiet = 0 if gc.get_count()[0] > MANY else QUIET
    ls.collecting = asyncio.get_running_loop().call_later(quiet, gc.collect)


async def _checked(ls: RulesetServer, uri: str) -> None:
    document = ls.document(uri)
    problems = await asyncio.to_thread(lambda: document.problems)
    if document.own is not None and document.rules is not None:
        ls.good[uri] = document
    if ls.documents.get(uri) is document:
        found = [diagnostic(ls, document, uri, problem) for problem in problems]
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))


def diagnostic(ls: RulesetServer, document: Document, uri: str, problem: Problem) -> types.Diagnostic:
    """A problem as editors know it; one in another file stands at the head of this one."""
    place, message = problem.place, in_language(problem.message, ls.language)
    related = []
    if place is None or place.file != document.file:
        if place:
            related = [_related(document, place, message)]
            message = f"{place}: {message}"
        place = Place(document.file, 1, 1)
    return types.Diagnostic(
        ls.range_of(uri, place),
        message + (f"\n{in_language(problem.hint, ls.language)}" if problem.hint else ""),
        severity=types.DiagnosticSeverity.Error
        if problem.severity == "error"
        else types.DiagnosticSeverity.Information,
        code=problem.code,
        source="trickbook",
        related_information=[
            *related,
            *(
                _related(document, one, in_language(Message("see here"), ls.language))
                for one in problem.related
            ),
        ],
    )


def _related(document: Document, place: Place, message: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(location(document, place), message)
