"""The fields of an observation, in order, and how each is filled from a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.cards.gaussian import of, parts
from trickbook.engine.deal import shows_cards
from trickbook.expression.types import Kind, Type
from trickbook.rl.coder import Coder, Look, Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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
        yield Field("shown", (coder.seats + 1, len(coder.names)), BIT, meaning, _fill_shown)
    yield from _answers(engine, len(coder.names), actions)
    yield from _facts(engine, coder)


def _moment(engine: CompiledRules) -> Iterator[Field]:
    """What is going on, and the scores."""
    seats, steps = engine.layout.seats, {name: n for n, name in enumerate(dict.fromkeys(engine.phases))}
    phase = partial(_fill_one_of, key="phase", names=steps)
    yield Field("phase", (len(steps),), BIT, f"the step: {', '.join(steps)}", phase)
    meanings = {"actors": "who may act now", "dealer": "who deals", "leader": "who leads or led this trick"}
    meanings |= {"plays_for": "whose cards are played by another"} if engine.proxies else {}
    meanings |= {"resting": "who rests"} if engine.resting else {}
    for key, meaning in meanings.items():
        yield Field(key, (seats,), BIT, meaning, partial(_fill_seats, key=key))
    yield Field("deal", (1,), "number", "the number of the deal, from 1", partial(_fill_number, key="deal"))
    yield Field("tricks", (1,), "tricks", "finished tricks of this deal", partial(_fill_number, key="tricks"))
    scores = (seats, 2 if engine.layout.complex else 1)
    yield Field(
        "scores", scores, "points", "scores before this deal; complex ones as two parts", _fill_scores
    )


def _tricks(cards: int, seats: int) -> Iterator[Field]:
    """The cards of the tricks, those exposed, and those of a move so far."""
    yield Field("trick", (seats, cards), BIT, "the cards of each seat in this trick", _fill_trick)
    yield Field("played", (seats, cards), BIT, "the cards of each seat in finished tricks", _fill_played)
    yield Field("won", (seats, cards), BIT, "the cards of the tricks that each seat took", _fill_won)
    exposed = partial(_fill_cards, key="exposed")
    yield Field("exposed", (cards,), BIT, "all cards exposed in this deal", exposed)
    yield Field("chosen", (cards,), BIT, "the cards of your move so far", _fill_chosen)


def _pile(pile: Pile, cards: int, seats: int) -> Iterator[Field]:
    """What a seat sees of a pile, and its size."""
    name, own = f"pile {pile.name}", partial(_fill_cards, key="piles", name=pile.name)
    if pile.seen_by == "everyone" and pile.owned:
        yield Field(name, (seats, cards), BIT, "each seat's", partial(_fill_cards_by_seat, name=pile.name))
    elif pile.seen_by == "everyone":
        yield Field(name, (cards,), BIT, "the table's", own)
    elif pile.seen_by == "owner" and pile.owned and pile.name != "taken":
        yield Field(name, (cards,), BIT, "your own", own)
    sizes, size = partial(_fill_sizes, name=pile.name), (seats if pile.owned else 1,)
    yield Field(f"size {pile.name}", size, "cards", "how many cards lie in it", sizes)


def _answers(engine: CompiledRules, cards: int, actions: Actions) -> Iterator[Field]:
    """What was answered in this deal."""
    for step in engine.questions:
        name = f"answer {step.name}"
        if step.source is not None:
            own = partial(_fill_cards, key="answers", name=step.name)
            yield Field(name, (cards,), BIT, "the cards that you chose", own)
            continue
        numbers = actions.answers[step.name]
        said = partial(_fill_answers, step=step.name, numbers=numbers)
        shape, meaning = (engine.layout.seats, len(numbers)), "how often each seat gave each answer"
        yield Field(name, shape, "times", meaning, said)


def _facts(engine: CompiledRules, coder: Coder) -> Iterator[Field]:
    """What the table remembers, and the words that tell of it."""
    for one in engine.facts:
        width, filler = coder.width(one.type), _fill_fact_by_seat if one.owned else _fill_fact
        shape = (coder.seats, width) if one.owned else (width,)
        filled = partial(filler, name=one.name, kind=one.type)
        if one.seen_by != "nobody":
            yield Field(f"fact {one.name}", shape, _unit(one.type), str(one.type), filled)
    for name, term in engine.spoken.items():
        filled = partial(_fill_fact, name=name, kind=term.type)
        yield Field(f"fact {name}", (coder.width(term.type),), _unit(term.type), str(term.type), filled)
    for one in engine.announceable:
        heard = partial(_fill_announced, name=one.name)
        yield Field(f"announced {one.name}", (1,), BIT, "whether it was announced", heard)
    if engine.layout.orders is not None:
        meaning = "the number of each card's suit, then its height in it, both from 1"
        yield Field("order", (2, len(coder.names)), "number", meaning, _fill_order)


def _unit(kind: Type) -> str:
    """Return the unit of a fact."""
    return "number" if kind.kind in (Kind.NUMBER, Kind.COMPLEX) else BIT


def _fill_one_of(part: Part, look: Look, key: str, names: Mapping[str, int]) -> None:
    """Set the place of a name."""
    part[names[look.view[key]]] = 1


def _fill_seats(part: Part, look: Look, key: str) -> None:
    """Set the places of seats."""
    look.put_seats(part, look.view.get(key))


def _fill_number(part: Part, look: Look, key: str) -> None:
    """Write a number, or how many there are."""
    part[0] = len(found) if isinstance(found := look.view[key], list) else found


def _fill_scores(part: Part, look: Look) -> None:
    """Write each seat's score."""
    for seat, score in enumerate(look.view["scores"]):
        part[look.place(seat)] = parts(of(score))[: part.shape[1]]


def _fill_trick(part: Part, look: Look) -> None:
    """Set the cards of each seat in this trick."""
    for seat, cards in look.view["trick"]:
        look.coder.put_cards(part[look.place(seat)], cards.split())


def _fill_played(part: Part, look: Look) -> None:
    """Set the cards that each seat played to finished tricks."""
    for done in look.view["tricks"]:
        for seat, cards in done["plays"]:
            look.coder.put_cards(part[look.place(seat)], cards.split())


def _fill_won(part: Part, look: Look) -> None:
    """Set the cards of the tricks that each seat took."""
    for done in look.view["tricks"]:
        if done["taker"] is not None:
            cards = " ".join(cards for _, cards in done["plays"])
            look.coder.put_cards(part[look.place(done["taker"])], cards.split())


def _fill_chosen(part: Part, look: Look) -> None:
    """Set the cards of a move so far."""
    look.coder.put_cards(part, (look.coder.names[number] for number in look.chosen))


def _fill_cards(part: Part, look: Look, key: str, name: str = "") -> None:
    """Set cards that the view has under a key, and perhaps a name."""
    found = look.view[key][name] if name else look.view[key]
    look.coder.put_cards(part, found or ())


def _fill_cards_by_seat(part: Part, look: Look, name: str) -> None:
    """Set the cards in everybody's pile."""
    for seat, found in enumerate(look.view["piles"][name]):
        look.coder.put_cards(part[look.place(seat)], found)


def _fill_sizes(part: Part, look: Look, name: str) -> None:
    """Write how many cards lie in a pile, or in everybody's."""
    counts = look.view["sizes"][name]
    part[:] = np.roll(counts, -look.view["seat"]) if isinstance(counts, list) else counts


def _fill_shown(part: Part, look: Look) -> None:
    """Set the cards that steps showed, by owner."""
    for one in look.view["shown"]:
        row = part[-1 if one["seat"] is None else look.place(one["seat"])]
        for card in one["cards"]:
            row[look.coder.number(card)] = 1


def _fill_answers(part: Part, look: Look, step: str, numbers: Mapping[str, int]) -> None:
    """Count the answers of each seat; one that a seat had no choice about counts as given."""
    start = min(numbers.values(), default=0)
    for name, seat, answer in look.view["course"]:
        if name == step and seat is not None and answer in numbers:
            part[look.place(seat), numbers[answer] - start] += 1
    for seat, answer in enumerate(look.view["answers"][step]):
        row = part[look.place(seat)]
        if answer in numbers and not row.any():
            row[numbers[answer] - start] = 1


def _fill_fact(part: Part, look: Look, name: str, kind: Type) -> None:
    """Write a fact."""
    look.put(part, kind, look.view["facts"][name])


def _fill_fact_by_seat(part: Part, look: Look, name: str, kind: Type) -> None:
    """Write everybody's fact."""
    for seat, value in enumerate(look.view["facts"][name]):
        look.put(part[look.place(seat)], kind, value)


def _fill_announced(part: Part, look: Look, name: str) -> None:
    """Write whether something was announced."""
    part[0] = name in look.view["announced"]


def _fill_order(part: Part, look: Look) -> None:
    """Write each card's suit and height as they stand now."""
    for suit, group in enumerate(look.view["order"]):
        for height, card in enumerate(group):
            part[:, look.coder.number(card)] = suit + 1, height + 1
