"""``steps``: what happens in a deal, in order. A step asks, deals, moves cards or plays tricks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import CARDS, CONDITION, NUMBER
from trickbook.problems import nearest, shown
from trickbook.sections import piles, play, questions
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.sections.questions import Answer
    from trickbook.source.nodes import Entry

Step = AskStep | DealStep | MoveStep | TrickStep

KINDS: Final = ("ask", "deal", "move", "leader")
"""The keys that say what a step does."""

EVENTS: Final = ("play", "trick", "end")
"""What a fact or a step may wait for, beside any step's name."""


@dataclass
class Course:
    """The steps of a deal in order, and those that follow an event."""

    steps: list[Step] = field(default_factory=list)
    upon: dict[str, list[Step]] = field(default_factory=dict)


def read(reading: Context, answers: dict[str, Answer], facts: list[Fact]) -> Course:
    """Read every step; those with ``upon`` are put aside for their event."""
    course, played = Course(), False
    names = [entry.name for entry in reading.entries("steps") if text(entry.node, "upon") is None]
    for entry in reading.entries("steps"):
        step = _step(reading, entry, answers, played=played)
        played = played or isinstance(step, TrickStep)
        event = text(entry.node, "upon")
        if step is None:
            continue
        if event is None:
            course.steps.append(step)
        elif isinstance(step, AskStep | TrickStep):
            message = f"step {shown(entry.name)} cannot wait for an event"
            reading.wrong("upon", message, entry.place, "only dealing and moving cards can")
        else:
            _event(reading, entry, event, names)
            course.upon.setdefault(event, []).append(step)
    for fact in facts:
        _event(reading, fact.entry, fact.upon, [ANNOUNCEMENT, *names])
    return course


def _event(reading: Context, entry: Entry, event: str, names: list[str]) -> None:
    """Hold an event against those that happen: the three of the tricks and the deal, and every step."""
    if event and event not in EVENTS and event not in names:
        near = nearest(event, [*EVENTS, *names])
        node = entry["upon"]
        reading.wrong(
            "unknown-event",
            f"there is no event {shown(event)}",
            node.place if node else entry.place,
            f"did you mean `{near}`?" if near else f"one of {', '.join(EVENTS)} or the name of a step",
        )


def _step(reading: Context, entry: Entry, answers: dict[str, Answer], *, played: bool) -> Step | None:
    """Read one step; None if it is wrong or can never be taken."""
    kinds = [kind for kind in KINDS if entry[kind] is not None]
    if len(kinds) != 1:
        message = f"step {shown(entry.name)} needs one of `ask:`, `deal:`, `move:`, `leader:`"
        reading.wrong("step-kind", message, entry.place)
        return None
    when = reading.part(entry, "when", CONDITION)
    if when and when.constant and not when.value:
        return None
    if kinds[0] == "ask":
        answer = answers.get(entry.name)
        return questions.read(reading, entry, when, answer, played=played) if answer else None
    makers = {"deal": _dealing, "move": _moving, "leader": play.read}
    return makers[kinds[0]](reading, entry, when)


def _dealing(reading: Context, entry: Entry, when: Term | None) -> Step | None:
    goal = piles.destination(reading, entry.need("deal"))
    source = reading.layout.piles.get(text(entry.node, "from") or "aside")
    if source is None or source.owned:
        node = entry["from"]
        message = f"step {shown(entry.name)} deals from a pile that nobody owns"
        reading.wrong("bad-source", message, node.place if node else entry.place, "such as `from: aside`")
        return None
    if goal and goal.seats:
        place, hint = entry.need("deal").place, f"write `deal: {goal.pile.name}`"
        reading.wrong("wrong-type", "cards are dealt to everybody, not to some", place, hint)
    return DealStep(entry, when, source, goal.pile, reading.part(entry, "each", NUMBER)) if goal else None


def _moving(reading: Context, entry: Entry, when: Term | None) -> Step | None:
    cards = reading.part(entry, "move", CARDS)
    if entry["to"] is None:
        message = f"step {shown(entry.name)} does not say where the cards go"
        reading.wrong("missing-key", message, entry.place, "write `to: hand`")
        return None
    goal = piles.destination(reading, entry["to"])
    return MoveStep(entry, when, cards, goal) if cards and goal else None
