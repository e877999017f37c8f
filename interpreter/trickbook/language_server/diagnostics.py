"""Diagnostics: the problems of the files that are open."""

from __future__ import annotations

import asyncio
from typing import Final

from lsprotocol import types

from trickbook.language_server import fixes
from trickbook.language_server.document import Document
from trickbook.language_server.server import RulesetServer, location, server
from trickbook.problems import Place, Problem

PAUSE: Final = 0.2
"""The seconds without a keystroke before a file is checked."""


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
async def changed(
    ls: RulesetServer, params: types.DidOpenTextDocumentParams | types.DidChangeTextDocumentParams
) -> None:
    """Check all open files after a short pause: others may extend the one that has changed."""
    for uri in {params.text_document.uri, *ls.workspace.text_documents}:
        if before := ls.waiting.pop(uri, None):
            before.cancel()
        ls.waiting[uri] = asyncio.ensure_future(_checked(ls, uri))


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def closed(ls: RulesetServer, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a file."""
    uri = params.text_document.uri
    if before := ls.waiting.pop(uri, None):
        before.cancel()
    ls.documents.pop(uri, None)
    ls.good.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


async def _checked(ls: RulesetServer, uri: str) -> None:
    await asyncio.sleep(PAUSE)
    document = ls.document(uri)
    problems = await asyncio.to_thread(lambda: document.problems)
    if document.own is not None and document.rules is not None:
        ls.good[uri] = document
    if ls.documents.get(uri) is document:
        found = [_diagnostic(ls, document, uri, problem) for problem in problems]
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))


def _diagnostic(ls: RulesetServer, document: Document, uri: str, problem: Problem) -> types.Diagnostic:
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
        data={"instead": fixes.replacement(problem)},
    )


def _related(document: Document, place: Place, message: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(location(document, place), message)
