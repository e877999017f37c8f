"""The duck as a program: it tries its moves one by one, with the current clauses of ``winning``.

A random player's choice is made before, so that choices are counted alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import MoveStep
from trickbook.engine.tricks import TrickStep
from trickbook.fast.compiler.assembler import BeyondError
from trickbook.fast.compiler.events import store_value
from trickbook.fast.compiler.narrowing import ANSWER
from trickbook.fast.compiler.orders import lay
from trickbook.fast.compiler.standing import settled
from trickbook.fast.compiler.trick_winner import find_taker
from trickbook.fast.instructions import DuckMoves, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.answers import QuestionProgram
    from trickbook.fast.compiler.writer import Writer


def duck_play(w: Writer, engine: Engine, step: TrickStep, kind: DuckMoves, cards: int = 0) -> None:
    """Play the best of the moves: single cards of a register, plays of sets, or candidates."""
    if not w.ducks:
        return
    with w.scratch():
        end = w.label()
        _unless_ducks(w, step, end)
        _lay_order(w)
        w.do(Op.MOVES, kind, cards, d=end)
        again = w.here()
        w.do(Op.TRY, d=end)
        find_taker(w, engine, step)
        w.do(Op.RATE, d=again)
        w.here(end)


def _unless_ducks(w: Writer, step: TrickStep, label: int) -> None:
    """Go to a label unless whoever plays the seat's cards ducks."""
    if step.played_by is None:
        w.do(Op.DUCKS, d=label)
        return
    owner, ducks, plays_at_random = w.gives(Op.SEAT_NOW), w.label(), w.label()
    player = w.gives(Op.FOREMOST, w.find(step.played_by))
    w.do(Op.OR_ELSE, player, owner, d=player)
    w.do(Op.SEAT, player)
    w.do(Op.DUCKS, d=plays_at_random)
    w.do(Op.SEAT, owner)
    w.do(Op.JUMP, d=ducks)
    w.here(plays_at_random)
    w.do(Op.SEAT, owner)
    w.do(Op.JUMP, d=label)
    w.here(ducks)


def _lay_order(w: Writer) -> None:
    """Tell the ducks how the cards stand, if the ruleset has orders."""
    if w.orders:
        with w.scratch():
            if not settled(w, w.orders.detail):
                lay(w, w.orders.detail)


def duck_gift(w: Writer, pool: int, least: int, chosen: int) -> None:
    """Give as few cards as allowed, those that cost most."""
    if w.ducks:
        end = w.label()
        w.do(Op.DUCKS, d=end)
        _lay_order(w)
        w.do(Op.GIVE, pool, least, d=chosen)
        w.here(end)


def duck_shows_nothing(w: Writer, chosen: int) -> None:
    """Expose nothing voluntarily."""
    if w.ducks:
        end = w.label()
        w.do(Op.DUCKS, d=end)
        w.do(Op.CLEAR, b=1, d=chosen)
        w.do(Op.COPY, w.number(1), d=NumberRegister.PASSED)
        w.here(end)


def duck_says_nothing(w: Writer) -> None:
    """Say nothing where nothing need be said."""
    end = w.label()
    w.do(Op.DUCKS, d=end)
    w.do(Op.COPY, w.number(1), d=NumberRegister.PASSED)
    w.here(end)


def duck_answer(w: Writer, q: QuestionProgram) -> None:
    """Answer with the bid, or the first answer, while anybody holds cards; later with the best answer.

    Before the tricks everybody does, so the points may depend on cards that are hidden.
    """
    if not w.ducks:
        return
    if q.step.optional:
        duck_says_nothing(w)
        return
    hands, end, bid = w.piles + w.layout.piles["hand"].base, w.label(), w.label()
    w.do(Op.DUCKS, d=end)
    if not (_early(q.engine, q.step) and any(_hidden(q.engine, entry[1:]) for entry in q.engine.points)):
        for seat in range(w.seats):
            w.do(Op.TOUCH, hands + seat, hands + seat, d=bid)
        duck_best_answer(w, q)
        w.do(Op.PREFERRED)
        w.do(Op.JUMP, d=end)
    w.here(bid)
    number = w.ducks.bids.get(q.step.name)
    if number is None or q.step.names:
        w.do(Op.ONE_OF, ANSWER)
    else:
        w.do(Op.SAY, w.number(number))
    w.here(end)


def duck_best_answer(w: Writer, q: QuestionProgram) -> None:
    """Find the answer with the best scores."""
    place, kind = w.slots[q.step.slot], q.step.type.kind
    with w.scratch():
        seat, before = w.gives(Op.SEAT_NOW), w.gives(Op.OWN, place)
        w.do(Op.FIRST)
        end, again = w.label(), w.here()
        w.do(Op.NEXT, ANSWER, d=end)
        store_value(w, kind, NumberRegister.ANSWER, place, owned=True)
        w.do(Op.CALL, q.outlook.back, d=q.outlook.place)
        w.do(Op.SEAT, seat)
        w.do(Op.PREFER, q.outlook.told, e=w.parts)
        w.do(Op.JUMP, d=again)
        w.here(end)
        store_value(w, kind, before, place, owned=True)


def check_duck(w: Writer, engine: Engine) -> None:
    """Check that ducks see all that they depend on; BeyondError if something is hidden from them."""
    _check_seen(engine, (w.orders,))
    for step in engine.steps:
        for clause in step.winning if isinstance(step, TrickStep) else ():
            w.about = clause.entry
            _check_seen(engine, (clause.when, clause.what))
    asked = any(not step.source and not _early(engine, step) for step in engine.questions)
    for adjustment in engine.points if asked else ():
        w.about = adjustment.entry
        _check_seen(engine, adjustment[1:])
    for step in (*engine.steps, *(step for steps in engine.upon.values() for step in steps)):
        w.about = step.entry
        if isinstance(step, AskStep | MoveStep) and step.to and _back(engine, step, step.to.pile.name):
            raise BeyondError("cards that come back to players who duck")
    w.about = None


def _back(engine: Engine, step: AskStep | MoveStep, pile: str) -> bool:
    """Return whether a step may return cards to the trick, or to hands when copies of them were played."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else engine.steps
    return pile == "trick" or (engine.deck.manifold and step not in before and pile in ("hand", "table"))


def _early(engine: Engine, step: AskStep) -> bool:
    """Return whether a question comes before the tricks."""
    before = engine.steps[: engine.steps.index(engine.tricks)] if engine.tricks else ()
    return any(step is other for other in before)


def _check_seen(engine: Engine, terms: Iterable[Term | None]) -> None:
    """Check that terms depend on no hidden cards, except those won in tricks."""
    if _hidden(engine, terms):
        raise BeyondError("cards that are hidden from players who duck")


def _hidden(engine: Engine, terms: Iterable[Term | None]) -> bool:
    """Return whether terms depend on hidden cards, except those won in tricks."""
    hidden = {
        pile.base + place
        for pile in engine.layout.piles.values()
        for place in range(engine.layout.seats if pile.owned else 1)
        if pile.seen_by != "everyone" and pile.name != "taken"
    }
    return any(pile in hidden for term in terms if term and not term.constant for pile in _piles(term))


def _piles(term: Term) -> Iterator[int]:
    """Yield the piles that a term depends on."""
    if term.does in ("pile", "own pile"):
        yield int(term.detail)
    for part in term.parts:
        yield from _piles(part)
