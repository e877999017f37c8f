"""Draws by chance, and draws given in advance: hands and draws, as records hold them."""

from __future__ import annotations

from operator import le
from typing import TYPE_CHECKING

from trickbook.cards.chance import below
from trickbook.cards.deck import MARK, CardError, bits
from trickbook.problems import described
from trickbook.state import Move, add_to_log
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine


def given_hands(
    engine: Engine, s: State, cards: int, usual: list[int], times: int, *, equal: bool
) -> list[int] | None:
    """The hands that were given for this deal, if they were; one for each seat, and none for those that rest.

    Where the rules deal ``equal`` hands, they are of one size.
    """
    resting = s.resting if len(usual) == engine.layout.seats else 0
    if not times and s.match.deal in s.match.hands:
        return _check_hands(s.match.hands[s.match.deal], resting, equal=equal)
    written = _given_text(s, times)
    if written is None:
        return None
    hands, left = [], cards
    for hand in written.split("|"):
        hands.append(engine.deck.among(hand.split(), left, given=cards & ~left))
        left &= ~hands[-1]
    sizes, wanted = ([hand.bit_count() for hand in some] for some in (hands, usual))
    most = [0 if resting >> seat & 1 else max(sizes) for seat in range(len(wanted))]
    fits = sizes == most or (not equal and len(sizes) == len(most) and all(map(le, sizes, most)))
    if sizes != wanted and (times or not fits):  # a deal may begin with more or fewer cards
        template = "hands of {text} cards were dealt where the rules deal {text_wanted}"
        raise CardError(Message(template, text=described(sizes), text_wanted=str(wanted)))
    return hands


def _check_hands(hands: Sequence[int], resting: int, *, equal: bool) -> list[int]:
    """Check hands that were given: who rests has none, and of ``equal`` hands nobody else; else CardError."""
    for seat, hand in enumerate(hands):
        if hand and resting >> seat & 1:
            raise CardError(Message("seat {number} rests in this deal, and is given no hand", number=seat))
        if equal and any(hands) and not hand and not resting >> seat & 1:
            raise CardError(Message("seat {number} needs a hand as large as the others", number=seat))
    return list(hands)


def given_draw(engine: Engine, s: State, pool: int, usual: int, times: int) -> int:
    """Return what chance was said to draw, if it was: names, with ``@2`` behind one that seat 2 holds."""
    written = _given_text(s, times)
    if written is None:
        return usual
    drawn, deck = 0, engine.deck
    nobodys = deck.cards & ~sum(_with(engine, s, seat) for seat in range(engine.layout.seats))
    for name in written.split():
        card, _, seat = name.partition("@")
        left = pool & ~drawn & deck.copies[deck.name(card.removesuffix(MARK))]
        if seat.isdecimal() and int(seat) < engine.layout.seats:
            left &= _with(engine, s, int(seat))
        drawn |= deck.among([card], left & nobodys or left, engine.marked(s))
    if drawn.bit_count() != usual.bit_count():
        template = "chance drew {text} where the rules draw {number} cards"
        raise CardError(Message(template, text=described(written), number=usual.bit_count()))
    return drawn


def _given_text(s: State, times: int) -> str | None:
    texts: Sequence[str] = s.match.draws.get(s.match.deal, ())
    return texts[times] if times < len(texts) else None


def draw(engine: Engine, s: State, asking: AskStep) -> None:
    """Let chance answer a question: so many cards, each as likely."""
    assert asking.source is not None and asking.high is not None  # noqa: PT018, S101 - checked when it was read
    pool: int = s.value(asking.source, s.match.dealer)
    count = min(s.value(asking.high, s.match.dealer), pool.bit_count())
    drawn, left, (state, times) = 0, _distinct(engine, s, pool), s.chance
    if order := s.match.order_of_pack(times):
        drawn = sum([card for card in order if card & pool][:count])
    else:
        for _ in range(count):
            index, state = below(state, len(left))
            drawn |= left.pop(index)
    s.chance = state, times + 1
    if s.match.draws:
        drawn = given_draw(engine, s, pool, drawn, times)
    move = Move(asking.name, None, drawn_text(engine, s, drawn), (len(s.done), len(s.plays)))
    engine.functions[f"drawn{engine.step_index[asking.name]}"](s.v, drawn)
    s.log = add_to_log(s.log, move)


def drawn_text(engine: Engine, s: State, cards: int) -> str:
    """Write what chance drew, with the seat that holds each card."""
    owners, deck, marked = _owners(engine, s), engine.deck, engine.marked(s)
    return " ".join(
        deck.written(card, marked)[0] + (f"@{owners[card]}" if card in owners else "")
        for card in _distinct(engine, s, cards)
    )


def _distinct(engine: Engine, s: State, cards: int) -> list[int]:
    """Each of these cards; identical ones in the order of their seats, for nothing else tells them apart."""
    owners, alike, marked = _owners(engine, s), engine.deck.alike, engine.marked(s)
    return sorted(
        bits(cards), key=lambda card: (alike[card.bit_length() - 1], owners.get(card, -1), card & marked > 0)
    )


def _owners(engine: Engine, s: State) -> dict[int, int]:
    """The seat that holds each card, where one does."""
    return {card: seat for seat in range(engine.layout.seats) for card in bits(_with(engine, s, seat))}


def _with(engine: Engine, s: State, seat: int) -> int:
    """All cards of a seat."""
    return sum(s.pile(pile.base + seat) for pile in engine.layout.piles.values() if pile.owned)
