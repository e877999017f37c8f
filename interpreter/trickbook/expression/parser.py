"""The parser of expressions, by the grammar that lark reads, and its limits."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, cast

from lark import Lark, UnexpectedCharacters, UnexpectedToken

from trickbook.expression.scope import Rewritten, Token, Tree
from trickbook.source.cache import place_of_another
from trickbook.source.files import folder
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from lark import ParseTree


STARTS: Final = ("start", "range", "place")
"""What can be parsed: an expression, a range such as ``1 to 2``, a place such as ``hand of dealer``."""

LONGEST: Final = 600
"""The most characters of an expression."""

DEEPEST: Final = 24
"""The most brackets, one within another."""

DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""

END: Final = "$END"
"""The terminal behind the last character."""


class Misspelling(NamedTuple):
    """A text that is no expression. Its mends are hints, computed when the hints are read."""

    text: str
    start: str = "start"


Hint: TypeAlias = Message | Rewritten | Misspelling


class SyntaxMistake(NamedTuple):
    """A syntax error: its characters (from, to), the reason, and suggestions, the likeliest first."""

    begin: int
    end: int
    message: Message
    hints: tuple[Hint, ...] = ()
    code: str = "bad-expression"


@cache
def _lark() -> Lark:
    """Lark's parser; its tables are kept, since making them takes longer than most commands."""
    grammar = (folder("grammar") / "expression.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=place_of_another("grammar.lark") or False,
    )


def tree(text: str, start: str = "start") -> Tree | None:
    """The tree of an expression, a range (``1 to 2``) or a place (``hand of dealer``); None if it is none."""
    return _tree(text, start)


@lru_cache(maxsize=4096)
def _tree(text: str, start: str) -> Tree | None:
    """The tree of a text; each is parsed once, however its start is given."""
    if len(text) > LONGEST or _depth(text) > DEEPEST:
        return None
    found = derive(text, start)
    return None if isinstance(found, Stop) or depth(found) > DEEPEST_TREE else found


def parse(text: str, start: str = "start") -> Tree | SyntaxMistake:
    """The tree of an expression, a range or a place, or why it is none."""
    found = tree(text, start)
    return _syntax_mistake(text, start) if found is None else found


@lru_cache(maxsize=1024)
def _syntax_mistake(text: str, start: str) -> SyntaxMistake:
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
    found = derive(text, start)
    if isinstance(found, Tree):
        return _too_much("too-deep", Message("more than {number} parts are nested", number=DEEPEST_TREE))
    from trickbook.expression.diagnostics import syntax_error

    return SyntaxMistake(*syntax_error(text, found, start))


def _too_much(code: str, message: Message) -> SyntaxMistake:
    return SyntaxMistake(0, 1, message, (Message("give a part of it a name in `words:`"),), code)


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


class Stop(NamedTuple):
    """Where a text stops being what the grammar allows: the terminal there, and those that may stand there.

    ``symbol`` is empty where no terminal begins.
    """

    token: Token
    symbol: str
    expected: frozenset[str]


def derive(text: str, start: str) -> Tree | Stop:
    """The tree of a text, or where it stops being one."""
    try:
        return _tree_of(_lark().parse(text, start=start))
    except UnexpectedToken as error:
        token = error.token
        begin = len(text) if token.type == END else token.start_pos or 0
        return Stop(Token(token, begin, begin + len(token)), token.type, frozenset(error.expected))
    except UnexpectedCharacters as error:
        begin = cast("int", error.pos_in_stream)  # lark types it as None
        return Stop(Token("", begin, begin), "", frozenset(error.allowed or ()))


def _tree_of(read: ParseTree) -> Tree:
    """A tree as lark has read it, part by part from the innermost: some are deeper than Python may call."""
    made: dict[int, Tree] = {}
    for part in read.iter_subtrees():
        children = (made[id(child)] if id(child) in made else _leaf(child) for child in part.children)
        begin, end = part.meta.start_pos, part.meta.end_pos
        made[id(part)] = Tree(str(part.data), tuple(children), begin, end)
    return made[id(read)]


def _leaf(read: Any) -> Token | None:
    """A token; None for what may stand somewhere and does not."""
    return None if read is None else Token(read, read.start_pos, read.end_pos)
