"""Entries that can affect a game, and what deals showed of them: conditions, answers, work, time.

Work is counted in steps of expressions, so it is the same on every machine.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import inf
from time import process_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.expression.types import Kind, Term
from trickbook.problems import Place, Problem, shown
from trickbook.sections import table
from trickbook.sections.table import PLACES, REMARKS
from trickbook.source import Mapping
from trickbook.texts.message import Listing, Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Callable, Container, Iterable, Iterator

    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.engine.facts import Fact
    from trickbook.engine.scores import Adjustment
    from trickbook.expression.types import Clause
    from trickbook.loading import Resolved
    from trickbook.source import Node, Pair
    from trickbook.source.nodes import Entry


Path = tuple[str, ...]


class SourceEntry(NamedTuple):
    """An entry: its place, its path such as ``steps.pass``, and the files that contribute to it."""

    place: Place
    path: Path
    files: frozenset[str]

    @property
    def section(self) -> str:
        """The section of the entry, such as ``play`` or ``rules``."""
        return self.path[-2]

    def node(self, root: Mapping) -> Node:
        """Return what a merged ruleset has at the path."""
        node: Node = root
        for key in self.path:
            assert isinstance(node, Mapping)  # noqa: S101 - the path was found in it
            node = node.entries[key].node
        return node

    def __str__(self) -> str:
        """The path with dots."""
        return ".".join(self.path)


def source_entries(root: Mapping) -> Iterator[SourceEntry]:
    """The entries of a merged or single ruleset that contain more than descriptions."""
    for section in table.map_paths(lambda one: one.active, lambda key: _inside(root, (key,))):
        yield from _entries(root, section)


def own_entries(resolved: Resolved) -> tuple[SourceEntry, ...]:
    """The entries that a ruleset's own file adds, or changes in more than description and place."""
    root = resolved.trees.get(resolved.file)
    return tuple(sorted(source_entries(root))) if root else ()


def _entries(root: Mapping, path: Path) -> Iterator[SourceEntry]:
    """The entries under a path that contain more than descriptions, a place and nested entries."""
    section = table.entries_at(path)
    mere = {*REMARKS, *PLACES, *(inner.key for inner in section.inner)} if section else REMARKS
    for name, entry in _inside(root, path).items():
        inner = entry.node.entries if isinstance(entry.node, Mapping) else {}
        files = frozenset(inner[key].key_place.file for key in inner if key not in mere)
        if files:
            yield SourceEntry(entry.key_place, (*path, name), files)


def _inside(root: Mapping, path: Path) -> dict[str, Pair]:
    node: Node = root
    for key in path:
        found = node.entries.get(key) if isinstance(node, Mapping) else None
        if found is None:
            return {}
        node = found.node
    return dict(node.entries) if isinstance(node, Mapping) else {}


RULE: Final = 10
"""The cost of asking one rule beside its expressions."""

EVENT: Final = 400
"""The cost of an event beside the facts that it changes."""

CARD: Final = 3
"""The cost of an event for each card of the pack."""

CHARACTER: Final = 12
"""The cost of reading a character of an expression."""

MANY_DEALS: Final = 100
"""The number of deals from which on a condition of points that always held is told."""

MANY_TIMES: Final = 100
"""The number of times a question is asked before an answer that it never leaves is told."""


@dataclass
class ConditionCounts:
    """The numbers of the deals in which each condition was asked and held, and those that ever failed."""

    wanted: frozenset[Place]
    asked: dict[Place, set[int]] = field(default_factory=dict)
    held: dict[Place, set[int]] = field(default_factory=dict)
    failed: set[Place] = field(default_factory=set)

    def count(
        self, entry: Entry, when: Term | None, s: State, seats: Iterable[int], deal: int, x: object = 0
    ) -> None:
        """Ask the condition of an entry for some seats, in a deal."""
        place = entry.place
        if place not in self.wanted or entry["when"] is None:
            return
        answers = [when is None or bool(s.value(when, seat, x)) for seat in seats]
        self.asked.setdefault(place, set()).add(deal)
        if any(answers):
            self.held.setdefault(place, set()).add(deal)
        if not all(answers):
            self.failed.add(place)

    def missed_message(self, place: Place, deals: int, what: Message) -> Message:
        """Return what did not happen, and in how many deals the condition of its entry held, if asked."""
        if place not in self.asked:
            return what
        held = len(self.held.get(place, ()))
        if not held:
            return Message("{what}; its `when:` held in none of them", what=what)
        if held >= deals:
            return Message("{what}, although its `when:` held in each of them", what=what)
        return Message("{what}, although its `when:` held in {number} of them", what=what, number=held)

    def suspects(self) -> list[Place]:
        """The conditions that have held for every player in very many deals."""
        return [
            place
            for place, deals in self.asked.items()
            if len(deals) >= MANY_DEALS and place not in self.failed
        ]


@dataclass
class OfferedAnswers:
    """How often each question was asked, and the names that it left to somebody."""

    questions: dict[Place, AskStep] = field(default_factory=dict)
    asked: Counter[Place] = field(default_factory=Counter)
    offered: dict[Place, set[Any]] = field(default_factory=dict)

    def offer(self, question: AskStep, values: Iterable[Any]) -> None:
        """Note the answers by name that a question leaves to a seat."""
        place = question.entry.place
        self.questions[place] = question
        self.asked[place] += 1
        self.offered.setdefault(place, set()).update(values)

    def never_offered(self, own: Container[Place]) -> dict[Place, list[str]]:
        """The names that questions of a file have never left to anybody, though asked many times."""
        names_by_place = {}
        for place, question in self.questions.items():
            if place in own and self.asked[place] >= MANY_TIMES:
                conditions = question.type.kind is Kind.CONDITION
                values = {name: name == "yes" if conditions else name for name in question.names}
                names_by_place[place] = [
                    name for name, value in values.items() if value not in self.offered[place]
                ]
        return {place: names for place, names in names_by_place.items() if names}

    def notes(self, own: Container[Place], deals: int) -> Iterator[Problem]:
        """A note for each question with answers that nobody could ever give."""
        for place, names in self.never_offered(own).items():
            message = Message(
                "{name} left {list} to nobody in {number} random deals",
                name=shown(self.questions[place].name),
                list=Listing(tuple(map(shown, names)), " and ", " and "),
                number=deals,
            )
            hint = Message("change its rules, or leave that out of `{key}`", key="answers:")
            yield Problem("never-open", message, place, hint, "note")


def cost(rule: Clause | Fact | Adjustment) -> int:
    """Return how many steps it takes at most to ask a rule once."""
    return RULE + sum(part.cost for part in rule if isinstance(part, Term))


def event_costs(engine: Engine) -> abc.Mapping[str, int]:
    """Return what each event costs, also one that changes no fact."""
    least, seats = EVENT + CARD * len(engine.pack), engine.layout.seats
    costs = {
        event: least + sum(cost(fact) * (seats if fact.owned else 1) for fact in facts)
        for event, facts in engine.facts_by_event.items()
    }
    return defaultdict(lambda: least, costs)


def _silent(_done: int, _most: int) -> None:
    """Tell nothing."""


@dataclass(frozen=True)
class Budget:
    """So many seconds of the processor from its making, whatever else a machine is busy with.

    ``progress`` is called with how many deals are played, of how many.
    """

    seconds: float = inf
    progress: Callable[[int, int], None] = _silent
    begin: float = field(default_factory=process_time)

    @property
    def spent(self) -> bool:
        """True once the seconds have passed."""
        return self.seconds is not inf and process_time() - self.begin > self.seconds

    def note(self, file: str, message: Message) -> Problem:
        """Return a note of what was left out: the time was over, or else a deal takes too much work."""
        if self.spent:
            seconds = f"{self.seconds:g}"
            message = Message("{what}: `--seconds {number}` were over", what=message, number=seconds)
            hint = Message("give it more seconds")
        else:
            message = Message("{what}: a deal by this ruleset takes too long", what=message)
            hint = Message("let fewer rules be asked at each move, or shorten them")
        return Problem("checked-in-part", message, Place(file), hint, "note")


UNLIMITED: Final = Budget()
"""As much time as the work takes."""
