"""Which words fit where an expression is being written: each is tried, and fits if nothing is wrong then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.parser import Slip, parse
from trickbook.expression.scope import Scope
from trickbook.expression.semantics import meaning
from trickbook.problems import Place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.language_server.cursor import Path
    from trickbook.language_server.document import Document
    from trickbook.problems import Problem
    from trickbook.sections.context import Context, Demand


def fitting(document: Document, path: Path, before: str, words: Sequence[str]) -> frozenset[str]:
    """Those of some words that may stand behind what is written; all if none can be judged."""
    context = document.rules.context if document.rules else None
    whole = {word: _closed(before + word) for word in words}
    parsed = {word: text for word, text in whole.items() if not isinstance(parse(text), Slip)}
    if context is None or not parsed:
        return frozenset(words)
    demand = _demand(context, path)
    return frozenset(word for word, text in parsed.items() if demand is None or _fits(context, demand, text))


def _closed(text: str) -> str:
    """An expression with the brackets closed that are open."""
    return text + ")" * max(0, text.count("(") - text.count(")"))


def _demand(context: Context, path: Path) -> Demand | None:
    """What is demanded of the expression at a path; of a new entry, what is demanded of one like it."""
    written = ".".join(map(str, path))
    if found := context.demands.get(written):
        return found
    ends = str(path[0]), str(path[-1])
    alike = (what for place, what in context.demands.items() if _ends(place) == ends)
    return next(alike, None)


def _ends(place: str) -> tuple[str, str]:
    """The section and the last key of a path."""
    return place.partition(".")[0], place.rpartition(".")[2]


def _fits(context: Context, demand: Demand, text: str) -> bool:
    problems: list[Problem] = []
    here = Place("", 1, 1)
    demanded = (demand.about, lambda _begin, _end: here, problems.append, demand.known)
    meaning(text, Scope(context.layout, context.symbols, *demanded), demand.wanted)
    return not problems
