"""The cards and numbers that expressions name: what a hand should hold, and what may be answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term


def named_numbers(term: Term) -> Iterator[int]:
    """Yield the numbers that a term names."""
    yield from _constants(term, Kind.NUMBER)


def named_cards(engine: Engine, terms: Sequence[Term]) -> list[int]:
    """Return the sets of cards that some terms name, but for those that are most of the pack."""
    most = engine.deck.cards.bit_count() // 2
    found = dict.fromkeys(cards for term in terms for cards in _constants(term, Kind.CARDS) if cards)
    return [cards for cards in found if cards.bit_count() <= most]


def _constants(term: Term, kind: Kind) -> Iterator[Any]:
    if term.constant and term.type.kind is kind:
        yield term.value
    for part in term.parts:
        yield from _constants(part, kind)
