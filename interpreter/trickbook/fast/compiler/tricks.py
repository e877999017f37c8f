"""Tricks as programs: leading, following, winning, holding, until somebody has no cards left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from trickbook.engine.resting import FEWEST
from trickbook.expression.types import Kind
from trickbook.fast.compiler import duck
from trickbook.fast.compiler.assembler import STUCK_CODE, TOO_MANY_PLAYS_CODE
from trickbook.fast.compiler.events import event_happens
from trickbook.fast.compiler.fact_starts import start_fact
from trickbook.fast.compiler.narrowing import (
    PLAY,
    all_narrow_sets,
    narrow_candidates,
    narrow_cards,
    only_when,
)
from trickbook.fast.compiler.pairs import choose_small_play, small_plays
from trickbook.fast.compiler.play_shapes import PlayContext
from trickbook.fast.compiler.resting import awake, find_resting
from trickbook.fast.compiler.trick_winner import find_taker
from trickbook.fast.instructions import CardRegister, DuckMoves, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.engine import Engine
    from trickbook.engine.tricks import Situation, TrickStep
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

PAIR_SIZE = 2


class TrickProgram(NamedTuple):
    """Tricks being compiled, and where the program goes on: finish, over, or stuck."""

    step: TrickStep
    engine: Engine
    finish: int
    over: int
    stuck: int
    sees_last: bool
    ducks: bool

    @property
    def at_once(self) -> bool:
        """Whether a single card is chosen, laid and followed with nothing in between."""
        alone = len(self.step.bases) == 1 and not (self.sees_last or self.engine.heeds_play or self.ducks)
        return alone and not self.engine.manifold and self.engine.played == self.engine.trick + 1


def play_tricks(w: Writer, engine: Engine, step: TrickStep, *, sees_last: bool) -> None:
    """Play tricks; ``sees_last`` says whether anything depends on the last one."""
    t = TrickProgram(step, engine, w.label(), w.label(), w.label(), sees_last, w.ducks is not None)
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
    _last(w, t, single=True)
    for fact in t.engine.anew:
        start_fact(w, fact)
    following = w.label()
    w.turns[t.step.name, True, first, False] = w.here()
    _turn(w, t, (True, first), following)
    w.turns[t.step.name, False, first, False] = w.here(following)
    _turn(w, t, (False, first), following)
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


def _turn(w: Writer, t: TrickProgram, situation: Situation, following: int) -> None:
    """Let the seat choose one of the plays that the clauses leave, and lay it."""
    if t.engine.upon.get("play"):
        _unless_held_again(w, t)
    with w.scratch():
        if t.step.low is None and all_narrow_sets(t.step.play[situation]):
            if _play_card(w, t, situation, following):
                return
        else:
            _play_cards(w, t, situation)
    w.turns[t.step.name, *situation, True] = w.here()
    _lay(w, t, following)


def _play_card(w: Writer, t: TrickProgram, situation: Situation, following: int) -> bool:
    """Choose a card, narrowed as a set; return whether it is laid, too."""
    step, clauses = t.step, t.step.play[situation]
    if t.at_once and step.whole and not situation[0] and (kept := _kept_by_all(clauses)):
        w.do(Op.FOLLOW_ON, w.piles + step.bases[0], w.piles + t.engine.trick, w.find(kept))
        return True
    cards = narrow_cards(w, clauses, step.source, t.stuck)
    if not step.whole or t.engine.upon.get("play"):
        w.do(Op.MISS, cards, cards, d=t.stuck)
    if t.at_once:
        w.do(Op.PLAY_ON, w.piles + step.bases[0], w.piles + t.engine.trick, cards, following)
        return True
    w.do(Op.CHOOSE_FACE if t.engine.manifold else Op.CHOOSE, cards, d=CardRegister.PLAY)
    duck.duck_play(w, t.engine, step, DuckMoves.CARDS, cards)
    return False


def _play_cards(w: Writer, t: TrickProgram, situation: Situation) -> None:
    """Choose a play of one or more cards."""
    step, clauses = t.step, t.step.play[situation]
    if asked := small_plays(step, clauses, PlayContext(t.engine.deck, situation[0]), t.stuck):
        choose_small_play(w, w.find(step.source), asked, partial(duck.duck_play, w, t.engine, step))
        return
    w.do(Op.NOBODY)
    _offer(w, t, clauses)
    narrow_candidates(w, clauses, PLAY)
    w.do(Op.UNLESS, w.gives(Op.OFFERED), d=t.stuck)
    w.do(Op.ANY_OF, PLAY)
    duck.duck_play(w, t.engine, step, DuckMoves.OFFERS)


def _kept_by_all(clauses: Sequence[Clause]) -> Term | None:
    """Return what every follower keeps to, if that is the only clause, and the same for all."""
    if len(clauses) != 1 or clauses[0].verb != "keep" or clauses[0].when is not None:
        return None
    what = clauses[0].what
    return what if what.does == "led_suit" or (what.constant and what.type.kind is Kind.CARDS) else None


def _unless_held_again(w: Writer, t: TrickProgram) -> None:
    """Be stuck if the seat holds a card of the trick, because a step has returned it."""
    piles = t.engine.layout.piles
    with w.scratch():
        held = w.gives_cards(Op.CARDS_OWN, w.piles + piles["hand"].base)
        held = w.gives_cards(Op.JOIN, held, w.gives_cards(Op.CARDS_OWN, w.piles + piles["table"].base))
        w.do(Op.PLAYS)
        w.do(Op.FIRST)
        again, end = w.here(), w.label()
        w.do(Op.NEXT, PLAY, d=end)
        w.do(Op.TOUCH, held, CardRegister.PLAY, d=t.stuck)
        w.do(Op.JUMP, d=again)
        w.here(end)


def _offer(w: Writer, t: TrickProgram, clauses: tuple[Clause, ...]) -> None:
    """List the candidates: plays of every size except those that an ``only`` clause drops at once."""
    step = t.step
    pool = w.find(step.source)
    if step.low is None or step.high is None:
        w.do(Op.SINGLES, pool)
        return
    low, high = step.low.value, min(step.high.value, len(t.engine.deck.names))
    if high > PAIR_SIZE:
        few = w.label()
        w.do(Op.FEW, pool, low, high, few)
        w.do(Op.FAIL, TOO_MANY_PLAYS_CODE)
        w.here(few)
    only = [clause for clause in clauses if clause.verb == "only" and "play" not in clause.what.reads]
    for size in range(low, high + 1):
        dropped = w.label()
        w.do(Op.CARDS, w.cards((1 << size) - 1), d=CardRegister.PLAY)
        for clause in only:
            with only_when(w, clause.when), w.scratch():
                if clause.what.type.kind is Kind.CARDS:
                    found = w.find(clause.what)
                    w.do(Op.MISS, found, found, d=dropped)
                else:
                    w.unless(clause.what, dropped)
        w.do({1: Op.SINGLES, PAIR_SIZE: Op.PAIRS}.get(size, Op.SEVERAL), pool, size)
        w.here(dropped)


def _lay(w: Writer, t: TrickProgram, following: int) -> None:
    """Lay the chosen play in the trick; the next seat follows."""
    first, *others = (w.piles + base for base in t.step.bases)
    second = others.pop() if others else 0
    w.do(Op.LAY_DOWN, first, w.piles + t.engine.trick, w.piles + t.engine.played, second)
    for base in others:
        w.do(Op.DROP, base)
    if t.sees_last:
        with w.scratch():
            past = w.label()
            w.do(Op.DIFFER, w.gives(Op.SEAT_NOW), NumberRegister.LEADER, d=past)
            _last(w, t, single=False)
            w.here(past)
    if t.engine.heeds_play:
        event_happens(w, t.engine, "play")
    w.do(Op.FOLLOW, d=following)


def _finish(w: Writer, t: TrickProgram, later: int) -> None:
    """Give the trick to its winner, who leads the next, or hold it."""
    engine, over = t.engine, w.label()
    with w.scratch():
        taker = find_taker(w, engine, t.step)
        if engine.heeds_trick:
            event_happens(w, engine, "trick")
        w.do(Op.GATHER, w.piles + engine.trick, w.piles + engine.held, taker, w.piles + engine.taken)
        if t.step.whole and not w.rests:
            w.do(Op.FULL, w.piles + t.step.bases[0], w.seats, d=later)
        else:
            if (first := _within(t.step.source)) is not None and not w.rests:
                w.do(Op.FULL, w.piles + first, w.seats, d=later)
            w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
            find_resting(w, engine)
            _unless_all_hold(w, t, over)
            w.do(Op.JUMP, d=later)
        w.here(over)
        w.do(Op.CLEAR, b=1, d=CardRegister.LEAD)
        w.do(Op.COPY, w.number(-1), d=NumberRegister.LEADER)
        event_happens(w, engine, t.step.name)
        w.do(Op.JUMP, d=t.over)
