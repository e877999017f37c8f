"""What may be played as programs: the choice among the plays that the clauses leave."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.types import Kind
from trickbook.fast.compiler import duck, outside
from trickbook.fast.compiler.assembler import TOO_MANY_PLAYS_CODE
from trickbook.fast.compiler.narrowing import (
    PLAY,
    all_narrow_sets,
    narrow_candidates,
    narrow_cards,
    only_when,
)
from trickbook.fast.compiler.pairs import choose_small_play, small_plays
from trickbook.fast.compiler.play_shapes import PlayContext
from trickbook.fast.instructions import CardRegister, DuckMoves, Op

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.program import Situation
    from trickbook.engine.engine import Engine
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

PAIR_SIZE = 2


class TrickProgram(NamedTuple):
    """Tricks being compiled, and where the program goes on: led, finish, ended, over, or stuck."""

    step: TrickStep
    engine: Engine
    led: int
    finish: int
    ended: int
    over: int
    stuck: int
    sees_last: bool
    stepwise: bool

    @property
    def moves_cards(self) -> bool:
        """Whether steps may move cards while a trick is played."""
        return any(self.engine.upon.get(event) for event in ("turn", "play"))

    @property
    def heeds_turns(self) -> bool:
        """Whether something happens before or after each play."""
        return self.engine.heeds_turn or self.engine.heeds("play")

    def watches_last(self, situation: Situation) -> bool:
        """Return whether the leader may be the one to play, so that the trick may become the last."""
        return self.sees_last and (situation[0] or self.step.again is not None)

    def at_once(self, situation: Situation) -> bool:
        """Return whether a single card is chosen, laid and followed with nothing in between."""
        alone = len(self.step.bases) == 1 and not (self.heeds_turns or self.stepwise)
        alone = alone and not self.watches_last(situation)
        alone = alone and not self.engine.resting
        return alone and not self.engine.manifold and self.engine.played == self.engine.trick + 1


def choose_play(w: Writer, t: TrickProgram, situation: Situation, following: int) -> bool:
    """Let the seat choose a play; return whether it is laid, too, and the next seat follows."""
    with w.scratch():
        if t.step.low is None and all_narrow_sets(t.step.play[situation]):
            return _play_card(w, t, situation, following)
        _play_cards(w, t, situation)
    return False


def _play_card(w: Writer, t: TrickProgram, situation: Situation, following: int) -> bool:
    """Choose a card, narrowed as a set; return whether it is laid, too."""
    step, clauses = t.step, t.step.play[situation]
    if t.at_once(situation) and step.whole and not situation[0] and (kept := _kept_by_all(clauses)):
        w.do(Op.FOLLOW_ON, w.piles + step.bases[0], w.piles + t.engine.trick, w.find(kept))
        return True
    cards = narrow_cards(w, clauses, step.source, t.stuck)
    if not step.whole or t.moves_cards:
        w.do(Op.MISS, cards, cards, d=t.stuck)
    if t.at_once(situation):
        w.do(Op.PLAY_ON, w.piles + step.bases[0], w.piles + t.engine.trick, cards, following)
        return True
    if w.outside:
        outside.ask_play(w, step, cards, CardRegister.PLAY, listed=False)
        return False
    w.do(Op.CHOOSE_FACE if t.engine.manifold else Op.CHOOSE, cards, d=CardRegister.PLAY)
    duck.duck_play(w, t.engine, step, DuckMoves.CARDS, cards)
    return False


def _play_cards(w: Writer, t: TrickProgram, situation: Situation) -> None:
    """Choose a play of one or more cards."""
    step, clauses = t.step, t.step.play[situation]
    if w.outside is None and (
        asked := small_plays(step, clauses, PlayContext(t.engine.deck, situation[0]), t.stuck)
    ):
        choose_small_play(w, w.find(step.source), asked, partial(duck.duck_play, w, t.engine, step))
        return
    w.do(Op.NOBODY)
    _offer(w, t, clauses)
    narrow_candidates(w, clauses, PLAY)
    w.do(Op.UNLESS, w.gives(Op.OFFERED), d=t.stuck)
    if w.outside:
        outside.ask_play(w, step, w.find(step.source), CardRegister.PLAY, listed=True)
        return
    w.do(Op.ANY_OF, PLAY)
    duck.duck_play(w, t.engine, step, DuckMoves.OFFERS)


def _kept_by_all(clauses: Sequence[Clause]) -> Term | None:
    """Return what every follower keeps to, if that is the only clause, and the same for all."""
    if len(clauses) != 1 or clauses[0].verb != "keep" or clauses[0].when is not None:
        return None
    what = clauses[0].what
    return what if what.does == "led_suit" or (what.constant and what.type.kind is Kind.CARDS) else None


def unless_held_again(w: Writer, t: TrickProgram) -> None:
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
