"""How each field of an observation is filled: its part, the view that it is read from, perhaps a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trickbook.cards.gaussian import of, parts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.expression.types import Type
    from trickbook.rl.coder import Look, Part


def one_of(part: Part, look: Look, key: str, names: Mapping[str, int]) -> None:
    """Set the place of a name."""
    part[names[look.view[key]]] = 1


def seats(part: Part, look: Look, key: str) -> None:
    """Set the places of seats."""
    look.put_seats(part, look.view.get(key))


def number(part: Part, look: Look, key: str) -> None:
    """Write a number, or how many there are."""
    part[0] = len(found) if isinstance(found := look.view[key], list) else found


def scores(part: Part, look: Look) -> None:
    """Write each seat's score."""
    for seat, score in enumerate(look.view["scores"]):
        part[look.place(seat)] = parts(of(score))[: part.shape[1]]


def trick(part: Part, look: Look) -> None:
    """Set the cards of each seat in this trick."""
    for seat, cards in look.view["trick"]:
        look.coder.put_cards(part[look.place(seat)], cards.split())


def played(part: Part, look: Look) -> None:
    """Set the cards that each seat played to finished tricks."""
    for done in look.view["tricks"]:
        for seat, cards in done["plays"]:
            look.coder.put_cards(part[look.place(seat)], cards.split())


def won(part: Part, look: Look) -> None:
    """Set the cards of the tricks that each seat took."""
    for done in look.view["tricks"]:
        if done["taker"] is not None:
            cards = " ".join(cards for _, cards in done["plays"])
            look.coder.put_cards(part[look.place(done["taker"])], cards.split())


def chosen(part: Part, look: Look) -> None:
    """Set the cards of a move so far."""
    look.coder.put_cards(part, (look.coder.names[number] for number in look.chosen))


def cards(part: Part, look: Look, key: str, name: str = "") -> None:
    """Set cards that the view has under a key, and perhaps a name."""
    found = look.view[key][name] if name else look.view[key]
    look.coder.put_cards(part, found or ())


def cards_by_seat(part: Part, look: Look, name: str) -> None:
    """Set the cards in everybody's pile."""
    for seat, found in enumerate(look.view["piles"][name]):
        look.coder.put_cards(part[look.place(seat)], found)


def sizes(part: Part, look: Look, name: str) -> None:
    """Write how many cards lie in a pile, or in everybody's."""
    counts = look.view["sizes"][name]
    part[:] = np.roll(counts, -look.view["seat"]) if isinstance(counts, list) else counts


def shown(part: Part, look: Look) -> None:
    """Set the cards that steps showed, by owner."""
    for one in look.view["shown"]:
        row = part[-1 if one["seat"] is None else look.place(one["seat"])]
        for card in one["cards"]:
            row[look.coder.number(card)] = 1


def answers(part: Part, look: Look, step: str, numbers: Mapping[str, int]) -> None:
    """Count the answers of each seat; one that a seat had no choice about counts as given."""
    start = min(numbers.values(), default=0)
    for name, seat, answer in look.view["course"]:
        if name == step and seat is not None and answer in numbers:
            part[look.place(seat), numbers[answer] - start] += 1
    for seat, answer in enumerate(look.view["answers"][step]):
        row = part[look.place(seat)]
        if answer in numbers and not row.any():
            row[numbers[answer] - start] = 1


def fact(part: Part, look: Look, name: str, kind: Type) -> None:
    """Write a fact."""
    look.put(part, kind, look.view["facts"][name])


def fact_by_seat(part: Part, look: Look, name: str, kind: Type) -> None:
    """Write everybody's fact."""
    for seat, value in enumerate(look.view["facts"][name]):
        look.put(part[look.place(seat)], kind, value)


def announced(part: Part, look: Look, name: str) -> None:
    """Write whether something was announced."""
    part[0] = name in look.view["announced"]


def order(part: Part, look: Look) -> None:
    """Write each card's suit and height as they stand now."""
    for suit, group in enumerate(look.view["order"]):
        for height, card in enumerate(group):
            part[:, look.coder.number(card)] = suit + 1, height + 1
