"""Why a deal counts what it counts: the worth of each card, what multiplied it, and every adjustment.

The functions that score a deal find all numbers. Cards are grouped here by the entries behind their points,
because cells hold no entries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards.deck import bits, numbers
from trickbook.engine.ask import AskStep
from trickbook.explain.reasons import Reason, answers, reason, refusals
from trickbook.explain.timeline import course
from trickbook.sections import worth
from trickbook.texts.message import Listing, Message, paragraph, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.explain.timeline import Turn
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry
    from trickbook.state import PastDeal
    from trickbook.texts.message import Value


class Factor(NamedTuple):
    """An entry that multiplied the worth of cards: by how much, and the worth of each after it."""

    reason: Reason
    times: Any
    each: Any


class Counted(NamedTuple):
    """Cards that count alike: their term of ``worth``, what it makes each worth, what multiplied that.

    ``each`` is what each of them counts in the end, ``points`` what they count together.
    """

    cards: tuple[str, ...]
    reason: Reason
    worth: Any
    factors: tuple[Factor, ...]
    each: Any
    points: Any

    @property
    def text(self) -> Listing:
        """The text: the points of the cards, and how they come about."""
        known = {"cards": " ".join(self.cards), "points": str(self.points)}
        head = (
            Message("{cards}: {points}, {number} each", number=str(self.each), **known)
            if len(self.cards) > 1
            else verbatim("{cards}: {points}".format(**known))
        )
        factors = (
            Message("times {number}: {reason}", number=str(factor.times), reason=str(factor.reason))
            for factor in self.factors
            if factor.times != 1
        )
        return paragraph([head, f"{self.worth}: {self.reason}", *factors], 4)


class Change(NamedTuple):
    """An adjustment that concerned a seat: its points before and after it, even if they are the same.

    ``by`` holds each player whom it was about, such as the one who shot the moon, with what it changed.
    """

    reason: Reason
    by: tuple[tuple[int, Any], ...]
    before: Any
    after: Any

    @property
    def text(self) -> Message:
        """The points before and after, and because of whom they changed."""
        seats = tuple(Message("seat {seat}", seat=seat) for seat, change in self.by if change != 0)
        return Message(
            "{before} becomes {after}, because of {list}: {reason}",
            before=str(self.before),
            after=str(self.after),
            list=Listing(seats, " and ", " and "),
            reason=str(self.reason),
        )


class Decision(NamedTuple):
    """A seat's answer to a question of the deal, and each possible answer with the reason against it."""

    step: str
    seat: int
    answer: str
    answers: dict[str, Reason | None]

    @property
    def text(self) -> Listing:
        """The answer, and which answers were forbidden."""
        known = {"answer": self.answer, "step": self.step}
        head = Message("seat {seat} answered {answer} to {step}", seat=self.seat, **known)
        return paragraph([head, *refusals(self.answers)], 4)


class ExplainedPoints(NamedTuple):
    """The points of a seat in a finished deal: what the cards taken count, then each adjustment, in order.

    ``decisions`` are those of all players: numbers and words that they were asked for. ``ended`` is the step
    that ended the deal unscored, if one did.
    """

    deal: int
    seat: int
    decisions: tuple[Decision, ...]
    cards: tuple[Counted, ...]
    changes: tuple[Change, ...]
    points: Any
    ended: Reason | None = None

    @property
    def counted(self) -> Any:
        """Return the sum of the cards, before any adjustment."""
        return sum(group.points for group in self.cards)

    @property
    def text(self) -> Listing:
        """Everything, down to the last point; what changed nothing is passed over."""
        head = Message("Deal {deal}, seat {seat}: {what}", deal=self.deal, seat=self.seat, what=self._sum)
        if self.ended:
            return paragraph([head, str(self.ended)], 2)
        cards: list[Value] = [group.text for group in self.cards] or [Message("no card that counts: 0")]
        changes = [change.text for change in self.changes if any(by != 0 for _, by in change.by)]
        together = [Message("together {number}", number=str(self.counted))] if self.cards else []
        return paragraph([head, *(one.text for one in self.decisions), *cards, *together, *changes], 2)

    @property
    def _sum(self) -> Message:
        if self.ended:
            return Message("not scored")
        return Message("{number} point" if self.points == 1 else "{number} points", number=str(self.points))

    def __str__(self) -> str:
        """Tell everything, down to the last point."""
        return str(self.text)


def explain_points(engine: CompiledRules, past: PastDeal) -> tuple[ExplainedPoints, ...]:
    """Explain the points of a finished deal, for each seat."""
    turns = list(course(engine, past))
    s, seats = turns[-1].state.copy(), range(engine.layout.seats)
    origins = worth.origins(engine.context)
    cards = [tuple(_card_counts(engine, s, seat, origins)) for seat in seats]
    engine.functions["card_points"](s.v)
    changes: list[list[Change]] = [[] for _ in seats]
    for index, adjustment in enumerate(engine.points):
        if adjustment.times is not None:
            continue
        found, before = [*engine.changes(s, index)], s.points
        engine.adjust(s, index)
        for seat in sorted({seat for _, seat, _ in found}):
            by = tuple((about, change) for about, other, change in found if other == seat)
            changes[seat].append(Change(reason(adjustment.entry), by, before[seat], s.points[seat]))
    decisions = tuple(_decisions(engine, turns))
    ended = next((reason(step.entry) for step in engine.ends if step.name == past.ended), None)
    return tuple(
        ExplainedPoints(
            past.match.deal, seat, decisions, cards[seat], tuple(changes[seat]), s.points[seat], ended
        )
        for seat in seats
    )


def _card_counts(
    engine: CompiledRules, s: State, seat: int, origins: Sequence[Entry | None]
) -> Iterator[Counted]:
    """Yield what the cards taken count for a seat, in groups that count alike for the same reasons."""
    taken, marked = s.pile(engine.taken + seat), engine.marked(s)
    for value, cards in engine.worth:
        for why, some in _terms(cards & taken, origins):
            for group, factors in _multiplied_groups(engine, s, seat, some):
                names = tuple(engine.deck.written(group, marked))
                each = factors[-1].each if factors else value
                yield Counted(names, why, value, factors, each, each * len(names))


def _terms(cards: int, origins: Sequence[Entry | None]) -> Iterator[tuple[Reason, int]]:
    """Some cards, parted by the term that says what they are worth."""
    terms: dict[Reason, int] = {}
    for card in bits(cards):
        if entry := origins[card.bit_length() - 1]:
            terms[reason(entry)] = terms.get(reason(entry), 0) | card
    yield from terms.items()


def _multiplied_groups(
    engine: CompiledRules, s: State, seat: int, cards: int
) -> list[tuple[int, tuple[Factor, ...]]]:
    """Return cards of one worth, parted by what multiplies them."""
    groups: list[tuple[int, tuple[Factor, ...]]] = [(cards, ())]
    for index, adjustment in enumerate(engine.points):
        if adjustment.times is None:
            continue
        hit = engine.functions[f"factor_cards{index}"](s.v, seat)
        why, times = reason(adjustment.entry), s.value(adjustment.times, seat)
        before, groups = groups, []
        for group, factors in before:
            if some := group & hit:
                each = engine.value_of(s, seat, some & -some, index + 1)
                groups.append((some, (*factors, Factor(why, times, each))))
            if rest := group & ~hit:
                groups.append((rest, factors))
    return groups


def _decisions(engine: CompiledRules, turns: Sequence[Turn]) -> Iterator[Decision]:
    """Yield what was answered to questions for a number or a word, also by who had but one answer."""
    for turn in turns:
        step, s = turn.step, turn.state
        if not isinstance(step, AskStep) or step.source is not None or step.who is None:
            continue
        if turn.seat is not None:
            yield Decision(step.name, turn.seat, turn.move, answers(engine, s, step, turn.seat))
        elif s.holds(step.when, s.match.dealer):
            for seat in numbers(s.value(step.who, s.match.dealer)):
                reasons = answers(engine, s, step, seat)
                left = [answer for answer, why in reasons.items() if why is None]
                if len(left) == 1:
                    yield Decision(step.name, seat, left[0], reasons)
