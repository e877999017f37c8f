"""Cards: a deck is the copies in play, each one bit; a set of cards is an integer.

Bits are in order of suit, then rank, as people sort a hand; cards without a suit come last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from trickbook.cards.runs import CardOrder
from trickbook.problems import TrickbookError, nearest, short
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

MARK: Final = "*"
"""Written behind a card that was exposed, where a pack has several of it."""


class CardError(TrickbookError):
    """A card that is not in the deck, or not so often, or not where it should be."""


class Suit(NamedTuple):
    """A suit: its name and letter, and the sign and colour it is printed with."""

    name: str
    letter: str
    sign: str
    colour: str


class Rank(NamedTuple):
    """A rank: its name and letter, another way to write it, how high it is, what is printed on its cards."""

    name: str
    letter: str
    also: str
    height: int
    sign: str = ""

    @property
    def ways(self) -> tuple[str, ...]:
        """Every way to write it; the last is printed on its cards."""
        return tuple(filter(None, (self.letter, self.also, self.sign)))


class Face(NamedTuple):
    """The rank and suit printed on a card; ``suit`` is None for a card without one."""

    name: str
    height: int
    suit: Suit | None
    copies: int


def bits(cards: int) -> Iterator[int]:
    """Give each card of a set as a set of one, lowest first."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


@lru_cache(maxsize=1 << 10)
def numbers(mask: int) -> tuple[int, ...]:
    """The numbers of the seats or of the bits of a set, lowest first."""
    return tuple([bit for bit in range(mask.bit_length()) if mask >> bit & 1])


@dataclass(frozen=True)
class Deck:
    """The cards in play at one table, and the names of those that were left out.

    ``faces`` come suit by suit, lowest first, with the number of copies in play; those with none are
    known by name only.
    """

    faces: tuple[Face, ...]
    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    groups: Mapping[str, frozenset[str]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of the card at each bit."""
        return tuple(face.name for face in self.faces for _ in range(face.copies))

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Return the height of the card at each bit, and 0 at the end for no card at all."""
        return (*(face.height for face in self.faces for _ in range(face.copies)), 0)

    @cached_property
    def cards(self) -> int:
        """All cards in play."""
        return (1 << len(self.names)) - 1

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """All copies of each card, by name."""
        masks, bit = {}, 0
        for face in self.faces:
            masks[face.name] = ((1 << face.copies) - 1) << bit
            bit += face.copies
        return masks

    @cached_property
    def manifold(self) -> bool:
        """True if the deck holds any card more than once."""
        return any(face.copies > 1 for face in self.faces)

    @cached_property
    def of_suit(self) -> Mapping[str, int]:
        """All cards of each suit, by its name."""
        return {
            suit.name: sum(self.copies[face.name] for face in self.faces if face.suit == suit)
            for suit in self.suits
        }

    @cached_property
    def suit_at(self) -> tuple[int, ...]:
        """All cards of the suit of the card at each bit; no cards for one without a suit."""
        suits = (face.suit for face in self.faces for _ in range(face.copies))
        return (*(self.of_suit[suit.name] if suit else 0 for suit in suits), 0)

    @cached_property
    def order(self) -> CardOrder:
        """The order of the cards as printed."""
        return CardOrder(self.heights[:-1], self.suit_at[:-1])

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """All copies of the card at each bit."""
        return tuple(self.copies[name] for name in self.names)

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Every way to write a card (``10C``, ``CT``, ``T♣``, ``tc``) and its name."""
        ways_by_letter = {rank.letter: rank.ways for rank in self.ranks}
        names_by_spelling: dict[str, str] = {}
        for face in self.faces:
            ways = [(face.name[:-1], face.name[-1])]
            if face.suit:
                ranks = ways_by_letter.get(face.name[:-1], (face.name[:-1],))
                ways = [(r, s) for r in ranks for s in (face.suit.letter, face.suit.sign)]
            names_by_spelling |= {text.casefold(): face.name for r, s in ways for text in (r + s, s + r)}
        return names_by_spelling

    def name(self, text: str) -> str:
        """Find the name of a card however it is written; CardError if there is none."""
        name = text if text in self.copies else self.spellings.get(text.strip().casefold())
        if name is None:
            message = Message("{text} is not a card of this deck", text=short(repr(text)))
            if near := self.near(text):
                message = Message("{what}; did you mean {name}?", what=message, name=near)
            raise CardError(message)
        return name

    def near(self, text: str) -> str | None:
        """The card that somebody who wrote a name of none most likely meant, if any."""
        return nearest(text.upper(), self.copies)

    def copies_of(self, cards: int) -> int:
        """All copies of these cards."""
        found = 0
        while cards:
            alike = self.alike[cards.bit_length() - 1]
            found |= alike
            cards &= ~alike
        return found

    def twins_of(self, cards: int) -> int:
        """Those of these cards whose identical copy is among them too."""
        found, rest = 0, cards
        while rest:
            alike = self.alike[rest.bit_length() - 1]
            if (cards & alike).bit_count() > 1:
                found |= cards & alike
            rest &= ~alike
        return found

    def written(self, cards: int, marked: int = 0) -> list[str]:
        """Name these cards, suit by suit, lowest first; the marked ones bear a mark if copies exist.

        A marked copy comes behind one that is not, so that the names do not tell which copy it is.
        """
        if not marked & cards:
            return self._plainly(cards)
        names = []
        for card in self.distinct_cards(cards, marked) if self.manifold else bits(cards):
            name = self.names[card.bit_length() - 1]
            twin = marked & card and self.alike[card.bit_length() - 1] != card
            names.append(name + MARK if twin else name)
        return names

    def _plainly(self, cards: int) -> list[str]:
        known, names = self.names, []
        while cards:
            card = cards & -cards
            names.append(known[card.bit_length() - 1])
            cards ^= card
        return names

    def distinct_cards(self, cards: int, marked: int) -> list[int]:
        """Each of these cards in order, and of identical ones the marked last."""
        return sorted(bits(cards), key=lambda card: (self.alike[card.bit_length() - 1], card & marked > 0))

    def among(self, texts: Iterable[str], held: int, marked: int = 0, given: int = 0) -> int:
        """Find the copies that names mean among the cards held; CardError if they are not there.

        A name with a mark means an exposed copy; one without, a copy that is not, if there is one. The cards
        ``given`` were held, and named before.
        """
        found = 0
        for text in texts:
            name = self.name(text.removesuffix(MARK))
            free = self.copies[name] & held & ~found
            liked = free & marked if text.endswith(MARK) else free & ~marked or free
            if not liked:
                raise CardError(self._amiss(short(text), name, found | given))
            found |= liked & -liked
        return found

    def _amiss(self, text: str, name: str, named: int) -> Message:
        """Why no copy of a card can be named after these."""
        if times := (self.copies[name] & named).bit_count():
            if times == 1:
                return Message("{cards} is named twice and is there once", cards=text)
            often = Message("twice") if times == 2 else Message("{number} times", number=times)  # noqa: PLR2004
            more = Message("{number} times", number=times + 1)
            template = "{cards} is named {what_named} and is there {what_there}"
            return Message(template, cards=text, what_named=more, what_there=often)
        there = "{cards} is not there" if self.copies[name] else "{cards} is not in play"
        return Message(there, cards=text)


MOST_CARDS: Final = 520
"""How many cards a deck may have."""


Cards: TypeAlias = "str | Iterable[str]"
"""Cards by name: one text with blanks or commas between, or one text for each card."""
