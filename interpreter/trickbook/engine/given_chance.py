"""What chance was said to give: hands and draws, as records hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import MARK, CardError
from trickbook.engine.deal import all_cards
from trickbook.problems.arguments import described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.engine import Engine
    from trickbook.state import State


def given_hands(table: Engine, s: State, cards: int, usual: list[int], times: int) -> list[int] | None:
    """The hands that were given for this deal, if they were; one for each, as large as the others."""
    if not times and s.match.deal in s.match.hands:
        return list(s.match.hands[s.match.deal])
    written = _given(s, times)
    if written is None:
        return None
    hands, left = [], cards
    for hand in written.split("|"):
        hands.append(table.deck.among(hand.split(), left, given=cards & ~left))
        left &= ~hands[-1]
    sizes, wanted = ([hand.bit_count() for hand in some] for some in (hands, usual))
    whole = sizes == wanted or (
        not times and sizes == sizes[:1] * len(wanted)
    )  # a deal may begin with hands of any one size
    if not whole:
        raise CardError(f"hands of {described(sizes)} cards were dealt where the rules deal {wanted}")
    return hands


def given_draw(table: Engine, s: State, pool: int, usual: int, times: int) -> int:
    """What chance was said to draw, if it was: names, with ``@2`` behind one that seat 2 holds."""
    written = _given(s, times)
    if written is None:
        return usual
    drawn, deck = 0, table.deck
    nobodys = deck.cards & ~sum(all_cards(table, s, seat) for seat in range(table.layout.seats))
    for name in written.split():
        card, _, seat = name.partition("@")
        left = pool & ~drawn & deck.copies[deck.name(card.removesuffix(MARK))]
        if seat.isdecimal() and int(seat) < table.layout.seats:
            left &= all_cards(table, s, int(seat))
        drawn |= deck.among([card], left & nobodys or left, table.marked(s))
    if drawn.bit_count() != usual.bit_count():
        raise CardError(f"chance drew {described(written)} where the rules draw {usual.bit_count()} cards")
    return drawn


def _given(s: State, times: int) -> str | None:
    texts: Sequence[str] = s.match.draws.get(s.match.deal, ())
    return texts[times] if times < len(texts) else None
