"""Sets of cards in words: whole suits and ranks by name, consecutive cards as a range."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Deck, Face
    from trickbook.texts.phrases import Phrases

LEAST_RANGE = 4
"""The smallest number of consecutive cards to write as a range."""


class Part(NamedTuple):
    """A part of a set in words; of a range also its lowest and highest rank, and the sign of its suit."""

    text: str
    low: str = ""
    high: str = ""
    suit: str = ""


def signed_card(deck: Deck, name: str) -> str:
    """A card in print: its rank and the sign of its suit."""
    face = next((face for face in deck.faces if face.name == name), None)
    if face is None:
        return name
    return rank_text(deck, name) + face.suit.sign if face.suit else name


def rank_text(deck: Deck, name: str) -> str:
    """The rank of a card in print."""
    letter = name[:-1]
    return next((rank.ways[-1] for rank in deck.ranks if rank.letter == letter), letter)


def card_set_text(deck: Deck, cards: int, phrases: Phrases) -> str:
    """A set of cards in words; it contains all copies of a card or none."""
    names = {deck.names[bit] for bit in range(len(deck.names)) if cards >> bit & 1}
    faces = [face for face in deck.faces if face.copies]
    return faces_text(deck, faces, frozenset(names), phrases)


def faces_text(deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases) -> str:
    """Some of these faces in words."""
    if not names:
        return phrases.say("sets.none")
    missing = {face.name for face in faces} - names
    if not missing:
        return phrases.say("sets.all")
    parts, rest = (_parts(deck, faces, some, phrases) for some in (names, frozenset(missing)))
    if len(rest) < len(_parts(deck, faces, names, phrases, LEAST_RANGE - 1)):
        return phrases.say("sets.rest", cards=phrases.every(_merged(rest, phrases)))
    return phrases.every(_merged(parts, phrases))


def _merged(parts: Sequence[Part], phrases: Phrases) -> list[str]:
    """The parts in words; equal ranges of several suits are one."""
    found: dict[object, list[Part]] = {}
    for place, part in enumerate(parts):
        found.setdefault((part.low, part.high) if part.suit else place, []).append(part)
    return [
        same[0].text
        if len(same) == 1
        else phrases.say("sets.range_of", low=low, high=high, suits="".join(part.suit for part in same))
        for same in found.values()
        for low, high in [(same[0].low, same[0].high)]
    ]


def _parts(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int = LEAST_RANGE
) -> list[Part]:
    """A set as whole ranks, else suit by suit with ranges; or both, if that is shorter."""
    ranks = list(_ranks(deck, faces, names))
    told = [
        Part(phrases.say("sets.rank", name=phrases.say("author.rank", name=phrases.called(rank))))
        for rank, _ in ranks
    ]
    left = names.difference(*(same for _, same in ranks))
    mixed = [*told, *_suits(deck, faces, left, phrases, least)]
    suits = list(_suits(deck, faces, names, phrases, least))
    return mixed if not left or len(mixed) < len(suits) else suits


def _ranks(deck: Deck, faces: Sequence[Face], names: frozenset[str]) -> Iterator[tuple[str, set[str]]]:
    """The ranks of which the whole is in a set, and more than one card, with their cards."""
    for one in deck.ranks:
        same = {face.name for face in faces if face.suit and face.name[:-1] == one.letter}
        if same <= names and len(same) > 1:
            yield one.name, same


def _suits(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int
) -> Iterator[Part]:
    """The cards suit by suit from the lowest; cards without a suit last."""
    for suit in deck.suits:
        own = [face for face in faces if face.suit == suit]
        if len(own) > 1 and all(face.name in names for face in own):
            name = phrases.say("author.suit", name=phrases.called(suit.name))
            yield Part(phrases.say("sets.suit", name=name))
            continue
        for run in _runs(own, names):
            yield from _run(deck, run, phrases, least)
    yield from (Part(face.name) for face in faces if face.suit is None and face.name in names)


def _runs(faces: Sequence[Face], names: frozenset[str]) -> Iterator[list[Face]]:
    """The faces of a suit in the set, as runs of consecutive ranks."""
    run: list[Face] = []
    for face in faces:
        if face.name in names:
            run.append(face)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _run(deck: Deck, run: Sequence[Face], phrases: Phrases, least: int) -> Iterator[Part]:
    cards = [signed_card(deck, face.name) for face in run]
    suit = run[0].suit
    if len(cards) < least or suit is None:
        yield from map(Part, cards)
    else:
        low, high = (rank_text(deck, face.name) for face in (run[0], run[-1]))
        yield Part(phrases.say("sets.range", low=cards[0], high=cards[-1]), low, high, suit.sign)
