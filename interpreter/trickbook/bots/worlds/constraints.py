"""Constraints on the unseen cards: which cards a seat can place, and how much room is left for the others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.bots.worlds.card_places import (
    UnplacedCards,
    keeps_cards,
    laid_away,
    place_shown,
    unmarked_name,
)
from trickbook.bots.worlds.start_state import (
    asked_in_tricks,
    before_tricks,
    lays_open_in_tricks,
    start_step,
)
from trickbook.cards.combinations import NONE
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep
from trickbook.engine.moves import DONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules


class Constraints(NamedTuple):
    """A seat's knowledge: the deal's plays in order, the cards that it can place, room for the others.

    ``answers`` are those given among the tricks, each with its step and its seat, as far as the seat knows.
    """

    seat: int
    plays: tuple[tuple[int, int], ...]
    answers: tuple[tuple[str, int, str | None], ...]
    lying: tuple[int, ...]
    room: Mapping[int, int]
    unseen: int
    shown: int
    labelled: Mapping[int, tuple[str, ...]]


class ShownCopies(NamedTuple):
    """A card of which a seat has shown some unnamed copies, and may hold more."""

    at: int
    copies: int
    shown: int


def constraints(engine: CompiledRules, base: State, seen: Mapping[str, Any]) -> Constraints:
    """Return what a seat knows by its view; CardError if played cards came back to where they were."""
    me, seats = seen["seat"], range(engine.layout.seats)
    heap = _whole_pack(engine, seen)
    shown = heap.shown
    tricks = [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
    plays = tuple((seat, heap.take(text.split())) for trick in tricks for seat, text in trick)
    played = [sum(cards for who, cards in plays if who == seat) for seat in seats]
    lying = _visible_cards(engine, heap, seen)
    hand, open_ = (engine.layout.piles[name].base for name in ("hand", "table"))
    taken_up = hand if before_tricks(engine, seen) else open_
    for seat in seats:
        lying[open_ + seat] |= played[seat] & shown
    lying[taken_up + me] |= lying[hand + me] & shown
    _exposed_cards(engine, heap, seen, lying, taken_up)
    for seat in seats:
        lying[hand + seat] = (lying[hand + seat] | played[seat]) & ~lying[open_ + seat]
    place_shown(engine, heap, seen, lying)
    labelled = _place_given_cards(engine, base, heap, seen, lying)
    room = _room(engine, seen, played, lying)
    for at, size in laid_away(engine, base, seen, sum(played).bit_count()).items():
        room[at] = size - lying[at].bit_count()
    room[engine.layout.piles["aside"].base] = heap.left.bit_count() - sum(room.values())
    _place_drawn_cards(engine, seen, plays, labelled)
    if lays_open_in_tricks(engine):
        shown = 0
        for seat in seats:
            lying[hand + seat], lying[open_ + seat] = lying[hand + seat] | lying[open_ + seat], 0
    asked = asked_in_tricks(engine)
    answers = tuple((name, seat, text) for name, seat, text in seen["course"] if name in asked)
    return Constraints(
        me,
        plays,
        answers,
        tuple(lying),
        room,
        heap.left,
        shown,
        {at: tuple(names) for at, names in labelled.items()},
    )


def _whole_pack(engine: CompiledRules, seen: Mapping[str, Any]) -> UnplacedCards:
    """Return all cards, with those marked that were exposed."""
    deck = engine.deck
    return UnplacedCards(deck, deck.among([unmarked_name(name) for name in seen["exposed"]], deck.cards))


def _visible_cards(engine: CompiledRules, heap: UnplacedCards, seen: Mapping[str, Any]) -> list[int]:
    """Return the cards that the seat sees lying, except those that were played."""
    lying = [0] * engine.layout.pile_cells
    for name, cards in seen["piles"].items():
        pile = engine.layout.piles[name]
        if name in ("trick", "held"):
            continue
        if not pile.owned:
            lying[pile.base] = heap.take(cards)
        elif pile.seen_by == "everyone":
            for seat, some in enumerate(cards):
                lying[pile.base + seat] = heap.take(some)
        else:
            lying[pile.base + seen["seat"]] = heap.take(cards)
    return lying


def known_choices(
    engine: CompiledRules, seen: Mapping[str, Any]
) -> Iterator[tuple[AskStep, int | None, str]]:
    """Yield the cards that seats chose and that chance drew (no seat), as far as the seat knows them."""
    steps = {step.name: step for step in engine.steps}
    for name, seat, text in seen["course"]:
        step = steps.get(name)
        if isinstance(step, AskStep) and step.source is not None and text not in (None, DONE, NONE):
            yield step, seat, text


def _exposed_cards(
    engine: CompiledRules, heap: UnplacedCards, seen: Mapping[str, Any], lying: list[int], base: int
) -> None:
    """Place the cards that a seat has exposed and taken up again, in piles from ``base`` on."""
    open_ = engine.layout.piles["table"]
    choices = [
        (seat, text) for step, seat, text in known_choices(engine, seen) if step.to and step.to.pile == open_
    ]
    for seat in {seat for seat, _ in choices if seat is not None} - {seen["seat"]}:
        names = Counter(unmarked_name(name) for who, text in choices if who == seat for name in text.split())
        for name, times in names.items():
            there = engine.deck.copies[name] & lying[open_.base + seat]
            lying[base + seat] |= heap.some(name, times - there.bit_count(), shown=True)


def _place_given_cards(
    engine: CompiledRules, base: State, heap: UnplacedCards, seen: Mapping[str, Any], lying: list[int]
) -> dict[int, list[str]]:
    """Place the cards that the seat gave away and has not seen since; return where it gave which."""
    hand, me = engine.layout.piles["hand"], seen["seat"]
    given: dict[int, list[str]] = {}
    for step, seat, text in known_choices(engine, seen):
        if seat != me or step.to is None or not _stays(engine, step, seen):
            continue
        if step.to.pile == hand or keeps_cards(engine, step.to.pile):
            goal = step.to.where(engine.layout, base, me)
            if goal is not None and goal != hand.base + me:
                given.setdefault(goal, []).extend(map(unmarked_name, text.split()))
    open_ = engine.layout.piles["table"].base - hand.base
    for goal, names in given.items():
        held = goal - hand.base in range(engine.layout.seats)
        for name, times in Counter(names).items():
            there = lying[goal] | (lying[goal + open_] if held else 0)
            missing = times - (engine.deck.copies[name] & there).bit_count()
            cards = heap.some(name, missing, shown=False)
            if not held:
                cards |= heap.some(name, missing - cards.bit_count(), shown=True)
            lying[goal] |= cards
    return given


def _stays(engine: CompiledRules, step: AskStep, seen: Mapping[str, Any]) -> bool:
    """Return whether given cards stay where they went: nothing unseen is moved after that."""
    if step.again is not None:
        return False
    after = engine.steps[engine.steps.index(step) + 1 : start_step(engine, seen)]
    names = {entry[0] for entry in seen["course"]}
    return not any(
        isinstance(later, DealStep)
        or (isinstance(later, AskStep) and later.to and later.to.pile.name == "hand")
        for later in after
        if later.name in names
    )


def _room(
    engine: CompiledRules, seen: Mapping[str, Any], played: Sequence[int], lying: Sequence[int]
) -> dict[int, int]:
    """Return the number of unplaced cards with each other seat and in piles face down."""
    sizes, hand, open_ = seen["sizes"], engine.layout.piles["hand"].base, engine.layout.piles["table"].base
    room = {
        hand + seat: sizes["hand"][seat] + sizes["table"][seat] + cards.bit_count()
        - (lying[hand + seat] | lying[open_ + seat]).bit_count()
        for seat, cards in enumerate(played)
        if seat != seen["seat"]
    }  # fmt: skip
    return room | _backs(engine, seen, lying)


def _backs(engine: CompiledRules, seen: Mapping[str, Any], lying: Sequence[int]) -> dict[int, int]:
    """Return the number of unplaced cards face down in the piles of the ruleset's own."""
    room: dict[int, int] = {}
    for pile in engine.layout.piles.values():
        if pile.name not in ("aside", "hand", "taken") and pile.seen_by != "everyone":
            sizes = seen["sizes"][pile.name]
            for seat, size in enumerate(sizes if pile.owned else [sizes]):
                if size and not (pile.owned and pile.seen_by == "owner" and seat == seen["seat"]):
                    room[pile.base + seat] = size - lying[pile.base + seat].bit_count()
    return room


def _place_drawn_cards(
    engine: CompiledRules,
    seen: Mapping[str, Any],
    plays: Sequence[tuple[int, int]],
    labelled: dict[int, list[str]],
) -> None:
    """Give a card that chance drew and that was played first to its player."""
    for seat, cards in plays[:1]:
        names = [unmarked_name(name) for name in engine.deck.written(cards)]
        drawn = {unmarked_name(text) for step, _, text in known_choices(engine, seen) if step.who is None}
        labelled.setdefault(engine.layout.piles["hand"].base + seat, []).extend(drawn.intersection(names))


def shown_copies(engine: CompiledRules, known_: Constraints) -> tuple[ShownCopies, ...]:
    """Return for each other seat the cards of which it has shown copies while others are unseen."""
    hand, open_ = (engine.layout.piles[name].base for name in ("hand", "table"))
    all_shown = []
    for at in known_.room.keys() & range(hand, hand + engine.layout.seats):
        there, labelled = known_.lying[at] | known_.lying[at - hand + open_], known_.labelled.get(at, ())
        for name, copies in engine.deck.copies.items():
            if copies & there and copies & known_.unseen:
                shown = (copies & there).bit_count() - labelled.count(name)
                all_shown.append(ShownCopies(at, copies, max(0, shown)))
    return tuple(all_shown)


def undo_known_choices(
    engine: CompiledRules, base: State, known_: Constraints, seen: Mapping[str, Any]
) -> None:
    """Restore the chosen and drawn cards, as far as the seat knows them."""
    first = sum(cards for _, cards in known_.plays[:1])
    hand = engine.layout.piles["hand"].base + known_.seat
    for step, seat, text in known_choices(engine, seen):
        cards = 0
        for name in text.split():
            copies = engine.deck.copies[unmarked_name(name)] & ~cards
            liked = copies & first or copies & known_.lying[hand] or copies
            cards |= liked & -liked
        at = engine.cells.slots + step.slot + (seat or 0)
        base.v[at] = base.v[at] | cards if step.how == "freely" else cards
