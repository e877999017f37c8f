"""``facts``: what the table remembers, with its start and the event that changes it. Facts are announced."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, cast

from trickbook.engine.facts import ANNOUNCEMENT, Fact
from trickbook.expression.operations import REMEMBERED, Operation
from trickbook.expression.scope import OPEN
from trickbook.expression.types import BROKEN, CONDITION, NUMBER, Kind, Term, Type
from trickbook.problems import shown
from trickbook.sections.answers import answer_type
from trickbook.sections.words import free
from trickbook.source.nodes import text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

SeenBy = Literal["everyone", "owner", "nobody"]

SIGHTS: Final[Mapping[SeenBy, frozenset[str]]] = {
    "everyone": frozenset(),
    "owner": frozenset({"own"}),
    "nobody": frozenset({"secret"}),
}
"""What reads a fact, by who sees it: a secret of the player, or of nobody."""


def declare(context: Context) -> list[Fact]:
    """Give every fact its slot and its word; what changes it is read later, when all words are there."""
    facts = []
    for entry in context.entries("facts"):
        starts = entry["starts"]
        if starts is None:
            context.wrong(
                "missing-key", Message("fact {name} has no `starts:`", name=shown(entry.name)), entry.place
            )
        elif free(context, entry):
            term = context.term(starts, _answered(context, entry), frozenset({"player"}))
            facts.append(_fact(context, entry, term))
            _check_start(context, facts)
    return facts


def _answered(context: Context, entry: Entry) -> Type | None:
    """The answers among which a fact starts: those to the question that changes it, if it names one."""
    asked = {step.name: step for step in context.entries("steps")}
    step = asked.get(text(entry.node, "upon") or "") or asked.get(text(entry.node, "becomes") or "")
    kind = answer_type(step.node) if step else None
    return kind if kind and entry.need("starts").text in kind.names else None


def _check_start(context: Context, facts: list[Fact]) -> None:
    """Check that no fact of a match rests on a fact of a deal, which starts later."""
    *others, fact = facts
    read_slots = set(slots(fact.starts))
    early = next((other for other in others if other.slot in read_slots and not other.lasting), None)
    if fact.lasting and early:
        message = Message(
            "{fact} lasts a match, and starts before {other}, which lasts a deal",
            fact=shown(fact.name),
            other=shown(early.name),
        )
        hint = Message(
            "write `lasts: match` for {other} as well, or let {fact} rest on neither",
            other=shown(early.name),
            fact=shown(fact.name),
        )
        context.wrong("no-start", message, fact.entry.need("starts").place, hint)


def slots(term: Term) -> Iterator[int]:
    """Yield the slots that a term reads."""
    if term.operation in REMEMBERED:
        yield term.detail
    for part in term.parts:
        yield from slots(part)


def _fact(context: Context, entry: Entry, starts: Term) -> Fact:
    owned = text(entry.node, "owned") == "yes"
    slot = context.layout.remember(entry.name, owned=owned)
    kind = Type(starts.type.kind, starts.type.names)
    known = starts.type is not BROKEN.type
    seen_by = _seen_by(context, entry, owned=owned)
    word = remembered(kind, slot, owned=owned, sight=SIGHTS[seen_by])
    context.name(entry.name, word if known else BROKEN)
    lasting = text(entry.node, "lasts") == "match"
    return Fact(
        entry.name,
        kind,
        slot,
        texts(entry.node, "upon"),
        starts,
        entry,
        owned=owned,
        lasting=lasting,
        per_trick=text(entry.node, "lasts") == "trick",
        seen_by=seen_by,
    )


def _seen_by(context: Context, entry: Entry, *, owned: bool) -> SeenBy:
    """Who sees a fact; one that each player has may be seen by its owner alone."""
    seen_by = cast("SeenBy", text(entry.node, "seen_by") or "everyone")
    if seen_by == "owner" and not owned:
        message, hint = (
            Message("fact {fact} has no owner", fact=shown(entry.name)),
            Message("write `owned: yes`, or `seen_by: nobody`"),
        )
        context.wrong("no-owner", message, entry.need("seen_by").place, hint)
        return "nobody"
    return seen_by


def remembered(
    kind: Type, slot: int, *, owned: bool, sight: frozenset[str] = frozenset(), answer: bool = False
) -> Term:
    """A word that is kept in a slot, or in one for each seat; ``sight`` tells whose secret it is."""
    if answer and kind.kind is not Kind.CARDS:
        return Term(kind, reads=frozenset({"player", *sight}), operation=Operation.OWN_ANSWER, detail=slot)
    if owned:
        return Term(kind, reads=frozenset({"player", *sight}), operation=Operation.OWN_SLOT, detail=slot)
    return Term(kind, reads=sight, operation=Operation.SLOT, detail=slot)


def complete(context: Context, fact: Fact) -> Fact:
    """Read what changes a fact."""
    about = (
        OPEN
        | ({"points"} if set(fact.upon) == {"end"} else set())
        | ({"play", "size"} if set(fact.upon) == {"play"} else set())
    )
    when, becomes = fact.entry["when"], fact.entry["becomes"]
    if becomes is None and fact.type.kind is not Kind.CONDITION:
        context.wrong(
            "missing-key",
            Message("fact {name} does not say what it `becomes:`", name=shown(fact.name)),
            fact.entry.place,
        )
    if not fact.upon:
        context.wrong(
            "missing-key",
            Message("fact {name} does not say what changes it", name=shown(fact.name)),
            fact.entry.place,
            Message("`upon: play`, `trick`, `end`, `announcement` or a step's name"),
        )
    return fact._replace(
        when=context.term(when, CONDITION, about) if when else None,
        becomes=context.term(becomes, None if fact.type == BROKEN.type else fact.type, about)
        if becomes
        else None,
        due=_due(context, fact),
    )


def _due(context: Context, fact: Fact) -> Term | None:
    """Read after how many minutes a fact is to be announced."""
    node = fact.entry["due"]
    if node is None or node.value is None:
        return None
    if ANNOUNCEMENT not in fact.upon:
        message = Message("fact {name} is not announced, so `due:` has no effect", name=shown(fact.name))
        hint = Message("write `{word}`", word=f"upon: {ANNOUNCEMENT}")
        context.wrong("exclusive-keys", message, node.place, hint)
    due = context.term(node, NUMBER, OPEN - {"player", "own", "secret"})
    if due.constant and due.value < 0:
        context.wrong(
            "bad-number", Message("a fact cannot be due after {number} minutes", number=due.value), node.place
        )
    return due
