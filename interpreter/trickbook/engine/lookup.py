"""All that every move asks of the rules of a table, found once: indexes of steps, names, who acts."""

from __future__ import annotations

from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from trickbook.cards.combinations import namer
from trickbook.cards.deck import numbers
from trickbook.core import WAITING, Cells, Sizes
from trickbook.core.program import Program
from trickbook.engine import facts
from trickbook.engine.ask import AskStep
from trickbook.engine.course.course import write
from trickbook.engine.course.events import frames
from trickbook.engine.deal import DealStep, EndStep, MoveStep, RepeatStep, ShowStep
from trickbook.engine.facts import ANNOUNCEMENT, TURN, Fact
from trickbook.engine.roots import most_plays, roots
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from trickbook.core.clauses import LegalCards
    from trickbook.core.state import State
    from trickbook.engine.plays import PlayChoice
    from trickbook.engine.resting import Rest
    from trickbook.engine.scores import Adjustment, Ending, Metric
    from trickbook.expression.evaluation import Assumptions
    from trickbook.state import Layout

Step: TypeAlias = AskStep | DealStep | EndStep | MoveStep | RepeatStep | ShowStep | TrickStep

OVER: Final = "over"
"""The phase of a match that has ended."""

EXPOSED_PILE: Final = "table"
"""The pile of exposed cards."""

MOST_TRICKS: Final = 2
"""How many tricks a deal may have for each card of the deck; one more ends it."""


@cache
def seat_sets(seats: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the seats of every set of so many."""
    return tuple(tuple(numbers(mask)) for mask in range(1 << seats))


class Rules(NamedTuple):
    """All that deals are played by; ``upon`` has steps by event, ``worth`` pairs of a value and its cards.

    ``counters`` maps piles whose cards are counted as they are laid there to the first slot of the counts.
    """

    layout: Layout
    facts: tuple[Fact, ...]
    steps: tuple[Step, ...]
    upon: Mapping[str, Sequence[Step]]
    worth: tuple[tuple[int, int], ...]
    points: tuple[Adjustment, ...]
    metrics: tuple[Metric, ...]
    ending: Ending
    resting: tuple[Rest, ...] = ()
    counters: Mapping[str, int] = {}


class Listener(Protocol):
    """Hears what an engine does, to count it; it changes nothing in a deal."""

    def compiled(self, name: str, function: Callable[..., int]) -> Callable[..., int]:
        """Return a function of the course, or one around it, when it has been compiled."""

    def starts(self, s: State) -> None:
        """Hear that a deal has started."""

    def performs(self, s: State, step: Step) -> AbstractContextManager[None]:
        """Hear what the table does in a step."""

    def chooses(self, s: State, step: PlayChoice, seat: int) -> None:
        """Hear that the rules are asked what a seat may play."""

    def wins(self, s: State, step: TrickStep) -> None:
        """Hear that the rules are asked who takes a trick."""


class Lookup:
    """The rules of a table, with what is asked of them again and again.

    ``proxies`` says whether a seat may play the cards of another, ``table`` is the set that is waited for
    when the table acts itself. ``rounds`` numbers the questions that go round.
    """

    listener: Listener | None = None

    def __init__(self, rules: Rules) -> None:
        """Keep at hand what every move asks for: indexes of piles, names of cards, who comes next."""
        self.layout, self.deck = rules.layout, rules.layout.deck
        self.facts, self.steps, self.upon = rules.facts, rules.steps, rules.upon
        self.worth, self.points, self.metrics = rules.worth, rules.points, rules.metrics
        self.ending, self.resting, self.counters = rules.ending, rules.resting, rules.counters
        self._index_steps()
        self._name_events()
        deep = frames(self.upon) + bool(self.resting)
        sizes = Sizes(most_plays(self.steps, self.layout), deep, len(self.rounds))
        self.program = Program(Cells(self.layout, sizes), partial(roots, self), partial(write, self))
        self.cells = self.program.cells
        self._name_cards()

    def _index_steps(self) -> None:
        """Find the index of each step, and which of them wait for a seat or for the table."""
        later = {step.name: step for steps in self.upon.values() for step in steps}
        self.indexed_steps = (*self.steps, None, *later.values())
        steps = dict(enumerate(self.indexed_steps))
        self.waiting = {index: step for index, step in steps.items() if isinstance(step, AskStep | TrickStep)}
        self.acting: Mapping[int, Any] = {
            index: one for index, one in steps.items() if hasattr(one, "perform")
        }
        self.phases = tuple(step.name if step else OVER for step in self.indexed_steps)
        self.step_index = {name: index for index, name in enumerate(self.phases)}
        round_and_round = [step.name for step in self.questions if step.again]
        self.rounds = {name: number for number, name in enumerate(round_and_round)}
        self.proxies = any(isinstance(step, TrickStep) and step.played_by for step in self.steps)

    def _name_events(self) -> None:
        """Find what each event changes."""
        live = [one for one in self.facts if one.live]
        self.facts_by_event = facts.by_event(live)
        events = {**self.facts_by_event, **self.upon}
        self.event_numbers = {name: number for number, name in enumerate(events)}
        self.trick_facts = tuple(fact for fact in live if fact.per_trick)
        self.handles_turn = self.is_handled(TURN) and TURN not in self.phases

    def is_handled(self, event: str) -> bool:
        """Return whether an event changes a fact, or a step waits for it."""
        return event in self.event_numbers

    def _name_cards(self) -> None:
        """Find what cards are called, and where the piles lie that every trick goes to."""
        layout, self.manifold = self.layout, self.deck.manifold
        self.table = 1 << layout.seats
        self.trick, self.held, self.taken = (layout.piles[name].base for name in ("trick", "held", "taken"))
        self.played, self.exposed = (layout.piles[name].ever or 0 for name in ("trick", "table"))
        self.names = names = {1 << bit: name for bit, name in enumerate(layout.deck.names)}
        self.pack = tuple(names)
        self.card = {} if self.manifold else {name: card for card, name in names.items()}
        self.plain = {} if self.proxies else self.card
        self.longest = MOST_TRICKS * len(self.names)
        self.seat_sets, self.list = seat_sets(layout.seats), namer(layout.deck.names)

    @cached_property
    def counting(self) -> int:
        """The cards that count."""
        return sum(cards for value, cards in self.worth if value)

    @cached_property
    def ends(self) -> tuple[EndStep, ...]:
        """The steps that end a deal before its time."""
        return tuple(step for step in self.steps if isinstance(step, EndStep))

    @cached_property
    def secret_facts(self) -> tuple[Fact, ...]:
        """The facts that not everybody sees."""
        return tuple(fact for fact in self.facts if fact.seen_by != "everyone")

    @cached_property
    def announceable(self) -> tuple[Fact, ...]:
        """The facts that somebody outside may announce."""
        return tuple(fact for fact in self.facts if fact.live and ANNOUNCEMENT in fact.upon)

    @cached_property
    def tricks(self) -> TrickStep | None:
        """The step that plays tricks, if there is one."""
        return next((step for step in self.steps if isinstance(step, TrickStep)), None)

    @cached_property
    def questions(self) -> tuple[AskStep, ...]:
        """The steps that ask seats."""
        return tuple(step for step in self.every_step if isinstance(step, AskStep) and step.asks)

    @cached_property
    def every_step(self) -> tuple[Step, ...]:
        """The steps in order, then those that wait for an event."""
        return tuple(step for step in self.indexed_steps if step is not None)

    @cached_property
    def assumptions(self) -> Assumptions:
        """The values that terms may have at every moment of every deal."""
        from trickbook.engine.limits import course_assumptions  # for who checks rules, not for who plays

        return course_assumptions(self)

    @cached_property
    def trick_steps(self) -> frozenset[str]:
        """The names of the steps that play tricks."""
        return frozenset(step.name for step in self.steps if isinstance(step, TrickStep))

    def marked(self, s: State) -> int:
        """The cards that bear the mark of exposure."""
        return s.v[self.cells.piles + self.exposed]

    def fact_values(self, fact: Fact, s: State) -> Sequence[Any]:
        """The value of a fact; where each player has one, by seat."""
        return self.program.slot_values(s.v, fact.slot, self.layout.seats if fact.owned else 1)

    def actors(self, s: State) -> int:
        """The seats that act: those whose turn it is, or who plays the cards of the one whose turn it is."""
        step = self.waiting.get(s.step) if self.proxies else None
        waiting = s.v[WAITING]
        if not isinstance(step, TrickStep) or step.played_by is None:
            return waiting
        player = self.layout.first_in_turn(s.value(step.played_by, waiting.bit_length() - 1), s.match.dealer)
        return waiting if player is None else 1 << player

    def owner(self, s: State, seat: int) -> int:
        """The seat whose cards an acting seat plays, or for which it answers: itself, if no other."""
        if not self.proxies or not isinstance(self.waiting.get(s.step), TrickStep):
            return seat
        return s.v[WAITING].bit_length() - 1

    def listen(self, listener: Listener) -> None:
        """Let a listener hear what goes on from now on, before anything is compiled."""
        self.listener, self.program.watch = listener, listener.compiled

    # Functions

    @cached_property
    def functions(self) -> Mapping[str, Callable[..., int]]:
        """The functions of the course, by name."""
        return self.program.course

    @cached_property
    def plays(self) -> Mapping[int, Callable[..., int]]:
        """The functions that play cards, by the index of the step."""
        return {
            index: self.functions[f"play{index}"]
            for index, step in self.waiting.items()
            if isinstance(step, TrickStep)
        }

    @cached_property
    def singles(self) -> Mapping[int, LegalCards]:
        """Functions that find legal single cards, by the index of the step; none where cards look alike."""
        simple = () if self.manifold or self.proxies or self.listener else self.waiting.items()
        return {
            index: self.program.legal(step.source, step.play)
            for index, step in simple
            if isinstance(step, TrickStep) and step.low is None
        }
