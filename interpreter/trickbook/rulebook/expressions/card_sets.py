"""Sets of cards in words: whole suits and ranks by name, consecutive cards as a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.cards.deck import Deck, Face
    from trickbook.loading.phrases import Phrases

LEAST_RANGE = 4
"""The smallest number of consecutive cards to write as a range."""


def signed_card(deck: Deck, name: str) -> str:
    """A card in print: its rank and the sign of its suit."""
    face = next((face for face in deck.faces if face.name == name), None)
    if face is None:
        return name
    return rank_text(deck, name) + face.suit.sign if face.suit else name


def rank_text(deck: Deck, name: str) -> str:
    """The rank of a card in print."""
    letter = name[:-1]
    return next((rank.printed for rank in deck.ranks if rank.letter == letter), letter)


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
        return phrases.say("sets.rest", cards=phrases.every(rest))
    return phrases.every(parts)


def _parts(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int = LEAST_RANGE
) -> list[str]:
    """A set as whole ranks, else suit by suit with ranges."""
    return list(_ranks(deck, faces, names, phrases)) or list(_suits(deck, faces, names, phrases, least))


def _ranks(deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases) -> Iterator[str]:
    """The set as whole ranks, if it consists of them."""
    whole = []
    for one in deck.ranks:
        same = {face.name for face in faces if face.suit and face.name[:-1] == one.letter}
        if same and same <= names and len(same) > 1:
            whole.append((one, same))
    if frozenset().union(*(same for _, same in whole)) != names:
        return
    for one, _ in whole:
        yield phrases.say("sets.rank", name=phrases.say("author.rank", name=phrases.called(one.name)))


def _suits(
    deck: Deck, faces: Sequence[Face], names: frozenset[str], phrases: Phrases, least: int
) -> Iterator[str]:
    """The cards suit by suit from the lowest; cards without a suit last."""
    for suit in deck.suits:
        own = [face for face in faces if face.suit == suit]
        if len(own) > 1 and all(face.name in names for face in own):
            name = phrases.say("author.suit", name=phrases.called(suit.name))
            yield phrases.say("sets.suit", name=name)
            continue
        for run in _runs(own, names):
            yield from _run(deck, run, phrases, least)
    yield from (face.name for face in faces if face.suit is None and face.name in names)


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


def _run(deck: Deck, run: Sequence[Face], phrases: Phrases, least: int) -> Iterator[str]:
    cards = [signed_card(deck, face.name) for face in run]
    if len(cards) < least:
        yield from cards
    else:
        yield phrases.say("sets.range", low=cards[0], high=cards[-1])
