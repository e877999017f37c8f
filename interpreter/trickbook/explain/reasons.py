"""Reasons: why a card may not be played, or an answer not be given; their sentences in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.combinations import alike
from trickbook.cards.deck import numbers
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import answer_text
from trickbook.engine.resting import reasons
from trickbook.engine.tricks import TrickStep
from trickbook.sections import table
from trickbook.source.nodes import text
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message, listing, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


MOST_TOLD: Final = 20
"""The most plays that a text tells one by one."""


class Reason(NamedTuple):
    """The entry of a ruleset behind something: its name, what it says, where it stands, its source rules."""

    name: str
    says: str | None
    place: str
    source: tuple[str, ...]

    def __str__(self) -> str:
        """The reason as one line."""
        return str(self.message())

    def message(self) -> Message:
        """The reason as a message."""
        where = listing((self.place, *self.source))
        if self.says is None:
            return Message("{name} ({where})", name=self.name, where=where)
        return Message("{name}: {says} ({where})", name=self.name, says=self.says, where=where)


def reason(entry: Entry) -> Reason:
    """An entry of a ruleset as a reason."""
    return Reason(entry.name, entry.says, entry.place.at_line(), entry.source)


def refusals(reasons: Mapping[str, Reason | None]) -> Iterator[Message]:
    """A line for each reason, with all that it forbids."""
    forbidden: dict[Reason, list[str]] = {}
    for what, why in reasons.items():
        if why is not None:
            forbidden.setdefault(why, []).append(what)
    for why, cards in forbidden.items():
        yield Message("not {cards}: {reason}", cards=" ".join(cards), reason=why.message())


def rests(reasons: Mapping[int, Reason | None]) -> Iterator[Message]:
    """A line for each seat that rests, with the reason."""
    for seat, why in reasons.items():
        if why:
            yield Message("seat {seat} rests: {reason}", seat=seat, reason=why.message())
        else:
            yield Message("seat {seat} rests", seat=seat)


def side_by_side(plays: Sequence[str]) -> Message:
    """Some plays, with commas if one has several cards; where they are many, the first of them."""
    few, more = list(plays[:MOST_TOLD]), len(plays) - MOST_TOLD
    joint = ", " if any(" " in play for play in few) else " "
    cards = joint.join(few)
    return Message("{cards} and {number} more", cards=cards, number=more) if more > 0 else verbatim(cards)


def resting(engine: Engine, s: State) -> dict[int, Reason | None]:
    """For each seat that rests, the reason; None if it holds no longer and the trick is still played."""
    return {seat: reason(entry) if entry else None for seat, entry in reasons(engine, s).items()}


def explain(
    engine: Engine, s: State, step: AskStep | TrickStep, seat: int, move: str | None
) -> dict[str, Reason | None] | Reason | None:
    """Return the reason why a move is illegal, or None; without a move, the reason for each card or answer.

    MoveError if the move is none at all: an unknown card, or one not held.
    """
    if move is None:
        return each(engine, s, step, seat)
    _, clause = step.judge(engine, s, seat, move)
    return reason(clause.entry) if clause else None


def each(engine: Engine, s: State, step: AskStep | TrickStep, seat: int) -> dict[str, Reason | None]:
    """For each card held, None or the reason why it may not be played or chosen.

    Where a number or a word is asked for, the same for each answer.
    """
    if isinstance(step, AskStep) and step.source is None:
        return answers(engine, s, step, seat)
    against, marked = reasons_against(engine, s, step, seat), engine.marked(s)
    names = (engine.deck.written(copies[0], marked)[0] for copies in _groups_of_hand(engine, s, seat))
    return {name: reason(against[name]) if name in against else None for name in names}


def answers(engine: Engine, s: State, step: AskStep, seat: int) -> dict[str, Reason | None]:
    """For each number or word that could be answered, None or the reason why it may not."""
    against = _forbidden_answers(engine, s, step, seat)
    names = map(answer_text, step.values(s, seat))
    return {name: reason(against[name]) if name in against else None for name in names}


def reasons_against(engine: Engine, s: State, step: AskStep | TrickStep, seat: int) -> dict[str, Entry]:
    """The cards held that are in no legal move, or the answers that are none, with the entry behind each.

    A card that a step does not ask for is forbidden by the step itself.
    """
    if step.source is None:
        return _forbidden_answers(engine, s, step, seat)
    offered, marked = s.value(step.source, seat), engine.marked(s)
    left = list(map(sum, _groups_of_hand(engine, s, seat)))
    entries_by_move: dict[str, Entry] = {}
    for entry, cards in _narrowing(engine, s, step, seat):
        gone = [copies for copies in left if not copies & offered & cards]
        if gone:
            entries_by_move |= {engine.deck.written(copies, marked)[0]: entry for copies in gone}
            left = [copies for copies in left if copies not in gone]
    return entries_by_move


def _narrowing(engine: Engine, s: State, step: AskStep | TrickStep, seat: int) -> Iterator[tuple[Entry, int]]:
    """The cards that a step asks for, then those that each rule of it leaves."""
    yield step.entry, engine.deck.cards
    if isinstance(step, TrickStep):
        for clause, cards in step.narrowing(engine, s, seat):
            yield clause.entry, cards
    else:
        for clause, _, cards in step.rounds(engine, s, seat):
            yield clause.entry, cards


def _groups_of_hand(engine: Engine, s: State, seat: int) -> tuple[tuple[int, ...], ...]:
    """The cards of a seat, in hand and open, in groups that look alike."""
    piles = engine.layout.piles
    held = sum(s.piles[piles[name].base + seat] for name in ("hand", "table"))
    return alike(engine.deck, held, engine.marked(s))


def _forbidden_answers(engine: Engine, s: State, step: AskStep, seat: int) -> dict[str, Entry]:
    """The numbers and words that may not be answered, each with the rule that forbids it."""
    values = list(map(answer_text, step.values(s, seat)))
    entries_by_answer: dict[str, Entry] = {}
    for clause, before, left in step.rounds(engine, s, seat):
        entries_by_answer |= {values[index]: clause.entry for index in numbers(before & ~left)}
    return entries_by_answer


def key(entry: Entry) -> tuple[str, str]:
    """The name and the place of an entry, by which a reason names it."""
    return entry.name, entry.place.at_line()


def entries(context: Context) -> Iterator[Entry]:
    """The entries that can be the reason for something."""
    reasons = table.map_paths(lambda section: section.active and not section.gives, context.names)
    for path in reasons:
        yield from context.entries(*path)


def in_language(explained: Any, context: Context, language: str) -> Any:
    """An explanation whose reasons have their sentences in a language."""
    if isinstance(explained, Reason):
        return reason_in(explained, context, language)
    if isinstance(explained, dict):
        return {key: in_language(value, context, language) for key, value in explained.items()}
    if isinstance(explained, tuple):
        parts = [in_language(part, context, language) for part in explained]
        return type(explained)(*parts) if hasattr(explained, "_fields") else tuple(parts)
    return explained


def reason_in(why: Reason, context: Context, language: str) -> Reason:
    """The reason with its sentence in a language, else in English."""
    if language == ENGLISH:
        return why
    found = next((entry for entry in entries(context) if key(entry) == (why.name, why.place)), None)
    return why._replace(says=text(found.node, "says", language)) if found else why
