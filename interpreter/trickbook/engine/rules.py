"""The setup of a table: a ruleset read for a number of players with its options set."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from trickbook.engine.steps.ask import AskStep
from trickbook.engine.steps.tricks import TrickStep
from trickbook.expression.phrases import by_worth
from trickbook.expression.phrases import seats as numbers
from trickbook.expression.types import Kind
from trickbook.sections import (
    deck,
    facts,
    match,
    metrics,
    options,
    piles,
    players,
    points,
    questions,
    steps,
    table,
    words,
    worth,
)
from trickbook.sections.context import Context
from trickbook.sections.facts import ANNOUNCEMENT
from trickbook.source import Scalar
from trickbook.state import Layout

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.expression.scope import Scope
    from trickbook.expression.types import Term
    from trickbook.problems import Problem
    from trickbook.sections.facts import Fact
    from trickbook.sections.match import Ending
    from trickbook.sections.metrics import Metric
    from trickbook.sections.options import Option
    from trickbook.sections.points import Adjustment
    from trickbook.sections.steps import Step
    from trickbook.source import Mapping as MapNode
    from trickbook.state import State

OVER: Final = "over"
"""The phase of a match that has ended."""

TOP_SUM: Final = 100_000
"""How many steps all expressions of a ruleset may take, each evaluated once."""

MOST_LISTED: Final = 8192
"""How many sets of cards have their names kept."""


@cache
def seat_sets(seats: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the seats of every set of so many."""
    return tuple(tuple(numbers(mask)) for mask in range(1 << seats))


class CompiledRules:
    """Everything that deals are played by; it never changes.

    ``given`` are words whose value states bring along. ``problems`` holds what is wrong with the ruleset.
    """

    def __init__(
        self,
        root: MapNode,
        texts: Mapping[str, str],
        seats: int,
        chosen: Mapping[str, Any],
        given: frozenset[str] = frozenset(),
    ) -> None:
        """Read a whole ruleset for so many seats."""
        reading = self.reading = Context(root, Layout(seats), texts)
        self.layout = reading.layout
        self.options: dict[str, Option] = options.read(reading, chosen)
        players.read(reading)
        match.declare(reading)
        deck.read(reading)
        piles.read(reading)
        worth.read(reading)
        words.read(reading, given)
        declared = facts.declare(reading)
        answers = questions.declare(reading)
        self.facts: tuple[Fact, ...] = tuple(facts.complete(reading, fact) for fact in declared)
        course = steps.read(reading, answers, declared)
        self.steps: tuple[Step, ...] = tuple(course.steps)
        self.upon: dict[str, list[Step]] = course.upon
        self.points: tuple[Adjustment, ...] = points.read(reading)
        self.ending: Ending = match.read(reading)
        self.read: dict[str, Any] = {
            section.key: section.read(reading) for section in table.rules() if section.reader
        }
        self._index()
        self._understand(reading)
        self.worth: tuple[tuple[int, int], ...] = self._worth()
        self.problems: tuple[Problem, ...] = tuple(dict.fromkeys(reading.nearby()))

    def _understand(self, reading: Context) -> None:
        """Understand the words that nothing uses, too; hold all expressions against what they may cost."""
        for entry in reading.entries("words"):
            if entry.name in reading.author:
                reading.author[entry.name](self.scope)
        if reading.spent > TOP_SUM:
            message = f"all expressions together may take {reading.spent} steps; the limit is {TOP_SUM}"
            reading.wrong("too-costly", message, reading.root.place)

    def _index(self) -> None:
        """Keep at hand what every move asks for: indexes of piles, names of cards, who comes next."""
        layout = self.layout
        self.deck: Deck = layout.deck
        self.manifold = layout.deck.manifold
        self.trick, self.held, self.taken = (layout.piles[name].base for name in ("trick", "held", "taken"))
        self.played, self.exposed = (layout.piles[name].ever or 0 for name in ("trick", "table"))
        self.names = {1 << bit: name for bit, name in enumerate(layout.deck.names)}
        self.pack = tuple(self.names)
        self.card = {} if self.manifold else {name: card for card, name in self.names.items()}
        self.longest = 2 * len(self.names)
        self.seat = {seat: 1 << seat for seat in range(layout.seats)}
        self.following = tuple(1 << layout.next(seat) for seat in range(layout.seats))
        self.gangs = seat_sets(layout.seats)
        self.waiting = {
            place: step for place, step in enumerate(self.steps) if isinstance(step, AskStep | TrickStep)
        }
        self.phases = (*(step.name for step in self.steps), OVER)
        live = [fact for fact in self.facts if not fact.when or not fact.when.constant or fact.when.value]
        self.changed = {
            event: tuple(fact for fact in live if fact.event == event)
            for event in {fact.event for fact in live}
        }
        self.announceable = tuple(fact for fact in live if fact.upon == ANNOUNCEMENT)
        self.heeds_play, self.heeds_trick = (
            event in self.changed or event in self.upon for event in ("play", "trick")
        )
        self.listed: dict[int, tuple[str, ...]] = {}

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """What is measured of every deal."""
        found: tuple[Metric, ...] = self.read[metrics.KEY]
        return found

    @cached_property
    def scope(self) -> Scope:
        """Where words are asked what they mean to everybody."""
        return self.reading.scope(Scalar("", "", self.reading.root.place, plain=True, span=(0, 0)))

    def _worth(self) -> tuple[tuple[int, int], ...]:
        """The worth of cards, as pairs of a value and its cards."""
        term = self.reading.author["worth"](self.scope)
        return by_worth(term.value) if term.constant else ()

    @cached_property
    def spoken(self) -> dict[str, Term]:
        """The words that the ruleset defines of the state alone and that everybody may know.

        What the options settle for good is left out, but a condition is one to ask for at any table.
        """
        terms = {
            entry.name: self.reading.author[entry.name](self.scope) for entry in self.reading.entries("words")
        }
        return {
            name: term
            for name, term in terms.items()
            if not term.reads and (not term.constant or term.type.kind is Kind.CONDITION)
        }

    @cached_property
    def tricks(self) -> TrickStep | None:
        """The step that plays tricks, if there is one."""
        return next((step for step in self.steps if isinstance(step, TrickStep)), None)

    def list(self, cards: int) -> tuple[str, ...]:
        """The names of single cards, lowest first; small sets come up often and are kept."""
        found = self.listed.get(cards)
        if found is None:
            rest, names = cards, []
            while rest:
                card = rest & -rest
                names.append(self.names[card])
                rest ^= card
            found = tuple(names)
            if len(self.listed) < MOST_LISTED:
                self.listed[cards] = found
        return found

    def marked(self, s: State) -> int:
        """The cards that bear the mark of exposure."""
        return s.piles[self.exposed]

    def remembered(self, fact: Fact, s: State) -> Sequence[Any]:
        """The value of a fact; where each player has one, by seat."""
        return s.slots[fact.slot : fact.slot + (self.layout.seats if fact.owned else 1)]
