"""Events: the facts that they change, who rests from then on, and the steps that wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.core.text import Body, Code, choice, every, number
from trickbook.engine.facts import Fact
from trickbook.engine.resting import FEWEST
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.engine.course.flow import Flow
    from trickbook.engine.lookup import Step


class Event(NamedTuple):
    """An event: its name, whom it is about, and what is played or answered."""

    name: str
    p: str = "p"
    x: str = "0"


class Task(NamedTuple):
    """A task that goes on after an event: its function, what is left, and what an interruption returns."""

    name: str = ""
    left: str = "0"
    result: str = "0"


def happen(flow: Flow, body: Body, event: Event, then: Task = Task()) -> bool:  # noqa: B008 - it never changes
    """Add the lines of an event; False if the lines after them are never reached.

    ``then`` is the task that goes on, of the same seat, where a step waits for the event. Without one the
    function ends there.
    """
    engine = flow.engine
    if event.name in engine.facts_by_event:
        body.add(f"{change(flow, event.name)}(v, {event.p}, {event.x})")
    if event.name == "trick" and engine.resting:
        body.add(f"v[RESTING] = {resting(flow)}")
    steps = engine.upon.get(event.name, ())
    if not steps:
        return True
    whens = [flow.text(step.when, event.p, event.x) for step in steps if step.when]
    if len(whens) < len(steps):
        _interrupt(flow, body, event, then)
        return False
    with body.block(f"if {every('or', whens)}"):
        _interrupt(flow, body, event, then)
    return True


def _interrupt(flow: Flow, body: Body, event: Event, then: Task) -> None:
    """Take the steps that wait for an event, before its task goes on."""
    flow.put(body, then.name, event.p, then.left)
    flow.put(body, _following_call(flow, event.name, 0), event.p, event.x)
    body.add(f"return {then.result}")


def _following_call(flow: Flow, event: str, first: int) -> str:
    """Return the call that takes the steps that wait for an event, from one on."""
    name = f"upon{flow.engine.event_numbers[event]}"
    if flow.source.once(name):
        body = Body()
        for index, step in enumerate(flow.engine.upon[event]):
            when = "" if step.when is None else f" and {flow.test(step.when, 'p', 'x')}"
            with body.block(f"if first <= {index}{when}"):
                flow.put(body, f"{name}(v, p, x, {index + 1})", "p", "x")
                body.add("v[ACTOR] = p")
                body.add(f"v[STEP] = {flow.engine.step_index[step.name]}")
                body.add(f"return begin{flow.engine.step_index[step.name]}(v)")
        body.add("return 0")
        flow.source.add(name, ("p", "x", "first"), body)
    return f"{name}(v, p, x, {first})"


# Facts


def change(flow: Flow, event: str) -> str:
    """Return the name of the function that changes what an event changes, each fact as it was before."""
    name = f"happen{flow.engine.event_numbers[event]}"
    if flow.source.once(name):
        body, facts = Body(), flow.engine.facts_by_event[event]
        alone = len(facts) == 1 and not facts[0].owned and facts[0].type.kind is not Kind.COMPLEX
        if alone and facts[0].when is not None:
            fact = facts[0]
            with body.block(f"if {flow.text(facts[0].when, 'p', 'x')}"):
                body.add(f"v[SLOTS + {fact.slot}] = {_becomes(flow, fact, 'p', 0)}")
        else:
            write(flow, body, [found for fact in facts for found in _changes(flow, fact)])
        with flow.source.saying(facts[0].entry):
            flow.source.add(name, ("p", "x"), body)
    return name


def write(flow: Flow, body: Body, changes: Sequence[tuple[str, str]]) -> None:
    """Add the lines that change cells, each by what the others were before."""
    if len(changes) == 1:
        body.add(f"v[{changes[0][0]}] = {changes[0][1]}")
        return
    for index, (_, value) in enumerate(changes):
        body.add(f"n{index} = {value}")
    for index, (at, _) in enumerate(changes):
        body.add(f"v[{at}] = n{index}")


def _number_parts(fact: Fact) -> Iterator[tuple[int, str]]:
    """Yield each part of a fact's numbers, and the region where it is kept."""
    yield 0, "SLOTS"
    if fact.type.kind is Kind.COMPLEX:
        yield 1, "SLOTS_I"


def _changes(flow: Flow, fact: Fact) -> Iterator[tuple[str, str]]:
    """Yield the cells of a fact with what becomes of them."""
    for part, region in _number_parts(fact):
        if not fact.owned:
            yield f"{region} + {fact.slot}", str(_new_value(flow, fact, "p", part))
            continue
        name = _of_seat(flow, fact, part)
        for seat in range(flow.seats):
            yield f"{region} + {fact.slot + seat}", f"{name}(v, {seat}, x)"


def _of_seat(flow: Flow, fact: Fact, part: int) -> str:
    """Return the name of the function that finds what becomes of a seat's fact."""
    name = f"fact{flow.engine.facts.index(fact)}_{part}"
    if flow.source.once(name):
        body = Body()
        body.add(f"return {_new_value(flow, fact, 'p', part)}")
        with flow.source.saying(fact.entry):
            flow.source.add(name, ("p", "x"), body)
    return name


def _new_value(flow: Flow, fact: Fact, p: str, part: int) -> Code:
    """Return what becomes of a fact, or remains of it."""
    becomes = _becomes(flow, fact, p, part)
    if fact.when is None:
        return becomes
    own = f" + {p}" if fact.owned else ""
    now = Code(f"v[{dict(_number_parts(fact))[part]} + {fact.slot}{own}]")
    return choice(flow.text(fact.when, p, "x"), becomes, now)


def _becomes(flow: Flow, fact: Fact, p: str, part: int) -> Code:
    return number(1 - part) if fact.becomes is None else flow.text(fact.becomes, p, "x", part)


def begin_trick(flow: Flow, body: Body) -> None:
    """Add the line that starts the facts of a trick again."""
    if not flow.engine.trick_facts:
        return
    if flow.source.once("begin_trick"):
        inner = Body()
        write(flow, inner, [found for fact in flow.engine.trick_facts for found in _starts(flow, fact)])
        flow.source.add("begin_trick", (), inner)
    body.add("begin_trick(v)")


def fact_cells(flow: Flow, fact: Fact) -> Iterator[str]:
    """Yield the cells of a fact."""
    for _, region in _number_parts(fact):
        for seat in range(flow.seats if fact.owned else 1):
            yield f"{region} + {fact.slot + seat}"


def start(flow: Flow) -> None:
    """Write the function with which a deal starts, where nothing is yet but the match.

    The pack lies aside, and all facts start, first those of the match; each may look at earlier ones.
    """
    body = Body()
    body.add(f"v[{flow.pile(flow.layout.piles['aside'])}] = {flow.layout.deck.cards}")
    body.add("v[LEADER] = -1")
    body.add("v[STEP] = -1")
    body.add("v[ACTOR] = v[DEALER]")
    for lasting in (True, False):
        for fact in flow.engine.facts:
            with flow.source.saying(fact.entry):
                starts = [(at, value) for at, value in _starts(flow, fact) if value != "0"]  # all are 0
            if fact.lasting == lasting and starts:
                write(flow, body, starts)
    flow.source.add("start", (), body)


def _starts(flow: Flow, fact: Fact) -> Iterator[tuple[str, str]]:
    for part, region in _number_parts(fact):
        for seat in range(flow.seats if fact.owned else 1):
            yield f"{region} + {fact.slot + seat}", str(flow.text(fact.starts, str(seat), "0", part))


# Who rests


def resting(flow: Flow) -> str:
    """Return the call of the function that finds who rests as things stand."""
    if "resting" in flow.source.functions:
        return "resting(v)"
    return flow.group("resting", [flow.test(rest.when) for rest in flow.engine.resting])


def few(flow: Flow) -> str:
    """Return whether too few are awake to play a trick."""
    return f"({flow.layout.everyone} & ~v[RESTING]).bit_count() < {FEWEST}"


# How deep


def frames(upon: Mapping[str, Sequence[Step]]) -> int:
    """Return how many frames may wait at once: of each event what goes on, and its steps."""
    deep, events = 0, set(upon)
    while events and deep <= len(upon):  # steps that wait for each other are refused elsewhere
        deep += 1
        events = {step.name for event in events for step in upon[event]}.intersection(upon)
    return 2 * deep
