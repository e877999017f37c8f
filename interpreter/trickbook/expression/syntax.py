"""From the text of an expression to its tree, with a good word for every slip."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lark import Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedEOF

from trickbook.expression.diagnostics.repair import mended
from trickbook.expression.diagnostics.slips import SLIPS, beside, dotted
from trickbook.expression.parser import parser
from trickbook.problems import shown
from trickbook.source import is_card, parted

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

LONGEST: Final = 600
"""The most characters of an expression."""

DEEPEST: Final = 24
"""The most brackets, one within another."""

DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""

EXPECTED: Final = {
    "NAME": "a word", "NUMBER": "a number", "CARD": "a card", "RANK": "a rank", "LPAR": "`(`", "RPAR": "`)`",
    "OF": "`of`", "THEN": "`then`", "ELSE": "`else`", "$END": "the end",
}  # fmt: skip

BEGINNING: Final = frozenset(
    {"NAME", "NUMBER", "IMAGINARY", "CARD", "RANK", "LPAR", "ALL", "YES", "NO", "SEAT", "IF"}
)
"""What begins an expression of its own."""


class Slip(NamedTuple):
    """Where a text stops being an expression (characters from, to), why, and what was likely meant."""

    begin: int
    end: int
    message: str
    hint: str | None = None
    code: str = "bad-expression"


@lru_cache(maxsize=4096)
def parse(text: str, start: str = "start") -> Tree[Token] | Slip:
    """Read an expression, a range (``1 to 2``) or a place (``hand of dealer``)."""
    if len(text) > LONGEST:
        return _too_much("too-long", f"this expression has {len(text)} characters; the limit is {LONGEST}")
    if _depth(text) > DEEPEST:
        return _too_much("too-deep", f"more than {DEEPEST} brackets are nested")
    try:
        tree = parser().parse(text, start=start)
    except UnexpectedCharacters as error:
        return _odd_character(text, cast("int", error.pos_in_stream))
    except (UnexpectedToken, UnexpectedEOF) as error:
        return _odd_token(text, error, start)
    if depth(tree) > DEEPEST_TREE:
        return _too_much("too-deep", f"more than {DEEPEST_TREE} parts are nested")
    return tree


def _too_much(code: str, message: str) -> Slip:
    return Slip(0, 1, message, "give a part of it a name in `words:`", code)


def deep(text: str) -> int:
    """How deep the reading of an expression goes: its parts, and a little for the expression itself."""
    tree = parse(text)
    return 3 if isinstance(tree, Slip) else depth(tree) + 3


def depth(tree: Tree[Token]) -> int:
    """How many parts of a tree stand one within another."""
    level, found = [tree], 0
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


def _odd_character(text: str, begin: int) -> Slip:
    for length in (2, 1):
        if hint := SLIPS.get(text[begin : begin + length]):
            return Slip(
                begin,
                begin + length,
                f"{shown(text[begin : begin + length])} has no meaning in an expression",
                _otherwise(text, begin) or hint,
            )
    end = begin + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    hint = f"words have small letters: `{text[begin:end].lower()}`" if text[begin].isupper() else None
    if is_card(text[begin:end].upper()):
        hint = f"did you mean `{text[begin:end].upper()}`?"
    return Slip(begin, end, f"{shown(text[begin:end])} has no meaning in an expression", hint)


def _otherwise(text: str, begin: int) -> str | None:
    """What is meant by a sign that stands for several things elsewhere."""
    means = {",": lambda: parted(text), ".": lambda: dotted(text, begin), "=": lambda: mended(text)}
    return means[text[begin]]() if text[begin] in means else None


def _odd_token(text: str, error: UnexpectedInput, start: str) -> Slip:
    expected, token = _expected(error), getattr(error, "token", None)
    if token is None or token.type == "$END":
        must = expected or "a word such as `and`"
        return Slip(len(text), len(text) + 1, f"the expression ends too soon: {must} must follow")
    begin, word = token.start_pos or 0, shown(str(token))
    message = f"{word} cannot stand here" + (f", where only {expected} can" if expected else "")
    hint = mended(text, start) or beside(text, begin) or SLIPS.get(str(token))
    if not expected and token.type in BEGINNING and (before := text[:begin].split()):
        message = f"{word} cannot stand right after {shown(before[-1].lstrip('('))}"
        hint = hint or "put a word such as `and`, `or`, `is` or `has` between them"
    return Slip(begin, begin + len(token), message, hint)


def _expected(error: UnexpectedInput) -> str | None:
    """What can stand where something else does; None behind an expression, where many words can."""
    wanted = set(getattr(error, "expected", ()) or getattr(error, "accepts", ()) or ())
    if "NAME" in wanted:
        return "a word, a card, a number or `(`"
    names = sorted(EXPECTED[name] for name in wanted if name in EXPECTED)
    return " or ".join(names) if names and len(names) < 4 and names != ["the end"] else None  # noqa: PLR2004
