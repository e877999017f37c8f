"""Why a trick went as it did: what each player might have played, and the clauses that found the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.engine.clauses import rounds
from trickbook.engine.tricks import TrickStep
from trickbook.explain.reasons import Reason, each, reason, refusals, resting, rests, side_by_side
from trickbook.explain.timeline import Turn, course

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.state import PastDeal


class ExplainedPlay(NamedTuple):
    """A play of a trick.

    ``legal`` are the plays that the rules allowed, ``held`` each card that was held with the reason why it
    might not be played. ``lost`` is the clause of winning that dropped the play; None if none did. ``by`` is
    the seat that played these cards for another.
    """

    seat: int
    cards: str
    legal: Sequence[str]
    held: dict[str, Reason | None]
    lost: Reason | None
    by: int | None = None

    def __str__(self) -> str:
        """Tell what was played, and what might have been."""
        others = [play for play in self.legal if play != self.cards]
        choice = f"might have played {side_by_side(others)} too" if others else "nothing else was allowed"
        by = "" if self.by is None else f", by seat {self.by}"
        head = f"seat {self.seat} played {self.cards}{by}, and {choice}"
        return "\n    ".join([head, *refusals(self.held)])


class Narrowing(NamedTuple):
    """A clause of winning that dropped plays, told by their places in the trick, from 0.

    ``numbers`` holds, where the clause compares, each play that was left with its number, and ``measure``
    what that number is, such as its rank; it is empty where that takes more than a word.
    """

    reason: Reason
    dropped: tuple[int, ...]
    left: tuple[int, ...]
    numbers: tuple[tuple[int, Any], ...]
    measure: str = ""


class ExplainedTrick(NamedTuple):
    """A finished trick: its plays in turn, and the clauses that dropped plays, in order.

    ``winner`` is the place of the play that won, ``taker`` its seat; both are None if the trick was held.
    ``level`` are the places of the plays that no clause dropped, of which the earliest wins; ``carried``
    the cards of tricks on hold that its taker took with it, ``resting`` the seats that rested, with reasons.
    """

    deal: int
    number: int
    plays: tuple[ExplainedPlay, ...]
    clauses: tuple[Narrowing, ...]
    level: tuple[int, ...]
    winner: int | None
    taker: int | None
    carried: tuple[str, ...]
    resting: dict[int, Reason | None]

    @property
    def decided(self) -> Reason | None:
        """The last clause that dropped a play; None if none did."""
        return self.clauses[-1].reason if self.clauses else None

    @property
    def outcome(self) -> str:
        """Return one line that says who took the trick, and with what."""
        head = f"Deal {self.deal}, trick {self.number}: "
        if self.winner is None:
            return f"{head}nobody wins, and the trick is held"
        carried = f", and with it {' '.join(self.carried)} from tricks on hold" if self.carried else ""
        return f"{head}seat {self.taker} takes it with {self.plays[self.winner].cards}{carried}"

    def __str__(self) -> str:
        """Tell play by play what was allowed, and clause by clause who was dropped."""
        plays, others = (f"  {play}" for play in self.plays), (f"  {line}" for line in rests(self.resting))
        return "\n".join([self.outcome, *plays, *others, *self.winning()])

    def winning(self) -> Iterator[str]:
        """A line for each clause with what it dropped; the last tells how level plays were told apart."""
        for clause in self.clauses:
            numbers = {place: f" ({clause.measure}{number})" for place, number in clause.numbers}
            dropped, left = (
                ", ".join(f"{self._named(place)}{numbers.get(place, '')}" for place in places)
                for places in (clause.dropped, clause.left)
            )
            verb = "beats" if len(clause.left) == 1 else "beat"
            yield (
                f"  {left} {verb} {dropped}: {clause.reason}"
                if left
                else f"  {dropped} cannot win: {clause.reason}"
            )
        if len(self.level) > 1:
            yield f"  {' and '.join(map(self._named, self.level))} are level, and the earlier play wins"

    def _named(self, place: int) -> str:
        play = self.plays[place]
        return f"{play.cards} of seat {play.seat}"


def explain_trick(engine: Engine, past: PastDeal, number: int) -> ExplainedTrick:
    """Explain a finished trick of a deal, counted from 1."""
    moments = list(course(engine, past))
    turns = [turn for turn in moments if turn.step and turn.step.kind == "play"]
    before = sum(len(trick.plays) for trick in past.tricks[: number - 1])
    trick = past.tricks[number - 1]
    turns = turns[before : before + len(trick.plays)]
    during = [turn for turn in moments[moments.index(turns[0]) :] if len(turn.state.done) < number]
    state, step = _complete(engine, during[during.index(turns[-1]) :])
    cards = [play for _, play in state.plays]
    found = tuple(_narrowings(step.winning, state, cards))
    level = found[-1].left if found else tuple(range(len(cards)))
    winner = level[0] if level else None
    lost = {place: clause.reason for clause in found for place in clause.dropped}
    plays = tuple(_played(engine, turn, lost.get(place)) for place, turn in enumerate(turns))
    carried = (
        () if winner is None else tuple(engine.deck.written(state.pile(engine.held), engine.marked(state)))
    )
    taker = None if winner is None else state.plays[winner][0]
    rested = _rested(engine, during, {seat for seat, _ in trick.plays})
    return ExplainedTrick(past.match.deal, number, plays, found, level, winner, taker, carried, rested)


def _rested(engine: Engine, during: Sequence[Turn], playing: set[int]) -> dict[int, Reason | None]:
    """The seats that did not play to a trick, each with the reason why it rested."""
    found: dict[int, Reason | None] = {}
    for turn in during:
        found = resting(engine, turn.state) | found
    last = during[-1]
    if last.step and last.seat is not None and len(playing) + len(found) < engine.layout.seats:
        state = last.state.copy()
        engine.act(state, last.seat, last.move)
        found = resting(engine, state) | found
    return {seat: why for seat, why in sorted(found.items()) if seat not in playing}


def _complete(engine: Engine, turns: Sequence[Turn]) -> tuple[State, TrickStep]:
    """The moment after the last play of a trick, with what was asked upon it, when its winner is found."""
    turn, *later = turns
    state, step = turn.state.copy(), turn.step
    assert isinstance(step, TrickStep) and turn.seat is not None  # noqa: PT018, S101 - a turn of a trick
    play = step.read(engine, state, turn.seat, turn.move)
    engine.lay(state, turn.seat, play)
    answers = iter(later)
    while state.waiting and (answer := next(answers, None)) and answer.step and answer.seat is not None:
        engine.act(state, answer.seat, answer.move)
    return state, step


def _played(engine: Engine, turn: Turn, lost: Reason | None) -> ExplainedPlay:
    """A play, with all that might have been played at that moment."""
    step, seat = turn.step, turn.seat
    assert step is not None and seat is not None  # noqa: PT018, S101 - a turn of a trick
    legal, held = tuple(step.legal(engine, turn.state, seat)), each(engine, turn.state, step, seat)
    acting = engine.actors(turn.state).bit_length() - 1
    return ExplainedPlay(seat, turn.move, legal, held, lost, None if acting == seat else acting)


def _narrowings(winning: Sequence[Clause], s: State, cards: list[int]) -> Iterator[Narrowing]:
    """The clauses of winning that drop plays of a trick that is complete."""
    for clause, before, rest in rounds(winning, s, s.leader, cards):
        if len(rest) < len(before):
            compares = clause.verb in ("most", "fewest")
            numbers = [(play, s.value(clause.what, s.leader, play)) for play in before] if compares else []
            yield Narrowing(
                reason(clause.entry),
                tuple(cards.index(play) for play in before if play not in rest),
                tuple(map(cards.index, rest)),
                tuple((cards.index(play), number) for play, number in numbers),
                _measure(clause) if compares else "",
            )


def _measure(clause: Clause) -> str:
    """The one word for what a clause compares, and a space: ``rank of play`` is the rank."""
    word = clause.entry.need(clause.verb).text.removesuffix(" of play")
    return f"{word} " if word.isidentifier() else ""
