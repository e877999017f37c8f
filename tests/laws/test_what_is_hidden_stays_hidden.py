"""Swap hidden cards among the others, and every byte that a seat sees stays as it is.

A twin is the same deal with two cards of others swapped: the record is written anew and played again.
Where the swapped cards would not allow the same moves there is no twin.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from tests.laws.deals import Deal, Table, deals, every_table, moments

import trickbook
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import MoveStep
from trickbook.seat import seat_view

Maker = Callable[[trickbook.Game, int, random.Random], str]
"""Writes the record of a twin of a game, whose difference a seat must not see."""

CARD = re.compile(r"\b[2-9TJQKAX][CDSH]\b")


def sight(game: trickbook.Game, seat: int | None) -> str:
    return json.dumps(seat_view(game, seat))


def again(text: str, rules: trickbook.Ruleset) -> trickbook.Game | None:
    """The game of a record, if its moves are legal."""
    try:
        return trickbook.replay(text, rules)
    except trickbook.RecordError:
        return None


def dealt(text: str) -> list[list[list[str]]]:
    """The hands of the only deal of a record, each time that cards were dealt to all."""
    lines = re.findall(r"^\w+ = (.*\|.*)$", text, re.MULTILINE)
    return [[hand.split() for hand in line.split("|")] for line in lines]


def with_hands(text: str, hands: list[list[str]]) -> str:
    """The record where these hands were dealt last."""
    before, here, after = text.rpartition("\ndeal = ")
    line = " ".join(" | ".join(map(" ".join, hands)).split())
    return before + here + line + after[after.index("\n") :]


def swapped_where_they_lie(game: trickbook.Game, seat: int | None, rng: random.Random) -> str:
    """The record where two cards that lie where they were dealt, in two hands of others, are swapped."""
    text, others = game.record(), [player for player in range(len(game.scores)) if player != seat]
    if len(others) < 2:
        return text
    one, other = rng.sample(others, 2)
    hands = [hand.split() for hand in text.rpartition("\ndeal = ")[2].partition("\n")[0].split("|")]
    lying = [
        [place for place, card in enumerate(hands[who]) if card in game.hands[who]] for who in (one, other)
    ]
    if all(lying):
        here, there = map(rng.choice, lying)
        hands[one][here], hands[other][there] = hands[other][there], hands[one][here]
    return with_hands(text, hands)


def renamed(game: trickbook.Game, seat: int, rng: random.Random) -> str:
    """The record where two cards that the seat has never seen bear each other's name."""
    head, deal, body = game.record().partition("\nDeal ")
    seen = {
        *(card for hands in dealt(body) if len(hands) > seat for card in hands[seat]),
        *game.hands[seat],
        *game.exposed,
        *(card for _, play in game.trick for card in play.split()),
    }
    seen |= {card for trick in game.tricks for _, play in trick.plays for card in play.split()}
    seen |= {card for line in body.splitlines() for card in CARD.findall(own(line, seat))}
    view = game.view(seat)
    seen |= {*CARD.findall(f"{view['piles']} {view['course']} {view.get('shown', '')}")}
    hidden = {card for cards in (*game.hands, game.aside) for card in cards}
    unseen = sorted(hidden - {card.removesuffix("*") for card in seen})
    if len(unseen) < 2:
        return game.record()
    one, other = rng.sample(unseen, 2)
    swap = {one: other, other: one}
    return head + deal + CARD.sub(lambda found: swap.get(found[0], found[0]), body)


def own(line: str, seat: int) -> str:
    """What a line of a record tells of a seat's own moves."""
    return " ".join(re.findall(rf"(?:^\w+:|,) {seat} ([^,]*)", line))


MAKERS: Final = (swapped_where_they_lie, renamed)
"""How a twin is made."""

ENOUGH: Final = 4
"""So many twins of a game are compared with it."""

TRIES: Final = 6
"""So often each maker tries; where much is announced few twins announce the same."""


def twins(
    deal: Deal, game: trickbook.Game, seat: int, makers: Iterable[Maker] = MAKERS * TRIES
) -> Iterator[trickbook.Game]:
    found = 0
    for make in makers:
        text = make(game, seat, deal.rng) if found < ENOUGH else game.record()
        twin = again(text, deal.rules) if text != game.record() else None
        if twin is not None and announced(twin) == announced(game):
            found += 1
            yield twin


def announced(game: trickbook.Game) -> list[object]:
    """What a seat must tell of its hand: the card that opens, what lies open, what the table remembers."""
    seen = (fact for fact in game.engine.facts if fact.seen_by == "everyone")
    values = (game.engine.fact_values(fact, game.state) for fact in seen)
    lying = game.exposed if any(isinstance(step, MoveStep) for step in game.engine.every_step) else None
    return [game.leader, lying, *values]


@every_table
def test_cards_of_the_others(table: Table) -> None:
    found = 0
    for deal in deals(table, "hidden"):
        begun = list(islice(moments(deal), table.players * 5))
        for game, _, _ in deal.rng.choices(begun, k=2):
            seat = deal.rng.randrange(table.players)
            for twin in twins(deal, game, seat):
                found += twin.hands != game.hands
                assert sight(twin, seat) == sight(game, seat), f"{game.record()}\n{twin.record()}"
    assert found


@every_table
def test_cards_of_all_for_somebody_who_looks_on(table: Table) -> None:
    found = 0
    for deal in deals(table, "looks on", 0.3):
        at = {deal.rng.randrange(table.players * 5) for _ in range(2)}
        for number, (game, _, _) in enumerate(moments(deal)):
            for _ in range(4 if number in at else 0):
                twin = again(swapped_where_they_lie(game, None, deal.rng), deal.rules)
                if twin is not None and announced(twin) == announced(game):
                    found += twin.hands != game.hands
                    assert sight(twin, None) == sight(game, None), f"{game.record()}\n{twin.record()}"
    assert found


def together(game: trickbook.Game) -> bool:
    """Whether nobody sees an answer before all have answered."""
    step = game.engine.waiting.get(game.state.step)
    return isinstance(step, AskStep) and step.how == "together"


@every_table
def test_choices_that_are_still_face_down(table: Table) -> None:
    """CX-3, RH-3, DH-15, DH-16: nobody knows what the others choose before all have chosen."""
    for deal in deals(table, "chosen", 0.3):
        one, other = deal.game, deal.game
        while together(one) and len(one.actors) > 1:
            seat = deal.rng.choice(one.actors)
            moves = [one.legal(seat)[deal.rng.randrange(len(one.legal(seat)))] for _ in range(2)]
            one, other = one.apply(seat, moves[0]), other.apply(seat, moves[1])
            for watcher in {*range(table.players)} - {seat}:
                if watcher in one.actors:
                    assert sight(one, watcher) == sight(other, watcher), one.record()


@every_table
def test_the_seed_of_the_deals_to_come(table: Table) -> None:
    for deal in deals(table, "seeds", 0.3):
        text = deal.game.record()
        seedless = again(re.sub(r"(?m)^seed .*$", "seed 1", text), deal.rules)
        assert seedless is not None
        for seat in range(table.players):
            assert sight(seedless, seat) == sight(deal.game, seat)


@every_table
def test_everybody_sees_their_own_cards_and_the_table(table: Table) -> None:
    for deal in deals(table, "sees", 0.3):
        for game, seat, move in moments(deal):
            view = game.view(seat)
            assert view["piles"]["hand"] == list(game.hands[seat])
            assert view["trick"] == [list(play) for play in game.trick]
            assert view["counts"] == [len(hand) for hand in game.hands]
            assert view["legal"] is None or move in view["legal"]
