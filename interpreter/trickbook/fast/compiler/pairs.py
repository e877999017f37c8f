"""Turns with plays of one card or two: all plays are narrowed at once, shape by shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.types import Kind
from trickbook.fast.compiler.narrowing import narrow_cards, narrow_small_plays, only_when
from trickbook.fast.compiler.play_shapes import (
    ONE_CARD,
    PLAY_SHAPES,
    TWO_COPIES,
    PlayContext,
    ShapeClause,
    has_whole_faces,
    is_constant_set,
    shape_clauses,
    simplified,
    single_card_clauses,
)
from trickbook.fast.instructions import CardRegister, DuckMoves, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.clause import Clause
    from trickbook.fast.compiler.play_shapes import PlayShape
    from trickbook.fast.compiler.writer import Writer

    Then = Callable[..., None]


class SmallPlays(NamedTuple):
    """The conditions of a turn on plays of one card or two.

    ``sized`` are the clauses about the number of cards, ``exact`` one of them that leaves a single number;
    ``wishes`` are what the others require of each shape, and ``alone`` the same for single cards. Without a
    legal play, the program goes to ``stuck``.
    """

    turn: PlayContext
    sizes: range
    sized: tuple[Clause, ...]
    exact: Clause | None
    wishes: Sequence[ShapeClause]
    alone: Sequence[Clause]
    stuck: int


def small_plays(
    step: TrickStep, clauses: Sequence[Clause], turn: PlayContext, stuck: int
) -> SmallPlays | None:
    """Return what a turn requires, if plays have one card or two and all clauses become sets; else None."""
    if (
        step.low is None
        or step.high is None
        or step.low.value < ONE_CARD.cards
        or step.high.value > TWO_COPIES.cards
    ):
        return None
    sized = [clause for clause in clauses if clause.verb == "only" and "play" not in clause.what.reads]
    rest = [clause for clause in clauses if clause not in sized or clause.what.type.kind is Kind.CARDS]
    asked, single = shape_clauses(rest, PLAY_SHAPES, turn), single_card_clauses(rest, turn)
    if asked is None or single is None:
        return None
    if not all(has_whole_faces(cards, turn.deck) for wish in asked for cards in wish.sets):
        return None  # copies would have to be told apart
    exact = next(filter(_exact, sized), None)
    others = tuple(clause for clause in sized if clause is not exact)
    sizes = range(step.low.value, step.high.value + 1)
    return SmallPlays(turn, sizes, others, exact, asked, single, stuck)


def _exact(clause: Clause) -> bool:
    """Return whether a clause leaves plays of one number of cards."""
    if clause.when is not None or clause.what.does != "is":
        return False
    sizes = [part for part in clause.what.parts if "size" in part.reads]
    return len(sizes) == 1 and sizes[0].does == "count"


def choose_small_play(w: Writer, pool: int, f: SmallPlays, then: Then) -> None:
    """Choose one of the plays that the clauses leave of a pool; ``then`` may choose another."""
    lone, done = w.label(), w.label()
    single, double = ONE_CARD.cards in f.sizes, TWO_COPIES.cards in f.sizes
    either = single and double and f.exact is None
    if not double:
        _fit(w, f, ONE_CARD, lone)
        w.do(Op.JUMP, d=f.stuck)
    elif either:
        _unless_fit(w, f, TWO_COPIES, lone if f.sized else f.stuck)
        _play_two(w, pool, f, single=True)
        then(DuckMoves.PLAYS)
    else:
        if single:
            _fit(w, f, ONE_CARD, lone)
        _unless_fit(w, f, TWO_COPIES, f.stuck)
        _play_two(w, pool, f, single=False)
        then(DuckMoves.PLAYS)
    if single and (f.sized or not either):
        w.do(Op.JUMP, d=done)
        w.here(lone)
        if either:
            _unless_fit(w, f, ONE_CARD, f.stuck)
        then(DuckMoves.CARDS, _play_one(w, pool, f))
    w.here(done)


def _fit(w: Writer, f: SmallPlays, sort: PlayShape, label: int) -> None:
    """Go to a label if plays of so many cards are allowed."""
    past = w.label()
    _unless_fit(w, f._replace(exact=None), sort, past)
    if f.exact:
        with w.scratch():
            w.when(simplified(f.exact.what, sort, f.turn), label)
    else:
        w.do(Op.JUMP, d=label)
    w.here(past)


def _unless_fit(w: Writer, f: SmallPlays, sort: PlayShape, label: int) -> None:
    """Go to a label unless plays of so many cards are allowed."""
    for clause in (*f.sized, *filter(None, [f.exact])):
        what = simplified(clause.what, sort, f.turn)
        with only_when(w, clause.when), w.scratch():
            if what.type.kind is Kind.CARDS:
                cards = w.find(what)
                w.do(Op.MISS, cards, cards, d=label)
            else:
                w.unless(what, label)


def _play_one(w: Writer, pool: int, f: SmallPlays) -> int:
    cards = narrow_cards(w, f.alone, pool)
    w.do(Op.MISS, cards, cards, d=f.stuck)
    w.do(Op.CHOOSE_FACE if f.turn.deck.manifold else Op.CHOOSE, cards, d=CardRegister.PLAY)
    return cards


def _play_two(w: Writer, pool: int, f: SmallPlays, *, single: bool) -> None:
    """Choose among plays of two cards, and of one if those are allowed, too."""
    sorts = [single, True, True]
    for clause, sets in f.wishes:
        if clause.verb != "only" or clause.when is not None:
            break  # what is dropped later is there until then
        sorts = [there and not is_constant_set(cards, 0) for there, cards in zip(sorts, sets, strict=True)]
    w.do(Op.SPREAD, pool, *map(int, sorts))
    if single and f.sized:
        barred, past = w.label(), w.label()
        _unless_fit(w, f, ONE_CARD, barred)
        w.do(Op.JUMP, d=past)
        w.here(barred)
        w.do(Op.CLEAR, b=1, d=CardRegister.ONE)
        w.here(past)
    for wish in f.wishes:
        narrow_small_plays(w, wish, sorts, f.turn.deck.cards)
    w.do(Op.ANY_PLAY, d=f.stuck)
