"""The fields of an observation, in order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.engine.show import shows_cards
from trickbook.expression.types import Kind, Type
from trickbook.rl import fill
from trickbook.rl.coder import Coder, Look, Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.rl.actions import Actions
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Pile

BIT: Final = "bit"
"""The unit of fields of 0 and 1."""


class Field(NamedTuple):
    """A part of an observation. ``unit`` is ``bit`` for 0 and 1, else what its numbers count.

    ``shape`` is ``(cards,)``, ``(seats,)``, ``(seats, cards)`` and the like. Seats are counted clockwise from
    the observer, who is 0; a card has the number of its action.
    """

    name: str
    shape: tuple[int, ...]
    unit: str
    meaning: str
    fill: Callable[[Part, Look], None]

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def fields(engine: CompiledRules, coder: Coder, actions: Actions) -> Iterator[Field]:
    """List the fields of an observation."""
    yield from _moment(engine)
    yield from _tricks(len(coder.names), coder.seats)
    for pile in engine.layout.piles.values():
        yield from _pile(pile, len(coder.names), coder.seats)
    if shows_cards(engine):
        meaning = "cards shown to you, by their owner; those of nobody last"
        yield Field("shown", (coder.seats + 1, len(coder.names)), BIT, meaning, fill.shown)
    yield from _answers(engine, len(coder.names), actions)
    yield from _facts(engine, coder)


def _moment(engine: CompiledRules) -> Iterator[Field]:
    """What is going on, and the scores."""
    seats, steps = engine.layout.seats, {name: n for n, name in enumerate(dict.fromkeys(engine.phases))}
    phase = partial(fill.one_of, key="phase", names=steps)
    yield Field("phase", (len(steps),), BIT, f"the step: {', '.join(steps)}", phase)
    told = {"actors": "who may act now", "dealer": "who deals", "leader": "who leads or led this trick"}
    told |= {"plays_for": "whose cards are played by another"} if engine.proxies else {}
    told |= {"resting": "who rests"} if engine.resting else {}
    for key, meaning in told.items():
        yield Field(key, (seats,), BIT, meaning, partial(fill.seats, key=key))
    yield Field("deal", (1,), "number", "the number of the deal, from 1", partial(fill.number, key="deal"))
    yield Field("tricks", (1,), "tricks", "finished tricks of this deal", partial(fill.number, key="tricks"))
    scores = (seats, 2 if engine.layout.complex else 1)
    yield Field("scores", scores, "points", "scores before this deal; complex ones as two parts", fill.scores)


def _tricks(cards: int, seats: int) -> Iterator[Field]:
    """The cards of the tricks, those exposed, and those of a move so far."""
    yield Field("trick", (seats, cards), BIT, "the cards of each seat in this trick", fill.trick)
    yield Field("played", (seats, cards), BIT, "the cards of each seat in finished tricks", fill.played)
    yield Field("won", (seats, cards), BIT, "the cards of the tricks that each seat took", fill.won)
    exposed = partial(fill.cards, key="exposed")
    yield Field("exposed", (cards,), BIT, "all cards exposed in this deal", exposed)
    yield Field("chosen", (cards,), BIT, "the cards of your move so far", fill.chosen)


def _pile(pile: Pile, cards: int, seats: int) -> Iterator[Field]:
    """What a seat sees of a pile, and its size."""
    name, own = f"pile {pile.name}", partial(fill.cards, key="piles", name=pile.name)
    if pile.seen_by == "everyone" and pile.owned:
        yield Field(name, (seats, cards), BIT, "each seat's", partial(fill.cards_by_seat, name=pile.name))
    elif pile.seen_by == "everyone":
        yield Field(name, (cards,), BIT, "the table's", own)
    elif pile.seen_by == "owner" and pile.owned and pile.name != "taken":
        yield Field(name, (cards,), BIT, "your own", own)
    sizes, size = partial(fill.sizes, name=pile.name), (seats if pile.owned else 1,)
    yield Field(f"size {pile.name}", size, "cards", "how many cards lie in it", sizes)


def _answers(engine: CompiledRules, cards: int, actions: Actions) -> Iterator[Field]:
    """What was answered in this deal."""
    for step in engine.questions:
        name = f"answer {step.name}"
        if step.source is not None:
            own = partial(fill.cards, key="answers", name=step.name)
            yield Field(name, (cards,), BIT, "the cards that you chose", own)
            continue
        numbers = actions.answers[step.name]
        said = partial(fill.answers, step=step.name, numbers=numbers)
        shape, meaning = (engine.layout.seats, len(numbers)), "how often each seat gave each answer"
        yield Field(name, shape, "times", meaning, said)


def _facts(engine: CompiledRules, coder: Coder) -> Iterator[Field]:
    """What the table remembers, and the words that tell of it."""
    for one in engine.facts:
        width, filler = coder.width(one.type), fill.fact_by_seat if one.owned else fill.fact
        shape = (coder.seats, width) if one.owned else (width,)
        filled = partial(filler, name=one.name, kind=one.type)
        if one.seen_by != "nobody":
            yield Field(f"fact {one.name}", shape, _unit(one.type), str(one.type), filled)
    for name, term in engine.spoken.items():
        filled = partial(fill.fact, name=name, kind=term.type)
        yield Field(f"fact {name}", (coder.width(term.type),), _unit(term.type), str(term.type), filled)
    for one in engine.announceable:
        heard = partial(fill.announced, name=one.name)
        yield Field(f"announced {one.name}", (1,), BIT, "whether it was announced", heard)
    if engine.layout.orders is not None:
        meaning = "the number of each card's suit, then its height in it, both from 1"
        yield Field("order", (2, len(coder.names)), "number", meaning, fill.order)


def _unit(kind: Type) -> str:
    """Return the unit of a fact."""
    return "number" if kind.kind in (Kind.NUMBER, Kind.COMPLEX) else BIT
