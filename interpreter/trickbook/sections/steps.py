"""``steps``: what happens in a deal, in order. A step asks, deals, moves cards or plays tricks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import MOST_NUMBERS, MOST_WEIGHED, AskStep
from trickbook.engine.deal import MoveStep
from trickbook.engine.engine import Step
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.engine.tricks import TrickStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CARDS, CONDITION, SEATS, Kind, Term, Type
from trickbook.problems import shown
from trickbook.sections import deals, piles, play
from trickbook.sections.answers import answer_type, answers, check
from trickbook.sections.facts import remembered
from trickbook.sections.words import free
from trickbook.source.nodes import text, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.engine.clauses import Clause
    from trickbook.engine.facts import Fact
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


KINDS: Final = ("ask", "deal", "move", "leader")
"""The keys that say what a step does."""

MANNERS: Final = frozenset({"how", "first", "until", "again"})
"""How a question is asked; not all of them go together."""

BLANKS: Final = {Kind.CONDITION: False, Kind.CHOICE: None}
"""What an answer is before it is given, if not 0."""

EVENTS: Final = ("play", "trick", "end")
"""What a fact or a step may wait for, beside any step's name."""


@dataclass
class Course:
    """The steps of a deal in order, and those that follow an event."""

    steps: list[Step] = field(default_factory=list)
    upon: dict[str, list[Step]] = field(default_factory=dict)


def read(context: Context, declared: dict[str, Answer], facts: list[Fact]) -> Course:
    """Read every step; those with ``upon`` are put aside for their event."""
    course, played = Course(), False
    names = [entry.name for entry in context.entries("steps") if not texts(entry.node, "upon")]
    for entry in context.entries("steps"):
        step = _step(context, entry, declared, played=played)
        played = played or isinstance(step, TrickStep)
        events = texts(entry.node, "upon")
        if step is None:
            continue
        if not events:
            course.steps.append(step)
        elif isinstance(step, AskStep | TrickStep):
            message = f"step {shown(entry.name)} cannot wait for an event"
            context.wrong("upon", message, entry.place, "only dealing and moving cards can")
        else:
            _happens(context, entry, events, names)
            for event in dict.fromkeys(events):
                course.upon.setdefault(event, []).append(step)
    for fact in facts:
        _happens(context, fact.entry, fact.upon, [ANNOUNCEMENT, *names])
    return course


def _happens(context: Context, entry: Entry, events: Sequence[str], names: list[str]) -> None:
    """Hold events against those that happen: the three of the tricks and the deal, and every step."""
    for event in events:
        if event not in EVENTS and event not in names:
            from trickbook.sections.diagnostics.answers import unknown_event

            unknown_event(context, entry, event, names)


def _step(context: Context, entry: Entry, declared: dict[str, Answer], *, played: bool) -> Step | None:
    """Read one step; None if it is wrong or can never be taken."""
    kinds = [kind for kind in KINDS if entry[kind] is not None]
    if len(kinds) != 1:
        message = f"step {shown(entry.name)} needs one of `ask:`, `deal:`, `move:`, `leader:`"
        context.wrong("step-kind", message, entry.place)
        return None
    when = context.part(entry, "when", CONDITION)
    if when and when.constant and not when.value:
        return None
    if kinds[0] == "ask":
        answer = declared.get(entry.name)
        return _read_question(context, entry, when, answer, played=played) if answer else None
    makers = {"deal": deals.read, "move": _moving, "leader": play.read}
    return makers[kinds[0]](context, entry, when)


def _moving(context: Context, entry: Entry, when: Term | None) -> Step | None:
    cards = context.part(entry, "move", CARDS)
    if entry["to"] is None:
        message = f"step {shown(entry.name)} does not say where the cards go"
        context.wrong("missing-key", message, entry.place, "write `to: hand`")
        return None
    goal = piles.destination(context, entry["to"])
    return MoveStep(entry, when, cards, goal) if cards and goal else None


Answer = tuple[Type, int]
"""The type of an answer, and the slot where it is kept."""


def declare(context: Context) -> dict[str, Answer]:
    """Make the answers to every question words."""
    found = {}
    for entry in context.entries("steps"):
        if entry["ask"] is not None and free(context, entry):
            owned = not _chance(entry)
            kind = answer_type(entry.node)
            blank = BLANKS.get(kind.kind, 0)
            slot = context.layout.remember(entry.name, [blank] * (context.layout.seats if owned else 1))
            context.name(entry.name, remembered(kind, slot, owned=owned))
            found[entry.name] = (kind, slot)
    return found


def _chance(entry: Entry) -> bool:
    return entry.need("ask").text == "chance"


def _read_question(
    context: Context, entry: Entry, when: Term | None, answer: Answer, *, played: bool
) -> AskStep | None:
    """Read a question; ``played`` says whether it comes after the tricks."""
    kind, slot = answer
    chance, key = _chance(entry), _asked(context, entry)
    if key is None:
        return None
    about = OPEN if chance else PUBLIC
    low, high = _reach(context, entry, key, about) if entry[key] else (None, None)
    source = piles.source(context, entry, "ask", about) if key == "cards" else None
    if key == "answers":
        check(context, entry)
    rules = _rules(context, entry, kind, played=played)
    weighs = any("outcome" in clause.what.reads for clause in rules)
    if weighs and low and high and low.constant and high.constant and high.value - low.value >= MOST_WEIGHED:
        message = f"rules that use the outcome try every answer; the limit is {MOST_WEIGHED}"
        context.wrong("bad-number", message, entry.need(key).place)
    return AskStep(
        entry,
        when,
        who=None if chance else context.part(entry, "ask", SEATS),
        how=text(entry.node, "how") or "together",
        type=kind,
        slot=slot,
        first=context.part(entry, "first", SEATS),
        source=source,
        low=low,
        high=high,
        names=kind.names or answers(entry.node),
        to=piles.destination(context, entry["to"]) if entry["to"] else None,
        until=context.part(entry, "until", CONDITION),
        again=context.part(entry, "again", CONDITION),
        rules=rules,
        weighs=weighs,
    )


def _reach(context: Context, entry: Entry, key: str, about: frozenset[str]) -> tuple[Term, Term]:
    """Read from how many to how many; what is certain must be a range, and of cards none below zero."""
    node = entry.need(key)
    low, high = context.reach(node, about)
    settled = low.constant and high.constant
    many = key == "number" and settled and high.value - low.value >= MOST_NUMBERS
    if many or (settled and low.value > high.value) or (key == "cards" and low.constant and low.value < 0):
        from trickbook.sections.diagnostics.answers import wrong_reach

        wrong_reach(context, node, key, low, high, MOST_NUMBERS)
    return low, high


def _asked(context: Context, entry: Entry) -> str | None:
    """The key that says what is asked for; None if none or several do, or if chance has no use for one."""
    keys = [key for key in ("cards", "number", "answers") if key in entry.node.entries]
    if len(keys) == 1 and not _chance(entry) and not MANNERS & entry.node.entries.keys():
        return keys[0]
    from trickbook.sections.diagnostics.questions import asked

    return asked(context, entry, keys, chance=_chance(entry))


def _rules(context: Context, entry: Entry, kind: Type, *, played: bool) -> tuple[Clause, ...]:
    """The rules of a question: of cards they say which may be chosen, else what may be answered."""
    entries = context.entries("steps", entry.name, "rules")
    if kind.kind is Kind.CARDS:
        rules = context.clauses(entries, PUBLIC, verbs=("keep", "only"))
        context.demand(rules, CARDS)
        return rules
    about = PUBLIC | {"answer"} | ({"outcome"} if played else set())
    context.name("answer", Term(kind, lambda _s, _p, x: x, reads=frozenset({"answer"}), does="answer"))
    rules = context.clauses(entries, about)
    context.demand(rules, CONDITION)
    del context.symbols["answer"]
    return rules
