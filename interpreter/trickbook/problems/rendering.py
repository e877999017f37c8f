"""Problems as text: for people in full or concisely, for programs, for GitHub."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from trickbook.problems import Place, Problem, visible
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing

Sources: TypeAlias = Mapping[str, str]
"""The text of each file by its name."""

WIDTH = 100
"""Columns of a source line that are shown around its caret."""
MANY = 3
"""From how many places on a problem that is the same in each is told once."""
MOST_PLACES = 12
"""The most places that are listed where a problem is the same in many."""
_TAB = "    "
_MARGIN = "    "
_NOWHERE: Final = dict.fromkeys(("file", "line", "column", "length", "path"))


def render(
    problems: Sequence[Problem],
    sources: Sources = MappingProxyType({}),
    style: str = "full",
    language: str = ENGLISH,
) -> str:
    """Write problems in one of ``FORMATS`` and in a language; ``sources`` gives the text of each file."""
    return FORMATS[style](problems, sources, language)


def _full(problems: Sequence[Problem], sources: Sources, language: str) -> str:
    return "\n".join(line for group in _alike(problems) for line in _block(group, sources, language))


def _alike(problems: Sequence[Problem]) -> Iterator[list[Problem]]:
    """Yield the problems in order, those that say the same of many places together at the first of them."""
    groups: dict[object, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(_what(problem), []).append(problem)
    for problem in problems:
        group = groups[_what(problem)]
        if len(group) < MANY:
            yield [problem]
        elif group[0] is problem:
            yield group


def _what(problem: Problem) -> object:
    """What a problem says, and in which file."""
    return replace(problem, place=None), problem.place.file if problem.place else None


def _block(group: Sequence[Problem], sources: Sources, language: str) -> list[str]:
    """The lines of a problem, and the other places where it is."""
    first, *others = group
    more = [f"{place.line}:{place.column}" for problem in others if (place := problem.place)]
    if not more:
        return _lines(first, sources, language)
    shown = more if len(more) <= MOST_PLACES else [*more[:MOST_PLACES], "…"]
    same = Message("the same in {number} more places: {list}", number=len(more), list=listing(shown))
    return [*_lines(first, sources, language), f"  {in_language(same, language)}"]


def _lines(problem: Problem, sources: Sources, language: str) -> list[str]:
    lines = [_headline(problem, language)]
    if problem.place is not None:
        lines += _excerpt(problem.place, sources.get(problem.place.file))
    if problem.hint:
        lines.append(_label(Message("hint: {what}", what=problem.hint), language))
    return lines + [_label(Message("see {place}", place=str(place)), language) for place in problem.related]


def _label(message: Message, language: str) -> str:
    return f"  {visible(in_language(message, language))}"


def _headline(problem: Problem, language: str) -> str:
    where = f"{visible(str(problem.place))}: " if problem.place is not None else ""
    note = f"{in_language(Message('note'), language)}: " if problem.severity == "note" else ""
    return f"{where}{note}{problem.code}: {visible(in_language(problem.message, language))}"


def _excerpt(place: Place, source: str | None) -> list[str]:
    """Show the line of a place with carets under it, cut to ``WIDTH`` columns."""
    line = _line(source, place.line)
    if not line:
        return []
    begin = min(place.column - 1, len(line))
    near = max(0, begin - WIDTH)
    cells = [_cell(char) for char in line[near : begin + WIDTH]]
    first, last = _window(cells, begin - near)
    left = "…" if near + first else ""
    right = "…" if near + last < len(line) else ""
    pad = " " * (len(left) + _columns(cells[first : begin - near]))
    carets = "^" * max(1, _columns(cells[begin - near : min(begin - near + place.length, last)]))
    return [f"{_MARGIN}{left}{''.join(cells[first:last])}{right}", f"{_MARGIN}{pad}{carets}"]


def _window(cells: Sequence[str], begin: int) -> tuple[int, int]:
    """Choose the cells to show: all if they fit, else what stands around ``begin``."""
    first, last = 0, len(cells)
    while _columns(cells[first:last]) > WIDTH and _columns(cells[first:begin]) > WIDTH // 2:
        first += 1
    while last > begin + 1 and _columns(cells[first:last]) > WIDTH:
        last -= 1
    return first, last


def _line(source: str | None, number: int) -> str | None:
    if source is None:
        return None
    lines = source.removeprefix("\ufeff").split("\n")
    return lines[number - 1].removesuffix("\r") if 0 < number <= len(lines) else None


def _cell(char: str) -> str:
    return _TAB if char == "\t" else visible(char)


def _columns(cells: Sequence[str]) -> int:
    return sum(_width(char) for cell in cells for char in cell)


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _concise(problems: Sequence[Problem], sources: Sources, language: str) -> str:
    return "\n".join(
        _headline(one, language) + (f" ({visible(in_language(one.hint, language))})" if one.hint else "")
        for one in problems
    )


def _json(problems: Sequence[Problem], sources: Sources, language: str) -> str:
    return json.dumps([_as_data(problem, language) for problem in problems], indent=2)


def _as_data(problem: Problem, language: str) -> dict[str, object]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "message": in_language(problem.message, language),
        "hint": in_language(problem.hint, language) if problem.hint else None,
        **(_NOWHERE if problem.place is None else problem.place._asdict()),
        "related": [place._asdict() for place in problem.related],
    }


def _github(problems: Sequence[Problem], sources: Sources, language: str) -> str:
    return "\n".join(_annotation(problem, language) for problem in problems)


def _annotation(problem: Problem, language: str) -> str:
    place = problem.place
    where = {} if place is None else {"file": place.file, "line": place.line, "col": place.column}
    properties = ",".join(
        f"{name}={_property(str(value))}" for name, value in {**where, "title": problem.code}.items()
    )
    command = "notice" if problem.severity == "note" else "error"
    text = "\n".join(visible(in_language(part, language)) for part in (problem.message, problem.hint) if part)
    return f"::{command} {properties}::{_percent(text)}"


def _percent(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _percent(visible(text)).replace(":", "%3A").replace(",", "%2C")


FORMATS: Final[Mapping[str, Callable[[Sequence[Problem], Sources, str], str]]] = MappingProxyType(
    {"full": _full, "concise": _concise, "json": _json, "github": _github}
)
