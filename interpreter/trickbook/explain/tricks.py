"""Why a trick went as it did: what each player might have played, and the clauses that found the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.engine.plays import rounds
from trickbook.engine.tricks import TrickStep
from trickbook.explain.reasons import Reason, each, reason, refusals, resting, rests, side_by_side
from trickbook.explain.timeline import Turn, course
from trickbook.texts.message import Listing, Message, listing, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Clause
    from trickbook.state import PastDeal
    from trickbook.texts.message import Value


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

    @property
    def text(self) -> Listing:
        """The play and its alternatives, as text."""
        others = [play for play in self.legal if play != self.cards]
        too = Message("might have played {cards} too", cards=side_by_side(others))
        choice = too if others else Message("nothing else was allowed")
        if self.by is None:
            head = Message(
                "seat {seat} played {cards}, and {what}", seat=self.seat, cards=self.cards, what=choice
            )
        else:
            known: dict[str, Value] = {"seat": self.seat, "cards": self.cards, "by": self.by}
            head = Message("seat {seat} played {cards}, by seat {by}, and {what}", what=choice, **known)
        return paragraph([head, *refusals(self.held)], 4)

    def __str__(self) -> str:
        """Tell what was played, and what might have been."""
        return str(self.text)


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
    def outcome(self) -> Message:
        """One line that says who took the trick, and with what."""
        return Message(
            "Deal {deal}, trick {number}: {what}", deal=self.deal, number=self.number, what=self._end
        )

    @property
    def _end(self) -> Message:
        if self.winner is None:
            return Message("nobody wins, and the trick is held")
        cards, carried = self.plays[self.winner].cards, " ".join(self.carried)
        known: dict[str, Value] = {"seat": self.taker or 0, "cards": cards}
        if not carried:
            return Message("seat {seat} takes it with {cards}", **known)
        many = "seat {seat} takes it with {cards}, and with it {carried} from tricks on hold"
        return Message(many, carried=carried, **known)

    @property
    def text(self) -> Listing:
        """The text: the legal plays at each play, and the plays that each clause drops."""
        return paragraph(
            [self.outcome, *(play.text for play in self.plays), *rests(self.resting), *self.winning()], 2
        )

    def __str__(self) -> str:
        """Tell play by play what was allowed, and clause by clause who was dropped."""
        return str(self.text)

    def winning(self) -> Iterator[Message]:
        """A line for each clause with what it dropped; the last says why one of several level plays wins."""
        for clause in self.clauses:
            numbers = {place: f" ({clause.measure}{number})" for place, number in clause.numbers}
            dropped, left = (
                listing(self._play_with_number(place, numbers.get(place, "")) for place in places)
                for places in (clause.dropped, clause.left)
            )
            why = str(clause.reason)
            if not left.items:
                yield Message("{list} cannot win: {reason}", list=dropped, reason=why)
            elif len(left.items) == 1:
                yield Message("{list} beats {other}: {reason}", list=left, other=dropped, reason=why)
            else:
                yield Message("{list} beat {other}: {reason}", list=left, other=dropped, reason=why)
        if len(self.level) > 1:
            level = Listing(tuple(self._play_with_number(place) for place in self.level), " and ", " and ")
            yield Message("{list} are level, and the earlier play wins", list=level)

    def _play_with_number(self, place: int, number: str = "") -> Message:
        play = self.plays[place]
        return Message("{cards} of seat {seat}{number}", cards=play.cards, seat=play.seat, number=number)


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
    narrowings = tuple(_narrowings(step.winning, state, cards))
    level = narrowings[-1].left if narrowings else tuple(range(len(cards)))
    winner = level[0] if level else None
    lost = {place: clause.reason for clause in narrowings for place in clause.dropped}
    plays = tuple(_explained_play(engine, turn, lost.get(place)) for place, turn in enumerate(turns))
    carried = (
        () if winner is None else tuple(engine.deck.written(state.pile(engine.held), engine.marked(state)))
    )
    taker = None if winner is None else state.plays[winner][0]
    rested = _resting_reasons(engine, during, {seat for seat, _ in trick.plays})
    return ExplainedTrick(past.match.deal, number, plays, narrowings, level, winner, taker, carried, rested)


def _resting_reasons(engine: Engine, during: Sequence[Turn], playing: set[int]) -> dict[int, Reason | None]:
    """The seats that did not play to a trick, each with the reason why it rested."""
    reasons: dict[int, Reason | None] = {}
    for turn in during:
        reasons = resting(engine, turn.state) | reasons
    last = during[-1]
    if last.step and last.seat is not None and len(playing) + len(reasons) < engine.layout.seats:
        state = last.state.copy()
        engine.act(state, last.seat, last.move)
        reasons = resting(engine, state) | reasons
    return {seat: why for seat, why in sorted(reasons.items()) if seat not in playing}


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


def _explained_play(engine: Engine, turn: Turn, lost: Reason | None) -> ExplainedPlay:
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
