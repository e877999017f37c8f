"""The parser of expressions, driven by the tables of the grammar, and its limits."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.grammar import Rule, Scanner, Tables, tables
from trickbook.expression.tree import Token, Tree
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.expression.diagnostics.repair import Hint

LONGEST: Final = 600
"""The most characters of an expression."""

DEEPEST: Final = 24
"""The most brackets, one within another."""

DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""

END: Final = "$END"
"""The terminal behind the last character."""

_compiled = cache(re.compile)


class Slip(NamedTuple):
    """A syntax error: its characters (from, to), the reason, and suggestions, the likeliest first."""

    begin: int
    end: int
    message: Message
    hints: tuple[Hint, ...] = ()
    code: str = "bad-expression"


def tree(text: str, start: str = "start") -> Tree | None:
    """The tree of an expression, a range (``1 to 2``) or a place (``hand of dealer``); None if it is none."""
    return _tree(text, start)


@lru_cache(maxsize=4096)
def _tree(text: str, start: str) -> Tree | None:
    """The tree of a text; each is parsed once, however its start is given."""
    if len(text) > LONGEST or _depth(text) > DEEPEST:
        return None
    found = derive(tables(), text, start)
    return None if isinstance(found, Stop) or depth(found) > DEEPEST_TREE else found


def parse(text: str, start: str = "start") -> Tree | Slip:
    """The tree of an expression, a range or a place, or why it is none."""
    found = tree(text, start)
    return _slip(text, start) if found is None else found


@lru_cache(maxsize=1024)
def _slip(text: str, start: str) -> Slip:
    """Return why a text is no expression."""
    if len(text) > LONGEST:
        return _too_much(
            "too-long",
            Message(
                "this expression has {number} characters; the limit is {number_most}",
                number=len(text),
                number_most=LONGEST,
            ),
        )
    if _depth(text) > DEEPEST:
        return _too_much("too-deep", Message("more than {number} brackets are nested", number=DEEPEST))
    found = derive(tables(), text, start)
    if isinstance(found, Tree):
        return _too_much("too-deep", Message("more than {number} parts are nested", number=DEEPEST_TREE))
    from trickbook.expression.diagnostics.syntax_errors import slip

    return Slip(*slip(text, found, start))


def _too_much(code: str, message: Message) -> Slip:
    return Slip(0, 1, message, (Message("give a part of it a name in `words:`"),), code)


def deep(text: str) -> int:
    """Return the depth of parsing an expression: its parts, and a little for the expression itself."""
    found = tree(text)
    return 3 if found is None else depth(found) + 3


def depth(whole: Tree) -> int:
    """Return how many parts of a tree stand one within another."""
    level, found = [whole], 0
    while level:
        found += 1
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
    return found


def _depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    return deepest


class _Part(NamedTuple):
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


def derive(tables: Tables, text: str, start: str) -> Tree | Stop:
    """The tree of a text, or where it stops being one."""
    stack, parts, position = [tables.starts[start]], list[_Part](), 0
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
        parts.append(_Part(token, token.begin, token.end))
        position = token.end


def _reduce(tables: Tables, rule: Rule, stack: list[int], parts: list[_Part]) -> None:
    """Replace the last parts by the one that they make together."""
    taken = parts[-rule.size :]
    del stack[-rule.size :], parts[-rule.size :]
    children = tuple(None if place is None else taken[place].value for place in rule.kept)
    begin, end = taken[0].begin, taken[-1].end
    value = children[0] if rule.lone and len(children) == 1 else Tree(rule.data, children, begin, end)
    parts.append(_Part(value, begin, end))
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
