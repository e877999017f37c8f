"""Clauses as programs: they narrow single cards or small plays as sets, or candidates one by one."""

from __future__ import annotations

from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.clause import COMPARING
from trickbook.expression.types import Kind
from trickbook.fast.compiler import orders
from trickbook.fast.compiler.answer_notes import noted_at_once
from trickbook.fast.compiler.found_before import CANDIDATE_TERMS, found_before
from trickbook.fast.compiler.play_shapes import CONTEXT_TERMS, is_constant_set
from trickbook.fast.instructions import CardRegister, Op

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.play_shapes import ShapeClause
    from trickbook.fast.compiler.writer import Writer

VERB_CODES: Final = ("keep", "only", "most", "fewest")
PLAY, ANSWER = 0, 1

NOTHING_NAMED: Final[Mapping[int, Any]] = MappingProxyType({})


@contextmanager
def only_when(w: Writer, when: Term | None) -> Iterator[None]:
    """Write code that runs only when a condition holds."""
    past = w.label()
    if when is not None:
        w.unless(when, past)
    yield
    w.here(past)


@contextmanager
def applied(w: Writer, clause: Clause) -> Iterator[None]:
    """Write what a clause does, under its condition; errors meanwhile are those of its entry."""
    before, w.about = w.about, clause.entry
    with only_when(w, clause.when), w.scratch():
        yield
    w.about = before


def all_narrow_sets(clauses: Iterable[Clause]) -> bool:
    """Return whether all clauses can narrow a set of single cards at once."""
    return all(map(_narrows_sets, clauses))


def _narrows_sets(clause: Clause) -> bool:
    what = clause.what
    if clause.verb in COMPARING:
        return what.column is not None or by_order(clause)
    return what.type.kind is Kind.CARDS and not what.reads & {"play", "size", "place"}


def by_order(clause: Clause) -> bool:
    """Return whether a clause weighs a play by nothing but the order of the cards."""
    what = clause.what
    return clause.verb in COMPARING and what.does == "rank in order" and what.parts[0].does == "play"


def keeps(clauses: Sequence[Clause]) -> bool:
    """Return whether there is a first clause, and it keeps cards whatever the situation."""
    return bool(clauses) and clauses[0].verb == "keep" and clauses[0].when is None


def narrow_cards(w: Writer, clauses: Sequence[Clause], pool: Term | int, stuck: int | None = None) -> int:
    """Narrow single cards, of a term or in a register; if ``only`` leaves none, go to ``stuck``.

    Returns the register of the cards that are left.
    """
    cards = w.sets()
    for clause in clauses[_narrow_first(w, clauses, pool, cards) :]:
        with applied(w, clause):
            if by_order(clause):
                highest = clause.verb == "most"
                w.do(Op.CARDS, orders.best(w, clause.what.detail, cards, highest=highest), d=cards)
            elif clause.verb in ("most", "fewest"):
                sign = 1 if clause.verb == "most" else -1
                w.do(Op.BEST, w.column([sign * value for value in clause.what.column or ()]), d=cards)
            elif clause.verb == "keep":
                w.do(Op.KEEP, cards, w.find(clause.what), d=cards)
            else:
                w.do(Op.MEET, cards, w.find(clause.what), d=cards)
                if stuck is not None:
                    w.do(Op.MISS, cards, cards, d=stuck)
    return cards


def _narrow_first(w: Writer, clauses: Sequence[Clause], pool: Term | int, cards: int) -> int:
    """Fill a register, applying the first clause at once if possible; return how many were applied."""
    kept = keeps(clauses)
    with w.scratch():
        wanted = w.find(clauses[0].what) if kept else 0
        if not isinstance(pool, int) and pool.does == "own pile":
            w.do(Op.KEEP_OWN if kept else Op.CARDS_OWN, w.piles + pool.detail, wanted, d=cards)
        else:
            found = pool if isinstance(pool, int) else w.find(pool)
            w.do(Op.KEEP if kept else Op.CARDS, found, wanted, d=cards)
    return int(kept)


def narrow_candidates(
    w: Writer, clauses: Iterable[Clause], kind: int, answers: Mapping[int, Any] = NOTHING_NAMED
) -> None:
    """Narrow the candidates, plays or answers, one by one; ``answers`` are those that have names."""
    for clause in clauses:
        past = w.label()
        with applied(w, clause):
            what = clause.what
            if kind == PLAY and what.type.kind is Kind.CARDS and not what.reads & CONTEXT_TERMS:
                w.do(Op.NOTE_ALL, w.find(what))
            else:
                what = _left_open(w, clause, past)
                if kind == PLAY or not noted_at_once(w, what, answers):
                    _note_each(w, what, kind, answers)
            w.do(Op.NARROW, VERB_CODES.index(clause.verb))
        w.here(past)


def _left_open(w: Writer, clause: Clause, past: int) -> Term:
    """Go past a clause if all candidates pass it anyway; return the part of it that tells then."""
    what = clause.what
    if clause.verb not in ("keep", "only") or what.type.kind is not Kind.CONDITION:
        return what
    while what.does == "or" and not what.constant:
        one, other = what.parts
        if one.reads & CANDIDATE_TERMS:
            one, other = other, one
        if one.reads & CANDIDATE_TERMS:
            break
        w.when(one, past)
        what = other
    return what


def _note_each(w: Writer, what: Term, kind: int, answers: Mapping[int, Any]) -> None:
    """Look at the candidates one by one, and note what a clause says of each."""
    with found_before(w, what, answers):
        w.do(Op.FIRST)
        end = w.label()
        w.do(Op.NEXT, kind, d=end)
        again = w.here()
        found = w.find(what)
        if what.type.kind is Kind.CARDS:
            found = w.gives(Op.COVERS, found, CardRegister.PLAY)
        w.do(Op.NOTE, found, kind, d=again)
        w.here(end)


def narrow_choice(w: Writer, clauses: Iterable[Clause], pool: int, least: int) -> None:
    """Narrow the cards to choose from; except for ``only``, a clause must leave as many as must be chosen."""
    for clause in clauses:
        with applied(w, clause):
            rest = w.gives_cards(Op.MEET, pool, w.find(clause.what))
            too_few = w.label()
            if clause.verb != "only":
                w.do(Op.BELOW, w.gives(Op.COUNT, rest), least, d=too_few)
            w.do(Op.CARDS, rest, d=pool)
            w.here(too_few)


def narrow_small_plays(w: Writer, wish: ShapeClause, shapes: Sequence[bool], everything: int) -> None:
    """Narrow the plays of one card or two by a clause, for all shapes that there are."""
    clause, sets = wish
    same = everything if clause.verb in ("keep", "only") else 0
    if all(is_constant_set(cards, same) for there, cards in zip(shapes, sets, strict=True) if there):
        return
    with applied(w, clause):
        found: list[int] = []
        for place, cards in enumerate(sets):
            before = next((at for at in range(place) if sets[at] == cards), None)
            found.append(w.find(cards) if before is None else found[before])
        op = Op.KEEP_PLAYS if clause.verb in ("keep", "only") else Op.MOST_PLAYS
        w.do(op, found[0], found[1], found[2], int(clause.verb in ("only", "fewest")))
