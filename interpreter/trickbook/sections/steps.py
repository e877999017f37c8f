"""``steps``: what happens in a deal, in order. A step asks, deals, moves or shows cards, or plays tricks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import MOST_NUMBERS, MOST_WEIGHED, AskStep
from trickbook.engine.deal import EndStep, MoveStep, RepeatStep, ShowStep
from trickbook.engine.engine import Step
from trickbook.engine.facts import ANNOUNCEMENT, TURN
from trickbook.engine.tricks import TrickStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CARDS, CONDITION, SEATS, Kind, Term, Type
from trickbook.problems import Remedy, shown
from trickbook.sections import deals, piles, play
from trickbook.sections.answers import answer_type, answers, check
from trickbook.sections.facts import remembered
from trickbook.sections.words import free
from trickbook.source.nodes import added, at, text, texts
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.engine.facts import Fact
    from trickbook.expression.types import Clause
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

    Events = Mapping[str, Sequence[str]]


KINDS: Final = ("ask", "deal", "move", "show", "leader", "repeat", "end")
"""The keys that say what a step does."""

MANNERS: Final = frozenset({"how", "first", "until", "again", "always"})
"""How a question is asked; not all of them go together."""

"""What an answer is before it is given, if not 0."""

EVENTS: Final = (TURN, "play", "trick", "end")
"""What a fact or a step may wait for, beside any step's name."""


@dataclass
class Course:
    """The steps of a deal in order, and those that follow an event."""

    steps: list[Step] = field(default_factory=list)
    upon: dict[str, list[Step]] = field(default_factory=dict)


def read(context: Context, declared: dict[str, Answer], facts: list[Fact]) -> Course:
    """Read every step; those with ``upon`` are put aside for their events."""
    course, played, places = Course(), False, dict[str, int]()
    names = [entry.name for entry in context.entries("steps") if _is_event(entry)]
    waits = {entry.name: texts(entry.node, "upon") for entry in context.entries("steps")}
    for entry in context.entries("steps"):
        events = texts(entry.node, "upon")
        if not events:
            places[entry.name] = len(course.steps)
        step = _step(context, entry, declared, places, played=played and not events)
        played = played or isinstance(step, TrickStep)
        if step is None:
            continue
        if not events:
            course.steps.append(step)
        elif isinstance(step, EndStep | RepeatStep | TrickStep) or ("end" in events and step.asks):
            from trickbook.sections.diagnostics.steps import never_waits

            never_waits(context, entry, step.kind)
        else:
            _happens(context, entry, events, names, waits)
            for event in dict.fromkeys(events):
                course.upon.setdefault(event, []).append(step)
    for fact in facts:
        _happens(context, fact.entry, fact.upon, [ANNOUNCEMENT, *names], waits)
    return course


def _is_event(entry: Entry) -> bool:
    """Return whether a step is an event itself: it has its turn in the deal, or seats answer it."""
    return not texts(entry.node, "upon") or (entry["ask"] is not None and not _chance(entry))


def _happens(context: Context, entry: Entry, events: Sequence[str], names: list[str], waits: Events) -> None:
    """Hold events against those that happen: those of the tricks and the deal, and every step."""
    for event in events:
        if _goes_round(waits, entry, event):
            message = Message(
                "{name} waits for {event}, which waits for it", name=shown(entry.name), event=shown(event)
            )
            context.wrong("unknown-event", message, at(entry.node, ("upon",)).place)
        elif event not in EVENTS and event not in names:
            from trickbook.sections.diagnostics.steps import unknown_event

            unknown_event(context, entry, event, names, waits.get(event, ()))


def _goes_round(waits: Events, entry: Entry, event: str) -> bool:
    """Return whether an event waits, by way of others, for the step that waits for it."""
    seen, left = set[str](), [event] if entry.name in waits else []
    while left:
        now = left.pop()
        if now not in seen:
            seen.add(now)
            left += waits.get(now, ())
    return entry.name in seen


def _step(
    context: Context, entry: Entry, declared: dict[str, Answer], places: dict[str, int], *, played: bool
) -> Step | None:
    """Read one step; None if it is wrong or can never be taken."""
    kinds = [kind for kind in KINDS if entry[kind] is not None]
    if len(kinds) != 1:
        known = listing(f"`{kind}:`" for kind in KINDS)
        message = Message("step {name} needs one of {list}", name=shown(entry.name), list=known)
        context.wrong("step-kind", message, entry.place)
        return None
    about = OPEN | ({"play", "size"} if texts(entry.node, "upon") == ("play",) else set())
    when = context.part(entry, "when", CONDITION, about)
    if when and when.constant and not when.value:
        return None
    if kinds[0] == "ask":
        answer = declared.get(entry.name)
        return _read_question(context, entry, when, answer, played=played) if answer else None
    if kinds[0] == "repeat":
        return _going_back(context, entry, when, places)
    if kinds[0] == "end":
        return _ending(context, entry, when, played=played)
    makers = {"deal": deals.read, "move": _moving, "show": _showing, "leader": play.read}
    return makers[kinds[0]](context, entry, when)


def _moving(context: Context, entry: Entry, when: Term | None) -> Step | None:
    cards = context.part(entry, "move", CARDS)
    if entry["to"] is None:
        message = Message("step {name} does not say where the cards go", name=shown(entry.name))
        hint = Remedy("write `{word}`", added(entry.node, "to: hand"), word="to: hand")
        context.wrong("missing-key", message, entry.place, hint)
        return None
    goal = piles.destination(context, entry["to"])
    return MoveStep(entry, when, cards, goal) if cards and goal else None


def _showing(context: Context, entry: Entry, when: Term | None) -> Step | None:
    cards, who = context.part(entry, "show", CARDS), context.part(entry, "to", SEATS)
    return ShowStep(entry, when, cards, who) if cards else None


def _going_back(context: Context, entry: Entry, when: Term | None, places: dict[str, int]) -> Step | None:
    """Read a step that goes back to an earlier one; it needs a condition, or the deal would not end."""
    first = places.get(text(entry.node, "repeat") or "")
    if first is None or first == places.get(entry.name, -1) or when is None or when.constant:
        from trickbook.sections.diagnostics.steps import wrong_repeat

        wrong_repeat(context, entry, when, places)
        return None
    return RepeatStep(entry, when, first)


def _ending(context: Context, entry: Entry, when: Term | None, *, played: bool) -> Step | None:
    """Read a step that ends the deal; cards are dealt again only before any was played."""
    redeal = _is_redeal(entry)
    if when is None or when.constant or (redeal and played):
        from trickbook.sections.diagnostics.steps import wrong_end

        wrong_end(context, entry, when)
        return None
    return EndStep(entry, when, None if redeal else _own_word(context, entry))


def _is_redeal(entry: Entry) -> bool:
    return text(entry.node, "end") == "anew"


def _own_word(context: Context, entry: Entry) -> Term:
    return context.symbols[entry.name](context.scope(entry.need("end")))


Answer = tuple[Type, int]
"""The type of an answer, and the slot where it is kept."""


def declare(context: Context) -> dict[str, Answer]:
    """Make the answers to every question words, and whether a deal was ended unscored."""
    found = {}
    for entry in context.entries("steps"):
        if entry["end"] is not None and not _is_redeal(entry) and free(context, entry):
            slot = context.layout.remember(entry.name, owned=False)
            context.name(entry.name, remembered(CONDITION, slot, owned=False))
        if entry["ask"] is not None and free(context, entry):
            owned = not _chance(entry)
            kind = answer_type(entry.node)
            slot = context.layout.remember(entry.name, owned=owned)
            own = frozenset({"own"}) if owned and _is_hidden(context, entry, kind) else frozenset[str]()
            context.name(entry.name, remembered(kind, slot, owned=owned, sight=own, answer=owned))
            found[entry.name] = (kind, slot)
    return found


def _is_hidden(context: Context, entry: Entry, kind: Type) -> bool:
    """Return whether an answer is cards that are not laid where everybody sees them."""
    pile = context.layout.piles.get((text(entry.node, "to") or "").partition(" ")[0])
    hidden = pile is None or pile.seen_by != "everyone"
    return kind is CARDS and hidden and not _shows_answer(context, entry.name)


def _shows_answer(context: Context, name: str) -> bool:
    """Return whether the cards that are chosen in a step are shown to everybody as soon as they are."""
    return name in context.shown_answers


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
        message = Message(
            "rules that use the outcome try every answer; the limit is {number}", number=MOST_WEIGHED
        )
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
        shown=_shows_answer(context, entry.name),
        always=text(entry.node, "always") == "yes",
    )


def _reach(context: Context, entry: Entry, key: str, about: frozenset[str]) -> tuple[Term, Term]:
    """Read from how many to how many; what is certain must be a range, and of cards none below zero."""
    node = entry.need(key)
    low, high = context.reach(node, about)
    settled = low.constant and high.constant
    many = key == "number" and settled and high.value - low.value >= MOST_NUMBERS
    if many or (settled and low.value > high.value) or (key == "cards" and low.constant and low.value < 0):
        from trickbook.sections.diagnostics.steps import wrong_reach

        wrong_reach(context, node, key, low, high, MOST_NUMBERS)
    return low, high


def _asked(context: Context, entry: Entry) -> str | None:
    """The key that says what is asked for; None if none or several do, or if chance has no use for one."""
    keys = [key for key in ("cards", "number", "answers") if key in entry.node.entries]
    if len(keys) == 1 and not _chance(entry) and not MANNERS & entry.node.entries.keys():
        return keys[0]
    from trickbook.sections.diagnostics.steps import asked

    return asked(context, entry, keys, chance=_chance(entry))


def _rules(context: Context, entry: Entry, kind: Type, *, played: bool) -> tuple[Clause, ...]:
    """The rules of a question: of cards they say which may be chosen, else what may be answered."""
    entries = context.entries("steps", entry.name, "rules")
    if kind.kind is Kind.CARDS:
        rules = context.clauses(entries, PUBLIC, verbs=("keep", "only"))
        context.demand(rules, CARDS)
        return rules
    about = PUBLIC | {"answer"} | ({"outcome"} if played else set())
    context.name("answer", Term(kind, reads=frozenset({"answer"}), operation="answer"))
    rules = context.clauses(entries, about)
    context.demand(rules, CONDITION)
    del context.symbols["answer"]
    return rules
