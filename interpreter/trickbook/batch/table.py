"""The table in a batch: it deals, draws, and gathers the cards to deal them again, by the deal's stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.gaussian import parts
from trickbook.core.text import Body
from trickbook.engine.ask import AskStep
from trickbook.engine.course import chance
from trickbook.engine.course.automatic import add_fresh, lasting_cells, write_redeal
from trickbook.engine.course.points import regions
from trickbook.engine.deal import DealStep, EndStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Step


def write(flow: Flow) -> None:
    """Write the function ``act``: the table does what it is waited for, and what waits for that goes on."""
    body = Body()
    body.add("step = v[STEP]")
    body.add("v[WAITING] = 0")
    for index, step in enumerate(flow.engine.indexed_steps):
        if step is not None and index in flow.engine.acting and not (isinstance(step, AskStep) and step.asks):
            with body.block(f"if step == {index}"):
                _add_act(flow, step, index, body)
                if f"table{index}" in flow.source.functions:
                    body.add(f"table{index}(v)")
                body.add("return 0")
    body.add("return 0")
    flow.source.add("act", (), body)


def _add_act(flow: Flow, step: Step, index: int, body: Body) -> None:
    """Add the lines of what the table does in a step; what only people are shown is nothing here."""
    if isinstance(step, EndStep):
        write_redeal(flow)
        body.add("redeal(v)")
    elif isinstance(step, DealStep):
        _write_deal(flow, step, index)
        body.add(f"act{index}(v)")
    elif isinstance(step, AskStep):
        _write_draw(flow, step, index)
        body.add(f"act{index}(v)")
    if isinstance(step, DealStep | AskStep | TrickStep):
        body.add("v[LOGGED] += 1")


def _write_deal(flow: Flow, step: DealStep, index: int) -> None:
    """Write what shuffles piles and deals them out, whole hands at a time."""
    body = Body()
    body.add("at = PACK")
    for pile in step.sources:
        body.add(f"at += {_shuffle_function(flow)}(v, v[{flow.pile(pile)}], at)")
    body.add(f"first = shares{index}(v)")
    body.add("at = PACK")
    seats = flow.seats if step.to.owned else 1
    with body.block(f"for i in range({seats})"):
        body.add(f"p = (first + i * {chance.direction(flow, step)}) % {seats}")
        body.add("x = 0")
        with body.block("for _ in range(v[GIVEN + p])"):
            body.add("x |= v[at]")
            body.add("at += 1")
        body.add(f"dealt{index}(v, p, x)")
    body.add("return 0")
    flow.source.add(f"act{index}", (), body)


def _shuffle_function(flow: Flow) -> str:
    """Return the name of the function that lists cards from a cell on, shuffled; it returns how many.

    The whole pack, which is shuffled most, is listed side by side, and so are its numbers drawn.
    """
    if flow.source.once("shuffled"):
        body, pack = Body(), len(flow.engine.pack)
        with body.block(f"if cards == {flow.layout.deck.cards} and at == PACK"):
            body.add("numbers(v, v[CHANCE])")
            body.add("pack(v)")
            body.add(f"shuffle(v, CHANCE, NUMBERS, PACK, {pack})")
            body.add(f"return {pack}")
        body.add("many = list_cards(v, at, cards)")
        body.add("shuffle_one_by_one(v, CHANCE, at, many)")
        body.add("return many")
        flow.source.add("shuffled", ("cards", "at"), body)
        _write_side_by_side(flow, "numbers", "v[NUMBERS + i] = number_at(n, i)", "n")
        _write_side_by_side(flow, "pack", "v[PACK + i] = 1 << i")
    return "shuffled"


def _write_side_by_side(flow: Flow, name: str, line: str, *parameters: str) -> None:
    """Write what does one thing for each card of the pack."""
    body = Body()
    with body.block(f"for i in range({len(flow.engine.pack)})"):
        body.add(line)
    body.add("return 0")
    flow.source.add(name, parameters, body)


def _write_draw(flow: Flow, step: AskStep, index: int) -> None:
    """Write what draws so many cards, each as likely."""
    assert step.source is not None and step.high is not None  # noqa: PT018, S101 - checked when it was read
    body = Body()
    body.add(f"cards = {flow.text(step.source, 'v[DEALER]')}")
    body.add(f"many = {_copies(flow)}")
    body.add("x = 0")
    body.add(f"count = lesser({flow.text(step.high, 'v[DEALER]')}, many)")
    with body.block("for i in range(count)"):
        body.add("at = PACK + draw_below(v, CHANCE, many)")
        body.add("x |= v[at]")
        body.add("many -= 1")
        with body.block("for _ in range(PACK + many - at)"):
            body.add("v[at] = v[at + 1]")
            body.add("at += 1")
    body.add(f"drawn{index}(v, x)")
    body.add("return 0")
    flow.source.add(f"act{index}", (), body)


def _copies(flow: Flow) -> str:
    """Return the call that lists cards; identical ones by the seat that holds them, exposed ones last."""
    if not flow.engine.manifold:
        return "list_cards(v, PACK, cards)"
    if flow.source.once("copies_of"):
        body, marked = Body(), flow.cells.pile_at[flow.engine.exposed]
        owned = [flow.pile(pile, "p") for pile in flow.layout.piles.values() if pile.owned]
        held = " | ".join(f"v[{pile}]" for pile in owned)
        body.add("at = PACK")
        body.add("left = cards")
        with body.block(f"for _ in range({len(flow.engine.pack)})"):
            with body.block("if not left"):
                body.add("break")
            body.add(
                f"face = {flow.source.table(flow.layout.deck.alike)}[((left & -left) - 1).bit_count()] & left"
            )
            body.add("left &= ~face")
            body.add("own = face")
            with body.block(f"for p in range({flow.seats})"):
                body.add(f"own &= ~({held})")
            for part in (f"own & ~v[{marked}]", f"own & v[{marked}]"):
                body.add(f"at += list_cards(v, at, {part})")
            with body.block(f"for p in range({flow.seats})"):
                body.add(f"own = face & ({held})")
                for part in (f"own & ~v[{marked}]", f"own & v[{marked}]"):
                    body.add(f"at += list_cards(v, at, {part})")
        body.add("return at - PACK")
        flow.source.add("copies_of", ("cards",), body)
    return "copies_of(v, cards)"


# How a deal begins


def write_begin(flow: Flow) -> None:
    """Write the function ``begin``: all is as a deal starts, and what lasts as the deal before left it."""
    body = Body()
    add_fresh(flow, body, lasting_cells(flow), "v[LASTING]")
    body.add("v[CHANCE] = stream(v[SEED], v[DEAL])")
    body.add("v[LOGGED] = 0")
    body.add("return 0")
    flow.source.add("begin", (), body)


def write_first_deal(flow: Flow) -> None:
    """Write the function ``first_deal``: a match begins, and its scores."""
    body = Body()
    body.add("v[DEAL] = 1")
    body.add(f"v[DEALER] = {flow.layout.first}")
    body.add("v[LEADS] = -1")
    for part, region in enumerate(regions(flow, "SCORES")):
        with body.block(f"for p in range({flow.seats})"):
            body.add(f"v[{region} + p] = {parts(flow.engine.ending.starts)[part]}")
    body.add("return 0")
    flow.source.add("first_deal", (), body)
