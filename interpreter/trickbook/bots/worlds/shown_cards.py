"""Cards that a step showed to a seat: as long as nothing unseen moves, they lie where they lay."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from trickbook.bots.worlds.start_state import start_step
from trickbook.bots.worlds.unplaced_cards import unmarked_name
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.repeat import RepeatStep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.bots.worlds.unplaced_cards import UnplacedCards
    from trickbook.engine.engine import Step
    from trickbook.sections.compiled import CompiledRules


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
