"""Diagnostics: the problems of the files that are open."""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from lsprotocol import types

from trickbook.language_server.document import Document
from trickbook.language_server.server import RulesetServer, location, server
from trickbook.problems import Place, Problem

QUIET: Final = 0.5
"""The seconds without a check after which garbage is collected, which would hold up an answer."""

MANY: Final = 500_000
"""The number of new objects, those of a dozen checks, after which it is collected at once."""


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
    place, message = problem.place, problem.message
    related = []
    if place is None or place.file != document.file:
        if place:
            related = [_related(document, place, message)]
            message = f"{place}: {message}"
        place = Place(document.file, 1, 1)
    return types.Diagnostic(
        ls.range_of(uri, place),
        message + (f"\n{problem.hint}" if problem.hint else ""),
        severity=types.DiagnosticSeverity.Error
        if problem.severity == "error"
        else types.DiagnosticSeverity.Information,
        code=problem.code,
        source="trickbook",
        related_information=[*related, *(_related(document, one, "see here") for one in problem.related)],
    )


def _related(document: Document, place: Place, message: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(location(document, place), message)
