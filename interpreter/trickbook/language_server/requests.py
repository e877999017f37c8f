"""What the language server answers: explanations, places, names, fixes and the runs of examples."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types

from trickbook.analysis.report import has_errors
from trickbook.formatting import format_text
from trickbook.language_server import names, navigation
from trickbook.language_server.completion import proposals
from trickbook.language_server.hover import hover
from trickbook.language_server.server import RulesetServer, diagnostic, location, path_of, server
from trickbook.problems import TrickbookError
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import spoken_language
from trickbook.texts.phrases import phrases

if TYPE_CHECKING:
    from trickbook.language_server import Change

KINDS: Final = {
    "key": types.CompletionItemKind.Property,
    "entry": types.CompletionItemKind.Field,
    "ruleset": types.CompletionItemKind.File,
    "card": types.CompletionItemKind.EnumMember,
    "choice": types.CompletionItemKind.EnumMember,
    "word": types.CompletionItemKind.Function,
    "keyword": types.CompletionItemKind.Keyword,
}

RUN_EXAMPLE, PLAY = "trickbook.runExample", "trickbook.play"
"""The commands of the lenses: the server runs examples, an editor that can plays in its terminal."""


@server.feature(types.INITIALIZE)
def begun(ls: RulesetServer, params: types.InitializeParams) -> None:
    """Explain in the language of the editor, if there are phrases in it; note whether it can play."""
    ls.language = spoken_language(params.locale)
    options = params.initialization_options
    ls.plays = bool(getattr(options, "play", None) or (isinstance(options, dict) and options.get("play")))


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" ", "{", "[", ",", ":"])
)
def completed(ls: RulesetServer, params: types.CompletionParams) -> types.CompletionList:
    """Return what may be written at the cursor."""
    uri = params.text_document.uri
    text, place, where = ls.at(params)
    foreign = ls.document(uri).is_foreign
    found = [] if foreign else proposals(ls.playable(uri), where, text[where.begin : where.end], ls.language)
    span = ls.span(uri, where.begin, where.end if text[place : where.end].strip() else place)
    items = [
        types.CompletionItem(
            one.text.removesuffix(": "),
            kind=KINDS.get(one.kind, types.CompletionItemKind.Variable),
            detail=one.detail or one.kind,
            documentation=types.MarkupContent(types.MarkupKind.Markdown, one.says) if one.says else None,
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(span, one.text),
        )
        for number, one in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=not where.word, items=items)


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hovered(ls: RulesetServer, params: types.HoverParams) -> types.Hover | None:
    """Return what is told of the word under the cursor."""
    text, _, where = ls.at(params)
    document = ls.readable(params.text_document.uri)
    markdown = hover(document, where, text[where.begin : where.end], ls.language)
    if markdown is None or document.is_foreign:
        return None
    span = ls.span(params.text_document.uri, where.begin, where.end)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, markdown), span)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def defined(ls: RulesetServer, params: types.DefinitionParams) -> list[types.Location]:
    """Return where the word under the cursor is defined."""
    text, _, where = ls.at(params)
    document = ls.readable(params.text_document.uri)
    found = navigation.definitions(document, where, text[where.begin : where.end])
    return [location(document, place) for place in found]


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def referenced(ls: RulesetServer, params: types.ReferenceParams) -> list[types.Location]:
    """Return where the word under the cursor is used."""
    text, _, where = ls.at(params)
    document = ls.readable(params.text_document.uri)
    found = navigation.uses(document, where, text[where.begin : where.end])
    return [types.Location(ls.uri(document, one.file), _range(one.text, one.occurrence)) for one in found]


def _range(text: str, one: Any) -> types.Range:
    line = text.count("\n", 0, one.begin)
    first = one.begin - (text.rfind("\n", 0, one.begin) + 1)
    return types.Range(types.Position(line, first), types.Position(line, first + one.end - one.begin))


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def outlined(ls: RulesetServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """Return the sections and entries of a file."""
    document = ls.readable(params.text_document.uri)
    found = names.symbols(document.own, document.text) if document.own else ()
    return [_symbol(ls, params.text_document.uri, one) for one in found]


def _symbol(ls: RulesetServer, uri: str, one: names.Symbol) -> types.DocumentSymbol:
    chosen = ls.range_of(uri, one.place)
    lines = ls.workspace.get_text_document(uri).lines
    last = min(one.last, len(lines)) - 1
    whole = types.Range(chosen.start, max(chosen.end, types.Position(last, len(lines[last].rstrip("\n")))))
    kind = types.SymbolKind.Namespace if one.parts else types.SymbolKind.Property
    parts = [_symbol(ls, uri, part) for part in one.parts]
    return types.DocumentSymbol(one.name, kind, whole, chosen, detail=one.says, children=parts)


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folded(ls: RulesetServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Return what can be folded away."""
    source = ls.workspace.get_text_document(params.text_document.uri).source
    return [types.FoldingRange(first - 1, last - 1) for first, last in names.folds(source)]


@server.feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    types.SemanticTokensLegend(token_types=list(names.KINDS), token_modifiers=[]),
)
def coloured(ls: RulesetServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Return what each word of an expression is."""
    uri = params.text_document.uri
    document = ls.document(uri)
    data: list[int] = []
    line = character = 0
    for one in names.colours(document, ls.playable(uri)):
        span = ls.span(uri, one.begin, one.end)
        begin = span.start
        first = begin.character - (character if begin.line == line else 0)
        data += [begin.line - line, first, span.end.character - begin.character]
        data += [names.KINDS.index(one.kind), 0]
        line, character = begin.line, begin.character
    return types.SemanticTokens(data)


@server.feature(types.TEXT_DOCUMENT_RENAME)
def rename(ls: RulesetServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Rename an entry in the file, its examples and the open files that build on it."""
    text, _, where = ls.at(params)
    document = ls.document(params.text_document.uri)
    try:
        found = navigation.renamed(document, where, text[where.begin : where.end], params.new_name)
    except TrickbookError as error:
        ls.window_show_message(
            types.ShowMessageParams(types.MessageType.Warning, in_language(error.message, ls.language))
        )
        return None
    changes: dict[str, list[types.TextEdit]] = {}
    for one in found:
        uri = ls.uri(document, one.file)
        span = ls.span(uri, one.occurrence.begin, one.occurrence.end)
        changes.setdefault(uri, []).append(types.TextEdit(span, params.new_name))
    return types.WorkspaceEdit(changes=changes)


@server.feature(types.TEXT_DOCUMENT_FORMATTING)
def formatted(ls: RulesetServer, params: types.DocumentFormattingParams) -> list[types.TextEdit]:
    """Write a file in the one style; one with mistakes is left alone."""
    uri = params.text_document.uri
    source = ls.workspace.get_text_document(uri).source
    found = format_text(source, str(path_of(uri)))
    if found.problems or found.text is None or found.text == source:
        return []
    return [types.TextEdit(ls.span(uri, 0, len(source)), found.text)]


@server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
async def mended(ls: RulesetServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the quick fixes of the problems at the cursor: those that mend the file as it is now."""
    uri = params.text_document.uri
    document = ls.document(uri)
    asked = {(one.code, one.message, one.range.start.line) for one in params.context.diagnostics}
    found = []
    for problem in await asyncio.to_thread(lambda: document.problems):
        reported = diagnostic(ls, document, uri, problem)
        if (reported.code, reported.message, reported.range.start.line) in asked:
            change = document.fix(problem)
            if change is not None:
                found.append(_action(ls, uri, reported, change))
    return found


def _action(ls: RulesetServer, uri: str, reported: types.Diagnostic, change: Change) -> types.CodeAction:
    first, _, more = change.text.strip().partition("\n")
    words = phrases("editor", ls.language)
    text = f"`{first}`{' …' * bool(more)}"
    title = words.say("editing.write", text=text) if first else words.say("editing.leave_out")
    edit = types.TextEdit(ls.span(uri, change.begin, change.end), change.text)
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[reported],
        is_preferred=True,
        edit=types.WorkspaceEdit(changes={uri: [edit]}),
    )


@server.feature(types.TEXT_DOCUMENT_CODE_LENS)
def lensed(ls: RulesetServer, params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return what can be run: each example, and a game by the rules."""
    uri = params.text_document.uri
    document = ls.readable(uri)
    if document.own is None or document.is_foreign:
        return []
    words, found = phrases("editor", ls.language), []
    if ls.plays and not document.is_examples:
        head = types.Range(types.Position(0, 0), types.Position(0, 0))
        command = types.Command(words.say("editing.play"), PLAY, arguments=[uri])
        found.append(types.CodeLens(head, command))
    examples = document.node(("examples",))
    for name, pair in getattr(examples, "entries", {}).items():
        command = types.Command(words.say("editing.run"), RUN_EXAMPLE, arguments=[uri, name])
        found.append(types.CodeLens(ls.range_of(uri, pair.key_place), command))
    return found


@server.command(RUN_EXAMPLE)
def run_example(ls: RulesetServer, uri: str, name: str) -> str:
    """Run one example, and tell whether it holds."""
    document, words = ls.document(uri), phrases("editor", ls.language)
    outcome = next((one for one in document.results.outcomes if one.name == name), None)
    holds = outcome is not None and not outcome.differences
    if outcome is not None:
        message = words.say("editing.holds") if holds else str(outcome)
    else:
        is_wrong = has_errors((*document.faults, *document.results.problems))
        message = words.say("editing.errors" if is_wrong else "editing.missing")
    kind = types.MessageType.Info if holds else types.MessageType.Warning
    ls.window_show_message(types.ShowMessageParams(kind, f"{name}: {message}"))
    return message


def run() -> None:
    """Serve an editor by standard input and output."""
    gc.disable()  # garbage is collected between keystrokes
    gc.freeze()
    server.start_io()
