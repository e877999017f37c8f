"""The cards of a table as they are drawn and read aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.seat.texts import texts, translate
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from trickbook.cards.deck import Face, Rank
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry

COLOUR_GROUPS: Final = 5
"""How many colours the suits are told apart by; the fifth is also that of cards without a suit."""


def suit_labels(engine: CompiledRules, language: str) -> list[dict[str, Any]]:
    """The suits in order; ``group`` is one of five colours that everybody can tell apart."""
    entries = {entry.name: entry for entry in engine.context.entries("deck", "suits")}
    return [
        {
            "letter": suit.letter,
            "name": _called(entries[suit.name], language),
            "sign": suit.sign,
            "colour": suit.colour,
            "group": place % COLOUR_GROUPS,
        }
        for place, suit in enumerate(engine.deck.suits)
    ]


def card_labels(engine: CompiledRules, language: str) -> dict[str, Any]:
    """Each card by its name: the rank that is printed on it, the letter of its suit, how it is read aloud.

    One beside suits and ranks, such as a joker, is ``named``: its name tells what it is.
    """
    kinds = [[*engine.context.entries("deck", part)] for part in ("suits", "ranks", "extra")]
    names = {entry.name: _called(entry, language) for entry in kinds[0]}
    ranks = {rank.letter: _rank(rank, kinds[1], language) for rank in engine.deck.ranks}
    extra = {text(entry.node, "card"): _called(entry, language) for entry in kinds[2]}
    found = {}
    for face in engine.deck.faces:
        rank = face.name.removesuffix(face.suit.letter) if face.suit else face.name
        printed = next((one.ways[-1] for one in engine.deck.ranks if one.letter == rank), rank)
        called = extra.get(face.name) or _aloud(face, ranks.get(rank, rank), names, language)
        if face.copies:
            found[face.name] = {
                "rank": printed,
                "suit": face.suit.letter if face.suit else None,
                "name": called,
            } | ({"named": True} if face.name in extra else {})
    return found


def _aloud(face: Face, rank: str, suits: dict[str, str], language: str) -> str:
    return translate(language, "cards.of_suit", rank=rank, suit=suits[face.suit.name]) if face.suit else rank


def _rank(rank: Rank, entries: list[Entry], language: str) -> str:
    """A rank as it is read aloud: by its name, if the ruleset gives one in this language."""
    entry = next(entry for entry in entries if entry.name == rank.name)
    known: dict[str, str] = texts(language)["cards"]["ranks"]
    return text(entry.node, "name", language) or known.get(rank.sign or rank.letter) or rank.ways[-1]


def _called(entry: Entry, language: str) -> str:
    return text(entry.node, "name", language) or entry.name.replace("_", " ")
