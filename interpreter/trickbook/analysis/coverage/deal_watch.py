"""Oddities of random deals beside the entries that apply: unequal hands, cards left over, too few to deal."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.coverage.order_faults import order_faults
from trickbook.core import TRICKS
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.resting import active_seats
from trickbook.problems import Place, Problem, shown
from trickbook.sections import worth
from trickbook.texts.message import Message, every

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterator, Sequence

    from trickbook.cards.runs import CardOrder
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine, Step
    from trickbook.sections.compiled import CompiledRules


DELIBERATE: Final = Place("", 0, 0)
"""Stands for a step that names whose hand grows, so that hands are unequal on purpose."""

FEWEST: Final = 4
"""The number of deals of one configuration from which on hands that are always empty are no accident."""

EMPTY: Final = Message("tricks end as soon as one hand is empty")

MOST_POINTS: Final = 1_000_000
"""The most points of a deal that fit a score sheet."""


@dataclass
class StepEffect:
    """How often a step was taken and moved nothing, or had too few cards to deal, with one such case."""

    name: str
    taken: int = 0
    idle: int = 0
    short: int = 0
    case: tuple[int, int, int] = (0, 0, 0)


@dataclass
class HandsAtTricks:
    """How often tricks began in one configuration, and the steps that had emptied every hand before."""

    times: int = 0
    emptied: list[Step] = field(default_factory=list)

    def count(self, sizes: Sequence[int], emptying: Step | None) -> None:
        """Count the start of tricks with hands of these sizes."""
        self.times += 1
        if emptying is not None and not any(sizes):
            self.emptied.append(emptying)


@dataclass
class DealWatch:
    """Counts what is odd in observed deals, by the place of the step behind it."""

    tricks: int = 0
    """The number of times that tricks began."""
    deals: int = 0
    """The number of finished deals."""
    unequal: dict[Place, list[tuple[int, ...]]] = field(default_factory=dict)
    remaining: dict[Place, list[tuple[int, ...]]] = field(default_factory=dict)
    effects: dict[Place, StepEffect] = field(default_factory=dict)
    points: dict[Place, int] = field(default_factory=dict)
    begun: dict[int, HandsAtTricks] = field(default_factory=dict)
    orders: dict[Place, Problem] = field(default_factory=dict)
    _orders: set[CardOrder] = field(default_factory=set)
    _sizes: tuple[int, ...] = ()
    _last: Place | None = None
    _skewed: Place | None = None
    _previous: Step | None = None
    _emptying: Step | None = None

    # What happens

    def begins(self) -> None:
        """Note the start of a deal."""
        self._sizes, self._last, self._skewed = (), None, None
        self._previous, self._emptying = None, None

    def comes(self, engine: Engine, s: State, step: Step) -> None:
        """Note the hands before a step: if they have become unequal, the step before it did that."""
        self._compare(engine, s)
        named = isinstance(step, MoveStep) and step.to.seats is not None
        named = named or (isinstance(step, DealStep) and (step.uneven or _by_player(step)))
        self._last = DELIBERATE if named else step.entry.place
        self._previous = step

    def _compare(self, engine: Engine, s: State) -> None:
        sizes = hand_sizes(engine, s)
        if any(self._sizes) and not any(sizes):
            self._emptying = self._previous
        even = len(set(sizes)) <= 1
        if even:
            self._skewed = None
        elif self._skewed is None and self._last is not None:
            self._skewed = self._last
        self._sizes = sizes

    def plays(self, engine: Engine, s: State, step: Step) -> None:
        """Note whether hands differ when tricks begin."""
        self.comes(engine, s, step)
        self.tricks += 1
        self.begun.setdefault(id(engine), HandsAtTricks()).count(self._sizes, self._emptying)
        if self._skewed not in (None, DELIBERATE):
            assert self._skewed is not None  # noqa: S101 - seen above
            self.unequal.setdefault(self._skewed, []).append(self._sizes)

    @contextmanager
    def moving(self, engine: Engine, s: State, step: DealStep | MoveStep) -> Iterator[None]:
        """Note what a step that deals or moves does."""
        active = len(active_seats(engine, s))
        if not len(s.plays) % max(active, 1):  # amid a trick, hands differ by what was played
            self.comes(engine, s, step)
        before, short = s.piles, _short(engine, s, step)
        yield
        if isinstance(step, MoveStep) and step.cards.constant and not step.cards.value:
            return  # a step that moves nothing is an event for facts
        effect = self.effects.setdefault(step.entry.place, StepEffect(step.name))
        effect.taken += 1
        effect.idle += before == s.piles
        if short:
            effect.short, effect.case = effect.short + 1, short

    def ends(self, engine: CompiledRules, s: State) -> None:
        """Note the cards left in hands at the end of a deal in which tricks were played."""
        self.deals += 1
        if engine.layout.orders and s.v[TRICKS] and (order := s.card_order) not in self._orders:
            self._orders.add(order)
            for fault in order_faults(engine, s):
                self.orders.setdefault(fault.place or DELIBERATE, fault)
        self._compare(engine, s)
        sizes = hand_sizes(engine, s)
        if len(set(sizes)) > 1 and s.v[TRICKS] and self._skewed != DELIBERATE:
            place = self._skewed or engine.steps[0].entry.place
            self.remaining.setdefault(place, []).append(sizes)

    def scores(self, engine: CompiledRules, points: Sequence[Any]) -> None:
        """Note points that no score sheet holds, at the greatest worth or the last entry of points."""
        most = max((greatest(own) for own in points), default=0)
        if most > MOST_POINTS:
            worths = {greatest(value): cards for value, cards in engine.worth}
            origins, dear = worth.origins(engine.context), worths[max(worths)] if worths else 0
            entry = origins[dear.bit_length() - 1] if max(worths, default=0) > MOST_POINTS // 100 else None
            entries = [entry] if entry else [adjustment.entry for adjustment in engine.points[-1:]]
            for one in entries:
                self.points[one.place] = max(most, self.points.get(one.place, 0))

    # Notes

    def notes(self, own: Container[Place]) -> Iterator[Problem]:
        """Yield a note for each oddity; of single steps, only for those that are the file's own."""
        yield from _without_tricks(self.begun.values())
        for place, cases in self.unequal.items():
            yield self._unequal(place, cases)
        for place, cases in self.remaining.items():
            if place not in self.unequal:
                yield self._remaining(place, cases)
        for place, most in self.points.items():
            message = Message(
                "a random deal gives {number} points, more than a score sheet holds", number=most
            )
            yield Problem("huge-points", message, place, Message("play with smaller numbers"), "note")
        yield from self.orders.values()
        for place in (place for place in self.effects if place in own):
            yield from _without_effect(place, self.effects[place])

    def _unequal(self, place: Place, cases: Sequence[tuple[int, ...]]) -> Problem:
        sizes = max(cases, key=lambda case: (max(case) - min(case), case))
        lost = len(self.remaining.get(place, ()))
        message = Message(
            "hands are unequal when the tricks begin, in {number} of {number_all} random deals: "
            "{list} cards, and {number_left} deals end with cards in hands"
            if lost
            else "hands are unequal when the tricks begin, in {number} of {number_all} random deals: "
            "{list} cards",
            number=len(cases),
            number_all=self.tricks,
            list=every(sizes),
            number_left=lost,
        )
        return Problem("unequal-hands", message, place, EMPTY, "note")

    def _remaining(self, place: Place, cases: Sequence[tuple[int, ...]]) -> Problem:
        sizes = max(cases, key=lambda case: (sum(case), case))
        message = Message(
            "{number} of {number_all} random deals end with cards in hands that nobody plays: {list} cards",
            number=len(cases),
            number_all=self.deals,
            list=every(sizes),
        )
        return Problem("cards-left", message, place, EMPTY, "note")


def greatest(points: Any) -> int:
    """Return the size of a number, or of the larger part of a complex one."""
    return int(max(abs(points.real), abs(points.imag)))


def hand_sizes(engine: Engine, s: State) -> tuple[int, ...]:
    """Return how many cards each seat that does not rest can play in tricks."""
    if engine.tricks is None:
        return ()
    source = engine.tricks.source
    return tuple(s.value(source, seat).bit_count() for seat in active_seats(engine, s))


def _short(engine: Engine, s: State, step: DealStep | MoveStep) -> tuple[int, int, int] | None:
    """The cards wanted for each, the cards that lie there, and the hands, where they do not suffice."""
    if not isinstance(step, DealStep) or not (lying := s.pile(step.source.base).bit_count()):
        return None
    if not step.equal:
        lying = sum(s.pile(pile.base).bit_count() for pile in step.sources)
        wanted = sum(step.wanted(engine, s)) if step.each else 0
        return (wanted, lying, 0) if wanted > lying else None
    hands = len(active_seats(engine, s)) if step.to.owned else 1
    each = s.value(step.each, s.match.dealer) if step.each else 1
    return (each, lying, hands) if each * hands > lying else None


def _without_effect(place: Place, effect: StepEffect) -> Iterator[Problem]:
    """Yield a note for a step that never moves a card, or has too few to deal."""
    if effect.idle == effect.taken:
        message = Message(
            "{name} moves no card in any random deal, and is taken {number} times",
            name=shown(effect.name),
            number=effect.taken,
        )
        yield Problem("never-seen", message, place, None, "note")
    elif effect.short:
        each, lying, hands = effect.case
        hint = Message("as many are dealt to each as there are for all")
        if not hands:
            hint = Message("a round for which the cards do not suffice is dealt only with `uneven: yes`")
        message = Message(
            "{name} has too few cards in {number} of {number_all} cases: {number_lying} lie there, "
            "and {number_each} are to be dealt to each of {number_hands}, so each gets {number_got}"
            if hands
            else "{name} has too few cards in {number} of {number_all} cases: {number_lying} lie there, "
            "and {number_each} are to be dealt",
            name=shown(effect.name),
            number=effect.short,
            number_all=effect.taken,
            number_lying=lying,
            number_each=each,
            number_hands=hands,
            number_got=lying // max(hands, 1),
        )
        yield Problem("deals-fewer", message, place, hint, "note")


def _without_tricks(found: Collection[HandsAtTricks]) -> Iterator[Problem]:
    """Yield a note for each step that empties all hands whenever tricks are to begin in a configuration."""
    times: Counter[Place] = Counter()
    names: dict[Place, str] = {}
    for hands in found:
        if hands.times >= FEWEST and hands.times == len(hands.emptied):
            for step in hands.emptied:
                times[step.entry.place] += 1
                names[step.entry.place] = step.name
    total = sum(hands.times for hands in found)
    for place, count in times.items():
        message = Message(
            "no trick is played in {number} of {number_all} random deals: {step} empties every hand",
            number=count,
            number_all=total,
            step=shown(names[place]),
        )
        hint = Message(
            "move fewer cards, or say `when:` the step comes, or put it behind the tricks: `after: tricks`"
        )
        yield Problem("no-tricks", message, place, hint, "note")


def _by_player(step: DealStep) -> bool:
    """Return whether a step deals by what is known of each player, and does not fill hands up."""
    return step.each is not None and "player" in step.each.reads and not step.each.piles
