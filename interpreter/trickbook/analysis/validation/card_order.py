"""The order of cards: ranks that tie or have moved, orders without cards, and suits that are none."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from trickbook.analysis.validation.expression_parts import certain, compiled_part, whole_expression
from trickbook.expression.types import CARDS, Term, constant
from trickbook.problems import Problem, shown
from trickbook.sections.orders import KEY
from trickbook.sections.secrets import covers
from trickbook.texts.message import Listing, Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node, Scalar
    from trickbook.source.nodes import Entry


class RankPlace(NamedTuple):
    """A rank in play: its height, the number in the own file, its height without such numbers, if known."""

    name: str
    height: int
    own: Scalar | None
    usual: int | None


def check_ranks(tables: Configurations) -> Iterator[Problem]:
    """Note what the numbers in the file's own do to the order of the ranks in play."""
    ranks = list(_ranks(tables))
    yield from _tied_ranks(ranks)
    yield from _moved_ranks(ranks)


def _ranks(tables: Configurations) -> Iterator[RankPlace]:
    deck, usual, clean = tables.first.deck, None, True
    played = {face.name.removesuffix(face.suit.letter) for face in deck.faces if face.suit and face.copies}
    for entry, rank in zip(tables.first.context.entries("deck", "ranks"), deck.ranks, strict=True):
        node = entry["rank"]
        own = node if node is not None and tables.own(node.place) else None
        clean = own is None and (clean or node is not None)
        usual = rank.height if clean else None if usual is None else usual + 1
        if rank.letter in played:
            yield RankPlace(entry.name, rank.height, own, usual)


def _tied_ranks(ranks: Sequence[RankPlace]) -> Iterator[Problem]:
    for height, group in groupby(sorted(ranks, key=lambda rank: rank.height), key=lambda rank: rank.height):
        tied = list(group)
        own = [rank.own for rank in tied if rank.own]
        if len(tied) > 1 and own:
            names = Listing(tuple(shown(rank.name) for rank in tied), " and ", " and ")
            message = Message(
                "{list_names} are equally high ({number}): the one that is played first wins",
                list_names=names,
                number=height,
            )
            hint = Message("give each a `rank:` of its own")
            yield Problem("tied-ranks", message, own[-1].place, hint, "note")


def _moved_ranks(ranks: Sequence[RankPlace]) -> Iterator[Problem]:
    """Note ranks without a number that count on from one in the file's own, away from where they were."""
    for index, rank in enumerate(ranks):
        following = []
        for other in ranks[index + 1 :] if rank.own else ():
            if other.own:
                break
            if other.usual is not None and other.height != other.usual:
                following.append(f"{other.name} {other.height}")
        if following and rank.own:
            name, text = shown(rank.name), listing(following)
            message = Message("ranks without a number count on from {name}: {text}", name=name, text=text)
            hint = Message("give the ranks in their order, or each its `rank:`")
            yield Problem("moved-ranks", message, rank.own.place, hint, "note")


class Standing(NamedTuple):
    """An order at a table: whether its condition holds at any time, and at all times; its cards."""

    holds: bool | None
    cards: Term


def check_orders(tables: Configurations) -> Iterator[Problem]:
    """Note orders of the file's own that are dead at every table, and suits that are none."""
    matching: list[Entry] = []
    for entry in tables.first.context.entries(KEY):
        if tables.own(entry.place) and not tables.dependencies.options(*_nodes(entry, *matching)):
            reasons = [_dead(engine, entry, matching) for engine in tables.usual.values()]
            if reasons[0] and all(reasons):
                yield _note(entry, reasons[0], Message("change it, or leave it out"))
            elif all(_is_no_suit(engine, entry) for engine in tables.usual.values()):
                message = Message(
                    "these are neither a suit nor the cards of order {name}", name=shown(entry.name)
                )
                yield _note(entry, message, Message("name a whole suit, or the trumps of another order"))
            elif apart := _outside(tables.first, entry):
                yield _one_way(entry, tables.first.deck.written(apart)[-1])
        matching.append(entry)


def _nodes(*entries: Entry) -> Iterator[Node]:
    for entry in entries:
        yield from (node for key in ("when", "cards", "suit") if (node := entry[key]) is not None)


def _note(entry: Entry, message: Message, hint: Message) -> Problem:
    return Problem("dead-order", message, entry.place, hint, "note")


def _dead(engine: CompiledRules, entry: Entry, before: list[Entry]) -> Message | None:
    """Why an order never has a card of its own; None if it may have one."""
    own, name = _standing(engine, entry), shown(entry.name)
    if own.holds is False:
        return Message("order {name} never counts: its `when:` never holds", name=name)
    if own.cards.constant and not own.cards.value:
        return Message("order {name} has no cards", name=name)
    for other in before:
        first = _standing(engine, other)
        if first.holds and covers(first.cards, own.cards):
            return Message(
                "order {name} has no cards that {other} before it leaves", name=name, other=shown(other.name)
            )
    return None


def _standing(engine: CompiledRules, entry: Entry) -> Standing:
    when, cards = _term(engine, entry["when"]), _term(engine, entry["cards"])
    whole = constant(CARDS, engine.deck.cards)
    return Standing(True if when is None else certain(engine, when), whole if cards is None else cards)


def _term(engine: CompiledRules, node: Scalar | None) -> Term | None:
    part = whole_expression(node)
    return None if part is None else compiled_part(engine, part)


def _is_no_suit(engine: CompiledRules, entry: Entry) -> bool:
    """Return whether the cards of `suit:` have no whole suit of the deck, nor all cards of the order."""
    suit, cards = _term(engine, entry["suit"]), _standing(engine, entry).cards
    if suit is None or not suit.constant or not cards.constant:
        return False
    inside = engine.deck.of_suit.values()
    return bool(cards.value & ~suit.value) and not any(one and not one & ~suit.value for one in inside)


def _outside(engine: CompiledRules, entry: Entry) -> int:
    """The cards of the suit of an order with which none of the order's cards share a suit in return."""
    suit, own = _term(engine, entry["suit"]), _standing(engine, entry).cards
    if suit is None or not suit.constant or not own.constant or not own.value & ~suit.value:
        return 0
    left: int = suit.value & ~own.value
    found = 0
    for other in engine.context.entries(KEY):
        standing, counted = _standing(engine, other), _term(engine, other["suit"])
        if not standing.cards.constant or (counted is not None and not counted.constant):
            return 0
        there = left & standing.cards.value
        if counted is not None and not own.value & counted.value:
            found |= there
        left &= ~standing.cards.value
    return found | left


def _one_way(entry: Entry, card: str) -> Problem:
    """A note that cards count as a suit, and the suit does not count as theirs."""
    message = Message(
        "the cards of order {name} count as a suit whose own cards do not count as theirs: "
        "whoever must follow {card} need not do so with them",
        name=shown(entry.name),
        card=shown(card),
    )
    hint = Message("name both under `suit:`, here and in an order of the other cards")
    return Problem("one-way-order", message, entry.place, hint, "note")
