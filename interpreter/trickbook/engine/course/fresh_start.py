"""A fresh start: the cells of a deal are emptied and it begins, also once more in the same deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.body import Body
from trickbook.engine.course.events import fact_cells
from trickbook.engine.course.points import cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.engine.course.flow import Flow


def write_redeal(flow: Flow) -> None:
    """Write the function ``redeal``: the deal starts again, and what has been counted in it goes on."""
    if flow.source.once("redeal"):
        body, seats = Body(), range(flow.seats)
        counters = [f"SLOTS + {slot + seat}" for slot in flow.engine.counters.values() for seat in seats]
        add_fresh(flow, body, [*lasting_cells(flow), *_given_cells(flow), *counters, "REPEATS", "FAULT"])
        body.add("return 0")
        flow.source.add("redeal", (), body)


def add_fresh(flow: Flow, body: Body, lasting: Sequence[str], when: str = "") -> None:
    """Add the lines that empty all cells of a deal but what the match says, and start; some last."""
    match = ["DEAL", "DEALER", "LEADS", *cells_of(flow, "SCORES")]
    for index, cell in enumerate((*match, *lasting)):
        body.add(f"n{index} = v[{cell}]")
    with body.block(f"for i in range({flow.cells.size - sum(size for _, size in flow.cells.beyond)})"):
        body.add("v[i] = 0")
    for index, cell in enumerate(match):
        body.add(f"v[{cell}] = n{index}")
    body.add("start(v)")
    if not lasting:
        return
    with body.block(f"if {when or '1'}"):
        for index, cell in enumerate(lasting, len(match)):
            body.add(f"v[{cell}] = n{index}")


def lasting_cells(flow: Flow) -> Sequence[str]:
    """Return the cells of the facts that last from deal to deal."""
    return [cell for fact in flow.engine.facts if fact.lasting for cell in fact_cells(flow, fact)]


def _given_cells(flow: Flow) -> Iterator[str]:
    """Yield the cells of the words that got their value from outside."""
    for word in flow.layout.given.values():
        yield f"SLOTS + {word.flag}"
        for slot in range(word.slot, word.slot + (flow.seats if word.owned else 1)):
            yield from (f"{region} + {slot}" for region in ("SLOTS", "SLOTS_I")[: 1 + flow.layout.complex])
