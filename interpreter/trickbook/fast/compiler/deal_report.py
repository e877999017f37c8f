"""The end of a deal as a program: what is measured and reported, and how the match goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.gaussian import IMAGINARY
from trickbook.fast.compiler import match_end
from trickbook.fast.compiler.events import event_happens, move_fact, stored_copies
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from trickbook.engine.engine import Engine
    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

SCORED_COLUMNS: Final = ("points", "score")
"""The first columns of every seat; an imaginary part has a column after the real part."""

REPORTED: Final = ("tricks", "exposed")
"""The next columns, before the metrics of the ruleset."""

WON_COLUMN: Final = "won"
"""The last column."""

METRIC_PREFIX: Final = "metrics."
"""The prefix of metrics' columns, which no other column has."""


class DealReport(NamedTuple):
    """The registers of a deal's report: its number, whether the match is over, the columns, seat by seat.

    ``passing`` says whether the next dealer is still to be found.
    """

    first: int
    columns: dict[str, int]
    memory: tuple[int, ...]
    goes_on: int
    passing: int

    @property
    def over(self) -> int:
        """The register that says whether the match is over."""
        return self.first + 1


def deal_report(w: Writer, engine: Engine) -> DealReport:
    """Allocate the report, and what is kept from one deal to the next."""
    scored = (f"{name}{part}" for name in SCORED_COLUMNS for part in ("", IMAGINARY)[: w.parts])
    names = (
        *scored,
        *REPORTED,
        *(f"{METRIC_PREFIX}{metric.entry.name}" for metric in engine.metrics),
        WON_COLUMN,
    )
    first = w.numbers(2 + w.seats * len(names))
    columns = {name: first + 2 + w.seats * place for place, name in enumerate(names)}
    memory = tuple(stored_copies(w, fact) for fact in _lasting(engine))
    w.do(Op.COPY, w.number(0), d=(goes_on := w.numbers()))
    if w.rests:
        w.do(Op.COPY, w.number(0), d=(passing := w.numbers()))
    return DealReport(first, columns, memory, goes_on, passing if w.rests else 0)


def restore_facts(w: Writer, engine: Engine, told: DealReport) -> None:
    """Restore lasting facts as they were at the end of the previous deal, if there was one."""
    fresh = w.label()
    w.do(Op.UNLESS, told.goes_on, d=fresh)
    for fact, place in zip(_lasting(engine), told.memory, strict=True):
        move_fact(w, fact, place, w.slots[fact.slot])
    w.here(fresh)


def _lasting(engine: Engine) -> list[Fact]:
    return [fact for fact in engine.facts if fact.lasting]


def emit_report(w: Writer, engine: Engine, told: DealReport, deal: int) -> None:
    """Report the deal, which has been scored; go on with the next at a label, unless the match is over."""
    once, columns = w.label(), told.columns
    w.do(Op.SEAT, NumberRegister.DEALER)
    w.move(w.scored, w.points, columns["points"], w.seats)
    w.do(Op.ONCE, d=once)
    _measure(w, engine, told)
    match_end.add_points(w)
    w.about = None
    event_happens(w, engine, "end")
    w.do(Op.COPY, match_end.match_over(w, engine), d=told.over)
    w.do(Op.COPY, NumberRegister.DEAL, d=told.first)
    w.move(w.scored, w.scores, columns["score"], w.seats)
    for name, place in zip(REPORTED, (NumberRegister.WON, w.exposed), strict=True):
        w.do(Op.MOVE, place, w.seats, d=columns[name])
    _crown(w, engine, told)
    w.here(once)
    w.do(Op.REPORT, told.first, 2 + w.seats * len(columns), told.over)
    _go_on(w, engine, told, deal)


def _measure(w: Writer, engine: Engine, told: DealReport) -> None:
    """Measure the deal for each seat."""
    for metric in engine.metrics:
        w.about, place = metric.entry, told.columns[f"{METRIC_PREFIX}{metric.entry.name}"]

        def measure(what: Term = metric.what, place: int = place) -> None:
            with w.scratch():
                w.do(Op.OWN_PUT, w.find(what), d=place)

        w.each(w.everyone, measure)


def _crown(w: Writer, engine: Engine, told: DealReport) -> None:
    """Mark the winners, if the match is over."""
    place, nobody = told.columns[WON_COLUMN], w.label()
    w.do(Op.FILL, w.number(0), w.seats, d=place)
    w.do(Op.UNLESS, told.over, d=nobody)
    with w.scratch():
        won = match_end.winners(w, engine.ending.wins)
        w.each(won, lambda: w.do(Op.OWN_PUT, w.number(1), d=place))
    w.here(nobody)


def _go_on(w: Writer, engine: Engine, told: DealReport, deal: int) -> None:
    """Pass the deal to the next dealer."""
    for fact, place in zip(_lasting(engine), told.memory, strict=True):
        move_fact(w, fact, w.slots[fact.slot], place)
    w.do(Op.COPY, w.number(1), d=told.goes_on)
    w.do(Op.ADD, NumberRegister.DEAL, w.number(1), d=NumberRegister.DEAL)
    if w.rests:
        w.do(Op.COPY, w.number(1), d=told.passing)
        w.do(Op.JUMP, d=deal)
        return
    with w.scratch():
        following = w.gives(Op.ADD, NumberRegister.DEALER, w.number(w.layout.turn))
        w.do(Op.MODULO, following, w.number(w.seats), d=NumberRegister.DEALER)
    w.do(Op.JUMP, d=deal)
