"""``deck``: suits and ranks, how many packs, extra cards, and which are left out so that it deals evenly."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MOST_CARDS, CardError, Deck, Face, Rank, Suit
from trickbook.expression.types import CARDS, NUMBER, constant
from trickbook.problems import shown
from trickbook.problems.remedies import meant
from trickbook.sections.words import free
from trickbook.source import Listing, Pair, Scalar
from trickbook.source import Mapping as MapNode
from trickbook.source.nodes import text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.sections.context import Context
    from trickbook.source import Node
    from trickbook.source.nodes import Entry


PACK: Final = "pack"
"""The key under which an example lists the cards in play. No file has it."""


def with_pack(root: MapNode, cards: Sequence[str]) -> MapNode:
    """Return a ruleset with these cards alone in play."""
    found = root.entries["deck"]
    place = found.node.place
    listed = Pair(
        place, Listing(tuple(Scalar(card, card, place, plain=True, span=(0, 0)) for card in cards), place)
    )
    deck = MapNode({**getattr(found.node, "entries", {}), PACK: listed}, place)
    return MapNode({**root.entries, "deck": Pair(found.key_place, deck)}, root.place)


def read(context: Context) -> None:
    """Lay out the deck for this number of players; suits, ranks and extra cards become words."""
    suits = tuple(_suit(entry) for entry in context.entries("deck", "suits"))
    ranks = _ranks(context)
    faces = _pack(context, suits, ranks) + _extras(context, suits)
    faces = _distinct(context, _few(context, faces))
    faces.sort(key=lambda face: (suits.index(face.suit) if face.suit else len(suits), face.height, face.name))
    groups = {suit.name: frozenset(f.name for f in faces if f.suit == suit) for suit in suits}
    groups |= {rank.name: frozenset(rank.letter + suit.letter for suit in suits) for rank in ranks}
    groups |= {
        entry.name: frozenset({text(entry.node, "card") or ""}) for entry in context.entries("deck", "extra")
    }
    groups = {name: members for name, members in groups.items() if name in context.symbols}
    whole = Deck(tuple(faces), suits, ranks, groups)
    context.layout.deck = whole
    whole = _without(context, whole)
    if suits and ranks and not (whole.cards or context.problems):
        record = context.record("deck")
        place = (record["without"] or record["packs"] or record.node).place
        context.wrong("too-few-cards", Message("no card is left in the deck"), place)
    pack = context.record("deck").node.get(PACK)
    _settle(context, _evened(context, whole) if pack is None else _alone(whole, pack))


def _distinct(context: Context, faces: list[Face]) -> list[Face]:
    """The faces, each with a name of its own; every suit, rank and extra card has one too."""
    for part in ("suits", "ranks", "extra"):
        for entry in context.entries("deck", part):
            if free(context, entry):
                context.name(entry.name, constant(CARDS, 0))
    names = [face.name for face in faces]
    if twice := next((name for name in names if names.count(name) > 1), None):
        message = Message("two different cards have the name {name}", name=twice)
        hint = Message("give suits, ranks and extra cards letters of their own")
        context.wrong("bad-card", message, context.record("deck").place, hint)
    return list({face.name: face for face in faces}.values())


def _suit(entry: Entry) -> Suit:
    letter = text(entry.node, "letter") or entry.name[0].upper()
    return Suit(entry.name, letter, text(entry.node, "sign") or letter, text(entry.node, "colour") or "black")


def _ranks(context: Context) -> tuple[Rank, ...]:
    ranks, height = [], 0
    for entry in context.entries("deck", "ranks"):
        if text(entry.node, "letter") is None:
            message = Message("rank {name} has no `letter:`", name=shown(entry.name))
            hint = Message("such as `{example}`", example="letter: K")
            context.wrong("missing-key", message, entry.place, hint)
        written = text(entry.node, "rank")
        height = int(written) if written and written.isdecimal() else height + 1
        letter, also, sign = (text(entry.node, key) or "" for key in ("letter", "also", "sign"))
        ranks.append(Rank(entry.name, letter or "?", also, height, sign))
    _signs(context, ranks)
    return tuple(ranks)


def _signs(context: Context, ranks: Sequence[Rank]) -> None:
    """Report each sign of a rank that stands for another rank, too."""
    for rank, other in permutations(ranks, 2):
        twice = rank.sign == other.sign and ranks.index(rank) < ranks.index(other)
        if rank.sign and rank.sign.casefold() in map(str.casefold, other.ways) and not twice:
            entry = next(one for one in context.entries("deck", "ranks") if one.name == rank.name)
            message = Message("{sign} is {name}, too", sign=shown(rank.sign), name=shown(other.name))
            hint = Message("give {name} a sign that stands for no other rank", name=shown(rank.name))
            context.wrong("bad-card", message, entry.need("sign").place, hint)


def _copies(context: Context, entry: Entry, key: str) -> int:
    node = entry[key]
    value = context.fixed(node, NUMBER) if node else 1
    if node and value is not None and not 0 <= value <= MOST_CARDS:
        message = Message("`{key}` is a number from 0 to {number}", key=f"{key}:", number=MOST_CARDS)
        context.wrong("bad-number", message, node.place)
    return value if value is not None and 0 <= value <= MOST_CARDS else 1


def _pack(context: Context, suits: tuple[Suit, ...], ranks: tuple[Rank, ...]) -> list[Face]:
    packs = _copies(context, context.record("deck"), "packs")
    return [Face(rank.letter + suit.letter, rank.height, suit, packs) for rank in ranks for suit in suits]


def _few(context: Context, faces: list[Face]) -> list[Face]:
    """The faces, if they are not too many; else one of each of the first."""
    if sum(face.copies for face in faces) <= MOST_CARDS:
        return faces
    context.wrong(
        "bad-number",
        Message("more than {number} cards are too many", number=MOST_CARDS),
        context.record("deck").place,
    )
    return [face._replace(copies=1) for face in faces[:MOST_CARDS]]


def _extras(context: Context, suits: tuple[Suit, ...]) -> list[Face]:
    faces = []
    for entry in context.entries("deck", "extra"):
        name, rank, suit_name = (text(entry.node, key) for key in ("card", "rank", "suit"))
        if name is None:
            message = Message("extra card {name} has no `card:`", name=shown(entry.name))
            context.wrong("missing-key", message, entry.place, Message("its name, such as `card: XC`"))
        suit = next((suit for suit in suits if suit.name == suit_name), None)
        if suit_name and suit is None:
            from trickbook.sections.diagnostics import strange_suit

            strange_suit(context, entry, suit_name, suits)
        if name and suit and not name.endswith(suit.letter):
            template = "the name of a card of {name_suit} ends with {name}"
            message = Message(template, name_suit=suit.name, name=suit.letter)
            hint = Message("`{text}`", text=f"card: {name[0]}{suit.letter}")
            context.wrong("bad-card", message, entry.place, hint)
        height = int(rank) if rank and rank.lstrip("-").isdecimal() else 0
        faces.append(Face(name or "??", height, suit, _copies(context, entry, "copies")))
    return faces


def _without(context: Context, deck: Deck) -> Deck:
    """Take out the cards that are never in this game."""
    node = context.record("deck")["without"]
    if node is None:
        return deck
    _settle(context, deck)
    return _less(deck, deck.written(context.fixed(node, CARDS) or 0))


def _evened(context: Context, deck: Deck) -> Deck:
    """Leave out as many of the cards to be left out, in order, as make equal hands."""
    names = _left_out(context, deck)
    for count in range(len(names) + 1):
        if (deck.cards.bit_count() - count) % context.layout.seats == 0:
            return _less(deck, names[:count])
    return deck


def _left_out(context: Context, deck: Deck) -> list[str]:
    """The cards to be left out, each as often as it is named and still there."""
    names: list[str] = []
    listed = context.record("deck").node.get("leave_out")
    for node in listed.items if isinstance(listed, Listing) else ():
        written = node.text if isinstance(node, Scalar) else ""
        try:
            name = deck.name(written)
        except CardError:
            near = deck.near(written)
            hint = meant(near) if near else None
            message = Message("{card} is not a card of this deck", card=shown(written))
            context.wrong("unknown-card", message, node.place, hint)
            continue
        names.append(name)
        if names.count(name) > max(1, context.layout.deck.copies[name].bit_count()):
            message = Message("{card} is listed more often than the deck has it", card=shown(written))
            context.wrong("duplicate-item", message, node.place)
    return [
        name for place, name in enumerate(names) if names[:place].count(name) < deck.copies[name].bit_count()
    ]


def _alone(deck: Deck, pack: Node) -> Deck:
    """Leave these cards alone in play."""
    copies = Counter(node.text for node in getattr(pack, "items", ()))
    return replace(deck, faces=tuple(face._replace(copies=copies[face.name]) for face in deck.faces))


def _less(deck: Deck, names: list[str]) -> Deck:
    faces = tuple(face._replace(copies=max(0, face.copies - names.count(face.name))) for face in deck.faces)
    return replace(deck, faces=faces)


def _settle(context: Context, deck: Deck) -> None:
    """Make this the table's deck, and its groups words."""
    context.layout.deck = deck
    for name, members in deck.groups.items():
        context.name(name, constant(CARDS, sum(deck.copies.get(member, 0) for member in members)))
