"""Places of cards that a seat knows without seeing them: cards that it was shown, and cards laid away."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from trickbook.bots.worlds.start_state import start_step
from trickbook.cards.deck import MARK
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, RepeatStep
from trickbook.expression.operations import PILES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Pile


def unmarked_name(name: str) -> str:
    """Return a name without the mark of exposure."""
    return name.removesuffix(MARK)


def named_cards(engine: CompiledRules, text: str | None, *sets: int) -> int:
    """Return the cards that a text names, 0 if it names other things.

    Of identical cards those are taken that are in the first of some sets, if any are.
    """
    cards = 0
    for name in (text or "").split():
        copies = engine.deck.copies.get(unmarked_name(name), 0) & ~cards
        copies = next((copies & some for some in sets if copies & some), copies)
        cards |= copies & -copies
    return cards


def plays_seen(seen: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the plays of a deal in order, each with its seat."""
    tricks = [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
    return [(seat, play) for trick in tricks for seat, play in trick]


def played_cards(engine: CompiledRules, seen: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the plays of a deal in order as cards, each with its seat."""
    return [(seat, named_cards(engine, play)) for seat, play in plays_seen(seen)]


class UnplacedCards:
    """Cards of a deck that are not placed yet; they are taken by name."""

    def __init__(self, deck: Deck, shown: int) -> None:
        """Begin with the whole deck."""
        self.deck, self.left, self.shown = deck, deck.cards, shown

    def take(self, names: Sequence[str]) -> int:
        """Take cards by name; CardError if they were taken before."""
        cards = self.deck.among(names, self.left, self.shown)
        self.left &= ~cards
        return cards

    def some(self, name: str, most: int, *, shown: bool) -> int:
        """Take up to ``most`` copies of a card."""
        cards = 0
        for _ in range(most):
            copies = self.deck.copies[name] & self.left & (self.shown if shown else ~self.shown)
            cards |= copies & -copies
            self.left &= ~cards
        return cards


def place_shown(
    engine: CompiledRules, heap: UnplacedCards, seen: Mapping[str, Any], lying: list[int]
) -> None:
    """Place the cards that the seat was shown where others hold them or where they lie face down."""
    hand, open_ = (engine.layout.piles[name].base for name in ("hand", "table"))
    for shown in seen.get("shown", ()):
        seat, at = shown["seat"], engine.layout.piles[shown["pile"]].base + (shown["seat"] or 0)
        if seat == seen["seat"] or not _stays(engine, shown["step"], seen):
            continue
        there = lying[at] | (lying[open_ + seat] if at == hand + (seat or 0) and seat is not None else 0)
        for name, times in Counter(map(unmarked_name, shown["cards"])).items():
            missing = times - (engine.deck.copies[name] & there).bit_count()
            lying[at] |= heap.some(name, missing, shown=False)


def _stays(engine: CompiledRules, name: str, seen: Mapping[str, Any]) -> bool:
    """Return whether shown cards stay where they were: no cards are moved unseen after that."""
    names = {entry[0] for entry in seen["course"]}
    at, now = _place(engine, name), start_step(engine, seen)
    return not any(_moves_unseen(step, names) for step in engine.steps[at + 1 : now])


def _place(engine: CompiledRules, name: str) -> int:
    """Return the place among the steps at which a step is taken, the last of several."""
    spellings = {name}
    while True:
        events = {event for event, steps in engine.upon.items() if spellings & {step.name for step in steps}}
        if events <= spellings:
            break
        spellings |= events
    return max(
        (at for at, step in enumerate(engine.steps) if step.name in spellings), default=len(engine.steps)
    )


def _moves_unseen(step: Step, asked: set[str]) -> bool:
    """Return whether a step may have moved cards so that not everybody saw which, or gone back."""
    if isinstance(step, DealStep):
        return step.name in asked
    if isinstance(step, AskStep):
        return step.name in asked and step.to is not None and step.covered
    return isinstance(step, RepeatStep) or (isinstance(step, MoveStep) and step.to.pile.seen_by != "everyone")


def laid_away(engine: CompiledRules, base: State, seen: Mapping[str, Any], played: int) -> dict[int, int]:
    """Return how many cards lie among the taken ones since before the tricks, by place.

    If several seats laid cards there, it is not told whose are how many, and none are returned.
    """
    steps = {step.name: step for step in engine.steps[: start_step(engine, seen) + 1]}
    goals = set()
    for name, seat, _ in seen["course"]:
        step = steps.get(name)
        if isinstance(step, AskStep) and step.to and step.to.pile.name == "taken" and seat is not None:
            goals.add(step.to.where(engine.layout, base, seat))
    sizes = seen["sizes"]
    count = sum(sizes["taken"]) + sizes["held"] + sizes["trick"] - played
    return {goal: count for goal in goals if goal is not None and count > 0 and len(goals) == 1}


def keeps_cards(engine: CompiledRules, pile: Pile) -> bool:
    """Return whether cards laid face down on a pile stay there: no rule deals them or moves them on."""
    if pile.name == "taken":
        return True
    return pile.seen_by == "nobody" and not any(
        (isinstance(step, DealStep) and pile in step.sources)
        or (isinstance(step, MoveStep) and pile.base in places(step.cards))
        for step in engine.every_step
    )


def places(term: Term) -> set[Any]:
    """Return the piles that an expression depends on."""
    own = {term.detail} if term.operation in PILES else set()
    return own.union(*map(places, term.parts))
