"""The words of the language in the subset: where each stands among the cells, and words about cards."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.core import trick
from trickbook.core.text import ZERO, Body, Code, binary, call, choice, count, every, item, number, only
from trickbook.expression.operations import PILES, SLOTS, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.cards.runs import Meld
    from trickbook.core.operations import TermWriter
    from trickbook.core.source import Asked, Source
    from trickbook.expression.types import Term


PLAYER_WORDS: Final = frozenset(
    {
        Operation.OWN_PILE,
        Operation.OWN_SLOT,
        Operation.OWN_ANSWER,
        Operation.OWN_ANSWERED,
        "player",
        "others",
        "tricks",
        "score",
        "points",
        "outcome",
    }
)
"""The operations that are about a player by themselves."""

PLAY_WORDS: Final = frozenset({"play", "answer", "place"})
"""The operations that are about a play or an answer by themselves."""


def _cell(name: str) -> TermWriter:
    return lambda _source, _term, _asked: item(name)


def _own(name: str) -> TermWriter:
    """A number of each seat, with its imaginary part."""
    return lambda _source, _term, asked: _beside(f"{name}_I" if asked.part else name, asked.player)


def _beside(name: str, *further: object) -> Code:
    """The cell so far behind the first one of a region, and by seat."""
    return item(" + ".join([name, *(str(one) for one in further if one)]))


def _pile(source: Source, term: Term, asked: Asked) -> Code:
    return _beside(source.cells.pile_at[term.detail], asked.player * (term.operation == Operation.OWN_PILE))


def _slot(_source: Source, term: Term, asked: Asked) -> Code:
    name = "SLOTS_I" if asked.part else "SLOTS"
    return _beside(name, term.detail, asked.player * (term.operation == Operation.OWN_SLOT))


def _answer(_source: Source, term: Term, asked: Asked) -> Code:
    """Return what was answered; while it is open, 0."""
    kept = _beside("SLOTS", term.detail, asked.player)
    if asked.part or term.type.kind is Kind.CHOICE:
        return ZERO if asked.part else kept
    return binary(">>", kept, number(1))


def _answered(_source: Source, term: Term, asked: Asked) -> Code:
    return binary("!=", _beside("SLOTS", term.detail, asked.player), ZERO)


def _play(_source: Source, _term: Term, asked: Asked) -> Code:
    return ZERO if asked.part else Code(asked.play)


def _player(_source: Source, _term: Term, asked: Asked) -> Code:
    return only(asked.player)


def _others(source: Source, _term: Term, asked: Asked) -> Code:
    return binary("^", number(source.layout.everyone), only(asked.player))


def _leader(_source: Source, _term: Term, _asked: Asked) -> Code:
    return choice(binary(">=", item("LEADER"), ZERO), only(item("LEADER")), ZERO)


def _first_trick(_source: Source, _term: Term, _asked: Asked) -> Code:
    return binary("and", binary("==", item("TRICKS"), ZERO), binary(">=", item("LEADER"), ZERO))


def _trick_number(_source: Source, _term: Term, _asked: Asked) -> Code:
    return binary("+", item("TRICKS"), binary(">=", item("LEADER"), ZERO))


def _lead(_source: Source, _term: Term, _asked: Asked) -> Code:
    return choice(item("PLAYS"), item("CARDS_OF_PLAYS"), ZERO)


WORDS: Final[Mapping[str, TermWriter]] = MappingProxyType(
    {
        "deal": _cell("DEAL"),
        "dealer": lambda _source, _term, _asked: only(item("DEALER")),
        "trick_number": _trick_number,
        "first_trick": _first_trick,
        "last_trick": _cell("LAST"),
        "rounds": trick.rounds,
        "leading": lambda _source, _term, _asked: binary("==", item("PLAYS"), ZERO),
        "following": lambda _source, _term, _asked: binary(">", item("PLAYS"), ZERO),
        "leader": _leader,
        "taker": _cell("TAKER"),
        "lead": _lead,
        "led_suit": _cell("LED"),
        "best": trick.best,
        "holder": trick.holder,
        "player": _player,
        "others": _others,
        "tricks": _own("WON"),
        "score": _own("SCORES"),
        "points": _own("POINTS"),
        "outcome": _own("OUTCOMES"),
        "closing": _cell("CLOSING"),
        "ahead": _cell("AHEAD"),
        "play": _play,
        "answer": _play,
        "place": trick.place,
        **dict.fromkeys(PILES, _pile),
        **dict.fromkeys(SLOTS, _slot),
        Operation.OWN_ANSWER: _answer,
        Operation.OWN_ANSWERED: _answered,
    }
)
"""The words, by name; the author's own are piles and slots."""


def _worth(source: Source, term: Term, asked: Asked) -> Code:
    """The worth of cards: a function of the cards."""
    name = f"worth{asked.part}"
    if source.once(name):
        body = Body()
        pairs = ((source.value(Kind.COMPLEX, value, asked.part), cards) for value, cards in term.detail)
        summands = (
            count(binary("&", Code("cards"), number(cards)))
            if value == 1
            else binary("*", number(value), count(binary("&", Code("cards"), number(cards))))
            for value, cards in pairs
            if value
        )
        body.add(f"return {every('+', summands)}")
        source.add(name, ["cards"], body)
    return call(name, "v", source.text(term.parts[0], asked._replace(part=0)))


def _by_grade(name: str) -> TermWriter:
    """How high the highest of some cards is, or which are highest or lowest, as the pack has it."""

    def make(source: Source, term: Term, asked: Asked) -> Code:
        if source.once(f"printed_{name}"):
            grades = source.deck.order.grades
            body = Body()
            for height, grade in reversed(grades) if name == "lowest" else grades:
                with body.block(f"if cards & {grade}"):
                    body.add(f"return {height}" if name == "rank" else f"return cards & {grade}")
            body.add("return 0")
            source.add(f"printed_{name}", ["cards"], body)
        return call(f"printed_{name}", "v", source.text(term.parts[0], asked))

    return make


def _suits(source: Source, term: Term, asked: Asked) -> Code:
    """Every suit of which a card is among some."""
    if source.once("printed_suits"):
        body = Body()
        body.add("found = 0")
        for suit in filter(None, source.deck.of_suit.values()):
            with body.block(f"if cards & {suit}"):
                body.add(f"found |= {suit}")
        body.add("return found")
        source.add("printed_suits", ["cards"], body)
    return call("printed_suits", "v", source.text(term.parts[0], asked))


def _copies(name: str) -> TermWriter:
    """Every copy of some cards; or of twins, those cards of which another copy is among them."""

    def make(source: Source, term: Term, asked: Asked) -> Code:
        if source.once(name):
            body = Body()
            body.add("found = 0" if name == "twins" else "found = cards")
            for by, first in _distances(source.deck.alike):
                if name == "twins":
                    body.add(f"both = cards & cards >> {by} & {first}")
                    body.add(f"found |= both | both << {by}")
                else:
                    body.add(f"found |= cards >> {by} & {first} | (cards & {first}) << {by}")
            body.add("return found")
            source.add(name, ["cards"], body)
        return call(name, "v", source.text(term.parts[0], asked))

    return make


def _distances(alike: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield how far copies lie apart in the pack, each with the cards that have one so far above."""
    places = range(len(alike))
    for by in places:
        first = sum(1 << index for index in places if by and alike[index] >> index + by & 1)
        if first:
            yield by, first


def _melds(source: Source, term: Term, asked: Asked) -> Code:
    """Those cards that lie in a run or a set that is whole among them."""
    name = f"melds{source.meld(term.detail)}"
    if source.once(name):
        body = Body()
        body.add("found = 0")
        for meld in term.detail:
            with body.block(f"if {_whole(meld)}"):
                body.add(f"found |= {reduce(or_, meld.parts)}")
        body.add("return cards & found")
        source.add(name, ["cards"], body)
    return call(name, "v", source.text(term.parts[0], asked))


def _whole(meld: Meld) -> str:
    """Return the test that a card of each part of a meld is there, or of enough parts."""
    parts, whole = meld.parts, reduce(or_, meld.parts)
    if meld.least < len(parts):
        return f"{' + '.join(f'(cards & {part} != 0)' for part in parts)} >= {meld.least}"
    if all(part.bit_count() == 1 for part in parts):
        return f"cards & {whole} == {whole}"
    return " and ".join(f"cards & {part}" for part in parts)


def _tops(source: Source, term: Term, asked: Asked) -> Code:
    """Those cards that the next of their suit does not follow."""
    name = "tops"
    if source.once(name):
        body = Body()
        body.add("below = 0")
        for low, high in term.detail:
            with body.block(f"if cards & {high}"):
                body.add(f"below |= {low}")
        body.add("return cards & ~below")
        source.add(name, ["cards"], body)
    return call(name, "v", source.text(term.parts[0], asked))


PRINTED: Final[Mapping[str, TermWriter]] = MappingProxyType(
    {
        Operation.WORTH: _worth,
        Operation.RANK: _by_grade("rank"),
        Operation.HIGHEST: _by_grade("highest"),
        Operation.LOWEST: _by_grade("lowest"),
        Operation.SUIT: _suits,
        Operation.COPIES: _copies("copies"),
        Operation.TWINS: _copies("twins"),
        Operation.MELDS: _melds,
        Operation.TOPS: _tops,
    }
)
"""The operations on cards as they are printed."""
