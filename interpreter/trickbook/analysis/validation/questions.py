"""Questions: what their rules leave to nobody, what tells all a secret, and what ends them and the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation.expression_parts import certain, one_always_holds
from trickbook.analysis.validation.hand_sizes import unplayable
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, ShowStep
from trickbook.engine.tricks import TrickStep
from trickbook.expression.evaluation.ranges import exactly
from trickbook.expression.types import VARIES, Kind
from trickbook.problems import Problem, shown
from trickbook.sections.secrets import hidden, names_cards, unseen
from trickbook.source.nodes import texts
from trickbook.texts.message import Listing, Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Engine, Step
    from trickbook.expression.types import Clause, Term
    from trickbook.sections.compiled import CompiledRules

MOST_VALUES: Final = 100
"""The largest range of numbers of which each is tried."""

CHANGING: Final = frozenset({"score", "deal", "points", "tricks", "taken", "dealer"})
"""Words that an ending can test, because they change from deal to deal."""

ASK_ALL: Final = Message("if it should be secret, ask whatever the cards are")

TELL: Final = Message("let it rest on what all know, or tell the players the rule: `says: …`")

LAY_OPEN: Final = Message("lay them open, `move: hand of dummy`, `to: table of dummy`, or `show:` them")


def check_answers(tables: Configurations) -> Iterator[Problem]:
    """Note each answer that some clauses always exclude, for every number of players and all options."""
    for question in tables.first.questions:
        if not tables.own(question.entry.place) or question.source is not None:
            continue
        if closed := _closed_everywhere(tables, question):
            name, what = shown(question.name), _listed(closed)
            message = Message("no rule of {name} ever leaves {what} to anybody", name=name, what=what)
            yield Problem("never-open", message, question.entry.place, _hint(question), "note")


def _hint(question: AskStep) -> Message:
    """Return what to write instead: other rules, or other answers."""
    key = "number:" if question.type.kind is Kind.NUMBER else "answers:"
    return Message("change its rules, or leave that out of `{key}`", key=key)


def _listed(values: Sequence[Any]) -> Listing:
    """Return answers in words: names one by one, numbers in a row as a range."""
    if not all(type(value) is int for value in values):
        return Listing(tuple(map(shown, values)), " and ", " and ")
    rows: list[list[int]] = []
    for value in sorted(values):
        if rows and value == rows[-1][-1] + 1:
            rows[-1].append(value)
        else:
            rows.append([value])
    return Listing(tuple(map(_row, rows)), " and ", " and ")


def _row(row: Sequence[int]) -> Message | int:
    """Numbers in a row, from the first to the last."""
    if len(row) == 1:
        return row[0]
    return Message("{number_low} to {number_high}", number_low=row[0], number_high=row[-1])


def _closed_everywhere(tables: Configurations, question: AskStep) -> Sequence[Any]:
    """The answers that are closed in every engine; once there is none, no other engine is compiled."""
    options = tables.dependencies.options(question.entry.node)
    closed: Sequence[Any] | None = None
    for seats in tables.usual:
        for _, engine in tables.every_way(seats, options):
            for form in (one for one in engine.questions if one.name == question.name):
                found = _excluded_answers(engine, form)
                closed = [value for value in found if closed is None or value in closed]
                if not closed:
                    return ()
    return closed if closed and tables.tries_all(options) else ()


def _excluded_answers(engine: CompiledRules, question: AskStep) -> list[Any]:
    """The answers that the rules exclude at any time, as the ruleset writes them."""
    values = _values(question)
    verdicts = [
        verdict
        for clause in question.rules
        if clause.verb in ("keep", "only")
        and (clause.when is None or certain(engine, clause.when) is not False)
        and (verdict := _verdict(engine, question, clause, values)).closed
    ]
    closed = [name for name in values if _excludes(engine, verdicts, name)]
    return closed if question.names else _outer(closed, [*values])


class Verdict(NamedTuple):
    """A verdict of a clause on answers: when it applies, and what it excludes whatever else there is."""

    when: Term | None
    closed: Sequence[Any]


def _verdict(engine: CompiledRules, question: AskStep, clause: Clause, values: Mapping[Any, Any]) -> Verdict:
    """Find what a clause always excludes; ``keep`` excludes nothing where it would leave nothing."""
    answers_found = {}
    for name, value in values.items():
        answer = {("answer", None): exactly(question.type.kind, value)}
        answers_found[name] = engine.assumptions.adding(answer).value_of(clause.what)
    leaves_some = clause.verb == "only" or any(
        passes is not VARIES and passes for passes in answers_found.values()
    )
    return Verdict(
        clause.when, [name for name, passes in answers_found.items() if leaves_some and not passes]
    )


def _outer(closed: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """The closed numbers at both ends of a range; gaps within it are often meant."""
    open_ones = [number for number in numbers if number not in closed]
    return [number for number in closed if not open_ones or not open_ones[0] < number < open_ones[-1]]


def _values(question: AskStep) -> dict[Any, Any]:
    """The answers that there are to choose from, by how they are written; none where that varies."""
    if question.names:
        conditions = question.type.kind is Kind.CONDITION
        return {name: name == "yes" if conditions else name for name in question.names}
    low, high = question.low, question.high
    if low is None or high is None or not (low.constant and high.constant):
        return {}
    numbers = range(low.value, high.value + 1)
    return {value: value for value in numbers} if len(numbers) <= MOST_VALUES else {}


def _excludes(engine: CompiledRules, verdicts: Sequence[Verdict], name: Any) -> bool:
    """Return whether one of some clauses excludes an answer at any time; two may share this work."""
    conditions = [verdict.when for verdict in verdicts if name in verdict.closed]
    if None in conditions:
        return True
    return one_always_holds(engine, [when for when in conditions if when is not None])


def check_secrets(tables: Configurations) -> Iterator[Problem]:
    """Note each step of the file's own that shows by what it does what nobody has shown."""
    engine = tables.first
    for step in engine.every_step:
        if not tables.own(step.entry.place):
            continue
        yield from _hidden_question_notes(engine, step)
        if step.entry["says"] is None:
            yield from _silent_step_notes(engine, step)
        if isinstance(step, TrickStep) and step.played_by is not None and not _lies_open(engine, step):
            place = step.entry.need("played_by").place
            message = Message("nobody sees the hand that another plays here")
            yield Problem("unseen-hand", message, place, LAY_OPEN, "note")


def _hidden_question_notes(engine: Engine, step: Step) -> Iterator[Problem]:
    """Note a question that is asked upon an event, or by nobody's rule, because of hidden cards."""
    if not isinstance(step, AskStep) or not step.asks:
        return
    upon = texts(step.entry.node, "upon")
    if (upon or step.entry["says"] is None) and _tells(engine, step.when, step.who):
        name = shown(step.name)
        message = Message("every player sees that {name} is asked, which rests on hidden cards", name=name)
        yield _note(step, message, ASK_ALL)


def _silent_step_notes(engine: Engine, step: Step) -> Iterator[Problem]:
    """Note what every player sees of a step of which no sentence tells the rule."""
    name = shown(step.name)
    if isinstance(step, AskStep | TrickStep) and _tells(engine, step.until, step.again):
        message = Message("every player sees when {name} ends, which rests on hidden cards", name=name)
        yield _note(step, message, TELL)
    if isinstance(step, AskStep | DealStep) and _tells(engine, step.first):
        message = Message("every player sees who is first in {name}, which rests on hidden cards", name=name)
        yield _note(step, message, TELL)
    if isinstance(step, AskStep) and _spares(engine, step):
        message = Message(
            "every player sees who has no choice in {name}, which rests on hidden cards", name=name
        )
        yield _note(step, message, Message("ask them all the same: `always: yes`"))
    if isinstance(step, TrickStep) and _tells(engine, step.next):
        message = Message(
            "every player sees who leads next in {name}, which rests on hidden cards", name=name
        )
        yield _note(step, message, TELL)
    if isinstance(step, DealStep) and _tells(engine, step.each, step.who):
        message = Message(
            "every player sees what {name} deals to whom, which rests on hidden cards", name=name
        )
        yield _note(step, message, TELL)
    if not (isinstance(step, AskStep) or unseen(step)) and _tells(engine, step.when):
        message = Message("every player sees that {name} is skipped, which rests on hidden cards", name=name)
        yield _note(step, message, TELL)


def _note(step: Step, message: Message, hint: Message) -> Problem:
    return Problem("tells-secret", message, step.entry.place, hint, "note")


def _tells(engine: Engine, *terms: Term | None) -> bool:
    """Return whether something rests on hidden cards that no play names."""
    layout = engine.layout
    hidden_names = (name for term in terms if term is not None for name in hidden(layout, term, names_cards))
    return any(name != "aside" for name in hidden_names)


def _spares(engine: Engine, step: AskStep) -> bool:
    """Return whether hidden cards decide if a seat has more than one number to say."""
    return step.type.kind is Kind.NUMBER and not step.always and _tells(engine, step.low, step.high)


def _lies_open(engine: Engine, tricks: TrickStep) -> bool:
    """Return whether a step shows cards, or lays them where all see them and whence they are played."""
    piles = [pile for pile in engine.layout.piles.values() if pile.base in tricks.bases]
    seen = [pile for pile in piles if pile.seen_by == "everyone"]
    steps = engine.every_step
    moves_there = any(
        isinstance(step, MoveStep | AskStep) and step.to and step.to.pile in seen for step in steps
    )
    dealt = any(isinstance(step, DealStep) and step.to in seen for step in steps)
    return (
        moves_there or dealt or len(seen) == len(piles) or any(isinstance(step, ShowStep) for step in steps)
    )


def check_end(tables: Configurations) -> Iterator[Problem]:
    """Check the course of a deal, and what ends the match."""
    steps, context = tables.first.steps, tables.first.context
    place = context.record("steps").place
    if not any(isinstance(step, AskStep | TrickStep) for step in steps):
        message = Message("nobody ever plays or answers anything")
        yield Problem("nobody-acts", message, place, Message("write a step with `leader:` or `ask:`"))
    elif unplayable(tables.first):
        message = Message("tricks are played before any card was dealt")
        yield Problem("no-cards", message, place, Message("write `deal: {deal: hand}` before them"))
    for step in tables.first.every_step:
        if not isinstance(step, AskStep):
            continue
        if step.optional and all(clause.verb != "only" for clause in step.rules):
            message = Message(
                "{step} need never end: the same may be answered again and again", step=shown(step.name)
            )
            hint = Message("say what may not: `rules: {higher: {only: answer > {step}}}`", step=step.name)
            yield Problem("no-end", message, step.entry.place, hint)
        elif step.how == "freely" and not step.optional and step.to is None:
            message = Message(
                "{step} need never end: cards that are chosen stay where they are", step=shown(step.name)
            )
            yield Problem("no-end", message, step.entry.place, Message("say where they go: `to: table`"))
    yield from _ends(tables)
    yield from _wins(tables)


def _wins(tables: Configurations) -> Iterator[Problem]:
    """Note a match without `wins:`, in which all players win."""
    context = tables.first.context
    if not any(context.entries("match", "wins")):
        place = context.record("match").place
        hint = Message("`wins:` says who: `wins: {lowest: {fewest: score}}`")
        message = Message("everybody wins the match, whatever the scores")
        yield Problem("everybody-wins", message, place, hint, "note")


def _ends(tables: Configurations) -> Iterator[Problem]:
    context = tables.first.context
    nodes = [node for entry in context.entries("match", "ends") if (node := entry["when"])]
    names = tables.dependencies.closure(frozenset().union(*(names_in(node) for node in nodes)))
    facts = frozenset(tables.dependencies.section("facts"))
    if not names & (CHANGING | facts | frozenset(tables.dependencies.section("steps"))):
        most = tables.first.ending.most
        message = Message(
            "only `max_deals:` ends the match, after {number} deals: "
            "no ending uses a score, the deal or a fact",
            number=most,
        )
        yield Problem("only-max-deals", message, context.record("match").place, None, "note")
