"""``steps``: what happens in a deal, in order. A step asks, deals, moves cards or plays tricks."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, Any, Final

from trickbook.concepts import clauses, places
from trickbook.concepts.asking import Asking
from trickbook.concepts.dealing import Dealing, Moving
from trickbook.concepts.facts import remembered
from trickbook.concepts.reading import entry as entry_of
from trickbook.concepts.reading import text, texts
from trickbook.concepts.tricks import Tricks
from trickbook.concepts.words import free
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CARDS, CONDITION, NUMBER, SEATS, UNKNOWN, Kind, Term, Type
from trickbook.problems import nearest, shown

if TYPE_CHECKING:
    from trickbook.concepts.facts import Fact
    from trickbook.concepts.reading import Entry, Reading

Step = Asking | Dealing | Moving | Tricks

KINDS: Final = ("ask", "deal", "move", "leader")
"""The keys that say what a step does."""

EVENTS: Final = ("play", "trick", "end")
"""What a fact or a step may wait for, beside any step's name."""

MOST_PLAYS: Final = 10_000
"""How many plays of several cards a hand may offer."""

SITUATIONS: Final = [(leading, first) for leading in (True, False) for first in (True, False)]


@dataclass
class Course:
    """The steps of a deal in order, and those that follow an event."""

    steps: list[Step] = field(default_factory=list)
    upon: dict[str, list[Step]] = field(default_factory=dict)


def declare(reading: Reading) -> dict[str, tuple[Type, int]]:
    """Make the answers to every question words: their type and slot."""
    answers = {}
    for entry in reading.entries("steps"):
        if entry["ask"] is None:
            continue
        chance = entry["ask"].text == "chance"
        if free(reading, entry):
            kind, blank = _answer(entry)
            slot = reading.layout.remember(entry.name, [blank] * (1 if chance else reading.layout.seats))
            reading.name(entry.name, remembered(kind, slot, owned=not chance))
            answers[entry.name] = (kind, slot)
    return answers


def _answer(entry: Entry) -> tuple[Type, Any]:
    """The type of an answer, and what it is before it is given."""
    names = texts(entry.node, "answers")
    if set(names) == {"yes", "no"}:
        return CONDITION, False
    if names:
        return Type(Kind.CHOICE, names), None
    return (NUMBER, 0) if entry["number"] is not None else (CARDS, 0)


def read(reading: Reading, answers: dict[str, tuple[Type, int]], facts: list[Fact]) -> Course:
    """Read every step; those with ``upon`` are put aside for their event."""
    course = Course()
    names = [entry.name for entry in reading.entries("steps")]
    played = False
    for entry in reading.entries("steps"):
        step = _step(reading, entry, answers, played=played)
        played = played or isinstance(step, Tricks)
        event = text(entry.node, "upon")
        if step is None:
            continue
        if event is None:
            course.steps.append(step)
        elif isinstance(step, Asking | Tricks):
            reading.wrong(
                "upon",
                f"step {shown(entry.name)} cannot wait for an event",
                entry.place,
                "only dealing and moving cards can",
            )
        else:
            _event(reading, entry, event, names)
            course.upon.setdefault(event, []).append(step)
    for fact in facts:
        _event(reading, fact.entry, fact.upon, names)
    return course


def _event(reading: Reading, entry: Entry, event: str, names: list[str]) -> None:
    if event and event not in EVENTS and event not in names:
        near = nearest(event, [*EVENTS, *names])
        node = entry["upon"]
        reading.wrong(
            "unknown-event",
            f"nothing called {shown(event)} happens here",
            node.place if node else entry.place,
            f"did you mean `{near}`?" if near else f"one of {', '.join(EVENTS)} or the name of a step",
        )


def _step(
    reading: Reading, entry: Entry, answers: dict[str, tuple[Type, int]], *, played: bool
) -> Step | None:
    kinds = _kinds(entry)
    if len(kinds) != 1:
        reading.wrong(
            "step-kind",
            f"step {shown(entry.name)} needs one of `ask:`, `deal:`, `move:`, `leader:`",
            entry.place,
        )
        return None
    when = _term(reading, entry, "when", CONDITION)
    if when and when.constant and not when.value:
        return None
    if kinds[0] == "ask":
        return _asking(reading, entry, when, answers.get(entry.name), played=played)
    makers = {"deal": _dealing, "move": _moving, "leader": _tricks}
    return makers[kinds[0]](reading, entry, when)


def _term(reading: Reading, entry: Entry, key: str, kind: Type, about: frozenset[str] = OPEN) -> Term | None:
    node = entry[key]
    return reading.term(node, kind, about) if node is not None and node.value is not None else None


def _dealing(reading: Reading, entry: Entry, when: Term | None) -> Step | None:
    goal = places.read(reading, entry.need("deal"))
    source = reading.layout.piles.get(text(entry.node, "from") or "aside")
    if source is None or source.owned:
        reading.wrong(
            "unknown-word",
            f"step {shown(entry.name)} deals from a pile that nobody owns",
            entry.place,
            "such as `from: aside`",
        )
        return None
    return Dealing(entry, when, source, goal.pile, _term(reading, entry, "each", NUMBER)) if goal else None


def _moving(reading: Reading, entry: Entry, when: Term | None) -> Step | None:
    cards = _term(reading, entry, "move", CARDS)
    if entry["to"] is None:
        reading.wrong(
            "missing-key",
            f"step {shown(entry.name)} does not say where the cards go",
            entry.place,
            "write `to: hand`",
        )
        return None
    goal = places.read(reading, entry["to"])
    return Moving(entry, when, cards, goal) if cards and goal else None


def _asking(
    reading: Reading, entry: Entry, when: Term | None, answer: tuple[Type, int] | None, *, played: bool
) -> Step | None:
    if answer is None:
        return None
    kind, slot = answer
    chance = entry.need("ask").text == "chance"
    keys = [key for key in ("cards", "number", "answers") if key in entry.node.entries]
    if len(keys) != 1:
        reading.wrong(
            "ask-what", f"step {shown(entry.name)} needs one of `cards:`, `number:`, `answers:`", entry.place
        )
        return None
    numbers = entry[keys[0]]
    about = OPEN if chance else PUBLIC
    low, high = reading.reach(numbers, about) if numbers else (None, None)
    source = _source(reading, entry, about) if keys == ["cards"] else None
    rules = [
        entry_of(name, found.key_place, found.node)
        for name, found in getattr(_node(entry, "rules"), "entries", {}).items()
    ]
    weighs = PUBLIC | {"answer"} | ({"outcome"} if played else set())
    reading.author["answer"] = lambda _scope: Term(kind, lambda _s, _p, x: x, reads=frozenset({"answer"}))
    verbs = ("keep", "only") if keys == ["cards"] else clauses.VERBS
    clauses_ = clauses.read(reading, rules, weighs if keys != ["cards"] else PUBLIC, verbs=verbs)
    clauses.demand(reading, clauses_, CARDS if keys == ["cards"] else CONDITION)
    del reading.author["answer"]
    return Asking(
        entry, when, None if chance else _term(reading, entry, "ask", SEATS), text(entry.node, "how") or "together", kind, slot,
        _term(reading, entry, "first", SEATS), source, low, high, texts(entry.node, "answers"),
        places.read(reading, entry["to"]) if entry["to"] else None, _term(reading, entry, "until", CONDITION),
        clauses_, any("outcome" in clause.what.reads for clause in clauses_),
    )  # fmt: skip


def _source(reading: Reading, entry: Entry, about: frozenset[str]) -> Term:
    """The cards that are chosen from: the hand, if nothing else is said."""
    return _term(reading, entry, "from", CARDS, about) or reading.author["hand"](
        reading.scope(entry.need(_kinds(entry)[0]))
    )


def _kinds(entry: Entry) -> list[str]:
    """The keys of an entry that say what the step does."""
    return [kind for kind in KINDS if entry[kind] is not None]


def _node(entry: Entry, key: str) -> Any:
    found = entry.node.entries.get(key)
    return found.node if found else None


def _countable(reading: Reading, entry: Entry, low: Term | None, high: Term | None) -> None:
    """Plays of several cards are few enough to be looked at one by one."""
    node, hand = entry["cards"], reading.layout.deck.cards.bit_count() // reading.layout.seats
    if node is None or low is None or high is None or UNKNOWN in (low.type, high.type):
        return
    if not (low.constant and high.constant):
        reading.wrong(
            "not-fixed",
            "how many cards make a play is fixed before the first deal",
            node.place,
            "give the most here, and narrow plays with `only:`",
        )
        return
    sizes = range(max(low.value, 1), min(high.value, hand) + 1)
    if low.value < 1 or low.value > high.value:
        reading.wrong(
            "bad-number", f"a play has at least one card, and not {low.value} to {high.value}", node.place
        )
    elif sum(comb(hand, size) for size in sizes) > MOST_PLAYS:
        message = f"plays of {low.value} to {high.value} cards out of {hand} are too many; {MOST_PLAYS} are the most"
        reading.wrong("too-many-plays", message, node.place)


def _tricks(reading: Reading, entry: Entry, when: Term | None) -> Step | None:
    leader = _term(reading, entry, "leader", SEATS)
    source = _source(reading, entry, PUBLIC)
    low, high = reading.reach(entry["cards"], PUBLIC) if entry["cards"] else (None, None)
    _countable(reading, entry, low, high)
    bases = tuple(reading.layout.piles[name].base for name in sorted(source.piles))
    if not bases:
        reading.wrong(
            "bad-source",
            f"step {shown(entry.name)} plays cards from no pile of the player",
            entry.place,
            "such as `from: hand or table`",
        )
    written = list(reading.entries("play"))
    play = {
        (leading, first): clauses.read(
            reading,
            written,
            PUBLIC | {"play", "size"},
            {"leading": leading, "following": not leading, "first_trick": first},
        )
        for leading, first in SITUATIONS
    }
    winning = clauses.read(
        reading,
        list(reading.entries("winning")),
        OPEN | {"play", "size", "place"},
        {"leading": False, "following": True},
    )
    return Tricks(entry, when, leader, source, low, high, bases, play, winning) if leader else None
