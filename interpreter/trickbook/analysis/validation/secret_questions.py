"""Steps that tell a secret: every player sees what is done, and that rests on hidden cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown
from trickbook.sections.disclosure import names_cards
from trickbook.sections.secrets import hidden, unseen
from trickbook.source.nodes import texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine, Step
    from trickbook.expression.types import Term

ANSWER: Final = "if it should be secret, ask whatever the cards are"

RULE: Final = "let it rest on what all know, or tell the players the rule: `says: …`"

OPEN: Final = "lay them open, `move: hand of dummy`, `to: table of dummy`, or `show:` them"


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each step of the file's own that shows by what it does what nobody has shown."""
    engine = tables.first
    for step in engine.every_step:
        if not tables.own(step.entry.place):
            continue
        yield from _asked(engine, step)
        if step.entry["says"] is None:
            yield from _unsaid(engine, step)
        if isinstance(step, TrickStep) and step.played_by is not None and not _laid_open(engine, step):
            place, message = (
                step.entry.need("played_by").place,
                "nobody sees the hand that another plays here",
            )
            yield Problem("unseen-hand", message, place, OPEN, "note")


def _asked(engine: Engine, step: Step) -> Iterator[Problem]:
    """Note a question that is asked upon an event, or by nobody's rule, because of hidden cards."""
    if not isinstance(step, AskStep) or not step.asks:
        return
    upon = texts(step.entry.node, "upon")
    if (upon or step.entry["says"] is None) and _tells(engine, step.when, step.who):
        message = f"every player sees that {shown(step.name)} is asked, which rests on hidden cards"
        yield _note(step, message, ANSWER)


def _unsaid(engine: Engine, step: Step) -> Iterator[Problem]:
    """Note what every player sees of a step of which no sentence tells the rule."""
    name = shown(step.name)
    if isinstance(step, AskStep | TrickStep) and _tells(engine, step.until, step.again):
        yield _note(step, f"every player sees when {name} ends, which rests on hidden cards", RULE)
    if isinstance(step, AskStep | DealStep) and _tells(engine, step.first):
        yield _note(step, f"every player sees who is first in {name}, which rests on hidden cards", RULE)
    if isinstance(step, AskStep) and _spares(engine, step):
        message = f"every player sees who has no choice in {name}, which rests on hidden cards"
        yield _note(step, message, "ask them all the same: `always: yes`")
    if isinstance(step, TrickStep) and _tells(engine, step.next):
        yield _note(step, f"every player sees who leads next in {name}, which rests on hidden cards", RULE)
    if isinstance(step, DealStep) and _tells(engine, step.each, step.who):
        yield _note(step, f"every player sees what {name} deals to whom, which rests on hidden cards", RULE)
    if not (isinstance(step, AskStep) or unseen(step)) and _tells(engine, step.when):
        yield _note(step, f"every player sees that {name} is skipped, which rests on hidden cards", RULE)


def _note(step: Step, message: str, hint: str) -> Problem:
    return Problem("tells-secret", message, step.entry.place, hint, "note")


def _tells(engine: Engine, *terms: Term | None) -> bool:
    """Return whether something rests on hidden cards that no play names."""
    layout = engine.layout
    found = (name for term in terms if term is not None for name in hidden(layout, term, names_cards))
    return any(name != "aside" for name in found)


def _spares(engine: Engine, step: AskStep) -> bool:
    """Return whether hidden cards decide if a seat has more than one number to say."""
    return step.type.kind is Kind.NUMBER and not step.always and _tells(engine, step.low, step.high)


def _laid_open(engine: Engine, tricks: TrickStep) -> bool:
    """Return whether a step shows cards, or lays them where all see them and whence they are played."""
    piles = [pile for pile in engine.layout.piles.values() if pile.base in tricks.bases]
    seen = [pile for pile in piles if pile.seen_by == "everyone"]
    steps = engine.every_step
    moved = any(isinstance(step, MoveStep | AskStep) and step.to and step.to.pile in seen for step in steps)
    dealt = any(isinstance(step, DealStep) and step.to in seen for step in steps)
    return moved or dealt or len(seen) == len(piles) or any(isinstance(step, ShowStep) for step in steps)
