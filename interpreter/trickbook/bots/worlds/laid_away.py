"""Cards laid away: among the taken ones without having been in a trick, or face down where they stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.bots.worlds.start_state import start_step
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.expression.operations import PILES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.core.state import State
    from trickbook.expression.types import Term
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import Pile


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
