"""A parser driven by tables: the tree of a text, or where it stops being one."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.tree import Token, Tree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

END: Final = "$END"
"""The terminal behind the last character."""


class Rule(NamedTuple):
    """A rule of the grammar: what it makes, of how many parts, and which of these the tree keeps.

    ``kept`` has None for an optional part that is missing. A ``lone`` part stands for the whole.
    """

    origin: str
    data: str
    size: int
    kept: Sequence[int | None]
    lone: bool


class Scanner(NamedTuple):
    """The terminals that may come next, as a pattern; some of their texts are ``words`` of the grammar."""

    pattern: str
    words: Mapping[str, Mapping[str, str]]


class Tables(NamedTuple):
    """The tables of a grammar.

    A state has the number of its scanner, and what follows upon each symbol: the next state, or a rule that
    is complete, as ``~number``. ``starts`` and ``ends`` are the states before and behind a whole text.
    The scanner ``anywhere`` knows all terminals.
    """

    ignored: Sequence[str]
    rules: Sequence[Rule]
    scanners: Sequence[Scanner]
    states: Sequence[tuple[int, Mapping[str, int]]]
    starts: Mapping[str, int]
    ends: Mapping[str, int]
    anywhere: Scanner


class Part(NamedTuple):
    """A part that has been read, with all characters that it takes up, brackets included."""

    value: Any
    begin: int
    end: int


class Stop(NamedTuple):
    """Where a text stops being what the grammar allows: the terminal there, and those that may stand there.

    ``symbol`` is empty where no terminal begins.
    """

    token: Token
    symbol: str
    expected: frozenset[str]


def parse(tables: Tables, text: str, start: str) -> Tree | Stop:
    """The tree of a text, or where it stops being one."""
    stack, parts, position = [tables.starts[start]], list[Part](), 0
    while True:
        symbol, token = _next(tables, tables.scanners[tables.states[stack[-1]][0]], text, position)
        if not symbol:
            return _unscanned(tables, stack[-1], text, token.begin)
        while (follows := tables.states[stack[-1]][1].get(symbol)) is not None and follows < 0:
            _reduce(tables, tables.rules[~follows], stack, parts)
            if symbol == END and stack[-1] == tables.ends[start]:
                whole: Tree = parts[-1].value
                return whole
        if follows is None:
            return Stop(token, symbol, frozenset(filter(str.isupper, tables.states[stack[-1]][1])))
        stack.append(follows)
        parts.append(Part(token, token.begin, token.end))
        position = token.end


def _reduce(tables: Tables, rule: Rule, stack: list[int], parts: list[Part]) -> None:
    """Replace the last parts by the one that they make together."""
    taken = parts[-rule.size :]
    del stack[-rule.size :], parts[-rule.size :]
    children = tuple(None if place is None else taken[place].value for place in rule.kept)
    begin, end = taken[0].begin, taken[-1].end
    value = children[0] if rule.lone and len(children) == 1 else Tree(rule.data, children, begin, end)
    parts.append(Part(value, begin, end))
    stack.append(tables.states[stack[-1]][1][rule.origin])


def _next(tables: Tables, scanner: Scanner, text: str, position: int) -> tuple[str, Token]:
    """The next terminal and its text; no terminal if none of the scanner follows."""
    while position < len(text):
        match = _compiled(scanner.pattern).match(text, position)
        if match is None or match.lastgroup is None:
            return "", Token("", position, position)
        name, written = match.lastgroup, match[0]
        if name not in tables.ignored:
            name = scanner.words.get(name, {}).get(written, name)
            return name, Token(written, position, match.end())
        position = match.end()
    return END, Token("", position, position)


def _unscanned(tables: Tables, state: int, text: str, position: int) -> Stop:
    """What stands where none of the terminals of a state does: another terminal, or none at all."""
    scanner = tables.scanners[tables.states[state][0]]
    expected = frozenset(_compiled(scanner.pattern).groupindex) - {*tables.ignored}
    symbol, token = _next(tables, tables.anywhere, text, position)
    return Stop(token, symbol, expected)


_compiled = cache(re.compile)
