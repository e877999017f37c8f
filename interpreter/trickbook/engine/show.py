"""What was shown in a deal: to which seats, and where the cards lay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.deal import ShowStep

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.state import Layout, Pile, Show


def pile_at(layout: Layout, at: int) -> tuple[Pile, int | None]:
    """Return the pile at an index, and the seat that owns it, if any does."""
    piles = (pile for pile in layout.piles.values() if pile.base <= at)
    pile = max(piles, key=lambda pile: pile.base)
    return pile, at - pile.base if pile.owned else None


def shows_cards(engine: Engine) -> bool:
    """Return whether a step of a ruleset shows cards."""
    return any(isinstance(step, ShowStep) for step in engine.every_step)


def visible_shows(engine: Engine, s: State, seat: int | None) -> tuple[Show, ...]:
    """Return what was shown in a deal, as far as a seat saw it, or showed it out of its own hand."""
    return tuple(shown for shown in s.shows if sees(engine, shown, seat))


def sees(engine: Engine, shown: Show, seat: int | None) -> bool:
    """Return whether a seat saw what was shown, or showed it out of its own hand; None is a spectator."""
    pile, owner = pile_at(engine.layout, shown.at)
    if seat is None:
        return shown.to == engine.layout.everyone
    return bool(shown.to >> seat & 1) or (seat == owner and pile.seen_by == "owner")
