"""Slips in expressions: what people write who speak otherwise, and how it is said here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.scope import Rewritten
from trickbook.expression.types import SEATS
from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.problems import Remedy, nearest
from trickbook.problems.remedies import instead, meant
from trickbook.source.diagnostics.punctuation import is_card, joining
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

IN_BOTH: Final = "write `{one}`, or `{other}` for the cards that are in both"

SLIPS: Final[dict[str, Message]] = {
    "==": Remedy("write `is`; cards are named, not compared: `keep: QS`", "is"),
    **{sign: instead(word) for sign, word in zip("=&|!", ("is", "and", "or", "not"), strict=True)},
    "!=": instead("is not"),
    "/": Remedy("write `div`, which leaves out the rest", "div"),
    "%": instead("mod"),
    ",": Message("an expression has no commas; join with `and` or `or`"),
    ".": Message("write the cards from a rank up as `rank >= 5`"),
    '"': Message("an expression has no quotes; names stand bare"),
    "'": Message("an expression has no quotes; write `hand of dealer`, not `dealer's hand`"),
    "[": Message("an expression has no lists; join with `or`"),
    "{": Message("an expression has no braces; use `(` and `)`"),
    **dict.fromkeys(("?", "then", "else"), instead("if … then … else …")),
    "in": Message(IN_BOTH, one="A has B", other="A and B"),
    "contains": instead("has"),
    "who": Message("write `players where (…)`"),
    "without": Message("write `{one}`, or `{other}` for the cards", one="A has no B", other="A and not B"),
    ")": Message("there is no `(` for it"),
    "than": Message("leave it out: `score < 50`"),
}
"""What people write who know other languages, and what it is here."""

_EVERYDAY: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("everyday_words.json").read_text("utf-8")
)

ARTICLES: Final = frozenset({"a", "an", "the"})

BESIDE: Final = frozenset({"player", "players", "card", "cards"})
"""What may stand beside a word of everyday speech that says the same: ``next player``, ``face cards``."""

SEATS_BESIDE: Final[dict[str, str]] = _EVERYDAY["seats_beside"]
"""Seats by where they are, seen from a seat."""

OTHER_WORDS: Final[dict[str, str]] = {**SEATS_BESIDE, **_EVERYDAY["other_words"]}
"""What many would say for something that is said otherwise here; of whom, where that matters."""

ALIKE: Final[list[dict[str, list[str]]]] = _EVERYDAY["alike"]
"""Words that mean the same at card tables, and what rulesets call it, the likeliest first."""

_LASTING: Final = Message("what a player has over the whole match is `score`, or a fact with `lasts: match`")
_WINNING: Final = Message(
    "`points:` says what a deal counts; who wins the match is said in `match:`, by `ends:` and `wins:`"
)

SEVERAL: Final = {
    "none": Remedy("write `nothing` for no cards, or `null`", "nothing"),
    "value": Remedy("write `{one}` or `{other}`", "rank", one="rank", other="worth"),
    **dict.fromkeys(("lives", "life", "strikes", "money", "chips"), _LASTING),
    **dict.fromkeys(("win", "wins", "lose", "loses"), _WINNING),
}
"""What many would say for what has several names here."""

INCOMPLETE: Final = "…"
"""What stands in a meaning that is no expression by itself."""

_NAME: Final = re.compile(r"\b(?!(?:not|and|or)\b)[a-z]\w*")
_WORD: Final = r"[\w\u2660-\u2667]+"
_WORDS_BEFORE: Final = re.compile(rf"(?:{_WORD}\s+)+$")
_WORDS_AFTER: Final = re.compile(rf"{_WORD}(?:\s+{_WORD})*")
_LIES_IN: Final = re.compile(rf"(?:^|\(|\b(?:and|not|if|then|else)\s)\s*({_WORD})\s+$")
_PILE: Final = re.compile(rf"in\s+((?:the\s+)?{_WORD}(?:\s+of\s+{_WORD})*)")
_CALLED: Final = re.compile(rf"({_WORD})\($")
_ARGUMENT: Final = re.compile(rf"\(\s*({_WORD})\s*\)")
_JOINED_OF: Final = re.compile(rf"({_WORD}?)_of\s+$")
_ASKED: Final = frozenset({"count", "rank", "suit", "worth"})
_DOTTED: Final = re.compile(rf"({_WORD})\.({_WORD})")
RANKS: Final[dict[str, str]] = _EVERYDAY["ranks"]
"""Ranks in words, with their letters."""

PLURALS: Final = {letter: f"{name}{'es' if name.endswith('x') else 's'}" for name, letter in RANKS.items()}
"""The letters of ranks, with the words for all cards of them."""

SUITS: Final[list[str]] = _EVERYDAY["suits"]
"""Suits in words; a suit's letter is its first."""

CHINESE_JOINTS: Final[str] = _EVERYDAY["chinese_joints"]
"""Characters that join cards in Chinese."""

CHINESE_SUITS: Final[dict[str, str]] = _EVERYDAY["chinese"]
"""Suits in Chinese."""


def otherwise(word: str, seat: str, *, alone: bool = True) -> Message | None:
    """Return how a word of everyday speech is said here, of a seat where it is about one.

    Beside others, what is several words for one is put in brackets.
    """
    meant = OTHER_WORDS.get(word)
    if meant and not alone and " " in meant and INCOMPLETE not in meant:
        meant = f"({meant})"
    return instead(meant.format(seat=seat)) if meant else SEVERAL.get(word)


def alike(text: str, word: str, known: Container[str]) -> Iterator[Rewritten]:
    """Yield an expression with a word that a ruleset knows for one that means the same at other tables."""
    spoken = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    for group in ALIKE:
        if word.casefold() in group["words"]:
            for here in group["here"]:
                if here != word and all(name in known for name in _NAME.findall(here)):
                    yield Rewritten(spoken.sub(here, text), instead(here))


def spoken_card(found: re.Match[str]) -> str:
    """``Q of spades``, ``J of trumps``: a card's name, or the cards of a rank that are among others."""
    rank, cards = found[1].replace("10", "T"), found[2]
    return f"{rank}{cards[0].upper()}" if cards in SUITS else f"{PLURALS.get(rank, rank)} and {cards}"


def both_ranks(found: re.Match[str]) -> str:
    """``has K and Q of trumps``: all cards of either rank that are among others."""
    one, other = (PLURALS[letter.replace("10", "T")] for letter in found.groups()[:2])
    return f"has all (({one} or {other}) and {found[3]})"


def took(found: re.Match[str]) -> str:
    """``player took no hearts``: what lies among the cards taken; of tricks, how many."""
    how, cards = (found[1] or "").split()[:1], found[2]
    if cards in {"trick", "tricks"}:
        return "tricks is 0" if how == ["no"] else "tricks > 0"
    return having("taken", how[0] if how else "", cards)


def having(pile: str, how: str, cards: str) -> str:
    """What a pile has of some cards: any, no, all or only those."""
    if how in {"every", "each"}:
        how, cards = "all", cards if cards.endswith("s") else f"{cards}{'es' * cards.endswith('x') or 's'}"
    return f"{pile} has {'' if how in {'any', 'some'} else how} {cards}"


def lain(found: re.Match[str]) -> str:
    """``all hearts taken``, ``QS not yet taken``: whether cards lie in a pile."""
    how, cards, never, pile = found.groups(default="")
    if not never:
        return having(pile, how, cards)
    return f"not ({having(pile, how, cards)})" if how else having(pile, "no", cards)


def put(text: str, begin: int, end: int, word: str, hint: Message | None = None) -> Rewritten:
    """An expression with a word in the place of some characters, and the hint that says so."""
    return Rewritten(f"{text[:begin]}{word}{text[end:]}", hint or instead(word))


def placed(text: str, begin: int, end: int, hint: Message) -> Message | Rewritten:
    """A hint about some characters of an expression, which are rewritten if it says what to write."""
    edit = hint.edit if isinstance(hint, Remedy) else None
    return put(text, begin, end, edit.text, hint) if edit else hint


class Pair(NamedTuple):
    """Two words side by side, the characters of each, all words on either side, and the characters of all."""

    words: tuple[str, str]
    places: tuple[tuple[int, int], tuple[int, int]]
    left: list[str]
    right: list[str]
    whole: tuple[int, int]

    @property
    def both(self) -> tuple[int, int]:
        """The characters of both words."""
        return self.places[0][0], self.places[1][1]


def words_beside(text: str, begin: int) -> Pair | None:
    """The words right before and after a character; None unless there are both."""
    before, after = _WORDS_BEFORE.search(text[:begin]), _WORDS_AFTER.match(text, begin)
    if before is None or after is None:
        return None
    left, right = before[0].split(), after[0].split()
    start = text.rindex(left[-1], 0, begin)
    places = (start, start + len(left[-1])), (begin, begin + len(right[0]))
    return Pair((left[-1], right[0]), places, left, right, (before.start(), after.end()))


def beside(text: str, begin: int) -> Message | Rewritten | None:
    """Return what to do with a word that stands where none can, by what stands right before and after it."""
    pair = words_beside(text, begin)
    if pair is None:
        return None
    if pair.words[0] in ARTICLES:
        hint = Message("leave out `{word}`: names have no article", word=pair.words[0])
        return put(text, pair.both[0], begin, "", hint)
    if pair.words[1] == "in" and (found := _lying(text, begin)):
        return found
    for word, place in reversed([*zip(pair.words, pair.places, strict=True)]):
        if word in SLIPS:
            return placed(text, *place, SLIPS[word])
    if {*pair.left[-2:]} == {"not", "has"} or pair.right[:2] == ["not", "has"]:
        return Message("write `{one}`, or `{other}`", one="A has no B", other="not A has B")
    return _cards(text, pair) or _everyday(text, pair)


def number_in_words(word: str) -> int | None:
    """Return the number that a word is; None of any other word."""
    return int(found) if (found := OTHER_WORDS.get(word, "")).isdecimal() else None


def _everyday(text: str, pair: Pair) -> Message | Rewritten | None:
    """Return how a word of everyday speech is said, with the one beside it if that says the same."""
    one, more = map(number_in_words, pair.words)
    if one is not None and more is not None:
        both = one * more if pair.words[1] == "hundred" else one + more
        return placed(text, *pair.both, instead(str(both)))
    for word, other, place in zip(pair.words, reversed(pair.words), pair.places, strict=True):
        if hint := otherwise(word, "player"):
            return placed(text, *(pair.both if other in BESIDE else place), hint)
    return None


def called(text: str, begin: int) -> Message | Rewritten | None:
    """Return how a word is asked of something that is written ``pairs(spades)`` or ``pairs_of spades``."""
    if found := _CALLED.search(text[: begin + 1]):
        if inner := _ARGUMENT.match(text, begin):
            return put(text, found.start(), inner.end(), f"{found[1]} of {inner[1]}")
        return instead(f"{found[1]} of (…)")
    word = re.compile(_WORD).match(text, begin)
    if word and (found := _JOINED_OF.search(text[:begin])):
        return put(text, found.start(), word.end(), f"{found[1]} of {word[0]}")
    return None


def _lying(text: str, begin: int) -> Rewritten | None:
    """``QS in taken``: the cards stand behind the pile."""
    cards, pile = _LIES_IN.search(text[:begin]), _PILE.match(text, begin)
    if not (cards and pile):
        return None
    among = re.sub(r"^the\s+", "", pile[1])
    one = f"{among} has {cards[1]}"
    return put(
        text, cards.start(1), pile.end(), one, Message(IN_BOTH, one=one, other=f"{cards[1]} and {among}")
    )


def _cards(text: str, pair: Pair) -> Message | Rewritten | None:
    """Return how to join a card with what stands right before or after it."""
    if not GRAMMAR.isdisjoint(pair.words):
        return None
    cards = [*pair.left, *pair.right]
    if all(map(is_card, cards)):
        return placed(text, *pair.whole, joining(*cards))
    if any(map(is_card, pair.words)):
        return joining(*pair.words)
    small = [word.upper() for word in pair.words]
    return placed(text, *pair.both, joining(*small)) if all(map(is_card, small)) else None


def pile_meant(name: str, piles: Iterable[str]) -> Message:
    """Return which pile is likely meant by a word that names none: that of a seat, or one like it."""
    seat = SEATS_BESIDE.get(name, name if _is_seats(name) else None)
    if seat:
        pile = f"hand of ({seat.format(seat='player')})"
        return Remedy("write `{pile}`, or another pile of theirs", pile, pile=pile)
    if near := nearest(name, piles):
        return meant(near)
    return Message("one of {list}, or one of your own from `piles:`", list=listing(piles))


def dotted(text: str, begin: int) -> Message | Rewritten | None:
    """Return what a full stop is elsewhere: ``10.5``, ``hand.spades``, ``dealer.score``."""
    if text[begin + 1 : begin + 2].isdigit():
        return Message("only whole numbers are allowed")
    for found in _DOTTED.finditer(text):
        if found.end(1) == begin:
            left, right = found.groups()
            if _is_seats(left) or right in _ASKED:
                return put(text, *found.span(), f"{right} of {left}")
            joint = "of" if _is_seats(right) else "and"
            if right in GRAMMAR:
                return instead(f"{left} {right} …")
            return put(text, *found.span(), f"{left} {joint} {right}")
    return None


def _is_seats(word: str) -> bool:
    """Return whether a word of the language is about seats."""
    return word in TABLE and TABLE[word].type is SEATS
