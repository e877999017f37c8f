"""The tree of an expression, and the names that it may use: the engine's, the author's, and local ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from trickbook.expression.types import BROKEN, Kind, Term, Type
from trickbook.problems import Place, Problem, Remedy, nearest, short, shown
from trickbook.problems.remedies import instead, is_open, meant, with_edit
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping

    from trickbook.problems import Edit
    from trickbook.state import Layout

    Symbols = Mapping[str, Callable[["Scope"], Term]]
    Parts = dict[Hashable, tuple[object, Term]]

MISSING: Final = {
    "player": (
        "`{word}` needs a player, and there is none here",
        "write `any of players ({word} …)`, or `{word} of dealer`",
    ),
    "play": (
        "`{word}` needs a play, and there is none here",
        "only `play:`, `winning:` and facts with `upon: play` alone compare plays",
    ),
    "size": (
        "`{word}` needs a play, and there is none here",
        "only `play:`, `winning:` and facts with `upon: play` alone compare plays",
    ),
    "place": (
        "`{word}` needs a play's place in the trick, and there is none here",
        "only clauses of winning: have it",
    ),
    "answer": (
        "`{word}` needs an answer, and there is none here",
        "rules: for a number or a word compare answers; rules: for cards name the cards to keep",
    ),
    "outcome": (
        "`{word}` is known only when all cards are played",
        "only a question after the tricks can use it",
    ),
    "points": (
        "`{word}` is known only when a deal is scored",
        "use it in points:, in match: or upon: end",
    ),
    "secret": (
        "`{word}` is secret; a rule of play may use only what the player sees",
        "make it a fact that everybody sees: `seen_by: everyone`",
    ),
}
"""What an expression may lack, why it matters and what to do; the keys are what terms read."""

NOTHING: Final[Mapping[str, Term]] = MappingProxyType({})

FEW: Final = 8
"""So many words are all named where one of them is meant."""

MOST_NEAR: Final = 200
"""Among how many words the nearest one is looked for."""

PUBLIC: Final = frozenset({"player", "own"})
OPEN: Final = frozenset({"player", "own", "secret"})
EVERYTHING: Final = frozenset({*MISSING, "own"})


class Token(str):
    """A word, number or sign, with the characters that it covers."""

    __slots__ = ("begin", "end")
    begin: int
    end: int

    def __new__(cls, text: str, begin: int, end: int) -> Self:
        """Make a token."""
        made = super().__new__(cls, text)
        made.begin, made.end = begin, end
        return made


@dataclass(frozen=True, slots=True)
class Tree:
    """A part of an expression: its rule in the grammar, its own parts, and the characters that it covers.

    Its parts are trees, tokens, and None for what may stand there and does not. Brackets round it are not
    among its characters. Equal trees may stand in different places.
    """

    data: str
    children: tuple[Any, ...]
    begin: int = field(default=0, compare=False)
    end: int = field(default=1, compare=False)

    def tokens(self) -> Iterator[Token]:
        """All tokens, in the order written."""
        for child in self.children:
            if isinstance(child, Tree):
                yield from child.tokens()
            elif isinstance(child, Token):
                yield child

    def named(self, data: str) -> Iterator[Tree]:
        """All parts of a rule of the grammar, the innermost first."""
        levels = [[self]]
        while level := [child for part in levels[-1] for child in part.children if isinstance(child, Tree)]:
            levels.append(level)
        return (part for level in reversed(levels) for part in level if part.data == data)


LONGEST: Final = 120
"""Characters of an expression that is written out, better, in a hint."""


class Rewritten(NamedTuple):
    """A whole expression as it is said here, and the hint that says so."""

    text: str
    remedy: Message | None = None

    @property
    def message(self) -> Message:
        """Tell what to write."""
        return self.remedy or instead(self.text, most=LONGEST)


def no_edit(_scope: Scope, _begin: int, _end: int, _text: str) -> None:
    """Give no edit, for an expression that stands in no file."""


class Scope(NamedTuple):
    """The surroundings of an expression: the names it may read, and where its mistakes are collected.

    ``about`` is what is at hand (see ``Term.reads``), ``known`` are conditions whose value is certain there,
    such as ``leading``. ``place`` finds characters of the expression in its file, and ``edit`` writes others
    for them there. ``text`` is the expression itself, ``start`` what it is read as, ``wanted`` the type that
    it must be of, if there is one; else its kind may be ``either`` of some.
    ``arguments`` is what was given for the parameters of the word that it defines, and ``given`` tells such
    arguments apart; ``each`` is true in brackets that ask each of several seats. ``parts`` keeps the terms of
    the parts of an expression, for a caller that asks for many of them and ignores mistakes.
    """

    layout: Layout
    symbols: Symbols
    about: frozenset[str]
    place: Callable[[int, int], Place]
    report: Callable[[Problem], None]
    known: Mapping[str, bool]
    text: str = ""
    arguments: Mapping[str, Term] = NOTHING
    given: Hashable = None
    each: bool = False
    parts: Parts | None = None
    start: str = "start"
    wanted: Type | None = None
    either: Collection[Kind] = ()
    edit: Callable[[Scope, int, int, str], Edit | None] = no_edit

    def written(self, node: Tree | Token) -> str:
        """A part of the expression as it was written."""
        begin, end = extent(node)
        return " ".join(self.text[begin:end].split()) or "…"

    def adding(self, *about: str) -> Scope:
        """The same scope with more at hand."""
        return self._replace(about=self.about.union(about))

    def asking(self) -> Scope:
        """The scope of brackets that ask each of several seats."""
        return self.adding("player", "own")._replace(each=True)

    def wrong(
        self,
        node: Tree | Token | None,
        code: str,
        message: Message,
        hint: Message | Rewritten | None = None,
    ) -> Term:
        """Tell of a mistake at a part of the expression, with a hint that may rewrite it; the broken term."""
        begin, end = extent(node)
        if isinstance(hint, Rewritten):
            hint = with_edit(hint.message, self.edit(self, 0, len(self.text), hint.text))
        elif isinstance(hint, Remedy):
            hint = with_edit(hint, self.edit(self, begin, end, hint.edit.text) if hint.edit else None)
        self.report(Problem(code, message, self.place(begin, end), hint))
        return BROKEN

    def rewritten(self, node: Any, text: str, hint: Message | None = None) -> Rewritten | Message:
        """The whole expression with another text for one of its parts, or the hint alone if that is open."""
        (begin, end), message = extent(node), hint or instead(text)
        return message if is_open(text) else Rewritten(f"{self.text[:begin]}{text}{self.text[end:]}", message)

    def unknown(self, node: Tree | Token, word: str, candidates: Iterable[str]) -> Term:
        """Tell that a word is not known here, with the nearest one that is."""
        known = list(candidates)
        near = nearest(word, known) if len(known) <= MOST_NEAR else None
        hint: Message | None = meant(near) if near else None
        if not near and 0 < len(known) <= FEW:
            hint = Message("one of {list}", list=listing(known))
        return self.wrong(node, "unknown-word", Message("{word} is not a word here", word=shown(word)), hint)

    def present(self, node: Tree | Token, text: str, term: Term) -> Term:
        """The term, if all it speaks of is at hand; else tell what is missing."""
        for lack in MISSING:
            if lack in term.reads and lack not in self.about:
                code = "secret" if lack == "secret" else f"no-{'play' if lack == 'size' else lack}"
                message, hint = missing(lack, text)
                if lack == "player":
                    from trickbook.expression.diagnostics.wrong_types import asked_of_any

                    return self.wrong(node, code, message, asked_of_any(self, node, hint))
                return self.wrong(node, code, message, hint)
        return term


def missing(lack: str, text: str) -> tuple[Message, Message]:
    """Return what to tell of a part that speaks of what is not at hand, and what to do."""
    message, hint = MISSING[lack]
    return Message(message, word=short(text)), Message(hint, word=text.removesuffix(" of …"))


def extent(node: Tree | Token | None) -> tuple[int, int]:
    """The characters of the expression that a part of its tree covers."""
    return (0, 1) if node is None else (node.begin, node.end)


JOINTS: Final = {"both": "and", "either": "or"}
"""What joins, and how it is written."""


def is_joined(scope: Scope, node: Any) -> bool:
    """Return whether a part is joined of others, without brackets of its own."""
    return node.data in JOINTS and outside(scope, node) == extent(node)


def outside(scope: Scope, node: Any) -> tuple[int, int]:
    """The characters of a part together with the brackets round it."""
    begin, end = extent(node)
    before, after = scope.text[:begin].rstrip(), scope.text[end:].lstrip()
    while before.endswith("(") and after.startswith(")"):
        begin, end = len(before) - 1, len(scope.text) - len(after) + 1
        before, after = before[:-1].rstrip(), after[1:].lstrip()
    return begin, end
