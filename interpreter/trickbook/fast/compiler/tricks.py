"""Tricks as programs: leading, following, winning, holding, until somebody has no cards left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.resting import FEWEST
from trickbook.fast.compiler.assembler import STUCK_CODE
from trickbook.fast.compiler.events import event_happens
from trickbook.fast.compiler.fact_starts import start_fact
from trickbook.fast.compiler.plays import TrickProgram, choose_play, unless_held_again
from trickbook.fast.compiler.resting import awake, drop_out, find_resting, steady_amid_tricks
from trickbook.fast.compiler.trick_winner import find_taker
from trickbook.fast.instructions import CardRegister, NumberRegister, Op

if TYPE_CHECKING:
    from trickbook.core.program import Situation
    from trickbook.engine.engine import Engine
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


def play_tricks(w: Writer, engine: Engine, step: TrickStep, *, sees_last: bool) -> None:
    """Play tricks; ``sees_last`` says whether anything depends on the last one."""
    led, finish, ended, over, stuck = (w.label() for _ in range(5))
    t = TrickProgram(step, engine, led, finish, ended, over, stuck, sees_last, w.stepwise)
    _unless_all_hold(w, t, t.over)
    w.log()
    _first_leader(w, t)
    later = w.label()
    w.do(Op.WHEN, NumberRegister.TRICKS, d=later)
    _trick(w, t, first=True)
    w.here(later)
    _trick(w, t, first=False)
    w.here(t.finish)
    _finish(w, t, later)
    w.here(t.stuck)
    w.do(Op.FAIL, STUCK_CODE)
    w.here(t.over)


def _unless_all_hold(w: Writer, t: TrickProgram, label: int) -> None:
    """Go to a label unless everybody has a card to play, who does not rest, and they are enough."""
    if t.step.whole and not w.rests:
        w.do(Op.LACK, w.piles + t.step.bases[0], w.seats, d=label)
        return
    with w.scratch():
        end = w.label()
        if (first := _within(t.step.source)) is not None and not w.rests:
            w.do(Op.FULL, w.piles + first, w.seats, d=end)
        before, left = w.gives(Op.SEAT_NOW), awake(w) if w.rests else w.gives(Op.COPY, w.everyone)
        if w.rests:
            w.do(Op.BELOW, w.gives(Op.HEADS, left), w.number(FEWEST), d=label)
        empty, looked, again = w.label(), w.label(), w.here()
        w.do(Op.EACH, left, d=looked)
        w.do(Op.LACK, w.find(t.step.source), 1, d=empty)
        w.do(Op.JUMP, d=again)
        w.here(empty)
        w.do(Op.SEAT, before)
        w.do(Op.JUMP, d=label)
        w.here(looked)
        w.do(Op.SEAT, before)
        w.here(end)


def _within(source: Term) -> int | None:
    """Return the first index of a pile all of whose cards may be played; None if there is none."""
    if source.does == "own pile":
        return int(source.detail)
    return _within(source.parts[0]) if source.does == "or" else None


def _first_leader(w: Writer, t: TrickProgram) -> None:
    with w.scratch():
        dealer = w.gives(Op.BIT, NumberRegister.DEALER)
        next_ = w.gives(Op.FOREMOST, w.gives(Op.ONWARD, dealer, w.number(1)))
        found = w.gives(Op.FOREMOST, w.find(t.step.leader))
        w.do(Op.OR_ELSE, found, next_, d=found)
        w.do(Op.SEAT, found)


def _last(w: Writer, t: TrickProgram, *, single: bool) -> None:
    """Compute whether the trick is the last: the leader has one card before leading, or none after."""
    if t.sees_last:
        with w.scratch():
            many = w.gives(Op.COUNT, w.find(t.step.source))
            w.do(Op.IS, many, w.number(int(single)), d=NumberRegister.LAST)


def _trick(w: Writer, t: TrickProgram, *, first: bool) -> None:
    """The turns of a trick: somebody leads, the others follow, perhaps in several rounds."""
    w.do(Op.LEAD)
    if not first:
        w.here(t.led)
    if t.step.until:
        w.when(t.step.until, t.ended)
    _last(w, t, single=True)
    for fact in t.engine.anew:
        start_fact(w, fact)
    following, round_ = w.label(), w.label()
    _turn(w, t, (True, first), following, following)
    w.here(following)
    _turn(w, t, (False, first), following, round_)
    w.here(round_)
    if t.step.again:
        _unless_all_hold(w, t, t.finish)
        with w.scratch():
            seat = w.gives(Op.SEAT_NOW)
            w.do(Op.SEAT, NumberRegister.LEADER)
            w.unless(t.step.again, t.finish)
            w.do(Op.SEAT, seat)
        w.do(Op.JUMP, d=following)
    if first:
        w.do(Op.JUMP, d=t.finish)


def _turn(w: Writer, t: TrickProgram, situation: Situation, following: int, passed: int) -> None:
    """Let the seat choose one of the plays that the clauses leave, and lay it."""
    if t.engine.heeds_turn:
        again = w.here()
        event_happens(w, t.engine, "turn")
        if t.engine.resting:
            _unless_resting(w, t, situation, again if situation[0] else following, passed)
        if situation[0] and t.step.until:
            w.when(t.step.until, t.ended)
        if situation[0]:
            _last(w, t, single=True)
    w.turns[t.step.name, *situation, False] = w.here()
    if t.moves_cards:
        unless_held_again(w, t)
    if choose_play(w, t, situation, following):
        return
    w.turns[t.step.name, *situation, True] = w.here()
    _lay(w, t, situation, following)


def _unless_resting(w: Writer, t: TrickProgram, situation: Situation, next_: int, passed: int) -> None:
    """Pass the turn on if the seat rests, to the next that leads or follows; or go on after all."""
    drop_out(w, t.engine, t.ended if situation[0] else t.finish)
    plays = w.label()
    with w.scratch():
        resting = w.gives(Op.BOTH, w.gives(Op.SEAT_BIT), NumberRegister.RESTING)
        w.do(Op.UNLESS, resting, d=plays)
    if situation[0]:
        w.do(Op.LEAD)
        w.do(Op.JUMP, d=next_)
    else:
        w.do(Op.FOLLOW, d=next_)
        w.do(Op.JUMP, d=passed)
    w.here(plays)


def _lay(w: Writer, t: TrickProgram, situation: Situation, following: int) -> None:
    """Lay the chosen play in the trick; the next seat follows."""
    first, *others = (w.piles + base for base in t.step.bases)
    second = others.pop() if others else 0
    w.do(Op.LAY_DOWN, first, w.piles + t.engine.trick, w.piles + t.engine.played, second)
    for base in others:
        w.do(Op.DROP, base)
    if t.watches_last(situation) and situation[0]:
        _last(w, t, single=False)
    elif t.watches_last(situation):
        with w.scratch():
            past = w.label()
            w.do(Op.DIFFER, w.gives(Op.SEAT_NOW), NumberRegister.LEADER, d=past)
            _last(w, t, single=False)
            w.here(past)
    if t.engine.heeds("play"):
        event_happens(w, t.engine, "play")
    if t.engine.resting and not steady_amid_tricks(t.engine):
        drop_out(w, t.engine, t.finish)
    w.do(Op.FOLLOW, d=following)


def _finish(w: Writer, t: TrickProgram, later: int) -> None:
    """Give the trick to its winner, who leads the next, or hold it."""
    engine, over = t.engine, w.label()
    with w.scratch():
        taker = find_taker(w, engine, t.step)
        if engine.heeds("trick"):
            event_happens(w, engine, "trick")
        gathered = w.piles + engine.trick, w.piles + engine.held, taker, w.piles + engine.taken
        if t.step.whole and not w.rests and not t.step.next:
            w.do(Op.NEXT_TRICK, *gathered)
            w.do(Op.MORE, w.piles + t.step.bases[0], w.seats, d=t.led)
        else:
            w.do(Op.GATHER, *gathered)
            _lead_again(w, t, later, over)
        w.here(over, t.ended)
        w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
        w.do(Op.COPY, w.number(-1), d=NumberRegister.LEADER)
        event_happens(w, engine, t.step.name)
        w.do(Op.JUMP, d=t.over)


def _lead_again(w: Writer, t: TrickProgram, later: int, over: int) -> None:
    """Go on with the next trick if everybody has a card to play; else at ``over``."""
    if w.rests:
        w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
        find_resting(w, t.engine)
    if t.step.next:
        _next_leader(w, t.step.next)
    if t.step.whole and not w.rests:
        w.do(Op.FULL, w.piles + t.step.bases[0], w.seats, d=later)
        return
    if (first := _within(t.step.source)) is not None and not w.rests:
        w.do(Op.FULL, w.piles + first, w.seats, d=later)
    w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
    _unless_all_hold(w, t, over)
    w.do(Op.JUMP, d=later)


def _next_leader(w: Writer, seats: Term) -> None:
    """Let the next of some seats lead, the one that would lead anyhow before all others."""
    with w.scratch():
        w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
        nobody, usual = w.label(), w.gives(Op.SEAT_NOW)
        w.do(Op.ROUND, w.gives(Op.COPY, w.find(seats)), usual, d=nobody)
        w.here(nobody)
