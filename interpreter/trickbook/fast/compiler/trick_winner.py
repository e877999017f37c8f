"""The winner of a trick, as a program: cards narrowed as sets, or plays one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.fast.compiler.assembler import BeyondError
from trickbook.fast.compiler.narrowing import (
    PLAY,
    all_narrow_sets,
    applied,
    keeps,
    narrow_candidates,
    narrow_cards,
)
from trickbook.fast.compiler.play_shapes import PlayContext, single_card_clauses
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.engine.engine import Engine
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

    TermCompiler = Callable[[Writer, Term], int]


def find_taker(w: Writer, engine: Engine, step: TrickStep) -> int:
    """Return the register of the trick's winner; the clauses refer to that seat, or else to the leader."""
    taker, clauses = w.numbers(), step.winning
    if any("player" in term.reads for clause in clauses for term in (clause.when, clause.what) if term):
        w.do(Op.SEAT, NumberRegister.LEADER)
    played = not engine.upon.get("play")
    if played and step.low is None and all_narrow_sets(clauses):
        _by_sets(w, engine, clauses, taker)
        return taker
    lone = (
        single_card_clauses(clauses, PlayContext(engine.deck, leading=False)) if step.low and played else None
    )
    several, found = w.label(), w.label()
    if lone is not None:
        many = w.gives(Op.COUNT, w.piles + engine.trick)
        w.do(Op.DIFFER, many, NumberRegister.PLAYS, d=several)
        _by_sets(w, engine, lone, taker)
        w.do(Op.JUMP, d=found)
    w.here(several)
    w.do(Op.PLAYS)
    narrow_candidates(w, clauses, PLAY)
    w.do(Op.WINS, d=taker)
    w.here(found)
    return taker


def _ahead(w: Writer, term: Term) -> tuple[int, int]:
    """Return the registers of the play that is ahead in the trick, and of the set of its seat."""
    clauses: Sequence[Clause] = term.detail.clauses
    terms = [one for clause in clauses for one in (clause.when, clause.what) if one]
    if not all_narrow_sets(clauses) or any("player" in one.reads for one in terms):
        raise BeyondError(f"“{term.does}” where plays are weighed one by one")
    play, seat = w.sets(), w.numbers()
    with w.scratch():
        w.do(Op.AHEAD, narrow_cards(w, clauses, w.gives_cards(Op.LAID)), play, d=seat)
    return play, seat


AHEAD_TERMS: Final[Mapping[str, TermCompiler]] = {
    "best": lambda w, term: _ahead(w, term)[0],
    "holder": lambda w, term: _ahead(w, term)[1],
}
"""How to compute what is told of the trick so far."""


def _by_sets(w: Writer, engine: Engine, clauses: Sequence[Clause], taker: int) -> None:
    """Find the winner, where each play is one card."""
    last = clauses[-1] if clauses else None
    column = last.what.column if last and last.verb == "most" and last.when is None else None
    trick = w.piles + engine.trick
    if not column:
        w.do(Op.WINNER, narrow_cards(w, clauses, trick), d=taker)
    elif keeps(clauses[-2:-1]):
        cards = narrow_cards(w, clauses[:-2], trick) if clauses[:-2] else trick
        with applied(w, clauses[-2]):
            w.do(Op.HIGH_WINNER, cards, w.column(column), w.find(clauses[-2].what), taker)
    else:
        cards = narrow_cards(w, clauses[:-1], trick)
        w.do(Op.HIGH_WINNER, cards, w.column(column), cards, taker)
