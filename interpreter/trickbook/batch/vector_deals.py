"""Tables whose choices come from outside: where a deal ends, the table deals the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.batch import deals, table
from trickbook.batch.cells import asking_steps
from trickbook.batch.faults import IDLE
from trickbook.batch.number_queries import list_size
from trickbook.batch.queries import Queries
from trickbook.core.body import Body
from trickbook.engine.course import points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.batch.queries import Numbering
    from trickbook.core.source import Source
    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Lookup

SINGLE: Final = (
    "CHANCE", "LOGGED", "SEED", "STRIDE", "LASTING", "BEGUN", "NOTED", "CHOSEN", "OFFERED", "WANTED",
    "ACTION", "SEAT", "ENDED",
)  # fmt: skip
"""What a table has once: the stream of the deal, how much was written down in it, its seed, and how far that
of the next is; whether facts last from a deal before, which none do, whether the table has dealt, how many
tricks are noted; the cards chosen so far, those offered, and how many may be chosen; the action taken,
the seat that acts, and how many deals ended since then."""


def regions(engine: Lookup, numbering: Numbering) -> Sequence[tuple[str, int]]:
    """Return the regions behind the cells of a deal, with their sizes.

    ``GAINED`` are the points of the deals that ended, ``PLAYED`` and ``TAKEN`` the cards that each seat has
    played to finished tricks, and those of the tricks that it took; ``OFFERS`` are numbers that are listed.
    """
    seats, pack = engine.layout.seats, len(engine.pack)
    many = {name: numbers.many for name, numbers in numbering.answers.items()}
    sizes = (list_size(step, many.get(step.name, 0)) for step in engine.questions)
    return (
        *((name, 1) for name in SINGLE),
        ("LEGAL", numbering.words),
        *((name, seats) for name in ("GAINED", "PLAYED", "TAKEN")),
        ("PACK", pack),
        ("NUMBERS", pack),
        ("OFFERS", max(sizes, default=0)),
    )


def write(engine: Lookup, numbering: Numbering, most: int, source: Source) -> None:
    """Write the function ``go``: a table applies an action, and goes on until a seat is asked.

    It deals so often at most. It returns 1 where deals ended or something went wrong, else 0.
    """
    flow = deals.begin(engine, source)
    queries = Queries(flow, numbering)
    for index, step in asking_steps(engine):
        queries.write(step, index)
    table.write(flow)
    table.write_begin(flow)
    table.write_first_deal(flow)
    _write_note(flow)
    deals.write_course(flow, queries.add_question, "note(v)")
    _write_apply(flow)
    _write_deal(flow)
    _write_settle(flow)
    _write_go(flow, numbering, most)


def _write_apply(flow: Flow) -> None:
    """Write the function ``apply``: the action of the seat that is asked."""
    body = Body()
    deals.add_choices(flow, "apply", body)
    body.add("return 0")
    flow.source.add("apply", (), body)


def _write_deal(flow: Flow) -> None:
    """Write the function ``deal``: the first deal of a match begins."""
    body = Body()
    body.add("first_deal(v)")
    body.add("begin(v)")
    body.add("v[NOTED] = 0")
    _add_nothing_noted(flow, body)
    body.add("return 0")
    flow.source.add("deal", (), body)


def _write_settle(flow: Flow) -> None:
    """Write the function ``settle``: a deal has ended, and the table deals by its next seed."""
    body = Body()
    body.add("score(v)")
    own = [f"v[{region} + p]" for region in points.regions(flow, "POINTS")]
    gained = f"norm({', '.join(own)})" if flow.layout.complex else own[0]
    with body.block(f"for p in range({flow.seats})"):
        body.add(f"v[GAINED + p] += {gained}")
    with body.block("if v[FAULT]"):
        body.add("return 0")
    body.add("v[ENDED] += 1")
    body.add("v[SEED] += v[STRIDE]")
    body.add("return deal(v)")
    flow.source.add("settle", (), body)


def _write_go(flow: Flow, numbering: Numbering, most: int) -> None:
    """Write the function ``go``."""
    body = Body()
    with body.block("if v[ENDED]"):
        body.add("v[ENDED] = 0")
        with body.block(f"for p in range({flow.seats})"):
            body.add("v[GAINED + p] = 0")
    with body.block("if v[BEGUN]"):
        body.add("apply(v)")
    with body.block("else"):
        body.add("v[BEGUN] = 1")
        body.add("deal(v)")
    with body.block(f"for _ in range({most})"):
        with body.block("if not go_on(v)"):
            with body.block("if not v[FAULT]"):
                body.add("return v[ENDED] != 0")
            body.add("break")
        body.add("settle(v)")
    with body.block("if not v[FAULT]"):
        body.add(f"v[FAULT] = {IDLE}")
    with body.block(f"for k in range({numbering.words})"):
        body.add("v[LEGAL + k] = 0")
    body.add("return 1")
    flow.source.add("go", (), body)


def _write_note(flow: Flow) -> None:
    """Write the function ``note``: it notes a trick that has ended, or that the cards are dealt again."""
    body = Body()
    with body.block("if v[TRICKS] == v[NOTED]"):
        body.add("return 0")
    with body.block("if v[TRICKS] < v[NOTED]"):
        _add_nothing_noted(flow, body)
    with body.block("else"), body.block("for i in range(v[GATHERED])"):
        body.add("v[PLAYED + v[SEATS_OF_PLAYS + i]] |= v[CARDS_OF_PLAYS + i]")
        with body.block("if v[TAKER]"):
            body.add("v[TAKEN + (v[TAKER] - 1).bit_count()] |= v[CARDS_OF_PLAYS + i]")
    body.add("v[NOTED] = v[TRICKS]")
    body.add("return 0")
    flow.source.add("note", (), body)


def _add_nothing_noted(flow: Flow, body: Body) -> None:
    """Add the lines that forget all finished tricks."""
    with body.block(f"for p in range({flow.seats})"):
        body.add("v[PLAYED + p] = 0")
        body.add("v[TAKEN + p] = 0")
