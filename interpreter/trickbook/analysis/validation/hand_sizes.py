"""The sizes of hands: the deck deals evenly, and questions ask for no more cards than a hand has."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.analysis.configurations import player_numbers
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, RepeatStep
from trickbook.engine.resting import FEWEST
from trickbook.engine.tricks import TrickStep
from trickbook.expression.operations import Operation
from trickbook.problems import Problem, shown
from trickbook.texts.message import Listing, Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.engine import Step
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Node


def check(tables: Configurations) -> Iterator[Problem]:
    """Check every number of players, and all options that affect hands."""
    deck, empty = tables.dependencies.root.entries["deck"].node, False
    short: list[Shortage] = []
    for seats, table in tables.usual.items():
        codes: set[str] = set()
        for way, other in tables.every_way(seats, tables.dependencies.options(deck, *_sizes(table))):
            for problem in _dealt(tables, way, other):
                if isinstance(problem, Shortage):
                    short.append(problem)
                elif problem.code not in codes:
                    codes.add(problem.code)
                    empty = empty or problem.code == "no-cards"
                    yield problem
    yield from _too_few(short)
    yield from _none_aside(tables, deck)
    if not empty:
        yield from _oversized_questions(tables, deck)


class Shortage(NamedTuple):
    """A step that has too few cards for each player, in one configuration."""

    place: Place
    each: int
    cards: int
    seats: int
    way: Listing


def _too_few(short: Sequence[Shortage]) -> Iterator[Problem]:
    """Report each step that has too few cards once, with all numbers of players for which it has."""
    by_place: dict[Place, list[Shortage]] = {}
    for shortage in short:
        by_place.setdefault(shortage.place, []).append(shortage)
    for place, cases in by_place.items():
        first = cases[0]
        alike = {case.seats: case for case in reversed(cases) if case.each == first.each}
        cards = sorted({case.cards for case in alike.values()})
        where = player_numbers(sorted(alike)) if len(alike) > 1 else first.way
        lying: Message | int = cards[0]
        if len(cards) > 1:
            lying = Message("{number_low} to {number_high}", number_low=cards[0], number_high=cards[-1])
        message = Message(
            "{what_lying} cards are too few to deal {number} to each", what_lying=lying, number=first.each
        )
        yield Problem("too-few-cards", _with(message, where), place)


def _none_aside(tables: Configurations, deck: Node) -> Iterator[Problem]:
    """Note each step that deals after an event, where the hands leave no cards aside in any configuration."""
    ways = [
        engine
        for seats, table in tables.usual.items()
        for _, engine in tables.every_way(seats, tables.dependencies.options(deck, *_sizes(table)))
    ]
    if all(map(_deals_all, ways)):
        for step in (step for steps in tables.first.upon.values() for step in steps):
            if isinstance(step, DealStep) and step.source.name == "aside" and tables.own(step.entry.place):
                message = Message("step {name} deals no cards, for none lie aside", name=shown(step.name))
                hint = Message("write `each:` in the step that deals the hands, so that it leaves some")
                yield Problem("no-cards", message, step.entry.place, hint, "note")


def _deals_all(engine: CompiledRules) -> bool:
    """Return whether the steps in order certainly leave no cards aside."""
    deals = [step for step in engine.steps if isinstance(step, DealStep) and step.source.name == "aside"]
    settled = all(
        step.when is None and step.equal and (step.each is None or step.each.constant) for step in deals
    )
    dealt = hand_size(engine) * engine.layout.seats
    return (
        settled
        and not engine.resting
        and dealt == engine.deck.cards.bit_count()
        and not any(map(_changes_stock, engine.every_step))
    )


def _sizes(engine: CompiledRules) -> list[Node | None]:
    """The expressions for the number of cards dealt from the pack."""
    return [
        step.entry["each"]
        for step in engine.steps
        if isinstance(step, DealStep) and step.source.name == "aside"
    ]


def _with(message: Message, way: Message | Listing) -> Message:
    """The problems in some configuration."""
    return Message("{what} (with {what_way})", what=message, what_way=way)


def _dealt(tables: Configurations, way: Listing, engine: CompiledRules) -> Iterator[Problem | Shortage]:
    """Report cards that are left over and unused, or too few."""
    if engine.context.problems:
        problem = engine.context.problems[0]
        yield Problem(problem.code, _with(problem.message, way), problem.place, problem.hint)
        return
    left, seats = engine.deck.cards.bit_count(), engine.layout.seats
    for step in engine.steps:
        if _changes_stock(step) or engine.resting:  # only play shows how many are dealt to
            return
        if not isinstance(step, DealStep) or not step.to.owned or step.source.name != "aside":
            continue
        each = _fixed(step.each)
        count = left // seats if each is None else each
        if each is not None and each < 1:
            yield _nobody(step, way)
        elif count < 1 or count * seats > left:
            yield Shortage(step.entry.place, max(count, 1), left, seats, way)
        elif (
            step.each is None
            and left % seats
            and not tables.dependencies.rests_on("aside", besides="all_dealt")
        ):
            message = _left_over(left, left % seats)
            hint = Message("leave some out, `deck: {leave_out: […]}`, or use them: they lie `aside`")
            yield Problem("uneven", _with(message, way), engine.context.record("deck").place, hint)
        left = max(0, left - max(0, count) * seats)


def _left_over(cards: int, over: int) -> Message:
    """Cards that do not deal evenly."""
    return Message(
        "{number} cards do not deal evenly: {number_over} is left over"
        if over == 1
        else "{number} cards do not deal evenly: {number_over} are left over",
        number=cards,
        number_over=over,
    )


def _changes_stock(step: Step) -> bool:
    """Return whether a step may change which cards are undealt, so that only play shows how many are."""
    if isinstance(step, MoveStep):
        return step.to.pile.name == "aside" or step.cards.operation != Operation.OWN_PILE
    if isinstance(step, DealStep):
        return not step.equal
    return isinstance(step, AskStep) and step.to is not None and step.to.pile.name == "aside"


def _nobody(step: DealStep, way: Listing) -> Problem:
    """Report a dealing step that deals no cards; a plain number does so for all players."""
    node = step.entry["each"]
    message = Message("nobody gets a card: `{key}` deals none", key=f"each: {node.text if node else 0}")
    if node is None or not isinstance(node.value, int):
        message = _with(message, way)
    hint = Message("write how many each gets, or leave `each:` out to deal all there are")
    return Problem("no-cards", message, node.place if node else step.entry.place, hint)


def _fixed(term: Term | None) -> int | None:
    return int(term.value) if term is not None and term.constant else None


def hand_size(engine: CompiledRules) -> int:
    """The size of each hand after dealing from the pack."""
    found, left, seats = 0, engine.deck.cards.bit_count(), engine.layout.seats
    for step in engine.steps:
        if isinstance(step, DealStep) and step.to.name == "hand" and step.source.name == "aside":
            if not step.equal:
                return left if step.who or step.each else -(-left // seats)
            each, most = _fixed(step.each), left // (FEWEST if engine.resting else seats)
            count = left // seats if each is None else min(each, most)
            found, left = found + count, left - count * seats
    return found


def _oversized_questions(tables: Configurations, deck: Node) -> Iterator[Problem]:
    """Report questions that ask for more cards than a hand has, each where hands are smallest."""
    for step in tables.first.steps:
        if isinstance(step, AskStep) and step.source is not None and "from" not in step.entry.node.entries:
            found = [case for seats in tables.usual for case in _cases(tables, seats, step, deck)]
            if found:
                yield min(found, key=lambda case: case[0])[1]


def _cases(tables: Configurations, seats: int, asking: AskStep, deck: Node) -> Iterator[tuple[int, Problem]]:
    """The options for which a question asks for too many cards, with the size of the hand."""
    options = tables.dependencies.options(asking.entry["cards"], deck, *_sizes(tables.usual[seats]))
    for way, table in tables.every_way(seats, options):
        step = next((step for step in table.steps if step.name == asking.name), None)
        least, held = _fixed(step.low) if isinstance(step, AskStep) else None, hand_size(table)
        if least is not None and least > held and not _grows(table, asking):
            message = Message(
                "{name} asks for {number} cards, and a hand has {number_held}",
                name=shown(asking.name),
                number=least,
                number_held=held,
            )
            hint = Message("lower the limit of the option, or the number")
            place = _number_place(tables, asking, options)
            yield held, Problem("too-many-cards", _with(message, way), place, hint)
            return


def _grows(engine: CompiledRules, asking: AskStep) -> bool:
    """Return whether hands may get more cards before a question: dealt again, or moved to them."""
    for step in engine.steps:
        if step.name == asking.name:
            return False
        if isinstance(step, RepeatStep) or (isinstance(step, MoveStep) and step.to.pile.name == "hand"):
            return True
    return False


def _number_place(tables: Configurations, asking: AskStep, options: frozenset[str]) -> Place:
    """The place of the number: in the step, or in an option that the ruleset's own file sets."""
    node = asking.entry["cards"]
    place = node.place if node else asking.entry.place
    if tables.own(place):
        return place
    entries = [tables.first.options[name].entry for name in options]
    limits = [limit.place for entry in entries for key in ("to", "default") if (limit := entry[key])]
    return next((limit for limit in limits if tables.own(limit)), place)


def unplayable(engine: CompiledRules) -> bool:
    """Return whether tricks are played although no hand has a card."""
    came = False
    for step in engine.steps:
        if isinstance(step, TrickStep):
            return not came
        came = came or isinstance(step, DealStep | MoveStep)
    return False
