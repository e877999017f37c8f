"""Requests that only read: completion, hover, definitions, references, the outline, folding, colours."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import types

from trickbook.language_server import colours, navigation, outline
from trickbook.language_server.completion import proposals
from trickbook.language_server.hover import hover
from trickbook.language_server.phrases import language_of
from trickbook.language_server.server import RulesetServer, location, server

KINDS: Final = {
    "key": types.CompletionItemKind.Property,
    "entry": types.CompletionItemKind.Field,
    "ruleset": types.CompletionItemKind.File,
    "card": types.CompletionItemKind.EnumMember,
    "choice": types.CompletionItemKind.EnumMember,
    "word": types.CompletionItemKind.Function,
    "keyword": types.CompletionItemKind.Keyword,
}


@server.feature(types.INITIALIZE)
def begun(ls: RulesetServer, params: types.InitializeParams) -> None:
    """Explain in the language of the editor, if there are phrases in it; note whether it can play."""
    ls.language = language_of(params.locale)
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
    told = hover(document, where, text[where.begin : where.end], ls.language)
    if told is None or document.is_foreign:
        return None
    span = ls.span(params.text_document.uri, where.begin, where.end)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told), span)


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
    found = outline.symbols(document.own, document.text) if document.own else ()
    return [_symbol(ls, params.text_document.uri, one) for one in found]


def _symbol(ls: RulesetServer, uri: str, one: outline.Symbol) -> types.DocumentSymbol:
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
    return [types.FoldingRange(first - 1, last - 1) for first, last in outline.folds(source)]


@server.feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    types.SemanticTokensLegend(token_types=list(colours.KINDS), token_modifiers=[]),
)
def coloured(ls: RulesetServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Return what each word of an expression is."""
    uri = params.text_document.uri
    document = ls.document(uri)
    data: list[int] = []
    line = character = 0
    for one in colours.colours(document, ls.playable(uri)):
        span = ls.span(uri, one.begin, one.end)
        begin = span.start
        first = begin.character - (character if begin.line == line else 0)
        data += [begin.line - line, first, span.end.character - begin.character]
        data += [colours.KINDS.index(one.kind), 0]
        line, character = begin.line, begin.character
    return types.SemanticTokens(data)
