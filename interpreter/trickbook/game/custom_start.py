"""Starts that a caller gives: hands, draws and orders of the pack, facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.chance import shuffled, stream
from trickbook.cards.deck import MOST_CARDS, CardError, Cards, bits
from trickbook.cards.pack import Pack, names
from trickbook.core.state import State
from trickbook.engine.deal import DealStep
from trickbook.engine.resting import active_seats
from trickbook.game.position import Start, fresh
from trickbook.problems import described, short, within
from trickbook.problems.arguments import listed, mapped
from trickbook.sections.conversion import defined, remember
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Match


LONGEST: Final = 200
"""The most characters with which a card and who holds it are written."""


def custom_match(engine: CompiledRules, start: Start, state: State) -> Match:
    """The match of a fresh state with all that is given; TrickbookError or CardError for what cannot be."""
    remember(engine, state, start.facts)
    engine.rest(state)
    hands = _hands(engine, start, state)
    facts = [fact for fact in engine.facts if fact.name in start.facts]
    return state.match._replace(
        given=_effective_words(engine, state),
        memory={fact.name: tuple(engine.fact_values(fact, state)) for fact in facts},
        hands=hands,
        draws=_draws(engine, start, hands),
        orders=pack_orders(engine, start.orders, start.deal),
    )


def _effective_words(engine: CompiledRules, state: State) -> dict[str, Any]:
    """The given words that hold for the first deal; one that starts so anyway goes its own way."""
    free = fresh(engine, state.match.scores, state.match.dealer)
    free.slots = state.slots
    free.program.give(free.v, {})
    terms = {name: defined(engine, name) for name in state.match.given}
    return {
        name: value
        for name, value in state.match.given.items()
        if "player" in terms[name].reads or free.value(terms[name], state.match.dealer) != value
    }


def _hands(engine: CompiledRules, start: Start, state: State) -> dict[int, list[int]]:
    """The given hands as sets of cards, by the number of the deal; every seat that does not rest has as many.

    The state is the start of the first deal.
    """
    if start.hands is None:
        return {} if start.aside is None else {start.deal: _without(engine, start, start.aside, state)}
    by_deal: Mapping[int, Sequence[Cards]] = (
        start.hands if isinstance(start.hands, Mapping) else {start.deal: start.hands}
    )
    hands_by_deal = {}
    for number, dealt in by_deal.items():
        within(Message("the deal that hands are given for"), number, start.deal, engine.ending.most)
        pack = Pack(engine.deck)
        out = pack.take(start.aside or ())
        if len(listed("hands", dealt, Message("one for each seat"))) != engine.layout.seats:
            template = "{number} hands are needed, one for each seat, not {number_found}"
            raise CardError(Message(template, number=engine.layout.seats, number_found=len(dealt)))
        hands_by_deal[number] = [pack.take(hand) for hand in dealt]
        sizes = [hand.bit_count() for hand in hands_by_deal[number] if hand or not engine.resting]
        if len(set(sizes)) > 1 and _equal(engine):
            template = "{number} hands of one size are needed, not hands of {text} cards"
            raise CardError(Message(template, number=engine.layout.seats, text=str(sizes)))
        if start.aside is not None and out != pack.deck.cards & ~sum(hands_by_deal[number]):
            raise CardError(Message("the cards aside are not those that the hands leave"))
    return hands_by_deal


def _draws(engine: CompiledRules, start: Start, hands: Mapping[int, object]) -> dict[int, list[str]]:
    """Return what chance is to give, by the number of the deal: texts as a record holds them."""
    draws_by_deal = {}
    for deal, texts in mapped("draws", start.draws, int, Message("lists of texts")).items():
        within(Message("the deal that draws are given for"), deal, start.deal, engine.ending.most)
        draws_by_deal[deal] = list(
            listed(Message("the draws of deal {number}", number=deal), texts, Message("texts"))
        )
        for text in draws_by_deal[deal]:
            if not isinstance(text, str) or not _writable(text):
                template = "draws are texts that name cards, such as `2C 3D`, not {text}"
                raise CardError(Message(template, text=described(text)))
        if deal in hands and "".join(draws_by_deal[deal][:1]).strip() and deals_first(engine):
            template = "deal {number} has its hands twice: they are given, and they are its first draw"
            raise CardError(Message(template, number=deal))
    return draws_by_deal


def pack_orders(engine: CompiledRules, orders: object, first: int) -> dict[int, list[list[int]]]:
    """Orders of the pack for deals from a first one on; each names every card once, those on top first."""
    orders_by_deal: dict[int, list[list[int]]] = {}
    several = Message("orders of the pack")
    for deal, given in mapped("orders", orders, int, several).items():
        within(Message("the deal that orders are given for"), deal, first, engine.ending.most)
        each = listed(Message("the orders of deal {number}", number=deal), given, several)
        orders_by_deal[deal] = [_pack_order(engine, cards) for cards in each]
    return orders_by_deal


def _pack_order(engine: CompiledRules, cards: Cards) -> list[int]:
    pack = Pack(engine.deck)
    order = [pack.take([name]) for name in names(cards)]
    if pack.free:
        rest = short(" ".join(engine.deck.written(pack.free)))
        template = "an order of the pack names every card, and this one is without {cards}"
        raise CardError(Message(template, cards=rest))
    return order


def _writable(text: str) -> bool:
    """Return whether a record can hold a draw: some short words, and no digits that it would not write."""
    words = text.replace("|", " | ").split()
    odd = "#" in text or any(sign.isdecimal() and not sign.isascii() for sign in text)
    return len(words) <= 2 * MOST_CARDS and all(len(word) <= LONGEST for word in words) and not odd


def deals_first(engine: CompiledRules) -> bool:
    """Return whether the hands are the first that chance gives."""
    return isinstance(next((step for step in engine.steps if step.by_chance), None), DealStep)


def _equal(engine: CompiledRules) -> bool:
    """Return whether the hands that chance gives first have one size."""
    first = next((step for step in engine.steps if step.by_chance), None)
    return not isinstance(first, DealStep) or first.equal


def _without(engine: CompiledRules, start: Start, aside: Cards, state: State) -> list[int]:
    """Hands from the cards that do not lie aside, shuffled as the deal would be.

    If they do not go round, the first seats have one more where the rules deal uneven hands.
    """
    pack = Pack(engine.deck)
    pack.take(aside)
    takers, hands = active_seats(engine, state), [0] * engine.layout.seats
    size, rest = divmod(pack.free.bit_count(), max(len(takers), 1))
    if rest and _equal(engine):
        template = "{number} cards that are not aside make no equal hands"
        raise CardError(Message(template, number=pack.free.bit_count()))
    cards, _ = shuffled(stream(start.seed, start.deal), list(bits(pack.free)))
    for index, seat in enumerate(takers):
        begin = size * index + min(index, rest)
        hands[seat] = sum(cards[begin : begin + size + (index < rest)])
    return hands
