"""Events as programs: the facts that they change, the steps that follow, cards dealt and moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.expression.types import Kind
from trickbook.fast.compiler.assembler import CONSTANTS
from trickbook.fast.compiler.narrowing import only_when
from trickbook.fast.compiler.resting import find_resting
from trickbook.fast.compiler.writer import Writer
from trickbook.fast.instructions import CardRegister, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.deal import Destination
    from trickbook.engine.engine import Engine, Step
    from trickbook.engine.facts import Fact
    from trickbook.state import Pile


def event_happens(w: Writer, engine: Engine, event: str) -> None:
    """Change the facts of an event, and run the steps that wait for it; the seat acts."""
    change_facts(w, engine.changed.get(event, ()))
    if event == "trick":
        find_resting(w, engine)
    for step in engine.upon.get(event, ()):
        with only_when(w, step.when):
            run_step(w, step)


def change_facts(w: Writer, facts: Sequence[Fact]) -> None:
    """Change facts, each from the values of all before."""
    if len(facts) == 1 and not facts[0].owned:
        with w.scratch():
            _become(w, facts[0], w.slots[facts[0].slot])
        return
    with w.scratch():
        new = [stored_copies(w, fact) for fact in facts]
        for fact, place in zip(facts, new, strict=True):
            if fact.owned:
                w.each(w.everyone, lambda fact=fact, place=place: _become(w, fact, place))  # type: ignore[misc]
            else:
                _become(w, fact, place)
        for fact, place in zip(facts, new, strict=True):
            move_fact(w, fact, place, w.slots[fact.slot])


def _many(w: Writer, fact: Fact) -> int:
    return w.seats if fact.owned else 1


def stored_copies(w: Writer, fact: Fact) -> int:
    """Return the registers of a copy of a fact."""
    place = w.keep(fact.type.kind, _many(w, fact))
    move_fact(w, fact, w.slots[fact.slot], place)
    return place


def move_fact(w: Writer, fact: Fact, here: int, there: int) -> None:
    """Copy a fact, for each seat if each has one."""
    w.move(fact.type.kind, here, there, _many(w, fact))


def _become(w: Writer, fact: Fact, place: int) -> None:
    """Compute the new value of a fact, for the seat if each has one."""
    w.about = fact.entry
    with only_when(w, fact.when), w.scratch():
        value = w.find_as(fact.type.kind, fact.becomes) if fact.becomes else w.number(1)
        store_value(w, fact.type.kind, value, place, owned=fact.owned)


def store_value(w: Writer, kind: Kind, value: int, place: int, *, owned: bool) -> None:
    """Store a value at a place, or at the seat's own from there on."""
    if not owned:
        w.move(kind, value, place)
        return
    w.do(Op.CARDS_PUT if kind is Kind.CARDS else Op.OWN_PUT, value, d=place)
    if kind is Kind.COMPLEX:
        w.do(Op.OWN_PUT, value + 1, d=place + w.seats)


def run_step(w: Writer, step: Step) -> None:
    """Deal, move or draw cards, or ask a question while an event happens."""
    with w.scratch():
        if isinstance(step, AskStep) and step.asks:
            play = w.gives_cards(Op.CARDS, CardRegister.PLAY)
            w.ask(step)
            w.do(Op.CARDS, play, d=CardRegister.PLAY)
        else:
            RUNS[step.kind](w, step)


def _deal(w: Writer, step: DealStep) -> None:
    many, goal = (w.seats if step.to.owned else 1), w.piles + step.to.base
    shown = step.to is w.layout.piles["table"]
    for seat in range(many if shown else 0):
        _shown(w, Op.SUBTRACT, goal, seat)
    if step.equal or not step.to.owned:
        _deal_equally(w, step, many, goal)
    else:
        _deal_out(w, step, goal)
    for seat in range(many if shown else 0):
        _shown(w, Op.ADD, goal, seat)
    if step.to.ever is not None:
        for pile in range(many):
            w.do(Op.JOIN, w.piles + step.to.ever, goal + pile, d=w.piles + step.to.ever)
    w.log()


def _deal_equally(w: Writer, step: DealStep, many: int, goal: int) -> None:
    """Deal as many cards to each of some piles; what one source lacks comes from the next."""
    each = w.gives(Op.MOST, w.find(step.each), w.number(0)) if step.each else w.number(-1)
    for pile in step.sources:
        more = step.each and pile is not step.sources[-1]
        lying = w.gives(Op.COUNT, w.piles + pile.base) if more else 0
        w.do(Op.DEAL, w.piles + pile.base, many, each, goal)
        if more:
            each = w.gives(Op.MOST, w.gives(Op.SUBTRACT, each, lying), w.number(0))


def _deal_out(w: Writer, step: DealStep, goal: int) -> None:
    """Deal each seat as many cards as it is to have, one seat after the other."""
    before = w.gives(Op.SEAT_NOW)
    w.do(Op.SEAT, NumberRegister.DEALER)
    wants = _wanted_cards(w, step)
    first = w.gives(Op.FOREMOST, w.everyone)
    if step.first:
        first = w.gives(Op.OR_ELSE, w.gives(Op.FOREMOST, w.find(step.first)), first)
    lying = w.number(0)
    for pile in step.sources:
        lying = w.gives(Op.ADD, lying, w.gives(Op.COUNT, w.piles + pile.base))
    w.do(Op.SHARE, wants, lying, first, int(step.uneven))
    for pile in step.sources:
        w.do(Op.DEAL_OUT, w.piles + pile.base, wants, first, goal)
    w.do(Op.SEAT, before)


def _wanted_cards(w: Writer, step: DealStep) -> int:
    """Return the registers of how many cards each seat is to be dealt."""
    wants = w.numbers(w.seats)
    who = w.find(step.who) if step.who else w.everyone
    if w.rests:
        who = w.gives(Op.EXCEPT, who, NumberRegister.RESTING)
    w.do(Op.FILL, w.number(0), w.seats, d=wants)
    if step.each and "player" not in step.each.reads:
        each = w.gives(Op.MOST, w.find(step.each), w.number(0))
    else:
        each = w.number(len(w.layout.deck.names))

    def want() -> None:
        with w.scratch():
            own = step.each is not None and "player" in step.each.reads
            many = w.gives(Op.MOST, w.find(step.each), w.number(0)) if own and step.each else each
            w.do(Op.OWN_PUT, many, d=wants)

    w.each(who, want)
    return wants


def _shown(w: Writer, op: Op, pile: int, seat: int) -> None:
    """Add the exposed cards of a seat's pile to its count, or subtract them."""
    with w.scratch():
        place = w.exposed + seat
        w.do(op, place, w.gives(Op.COUNT, pile + seat), d=place)


def _move_cards(w: Writer, step: MoveStep) -> None:
    """Move cards, once for each player if the rule refers to players; all are found before any moves."""
    found: list[tuple[int, int]] = []
    whose = range(w.seats) if "player" in step.cards.reads else [None]
    before = w.gives(Op.SEAT_NOW)
    for seat in whose:
        w.do(*((Op.SEAT, NumberRegister.DEALER) if seat is None else (Op.SEAT_IS, seat)))
        goal = destination_pile(w, step.to, seat)
        cards = w.sets()
        w.do(Op.CARDS, w.find(step.cards), d=cards)
        found.append((goal, cards))
    w.do(Op.SEAT, before)
    for goal, cards in found:
        lay_cards(w, step.to.pile, goal, cards)


def destination_pile(w: Writer, place: Destination, own: int | None = None) -> int:
    """Return the register of the destination's number; -1 if it belongs to nobody.

    The seat may be known.
    """
    base = w.number(w.piles + place.pile.base)
    if not place.pile.owned:
        return base
    if own is not None and not place.seats:
        return w.number(w.piles + place.pile.base + own)
    seat = w.gives(Op.FOREMOST, w.find(place.seats)) if place.seats else w.gives(Op.SEAT_NOW)
    found, somebody = w.gives(Op.ADD, base, seat), w.label()
    w.do(Op.REACH, seat, w.number(0), d=somebody)
    w.do(Op.COPY, w.number(-1), d=found)
    w.here(somebody)
    return found


def lay_cards(w: Writer, pile: Pile, goal: int, cards: int, *, taken: bool = False) -> None:
    """Take cards from wherever they are, unless that is done, and lay them on a pile, if there are both."""
    nobody = w.label()
    w.do(Op.MISS, cards, cards, d=nobody)
    if goal < CONSTANTS[0]:
        w.do(Op.BELOW, goal, w.number(0), d=nobody)
    if pile is w.layout.piles["table"]:
        _count(w, goal, cards)
    if not taken:
        w.do(Op.TAKE, cards)
    w.do(Op.LAY, cards, goal)
    if pile.ever is not None:
        w.do(Op.JOIN, w.piles + pile.ever, cards, d=w.piles + pile.ever)
    w.here(nobody)


def _count(w: Writer, goal: int, cards: int) -> None:
    """Count the cards that are exposed before a seat."""
    base = w.piles + w.layout.piles["table"].base
    with w.scratch():
        before = w.gives(Op.SEAT_NOW)
        w.do(Op.SEAT, w.gives(Op.SUBTRACT, goal, w.number(base)))
        new = w.gives_cards(Op.WITHOUT, cards, w.gives_cards(Op.CARDS_OWN, base))
        many = w.gives(Op.ADD, w.gives(Op.OWN, w.exposed), w.gives(Op.COUNT, new))
        w.do(Op.OWN_PUT, many, d=w.exposed)
        w.do(Op.SEAT, before)


def _draw(w: Writer, step: AskStep) -> None:
    """Answer a question for cards at random."""
    assert step.source is not None and step.high is not None  # noqa: PT018, S101 - checked when it was read
    drawn = w.sets()
    w.do(Op.DRAW, w.find(step.source), w.find(step.high), d=drawn)
    w.do(Op.CARDS, drawn, d=w.slots[step.slot])
    if step.to:
        lay_cards(w, step.to.pile, destination_pile(w, step.to), drawn)
    w.log()


def _show(w: Writer, step: ShowStep) -> None:
    """Showing cards changes nothing in the game."""


RUNS: Final[Mapping[str, Callable[[Writer, Any], None]]] = {
    "deal": _deal,
    "move": _move_cards,
    "draw": _draw,
    "show": _show,
}
"""How each kind of step that no seat decides becomes instructions."""
