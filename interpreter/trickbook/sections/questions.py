"""How a question of ``steps`` is read: who is asked, for what, and the rules that narrow the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.engine.ask import MOST_NUMBERS, MOST_WEIGHED, AskStep
from trickbook.expression.scope import OPEN, PUBLIC
from trickbook.expression.types import CARDS, CONDITION, NUMBER, SEATS, Kind, Term, Type
from trickbook.problems import shown
from trickbook.sections import piles
from trickbook.sections.facts import remembered
from trickbook.sections.words import free
from trickbook.source.nodes import text, texts

if TYPE_CHECKING:
    from trickbook.engine.clauses import Clause
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

Answer = tuple[Type, int]
"""The type of an answer, and the slot where it is kept."""


def declare(reading: Context) -> dict[str, Answer]:
    """Make the answers to every question words."""
    answers = {}
    for entry in reading.entries("steps"):
        if entry["ask"] is not None and free(reading, entry):
            owned = not _chance(entry)
            kind, blank = _answer(entry)
            slot = reading.layout.remember(entry.name, [blank] * (reading.layout.seats if owned else 1))
            reading.name(entry.name, remembered(kind, slot, owned=owned))
            answers[entry.name] = (kind, slot)
    return answers


def _chance(entry: Entry) -> bool:
    return entry.need("ask").text == "chance"


def _answer(entry: Entry) -> tuple[Type, Any]:
    """The type of an answer, and what it is before it is given."""
    names = texts(entry.node, "answers")
    if set(names) == {"yes", "no"}:
        return CONDITION, False
    if names:
        return Type(Kind.CHOICE, names), None
    return (NUMBER, 0) if entry["number"] is not None else (CARDS, 0)


def read(
    reading: Context, entry: Entry, when: Term | None, answer: Answer, *, played: bool
) -> AskStep | None:
    """Read a question; ``played`` says whether it comes after the tricks."""
    kind, slot = answer
    chance, key = _chance(entry), _asked(reading, entry)
    if key is None:
        return None
    about = OPEN if chance else PUBLIC
    low, high = _reach(reading, entry, key, about) if entry[key] else (None, None)
    source = piles.source(reading, entry, "ask", about) if key == "cards" else None
    rules = _rules(reading, entry, kind, played=played)
    weighs = any("outcome" in clause.what.reads for clause in rules)
    if weighs and low and high and low.constant and high.constant and high.value - low.value >= MOST_WEIGHED:
        message = f"rules that use the outcome try every answer; the limit is {MOST_WEIGHED}"
        reading.wrong("bad-number", message, entry.need(key).place)
    return AskStep(
        entry,
        when,
        who=None if chance else reading.part(entry, "ask", SEATS),
        how=text(entry.node, "how") or "together",
        type=kind,
        slot=slot,
        first=reading.part(entry, "first", SEATS),
        source=source,
        low=low,
        high=high,
        names=texts(entry.node, "answers"),
        to=piles.destination(reading, entry["to"]) if entry["to"] else None,
        until=reading.part(entry, "until", CONDITION),
        again=reading.part(entry, "again", CONDITION),
        rules=rules,
        weighs=weighs,
    )


def _reach(reading: Context, entry: Entry, key: str, about: frozenset[str]) -> tuple[Term, Term]:
    """Read from how many to how many; what is certain must be a range, and of cards none below zero."""
    node = entry.need(key)
    low, high = reading.reach(node, about)
    if key == "cards" and low.constant and low.value < 0:
        reading.wrong("bad-number", f"nobody can choose {low.value} cards", node.place)
    elif low.constant and high.constant and low.value > high.value:
        reading.wrong("bad-number", f"there is no number from {low.value} to {high.value}", node.place)
    elif key == "number" and low.constant and high.constant and high.value - low.value >= MOST_NUMBERS:
        message = f"from {low.value} to {high.value} are too many numbers; the limit is {MOST_NUMBERS:,}"
        reading.wrong("bad-number", message, node.place)
    return low, high


def _asked(reading: Context, entry: Entry) -> str | None:
    """The key that says what is asked for; None if none or several do, or if chance has no use for one."""
    step = f"step {shown(entry.name)}"
    keys = [key for key in ("cards", "number", "answers") if key in entry.node.entries]
    if len(keys) != 1:
        reading.wrong("ask-what", f"{step} needs one of `cards:`, `number:`, `answers:`", entry.place)
        return None
    idle = ("number", "answers", "how", "first", "until", "again", "rules") if _chance(entry) else ()
    once = not _chance(entry) and text(entry.node, "how") in (None, "together")
    if useless := next((key for key in ("first", "until") if once and entry[key]), None):
        message = f"{step}: everybody answers at once, so `{useless}:` has no effect"
        reading.wrong("ask-what", message, entry.place, "write `how: in_turn` or `how: freely`")
    if keys[0] != "cards" and text(entry.node, "how") == "freely":
        message = f"{step}: only questions for cards can be asked freely"
        reading.wrong("ask-what", message, entry.place, "write `how: in_turn` or `how: together`")
    if entry["again"] and text(entry.node, "how") == "freely":
        message = f"{step}: a question asked freely has no rounds to repeat with `again:`"
        reading.wrong("ask-what", message, entry.place, "write `how: in_turn` or `how: together`")
    if useless := next((key for key in idle if key in entry.node.entries), None):
        message = f"{step}: chance only draws cards, so `{useless}:` has no effect"
        reading.wrong("ask-what", message, entry.place)
        return None
    return keys[0]


def _rules(reading: Context, entry: Entry, kind: Type, *, played: bool) -> tuple[Clause, ...]:
    """The rules of a question: of cards they say which may be chosen, else what may be answered."""
    entries = reading.entries("steps", entry.name, "rules")
    if kind.kind is Kind.CARDS:
        rules = reading.clauses(entries, PUBLIC, verbs=("keep", "only"))
        reading.demand(rules, CARDS)
        return rules
    about = PUBLIC | {"answer"} | ({"outcome"} if played else set())
    reading.name("answer", Term(kind, lambda _s, _p, x: x, reads=frozenset({"answer"}), does="answer"))
    rules = reading.clauses(entries, about)
    reading.demand(rules, CONDITION)
    del reading.author["answer"]
    return rules
