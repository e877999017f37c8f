"""From the text of an expression to its tree, with a good word for every slip."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from lark import Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.exceptions import UnexpectedEOF

from trickbook.document import is_card, joining, parted
from trickbook.expression.parser import parser
from trickbook.expression.vocabulary import GRAMMAR
from trickbook.problems import shown

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

LONGEST: Final = 600
"""The most characters of an expression."""

DEEPEST: Final = 24
"""The most brackets, one within another."""

DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""

SLIPS: Final = {
    "==": "write `is`; cards are named, not compared: `keep: QS`",
    "!=": "write `is not`",
    "=": "write `is`",
    "&": "write `and`",
    "|": "write `or`",
    "!": "write `not`",
    "/": "write `div`, which leaves out the rest",
    "%": "write `mod`",
    ",": "an expression has no commas; join with `and` or `or`",
    ".": "write the cards from a rank up as `rank >= 5`",
    '"': "an expression has no quotes; names stand bare",
    "'": "an expression has no quotes; write `hand of dealer`, not `dealer's hand`",
    "[": "an expression has no lists; join with `or`",
    "{": "an expression has no braces; use `(` and `)`",
    "?": "write `if … then … else …`",
    "in": "write `A has B`, or `A and B` for the cards that are in both",
    "contains": "write `has`",
    "who": "write `players where (…)`",
    "than": "leave it out: `score < 50`",
}
"""What people write who know other languages, and what it is here."""

EXPECTED: Final = {
    "NAME": "a word", "NUMBER": "a number", "CARD": "a card", "RANK": "a rank", "LPAR": "`(`", "RPAR": "`)`",
    "OF": "`of`", "THEN": "`then`", "ELSE": "`else`", "$END": "the end",
}  # fmt: skip


_WORDS_BEFORE: Final = re.compile(r"(?:[\w\u2660-\u2667]+\s+)+$")
_WORDS_AFTER: Final = re.compile(r"[\w\u2660-\u2667]+(?:\s+[\w\u2660-\u2667]+)*")


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
        return _too_much("too-long", f"this expression has {len(text)} characters; {LONGEST} is the most")
    if _depth(text) > DEEPEST:
        return _too_much("too-deep", f"more than {DEEPEST} brackets stand one within another")
    try:
        tree = parser().parse(text, start=start)
    except UnexpectedCharacters as error:
        return _odd_character(text, cast("int", error.pos_in_stream))
    except (UnexpectedToken, UnexpectedEOF) as error:
        return _odd_token(text, error)
    if depth(tree) > DEEPEST_TREE:
        return _too_much("too-deep", f"more than {DEEPEST_TREE} parts stand one within another")
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
                (parted(text) if text[begin] == "," else None) or hint,
            )
    end = begin + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    hint = f"words are written small: `{text[begin:end].lower()}`" if text[begin].isupper() else None
    if is_card(text[begin:end].upper()):
        hint = f"did you mean `{text[begin:end].upper()}`?"
    return Slip(begin, end, f"{shown(text[begin:end])} has no meaning in an expression", hint)


def _odd_token(text: str, error: UnexpectedInput) -> Slip:
    expected = _expected(error)
    token = getattr(error, "token", None)
    if token is None or token.type == "$END":
        return Slip(len(text), len(text) + 1, f"the expression ends too soon: {expected} must follow")
    begin = token.start_pos or 0
    return Slip(
        begin,
        begin + len(token),
        f"{shown(str(token))} cannot stand here: {expected} must",
        SLIPS.get(str(token)) or _beside(text, begin),
    )


def _beside(text: str, begin: int) -> str | None:
    """How to join a card with what stands right before or after it."""
    before, after = _WORDS_BEFORE.search(text[:begin]), _WORDS_AFTER.match(text, begin)
    if before is None or after is None:
        return None
    left, right = before[0].split(), after[0].split()
    pair = (left[-1], right[0])
    if GRAMMAR.isdisjoint(pair) and any(map(is_card, pair)):
        cards = [*left, *right] if all(map(is_card, [*left, *right])) else pair
        return joining(*cards)
    small = [word.upper() for word in pair]
    return joining(*small) if GRAMMAR.isdisjoint(pair) and all(map(is_card, small)) else None


def _expected(error: UnexpectedInput) -> str:
    wanted = set(getattr(error, "expected", ()) or getattr(error, "accepts", ()) or ())
    if "NAME" in wanted:
        return "a word, a card, a number or `(`"
    names = sorted(EXPECTED[name] for name in wanted if name in EXPECTED)
    if names and len(names) < 4:  # noqa: PLR2004 - more would not be read
        return " or ".join(names)
    return "`and`, `or`, `is`, `has` or the end"
