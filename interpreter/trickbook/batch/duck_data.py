"""The knowledge of ducks about a game, and the rules they cannot play by."""

from __future__ import annotations

from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MARK
from trickbook.core.translation import BeyondError
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import PILES
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.engine.lookup import Lookup, Step
    from trickbook.expression.orders import Orders
    from trickbook.expression.types import Term

MAX_COST: Final = 10**15
"""The largest cost of a card or a trick; so sums are exact."""


class DuckData(NamedTuple):
    """The cost of each card, by name; negative costs are gains.

    ``pack`` names the cards in the deck's order. ``trick`` is the cost of a trick itself, ``sides`` the set
    of seats that win together with each seat. ``bids`` has the best number for each step that asks for one
    before the tricks, ``highest`` says whether the highest score wins.
    """

    cost: Mapping[str, int]
    pack: tuple[str, ...]
    trick: float
    sides: tuple[int, ...]
    bids: Mapping[str, int]
    highest: bool

    @property
    def card_costs(self) -> tuple[int, ...]:
        """The cost of each card of the pack."""
        return tuple(self.cost[name] for name in self.pack)

    def of(self, cards: str) -> int:
        """Return the total cost of some cards, by their names."""
        return sum(self.cost[name] for name in cards.replace(MARK, "").split())


def check(engine: Lookup, known: DuckData) -> None:
    """Check that ducks see all that they depend on; BeyondError if something is hidden from them."""
    if max(map(abs, known.cost.values()), default=0) > MAX_COST:
        raise BeyondError(f"machine code cannot duck where a card costs more than {MAX_COST}")
    for entry, terms in _looked_at(engine):
        _check_seen(engine, entry, terms)
    orders = engine.layout.orders
    if orders and engine.deck.manifold and any(map(_reads_cards, _terms_of(orders))):
        raise BeyondError("machine code cannot duck where orders depend on cards of which there are copies")
    for step in engine.every_step:
        if isinstance(step, AskStep | MoveStep) and step.to and _returns(engine, step, step.to.pile.name):
            raise BeyondError(f"{_place(step.entry)}cards that come back to players who duck")


def _looked_at(engine: Lookup) -> Iterator[tuple[Any, Sequence[Term | None]]]:
    """Yield what ducks look at: orders, what wins a trick, and points if they answer amid tricks or later."""
    orders = engine.layout.orders
    yield None, [*_terms_of(orders)] if orders else ()
    for step in engine.steps:
        for clause in step.winning if isinstance(step, TrickStep) else ():
            yield clause.entry, (clause.when, clause.what)
    holding = _while_held(engine)
    if any(not step.source and not any(step is one for one in holding) for step in engine.questions):
        for adjustment in engine.points:
            yield adjustment.entry, adjustment[1:]


def _while_held(engine: Lookup) -> Sequence[Step]:
    """Return the steps from the first deal of cards up to the tricks: somebody holds cards in all of them."""
    if engine.tricks is None:
        return ()
    before = engine.steps[: engine.steps.index(engine.tricks)]
    return [*dropwhile(lambda step: not isinstance(step, DealStep), before)]


def _place(entry: Any) -> str:
    return f"{entry.place}: `{entry.name}` asks for " if entry is not None else "the ruleset asks for "


def _returns(engine: Lookup, step: AskStep | MoveStep, pile: str) -> bool:
    """Return whether a step may return cards to the trick, or to hands when copies of them were played."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else engine.steps
    return pile == "trick" or (engine.deck.manifold and step not in before and pile in ("hand", "table"))


def _check_seen(engine: Lookup, entry: Any, terms: Sequence[Term | None]) -> None:
    """Check that terms depend on no hidden cards, except those won in tricks."""
    hidden = {
        pile.base + index
        for pile in engine.layout.piles.values()
        for index in range(engine.layout.seats if pile.owned else 1)
        if pile.seen_by != "everyone" and pile.name != "taken"
    }
    if any(pile in hidden for term in terms if term and not term.constant for pile in _piles(term)):
        raise BeyondError(f"{_place(entry)}cards that are hidden from players who duck")


def _terms_of(orders: Orders) -> Iterator[Term]:
    """Yield what orders depend on."""
    return (term for order in orders.all for term in order.terms)


def _reads_cards(term: Term) -> bool:
    """Return whether a term depends on where cards are, or which were chosen."""
    if not term.parts:
        return term.type.kind is Kind.CARDS and not term.constant
    return any(map(_reads_cards, term.parts))


def _piles(term: Term) -> Iterator[int]:
    """Yield the piles that a term depends on."""
    if term.operation in PILES:
        yield int(term.detail)
    for part in term.parts:
        yield from _piles(part)
