"""The end of a match as a program: the outcome of a deal, whether it ends the match, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.types import GREATEST
from trickbook.fast.compiler import points
from trickbook.fast.compiler.events import change_facts, move_fact, stored_copies
from trickbook.fast.compiler.narrowing import only_when
from trickbook.fast.compiler.terms import LOWEST
from trickbook.fast.instructions import NumberRegister, Op
from trickbook.sections.table import NARROWING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.fast.compiler.writer import Writer


class OutcomePreview(NamedTuple):
    """A part of the program that looks ahead: its place, where it returns to, its result."""

    place: int
    back: int
    told: int


def preview_outcome(w: Writer, engine: Engine, outlook: OutcomePreview) -> None:
    """Compute the outcome of the deal as it is now, and leave everything else unchanged."""
    w.here(outlook.place)
    w.free = list(w.most)
    points.score_deal(w, engine)
    changed, scores = engine.changed.get("end", ()), w.keep(w.scored, w.seats)
    before = [stored_copies(w, fact) for fact in changed]
    w.move(w.scored, w.scores, scores, w.seats)
    add_points(w)
    w.do(Op.SEAT, NumberRegister.DEALER)
    change_facts(w, changed)
    w.move(w.scored, w.scores, outlook.told, w.seats)
    w.do(Op.COPY, match_over(w, engine), d=outlook.told + w.seats * w.parts)
    w.do(Op.COPY, winners(w, engine.ending.wins), d=outlook.told + w.seats * w.parts + 1)
    w.move(w.scored, scores, w.scores, w.seats)
    for fact, place in zip(changed, before, strict=True):
        move_fact(w, fact, place, w.slots[fact.slot])
    w.do(Op.BACK, outlook.back)


def add_points(w: Writer) -> None:
    """Add the points of the deal to the scores."""
    for place in range(w.seats * w.parts):
        with w.scratch():
            both = w.gives(Op.TOTAL, w.scores + place, w.points + place)
            w.do(Op.HOLD, both, w.number(GREATEST), d=w.scores + place)


def match_over(w: Writer, engine: Engine) -> int:
    """Return the register that says whether the match is over after this deal."""
    found, end = w.gives(Op.UP_TO, w.number(engine.ending.most), NumberRegister.DEAL), w.label()
    w.do(Op.WHEN, found, d=end)
    for _, term in engine.ending.ends:
        with w.scratch():
            w.do(Op.COPY, w.find(term), d=found)
        w.do(Op.WHEN, found, d=end)
    w.here(end)
    return found


def winners(w: Writer, clauses: Iterable[Clause]) -> int:
    """Return the register of the set of winners: every clause narrows the seats that are left."""
    left = w.gives(Op.COPY, w.everyone)
    for clause in clauses:
        with only_when(w, clause.when), w.scratch():
            new, most = w.gives(Op.COPY, w.number(0)), w.gives(Op.COPY, w.block([LOWEST]))
            w.each(left, lambda clause=clause, new=new, most=most: _weigh(w, clause, new, most))  # type: ignore[misc]
            nobody = w.label()
            if clause.verb != "only":
                w.do(Op.UNLESS, new, d=nobody)
            w.do(Op.COPY, new, d=left)
            w.here(nobody)
    return left


def _weigh(w: Writer, clause: Clause, new: int, most: int) -> None:
    """Keep the seat if the clause keeps it."""
    with w.scratch():
        past, level = w.label(), w.label()
        if clause.verb in NARROWING:
            w.unless(clause.what, past)
        else:
            value = w.find(clause.what)
            if clause.verb == "fewest":
                value = w.gives(Op.SUBTRACT, w.number(0), value)
            w.do(Op.BELOW, value, most, d=past)
            w.do(Op.SAME, value, most, d=level)
            w.do(Op.COPY, value, d=most)
            w.do(Op.COPY, w.number(0), d=new)
        w.here(level)
        w.do(Op.EITHER, new, w.gives(Op.SEAT_BIT), d=new)
        w.here(past)
