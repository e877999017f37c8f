"""Expressions rewritten: what was likely meant, in the words of the language and with its brackets."""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from itertools import pairwise
from operator import and_
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.diagnostics.rewrites import REWRITES, SIGNS
from trickbook.expression.diagnostics.slips import alike
from trickbook.expression.parser import Hint, Misspelling, Stop, derive, tree
from trickbook.expression.scope import LONGEST, Rewritten, Scope, extent, is_joined, no_edit, outside
from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import Place, Problem, shown
from trickbook.problems.remedies import instead, with_edit
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from trickbook.expression.diagnostics.rewrites import Rewrite
    from trickbook.expression.scope import Tree
    from trickbook.expression.types import Term

MEASURES: Final = frozenset(
    {"more", "higher", "greater", "better", "above", "over", "up", "odd", "even"}
    | {"less", "fewer", "lower", "below", "under", "down", "void", "empty", "winner"}
)
"""Words of comparison, and of a hand without the led suit, that may stand where an expression has a name."""

BROKEN: Final = "_broken"
"""The end of a word for a suit that was played before: ``spades_broken``."""

MISFITS: Final = frozenset({"mixed", "wrong-type", "cards-compared"})
"""What is wrong with an expression that has another meaning than was meant."""

TRIES: Final = (
    *((rewrite,) for rewrite in REWRITES),
    REWRITES,
    tuple(rewrite for rewrite in REWRITES if rewrite not in SIGNS),
)
"""The rewrites to try together: each by itself, then all, then those of words."""

_ADDED: Final = re.compile(r"\s*\+=?\s*(\d+)\s*")
"""A number with nothing that it is added to."""

HOLDING: Final = ("has", "has_no", "has_all", "has_only")

ENDING: Final = ("negate", "reckon", "minus", "power", "compare", "same", "differs")
"""What may end with a phrase that binds tighter."""

BEGINNING: Final = ("negate", "reckon", "power", "compare", "same", "differs", *HOLDING)
"""What may begin with cards that belong to the phrase before."""

MOST_MORE: Final = 4
"""How often more brackets are looked for after the first ones."""

COUNTED: Final = ("count", "rank", "worth")


def mended(text: str, start: str = "start") -> Iterator[Rewritten]:
    """Yield ways to write what is no expression, the likeliest first; each is computed when it is read."""
    known, found = set[Rewritten](), _mended(text, start, 0)
    while found is not None:
        if found[0] not in known:
            known.add(found[0])
            yield found[0]
        found = _mended(text, start, found[1])


@lru_cache(maxsize=1024)
def _mended(text: str, start: str, place: int) -> tuple[Rewritten, int] | None:
    """Return the first expression that the tries give from a place on, and the place after it."""
    plain = " ".join(text.split())
    for number in range(place, len(TRIES)):
        one = " ".join(_all(TRIES[number], text).split())
        if one != plain and _sound(one, start):
            return Rewritten(one), number + 1
    return None


def respoken(text: str, word: str) -> Iterator[Rewritten]:
    """Yield ways to write an expression with a word that is none here, such as ``tricks is 3 or more``."""
    is_measure = word in MEASURES or word.endswith(BROKEN)
    tries = _rewritten(_tries(text)) if is_measure else ()
    return (one for one in tries if one.text != text and _sound(one.text))


def _tries(text: str) -> Iterator[str]:
    """Yield an expression with each of the rewrites by itself."""
    return (rewrite.pattern.sub(rewrite.right, text) for rewrite in REWRITES)


def _all(rewrites: Iterable[Rewrite], text: str) -> str:
    """An expression with all of some rewrites."""
    for rewrite in rewrites:
        text = rewrite.pattern.sub(rewrite.right, text)
    return text


def _rewritten(texts: Iterable[str]) -> Iterator[Rewritten]:
    """Yield each text once, without needless blanks."""
    known = set[str]()
    for text in texts:
        plain = " ".join(text.split())
        if plain not in known:
            known.add(plain)
            yield Rewritten(plain)


def fitting(hints: Iterable[Hint], codes: Callable[[str], set[str]]) -> Message | Rewritten | None:
    """Return the first hint that does not mislead; ``codes`` tells what is wrong with a whole expression.

    One that needs another word, or a player, is given only if no other fits better, and rewrites nothing.
    """
    near = None
    for hint in _each_hint(hints):
        if isinstance(hint, Message):
            return near or hint
        wrong = codes(hint.text)
        if not wrong:
            return near if near and hint.remedy else hint
        if hint.remedy:
            return near or with_edit(hint.remedy, None)
        if near is None and MISFITS.isdisjoint(wrong):
            near = with_edit(hint.message, None)
    return near


def _each_hint(hints: Iterable[Hint]) -> Iterator[Message | Rewritten]:
    """Yield the hints, with the rewrites of an expression in its place."""
    for hint in hints:
        if isinstance(hint, Misspelling):
            yield from mended(*hint)
        else:
            yield hint


def _sound(text: str, start: str = "start") -> bool:
    """Return whether a text is an expression."""
    return not isinstance(derive(text, start), Stop)


def added(text: str) -> Rewritten | None:
    """Return how to add to something, for who wrote ``+5`` or ``+= 5``."""
    found = _ADDED.fullmatch(text)
    if found is None:
        return None
    template = "write `{number}`; in `points:`, `{sum}` adds to what the player has"
    return Rewritten(found[1], Message(template, number=found[1], sum=f"points + {found[1]}"))


def bracketed(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> Message | None:
    """Return how to write it with the brackets that were likely meant; None if none are missing.

    `count of taken and hearts > 3` is about the hearts among the cards taken.
    """
    found = _once(scope, node, read) if scope.text else None
    for _ in range(MOST_MORE):
        joined = tree(found) if found else None
        if joined is None or "mixed" not in _codes(scope, joined.children[0], read):
            break
        more = _once(scope._replace(text=found or ""), joined.children[0], read)
        found = more or found
    return instead(found, most=LONGEST) if found else None


def _codes(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> set[str]:
    """Return what is wrong with an expression."""
    found: list[Problem] = []
    read(
        node, scope._replace(text="", report=found.append, place=lambda _begin, _end: Place(""), edit=no_edit)
    )
    return {problem.code for problem in found}


def _once(scope: Scope, node: Any, read: Callable[[Any, Scope], Term]) -> str | None:
    """Return an expression with the first brackets that are missing."""
    silent = scope._replace(text="", report=lambda _problem: None, edit=no_edit)

    def is_cards(part: Any) -> bool:
        return read(part, silent).type.kind is Kind.CARDS

    parts = _parts(scope, node)
    for place, part in enumerate(parts[:-1]):
        tight = _tight(part)
        if tight is None or not is_cards(tight.children[-1]):
            continue
        last = _reach(parts[place + 1 :], is_cards)
        if last is None:
            continue
        reached = next((number for number, one in enumerate(parts) if one is last), place)
        cards = [tight.children[-1], *parts[place + 1 : reached + 1]]
        begin, end = outside(scope, cards[0])[0], outside(scope, last)[1]
        text = _each(scope, tight, cards, [read(one, silent).value for one in cards])
        if text:
            begin, text = extent(tight)[0], text if part is tight or text.endswith(")") else f"({text})"
        if whole := _written(scope, node, (begin, end), text or f"({scope.text[begin:end]})"):
            return whole
    return None


def _parts(scope: Scope, node: Any) -> list[Any]:
    """Return what `and` and `or` join outside brackets."""
    return [
        part
        for child in node.children
        for part in (_parts(scope, child) if is_joined(scope, child) else [child])
    ]


def _tight(part: Any) -> Any | None:
    """The end of a part that makes a number or a condition of the cards at its own end."""
    while part.data in ENDING:
        part = part.children[-1]
    return part if part.data in HOLDING or (part.data == "of" and str(part.children[0]) in COUNTED) else None


def _reach(parts: list[Any], is_cards: Callable[[Any], bool]) -> Any | None:
    """The last of the cards that are joined to those before."""
    last = None
    for part in parts:
        first = part
        if is_cards(part):
            last = part
            continue
        while first.data in BEGINNING:
            first = first.children[0]
        if not is_cards(first) or (last is not None and part.data in HOLDING):
            return last
        return first
    return last


def _each(scope: Scope, tight: Any, cards: list[Any], values: list[Any]) -> str | None:
    """Return how to ask about each of some cards, where `and` joins what no card is all of: `has KS and QS`.

    A pile `has all` of single cards; of others it has some of each.
    """
    places = [outside(scope, one) for one in cards]
    joints = {scope.text[end:begin].strip() for (_, end), (begin, _) in pairwise(places)}
    if joints != {"and"} or not all(isinstance(value, int) for value in values) or reduce(and_, values):
        return None
    texts = [scope.text[begin:end] for begin, end in places]
    before = scope.text[extent(tight)[0] : places[0][0]].rstrip()
    if tight.data == "has" and any(value.bit_count() > 1 for value in values):
        return " and ".join(f"{before} {text}" for text in texts)
    return f"{before}{' all' if tight.data == 'has' else ''} ({' or '.join(texts)})"


def _written(scope: Scope, node: Any, place: tuple[int, int], text: str) -> str | None:
    """Return how to write a part of the expression with other characters in one place."""
    (start, stop), (begin, end) = extent(node), place
    whole = f"{scope.text[start:begin]}{text}{scope.text[end:stop]}"
    return whole if _sound(whole) else None


def unjoined(scope: Scope, node: Tree, odd: Term, *, is_left: bool) -> Message | Rewritten | None:
    """Return what is meant by a number that `and` or `or` joins: a card or a rank, or a comparison."""
    part, other = (node.children[place] for place in ((0, -1) if is_left else (-1, 0)))
    if odd.type.kind is not Kind.NUMBER:
        return None
    deck, written = scope.layout.deck, scope.written(part)
    letter = {"10": "T"}.get(written, written)
    rank = next((rank for rank in deck.ranks if rank.letter == letter), None)
    suit = next((suit for suit in deck.suits if suit.name == scope.written(other)), None)
    if rank and suit and node.data == "both":
        return scope.rewritten(node, rank.letter + suit.letter)
    if rank and other.data != "number":
        return scope.rewritten(part, rank.name)
    return Message("compare it first: `{comparison}`", comparison=f"{written} > 0")


def of_condition(scope: Scope, node: Tree, how: str) -> Message:
    """Return how to ask about cards while a condition holds: ``last_trick has 1T``."""
    if "points" in scope.about:
        return Message("a deal is scored after its last trick: keep it in a fact, with `upon: trick`")
    left, right = (scope.written(node.children[place]) for place in (0, -1))
    return Message("write {word}", word=shown(f"{left} and trick {how.replace('_', ' ')} {right}"))


def reworded(scope: Scope, name: str) -> Message | Rewritten | None:
    """Return how the expression is written without a word that is none here, or with another one for it."""
    from trickbook.expression.diagnostics import codes

    if found := fitting(respoken(scope.text, name), lambda text: codes(text, scope)):
        return found
    near, known = None, {*scope.symbols, *scope.arguments, *TABLE}
    for one in alike(scope.text, name, known):
        wrong = codes(one.text, scope)
        if not wrong:
            return one
        if near is None and wrong.isdisjoint({*MISFITS, "bad-expression", "unquoted-comma"}):
            near = with_edit(one.message, None)
    return near
