"""Cards as a view names them: plays, answers and draws as sets of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import MARK

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.sections.compiled import CompiledRules


def named_cards(engine: CompiledRules, said: str | None, *sets: int) -> int:
    """Return the cards that a text names, 0 if it names other things.

    Of identical cards those are taken that are in the first of some sets, if any are.
    """
    cards = 0
    for name in (said or "").split():
        copies = engine.deck.copies.get(name.removesuffix(MARK), 0) & ~cards
        copies = next((copies & some for some in sets if copies & some), copies)
        cards |= copies & -copies
    return cards


def plays_seen(seen: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the plays of a deal in order, each with its seat."""
    tricks = [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
    return [(seat, play) for trick in tricks for seat, play in trick]


def played_cards(engine: CompiledRules, seen: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the plays of a deal in order as cards, each with its seat."""
    return [(seat, named_cards(engine, play)) for seat, play in plays_seen(seen)]


def without_seats(said: str) -> str:
    """Return what chance drew, without the seats that hold the cards."""
    return " ".join(card.partition("@")[0] for card in said.split())
