"""Words about cards as they are printed: what they are worth, how high they rank, what they belong to."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.core.text import Body, Code, binary, call, count, every, number
from trickbook.expression.operations import Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.cards.runs import Meld
    from trickbook.core.operations import TermWriter
    from trickbook.core.source import Asked, Source
    from trickbook.expression.types import Term


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
