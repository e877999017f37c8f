"""Why a deal counts what it counts: the worth of each card, what multiplied it, and every adjustment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards.deck import bits, numbers
from trickbook.engine import scores
from trickbook.engine.ask import AskStep
from trickbook.explain.reasons import Reason, answers, reason, refusals
from trickbook.explain.timeline import course
from trickbook.sections import worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.explain.timeline import Turn
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source.nodes import Entry
    from trickbook.state import PastDeal


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

    def __str__(self) -> str:
        """Tell what the cards count, and how that comes about."""
        many = f", {self.each} each" if len(self.cards) > 1 else ""
        head = f"{' '.join(self.cards)}: {self.points}{many}"
        factors = (f"times {factor.times}: {factor.reason}" for factor in self.factors if factor.times != 1)
        return "\n    ".join([head, f"{self.worth}: {self.reason}", *factors])


class Change(NamedTuple):
    """An adjustment that concerned a seat: its points before and after it, even if they are the same.

    ``by`` holds each player whom it was about, such as the one who shot the moon, with what it changed.
    """

    reason: Reason
    by: tuple[tuple[int, Any], ...]
    before: Any
    after: Any

    def __str__(self) -> str:
        """Tell the points before and after, because of whom they changed."""
        about = " and ".join(f"seat {seat}" for seat, change in self.by if change != 0)
        return f"{self.before} becomes {self.after}, because of {about}: {self.reason}"


class Decision(NamedTuple):
    """A seat's answer to a question of the deal, and each possible answer with the reason against it."""

    step: str
    seat: int
    answer: str
    answers: dict[str, Reason | None]

    def __str__(self) -> str:
        """Tell the answer, and which answers were forbidden."""
        return "\n    ".join(
            [f"seat {self.seat} answered {self.answer} to {self.step}", *refusals(self.answers)]
        )


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

    def __str__(self) -> str:
        """Tell everything, down to the last point; what changed nothing is passed over."""
        if self.ended:
            return f"Deal {self.deal}, seat {self.seat}: not scored\n  {self.ended}"
        cards = [*map(str, self.cards)] or ["no card that counts: 0"]
        changes = [change for change in self.changes if any(by != 0 for _, by in change.by)]
        together = [f"together {self.counted}"] if self.cards else []
        lines = [*map(str, self.decisions), *cards, *together, *map(str, changes)]
        return "\n  ".join([f"Deal {self.deal}, seat {self.seat}: {points_text(self.points)}", *lines])


def points_text(points: Any) -> str:
    """A number of points."""
    return f"{points} point" if points == 1 else f"{points} points"


def explain_points(engine: CompiledRules, past: PastDeal) -> tuple[ExplainedPoints, ...]:
    """Explain the points of a finished deal, for each seat."""
    turns = list(course(engine, past))
    s, seats = turns[-1].state.copy(), range(engine.layout.seats)
    origins = worth.origins(engine.context)
    cards = [tuple(_counted(engine, s, seat, origins)) for seat in seats]
    s.points = [sum(group.points for group in groups) for groups in cards]
    changes: list[list[Change]] = [[] for _ in seats]
    for adjustment in engine.points:
        found = scores.changes(adjustment, s, seats)
        if adjustment.cards is not None or not found:
            continue
        before, s.points = s.points, scores.totals(adjustment, s, seats)
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


Group = tuple[Any, int, tuple[Factor, ...]]
"""What each of some cards counts, these cards, and what has multiplied them."""


def _counted(
    engine: CompiledRules, s: State, seat: int, origins: Sequence[Entry | None]
) -> Iterator[Counted]:
    """Yield what the cards taken count for a seat, in groups that count alike for the same reasons."""
    taken, marked = s.pile(engine.taken + seat), engine.marked(s)
    for value, cards in engine.worth:
        for why, some in _terms(cards & taken, origins):
            for each, group, factors in _multiplied(engine, s, seat, (value, some, ())):
                names = tuple(engine.deck.written(group, marked))
                yield Counted(names, why, value, factors, each, each * len(names))


def _terms(cards: int, origins: Sequence[Entry | None]) -> Iterator[tuple[Reason, int]]:
    """Some cards, parted by the term that says what they are worth."""
    terms: dict[Reason, int] = {}
    for card in bits(cards):
        if entry := origins[card.bit_length() - 1]:
            terms[reason(entry)] = terms.get(reason(entry), 0) | card
    yield from terms.items()


def _multiplied(engine: CompiledRules, s: State, seat: int, group: Group) -> list[Group]:
    """Cards of one worth, parted by what multiplies them."""
    groups = [group]
    for adjustment in engine.points:
        if (found := scores.multiplier(adjustment, s, seat)) is None:
            continue
        hit, times = found
        why, before, groups = reason(adjustment.entry), groups, []
        for each, cards, factors in before:
            new = scores.limit_points(each * times)
            groups += [(new, cards & hit, (*factors, Factor(why, times, new)))] if cards & hit else []
            groups += [(each, cards & ~hit, factors)] if cards & ~hit else []
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
