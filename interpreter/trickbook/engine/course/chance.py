"""Chance: how many cards each seat is dealt, and where dealt and drawn cards go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.text import Body, Level

if TYPE_CHECKING:
    from trickbook.engine.ask import AskStep
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.deal import DealStep


def write_deal(flow: Flow, step: DealStep, index: int) -> None:
    """Write who is first of those who have ``shares``, what is ``dealt``, and perhaps what is ``wanted``.

    The numbers stand where answers are given: nobody answers while cards are dealt.
    """
    body, wanted = Body(), Body()
    (_add_wanted if step.to.owned else _add_wanted_by_all)(flow, step, wanted)
    if step.equal:
        body.lines += wanted.lines
    else:
        wanted.add("return 0")
        flow.source.add(f"wanted{index}", (), wanted)
        body.add(f"wanted{index}(v)")
    first = _add_first(flow, step, body)
    lying = " + ".join(f"v[{flow.pile(pile)}].bit_count()" for pile in step.sources)
    many = flow.seats if step.to.owned else 1
    body.add(f"share(v, GIVEN, {many}, {lying}, {first}, {direction(flow, step)}, {int(step.uneven)})")
    body.add(f"return {first}")
    flow.source.add(f"shares{index}", (), body)
    _write_laying(flow, step, index)


def direction(flow: Flow, step: DealStep) -> int:
    """Return how far the seat that is dealt next is from the one before; alike, as they are numbered."""
    return 1 if step.alike else flow.layout.turn


def _add_wanted(flow: Flow, step: DealStep, body: Body) -> None:
    """Add the lines that say how many cards the rules deal to each seat, if enough lie there."""
    among = step.who is not None or bool(flow.engine.resting)
    if among:
        everyone = str(flow.layout.everyone)
        who = flow.text(step.who, "v[DEALER]").at(Level.INTERSECTION) if step.who else everyone
        body.add(f"group = {who} & ~v[RESTING]" if flow.engine.resting else f"group = {who}")
    each, own = str(len(flow.engine.pack)), step.each is not None and flow.each(step.each)
    if step.each is not None:
        each = f"greater(0, {flow.text(step.each, 'p' if own else 'v[DEALER]')})"
    if step.each is not None and not own:
        body.add(f"many = {each}")
        each = "many"
    with body.block(f"for p in range({flow.seats})"):
        body.add(f"v[GIVEN + p] = {each} if group >> p & 1 else 0" if among else f"v[GIVEN + p] = {each}")


def _add_wanted_by_all(flow: Flow, step: DealStep, body: Body) -> None:
    """Add the lines that say how many cards the rules deal to a pile that belongs to nobody."""
    each = str(len(flow.engine.pack))
    if step.each is not None:
        each = f"greater(0, {flow.text(step.each, 'v[DEALER]')})"
    who = flow.text(step.who, "v[DEALER]").at(Level.SHIFT) if step.who else ""
    body.add(f"v[GIVEN] = {each} if {who} >> v[DEALER] & 1 else 0" if who else f"v[GIVEN] = {each}")


def _add_first(flow: Flow, step: DealStep, body: Body) -> str:
    """Add the lines that find who is dealt first, and return the seat."""
    if not step.to.owned or step.alike:
        return "0"
    following = flow.onward("v[DEALER]")
    if step.first is None:
        body.add(f"first = {following}")
        return "first"
    body.add(f"first = {flow.first_in_turn(flow.text(step.first, 'v[DEALER]'))}")
    with body.block("if first < 0"):
        body.add(f"first = {following}")
    return "first"


def _write_laying(flow: Flow, step: DealStep, index: int) -> None:
    """Write what gives a seat cards of the piles that are dealt."""
    body, at = Body(), flow.pile(step.to, "p" if step.to.owned else "")
    for pile in step.sources:
        body.add(f"v[{flow.pile(pile)}] &= ~x")
    flow.count(body, "x", step.to, at)
    flow.lay(body, step.to, at, "x")
    flow.source.add(f"dealt{index}", ("p", "x"), body)


def write_draw(flow: Flow, step: AskStep, index: int) -> None:
    """Write ``drawn``, which keeps what chance draws, and lays it where it goes."""
    body = Body()
    body.add(f"v[SLOTS + {step.slot}] = x")
    if step.to is not None:
        body.add(f"at = {flow.goal(step.to, 'v[DEALER]')}")
        with body.block("if at >= 0"):
            flow.take_away(body, "x", step.to.pile, "at")
            flow.lay(body, step.to.pile, "at", "x")
    flow.source.add(f"drawn{index}", ("x",), body)
