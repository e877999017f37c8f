"""Places of cards that a seat knows without seeing them: cards that it was shown, and cards laid away."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from trickbook.bots.worlds.named_cards import unmarked_name
from trickbook.bots.worlds.start_state import start_step
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.repeat import RepeatStep
from trickbook.expression.operations import PILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.bots.worlds.named_cards import UnplacedCards
    from trickbook.core.state import State
    from trickbook.engine.engine import Step
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Pile


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
    found = {name}
    while True:
        events = {event for event, steps in engine.upon.items() if found & {step.name for step in steps}}
        if events <= found:
            break
        found |= events
    return max((at for at, step in enumerate(engine.steps) if step.name in found), default=len(engine.steps))


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
    laid = sum(sizes["taken"]) + sizes["held"] + sizes["trick"] - played
    return {goal: laid for goal in goals if goal is not None and laid > 0 and len(goals) == 1}


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
