"""Suggestions for an expression that cannot be compiled: where and why, and what was likely meant.

It is imported after something failed.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from trickbook.expression.diagnostics.repair import added, fitting, mended
from trickbook.expression.diagnostics.slips import (
    CHINESE_JOINTS,
    CHINESE_SUITS,
    OTHER_WORDS,
    SLIPS,
    beside,
    called,
    dotted,
    placed,
    put,
    words_beside,
)
from trickbook.expression.diagnostics.wrong_types import carded
from trickbook.expression.parser import END, Hint, Misspelling, Stop, SyntaxMistake, parse
from trickbook.expression.scope import Rewritten, Token, Tree, no_edit
from trickbook.expression.semantics import understood
from trickbook.expression.types import NUMBER, SEATS, Kind, alternatives
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import Place, Remedy, shown
from trickbook.problems.remedies import instead, meant
from trickbook.source.diagnostics.punctuation import chosen, is_card, parted, unseen
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.expression.scope import Scope
    from trickbook.problems import Problem


EXPECTED: Final = {
    "LPAR": Message("`{text}`", text="("), "RPAR": Message("`{text}`", text=")"),
    "ELSE": Message("`{text}`", text="else"), "OF": Message("`{text}`", text="of"),
    "THEN": Message("`{text}`", text="then"), "CARD": Message("a card"), "NUMBER": Message("a number"),
    "RANK": Message("a rank"), "NAME": Message("a word"), "$END": Message("the end"),
}  # fmt: skip
"""What may stand somewhere, in the order in which messages tell it."""

MOST_EXPECTED: Final = 3
"""How many such things are told; where more may stand, none of them."""

BEGINNING: Final = frozenset(
    {"NAME", "NUMBER", "IMAGINARY", "CARD", "RANK", "LPAR", "ALL", "YES", "NO", "SEAT", "IF"}
)
"""What begins an expression of its own."""

TYPOGRAPHIC: Final = frozenset(
    "\u2212\u2012\u2013\u2014\u2015\u2264\u2265\u2260\u00d7\u00f7\u2018\u2019\u201c\u201d\u201e"
)
"""Signs of typography, for which expressions have others."""

_SOME_RANK: Final = re.compile(r"(?:10|[2-9TJQKA])s")
"""A card with a small letter, or several cards of a rank."""

_CAPITAL: Final = re.compile(r"[A-Z][a-z]+$")
"""A word with a capital, which may begin a spoken card."""

_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CHINESE_CARD: Final = re.compile(rf"({'|'.join(CHINESE_SUITS)})(10|[2-9TJQKA]?)", re.IGNORECASE)

Found = tuple[int, int, Message, tuple[Hint, ...]]
"""Characters from and to, what is wrong there, and hints, the likeliest first."""

_BEFORE: Final = re.compile(
    r"\b(?:(?:any|all) of (?!(?:the|an?)\b)\w+|(?:count|total|highest|lowest) of (?:players|others))\s+$"
)
"""A phrase that asks each of several seats, up to where its brackets should open."""

SMALL_LETTERS: Final = "words have small letters: `{word}`"
NEARLY: Final = 0.9  # how like a word two words must be that are joined
_ASKED: Final = re.compile(r".+?(?=\s+(?:and|or|then|else)\s|$)", re.DOTALL)
"""What is asked, up to the next joint."""


ADVICE: Final = {
    r"\b(?!(?:player|it|they|has|have)\b)\w+\s+(?:takes?|took|wins?|won)\s+(?:all|every)\s+(?:the\s+)?tricks?\b":
    (
        Message("all tricks are taken if the others have none: `{one}`, of a side `{other}`",
                one="total of others (tricks) is 0", other="total of (not side) (tricks) is 0")),
    r"\b(?:everyone|everybody|all(?:\s+players)?)\s+(?:has\s+|have\s+)?pass(?:ed|es)?\b":
        Message("ask for the answer of each: `{expression}`", expression="all of players (bid is pass)"),
    r"\bsame\s+colou?r\b":
        Message("suits of a colour are named one by one, joined by `or`"),
    r"\bhad\b":
        Message("hands are empty when a deal is scored: keep in a fact what was held, or ask `taken`"),
}  # fmt: skip
"""Phrases that leave open what is meant, with what can be written."""

NEGATED: Final = Message("write `{one}`, or `{other}` before a condition", one="A is not B", other="not")


def syntax_error(text: str, stop: Stop, start: str) -> Found:
    """Return what the parser stumbled over."""
    return _odd_token(text, stop, start) if stop.symbol else _odd_character(text, stop.token.begin)


def _odd_character(text: str, begin: int) -> Found:
    for length in (2, 1):
        if hint := SLIPS.get(text[begin : begin + length]):
            end = begin + length
            message = Message("{word} has no meaning in an expression", word=shown(text[begin:end]))
            return (begin, end, message, _hints(*_otherwise(text, begin), placed(text, begin, end, hint)))
    if found := _unseen(text, begin):
        return found
    if text[begin] in TYPOGRAPHIC and any(mended(text)):
        what = "{word} is another character than the one of an expression"
        message = Message(what, word=shown(text[begin]))
        return (begin, begin + 1, message, (Misspelling(text),))
    begin, end = _whole_word(text, begin)
    spoken = Misspelling(text) if _CAPITAL.match(text[begin:end]) else None
    small = _small(text[begin:end])
    message = Message("{word} has no meaning in an expression", word=shown(text[begin:end]))
    return (begin, end, message, _hints(spoken, small and placed(text, begin, end, small)))


def _whole_word(text: str, begin: int) -> tuple[int, int]:
    """The characters of the word that stands round a character, which may have been read in part."""
    end = begin + 1
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
        begin -= 1
    return begin, end


def _small(word: str) -> Message | None:
    """Return how a word is spelt that is none: ``2s``, ``Hearts``, ``firstTrick``; also a card in Chinese."""
    chinese = [_CHINESE_CARD.fullmatch(one) for one in re.split(f"[{CHINESE_JOINTS}]", word)]
    if all(chinese):
        cards = " or ".join(_in_letters(*one.groups()) for one in chinese if one)
        return meant(f"({cards})" if len(chinese) > 1 else cards)
    if _SOME_RANK.fullmatch(word):
        template = "write `{card}` for the card; all cards of a rank have a name, such as `twos`"
        return Remedy(template, word.upper(), card=word.upper())
    if is_card(word.upper()):
        return meant(word.upper())
    small = _HUMP.sub("_", word).lower()
    if OTHER_WORDS.get(small, "").isidentifier():
        return meant(OTHER_WORDS[small])
    if small == word or not word[0].isalpha():
        return None
    return Remedy(SMALL_LETTERS, small, word=small)


def _in_letters(suit: str, rank: str) -> str:
    """A card or a suit in Chinese, as an expression has it."""
    name = CHINESE_SUITS[suit]
    return f"{rank.upper().replace('10', 'T')}{name[0].upper()}" if rank else name


def _unseen(text: str, begin: int) -> Found | None:
    """A character that nobody sees: a blank that does not break, one without width."""
    char = text[begin]
    if char.isprintable() and not char.isspace():
        return None
    blank = " " if char.isspace() else ""
    hint = put(text, begin, begin + 1, blank, Message("write a plain blank, or nothing"))
    return (begin, begin + 1, unseen(char), (hint,))


def _hints(*hints: Hint | None) -> tuple[Hint, ...]:
    """Those of some hints that there are."""
    return tuple(hint for hint in hints if hint)


def _otherwise(text: str, begin: int) -> tuple[Hint, ...]:
    """Return what is meant by a sign that stands for several things elsewhere."""
    match text[begin]:
        case ",":
            return _hints((found := parted(text)) and placed(text, 0, len(text), found))
        case ".":
            return _hints(Misspelling(text), dotted(text, begin))
        case sign:
            return (Misspelling(text),) if sign in "='\"?%!&|" else ()


def _odd_token(text: str, stop: Stop, start: str) -> Found:
    expected, token = _expected(stop.expected), stop.token
    if stop.symbol == END:
        must = expected or Message("a word such as `and`")
        message = Message("the expression ends too soon: {what} must follow", what=must)
        kept = "points" if "points" in text else "…"
        whole = f"{text} else {kept}"
        without_else = (Rewritten(whole), instead(whole)) if stop.expected == {"ELSE"} else ()
        return (len(text), len(text) + 1, message, (Misspelling(text, start), *without_else))
    begin, word = token.begin, shown(str(token))
    message = Message("{word} cannot stand here", word=word)
    if expected:
        message = Message("{word} cannot stand here, where only {what} can", word=word, what=expected)
    hints = _hints(
        *(_asked_of_each(text, begin), added(text), advised(text, begin)),
        (choice := chosen(text)) and placed(text, 0, len(text), choice),
        Misspelling(text, start),
        *(beside(text, begin), called(text, begin)),
        placed(text, begin, begin + len(token), SLIPS[token]) if token in SLIPS else None,
        NEGATED if token == "not" else None,
    )
    if not expected and stop.symbol in BEGINNING and (before := text[:begin].split()):
        last = shown(before[-1].lstrip("("))
        message = Message("{word} cannot stand right after {before}", word=word, before=last)
        hints = (*hints, Message("put a word such as `and`, `or`, `is` or `has` between them"))
    return (begin, begin + len(token), message, hints)


def _expected(wanted: frozenset[str]) -> Message | None:
    """Return what can stand where something else does; None behind an expression, where many words can."""
    if "NAME" in wanted:
        return Message("a word, a card, a number or `(`")
    names = [name for name in EXPECTED if name in wanted]
    if not 0 < len(names) <= MOST_EXPECTED or names == [END]:
        return None
    return alternatives([EXPECTED[name] for name in names])


def _asked_of_each(text: str, begin: int) -> Rewritten | None:
    """Return how to bracket what stands right after `any of players`; None if no such phrase precedes it."""
    before, asked = _BEFORE.search(text[:begin]), _ASKED.match(text, begin)
    if before is None or asked is None or text[begin] in "()":
        return None
    opened = asked[0].count("(") - asked[0].count(")")
    inside = asked[0][:opened] if opened < 0 else asked[0]
    end, words = begin + len(inside), f"{before[0].rstrip()} ({inside.strip()})"
    return put(text, before.start(), end, words)


def advised(text: str, begin: int) -> Message | None:
    """Return what can be written for a phrase round a character that leaves open what is meant."""
    for phrase, hint in ADVICE.items():
        if any(one.start() <= begin <= one.end() for one in re.finditer(phrase, text)):
            return hint
    return None


def tell(mistake: SyntaxMistake, scope: Scope) -> None:
    """Tell of a text that is no expression, range or place, and what was likely meant."""
    hint: Message | Rewritten | None = _in_one(scope.text, mistake.begin, [*scope.symbols, *TABLE])
    hint = hint or fitting(mistake.hints, lambda text: codes(text, scope))
    hint = hint or carded(scope.text[mistake.begin : mistake.end], scope)
    if isinstance(hint, Message) and hint.template == SMALL_LETTERS:
        hint = hint if dict(hint.values)["word"] in {*scope.symbols, *TABLE} else None
    scope.wrong(Token("", mistake.begin, mistake.end), mistake.code, mistake.message, hint)


def _in_one(text: str, begin: int, known: Sequence[str]) -> Rewritten | None:
    """``first trick``: two words that are one, joined by ``_``; also if one of them is spelt otherwise."""
    pair = words_beside(text, begin)
    if pair is None or not GRAMMAR.isdisjoint(pair.words):
        return None
    near = get_close_matches("_".join(pair.words), known, n=1, cutoff=NEARLY)
    return put(text, *pair.both, near[0], meant(near[0])) if near else None


def codes(text: str, scope: Scope) -> set[str]:
    """Return what is wrong with a text if it stood in a scope."""
    return {*_mistakes(text, scope)}


def is_better(text: str, scope: Scope, problems: list[Problem]) -> bool:
    """Return whether a text has fewer mistakes than that of a scope, those of its words included.

    What is told among the ``problems`` meanwhile does not stay there.
    """
    before, count = len(problems), list[int]()
    for one in (text, scope.text):
        found = _mistakes(one, scope)
        count.append(len(found) + len(problems) - before)
        del problems[before:]
    return count[0] < count[1]


def _mistakes(text: str, scope: Scope) -> list[str]:
    """The code of each mistake of a text."""
    found: list[Problem] = []
    tree = parse(text, scope.start)
    if isinstance(tree, SyntaxMistake):
        return [tree.code]
    silent = scope._replace(text="", report=found.append, place=lambda _begin, _end: Place(""), edit=no_edit)
    parts = {"start": (scope.wanted,), "range": (NUMBER, NUMBER), "place": (None, SEATS)}[scope.start]
    for part, kind in zip(tree.children, parts, strict=True):
        if isinstance(part, Tree):
            term = understood(part, silent, kind)
            if scope.either and term.type.kind not in (*scope.either, Kind.UNKNOWN):
                return ["wrong-type"]
    if scope.start == "place" and str(tree.children[0]) not in scope.layout.piles:
        return ["unknown-word"]
    return [problem.code for problem in found]
