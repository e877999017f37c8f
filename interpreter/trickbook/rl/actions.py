"""Actions by number: the cards in the order of the deck, then ``done``, then the answers of each question.

A move of several cards is built card by card, in any order; ``done`` ends it where it may also go on.
"""

from __future__ import annotations

from collections import Counter
from itertools import count
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.chance import SEEDS
from trickbook.cards.combinations import NONE, Selections
from trickbook.cards.deck import MARK
from trickbook.engine.ask import MOST_NUMBERS
from trickbook.engine.moves import DONE, answer_text
from trickbook.problems import TrickbookError, described, nearest, shown, within
from trickbook.ruleset import load
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.engine.ask import AskStep
    from trickbook.ruleset import Ruleset
    from trickbook.sections.compiled import CompiledRules


MOST: Final = 1_000_000_000
"""The greatest number of deals, or of actions, that may be asked for."""

UNREADABLE: Final = "=,()"
"""Signs that OpenSpiel cannot read in a parameter."""


class NotResetError(TrickbookError, AttributeError):
    """Raised for an environment that has not been reset; `hasattr` is False then."""


def whole(name: Message | str, value: object, low: int, high: int) -> int:
    """Return a whole number of Python or of NumPy; TrickbookError beyond its limits, and for all else."""
    return within(name, _as_index(value), low, high)


def _as_index(value: Any) -> Any:
    """Return a whole number as Python's; anything else as it is."""
    try:
        return index(value)
    except TypeError:
        return value


def a_seed(value: object, most: int = SEEDS - 1) -> int:
    """Return a seed."""
    return whole("seed", value, 0, most)


def at_most(name: Message | str, value: object) -> int | None:
    """Return a limit, which is 1 or more, or None for none."""
    return None if value is None else whole(name, value, 1, MOST)


def legal_action(action: object, legal: Sequence[int]) -> int | None:
    """Return a legal action as Python's number; None for any other, and for what is no number."""
    number = _as_index(action)
    return number if type(number) is int and number in legal else None


def place_of(agent: object, agents: Sequence[str]) -> int:
    """Return the seat of an agent."""
    if agent in agents:
        return agents.index(str(agent))
    meant = nearest(agent, agents) if isinstance(agent, str) else None
    message = Message("agents are {list}, not {text}", list=listing(agents), text=described(agent))
    if meant:
        message = Message("{what}; {hint}", what=message, hint=Message("did you mean {word}?", word=meant))
    raise TrickbookError(message)


def has_begun(name: str, lacking: Sequence[str]) -> AttributeError:
    """Return the error for what an object lacks: what comes with the first reset, or an unknown name."""
    if name in lacking:
        return NotResetError(Message("the environment has no {name} yet: call reset() first", name=name))
    return AttributeError(f"the environment has no attribute {name!r}")


def load_rules(text: str) -> Ruleset:
    """Load a ruleset with its house rules and options."""
    name, house, options = _split_rules(text)
    return load(name, options, house=house)


def _split_rules(text: str) -> tuple[str, list[str], dict[str, str]]:
    """Return the ruleset, the house rules and the options that a text names."""
    name, *more = text.split("+")
    if not name:
        raise TrickbookError(Message("name a ruleset: trickbook(rules=NAME)"))
    house, options = list[str](), dict[str, str]()
    for part in more:
        option, sign, value = part.replace("=", ":", 1).partition(":")
        if not sign or part.endswith(".yaml"):
            house.append(part)
        elif option in options:
            raise TrickbookError(
                Message(
                    "the option {option} is given twice in {text}", option=shown(option), text=shown(text)
                )
            )
        else:
            options[option] = value
    return name, house, options


def as_parameter(text: str) -> str:
    """Write the text of a ruleset so that OpenSpiel can read it: `target:50`, spaces between values."""
    name, house, options = _split_rules(text)
    written = [f"{option}:{value.replace(',', ' ')}" for option, value in options.items()]
    found = "+".join([name, *house, *written])
    if odd := set(found) & set(UNREADABLE):
        signs = " ".join(sorted(odd))
        raise TrickbookError(
            Message(
                "OpenSpiel cannot read {signs} in {text}: rename the file, or the option's value",
                signs=signs,
                text=shown(text),
            )
        )
    return found


Chosen = tuple[int, ...]
"""The actions of a move so far, sorted."""

MOST_ANSWERS: Final = 10_000
"""How many actions a question may have."""

NO_MOVES: Final[Mapping[Chosen, str]] = {}


class Actions(NamedTuple):
    """The numbers of all actions at a table; ``labels`` has what each says, in order.

    ``done`` ends a move of several cards, or chooses none.
    """

    cards: Mapping[str, int]
    done: int
    answers: Mapping[str, Mapping[str, int]]
    labels: tuple[str, ...]


class Choice(NamedTuple):
    """What a seat may do: one of the ``listed`` moves, or ``least`` to ``most`` of the ``offered`` cards.

    ``instead`` is what it says to choose no card, if it may.
    """

    listed: Mapping[Chosen, str] = NO_MOVES
    offered: Chosen = ()
    least: int = 0
    most: int = 0
    instead: str | None = None


def number_actions(engine: CompiledRules) -> Actions:
    """Number the actions of a table.

    Of identical copies, the first number stands for one that is not exposed, the second for an exposed one.
    """
    deck, cards, labels = engine.deck, dict[str, int](), list[str]()
    for bit, name in enumerate(deck.names):
        second = bit > 0 and deck.names[bit - 1] == name
        labels.append(name + MARK if second else name)
        cards.setdefault(labels[-1], bit)
    numbers, answers = count(len(labels) + 1), dict[str, dict[str, int]]()
    labels.append(DONE)
    for step in engine.questions:
        if step.source is None:
            answers[step.name] = {answer: next(numbers) for answer in _answers(engine, step)}
            labels += [f"{step.name} {answer}" for answer in answers[step.name]]
    return Actions(cards, len(deck.names), answers, tuple(labels))


def _answers(engine: CompiledRules, step: AskStep) -> list[str]:
    """List the answers of a question: its names, or all numbers that it can ever offer."""
    if step.names:
        return [answer_text(name) for name in step.names]
    low, high = _limits(engine, step)
    return [str(number) for number in range(low, min(high + 1, low + MOST_ANSWERS))]


def _limits(engine: CompiledRules, step: AskStep) -> tuple[int, int]:
    """Return the least and the greatest number of a question; 0 and the number of cards where unknown."""
    assert step.low is not None and step.high is not None  # noqa: PT018, S101 - asked of numbers only
    lowest: Any = engine.assumptions.range_of(step.low)
    highest: Any = engine.assumptions.range_of(step.high)
    low, high = lowest.low, highest.high
    cards = len(engine.deck.names)
    if step.low.constant and step.high.constant:
        return low, min(high, low + MOST_NUMBERS - 1)
    if low == -inf:
        low = 0 if high > 0 else high - cards
    return low, max(low, 0) + cards if high == inf else high


def choice_of(actions: Actions, step: str, moves: Sequence[str]) -> Choice:
    """Return the choice among legal moves at a step."""
    if isinstance(moves, Selections):
        return selection(actions, moves.offered, moves.low, moves.high, moves.word)
    return Choice({_numbers(actions, step, move): move for move in moves})


def selection(
    actions: Actions, offered: Sequence[str], least: int, most: int, word: str | None = None
) -> Choice:
    """Return the choice of so many cards of those offered, if there are enough, or of a word instead."""
    cards = tuple(sorted(actions.cards[name] for name in offered)) if least <= most else ()
    return Choice(NO_MOVES, cards, least, most, NONE if word is None and not least else word)


def choice_in_message(actions: Actions, message: Mapping[str, Any]) -> Choice:
    """Return the choice that a ``turn`` of the protocol for outside players describes."""
    chosen = message["choose"]
    if chosen is None:
        return choice_of(actions, message["view"]["phase"], message["moves"])
    return selection(actions, chosen["from"], chosen["least"], chosen["most"], chosen["or"])


def _numbers(actions: Actions, step: str, move: str) -> Chosen:
    """Return the actions that make up a move; TrickbookError for an answer without an action."""
    if move == DONE:
        return (actions.done,)
    if step not in actions.answers:
        return tuple(sorted([actions.cards[name] for name in move.split()]))
    if move not in actions.answers[step]:
        raise no_action(actions, step, move)
    return (actions.answers[step][move],)


def no_action(actions: Actions, step: str, answer: str | None = None) -> TrickbookError:
    """Return the error for an answer without an action."""
    known = list(actions.answers[step])
    have = Message("it has no actions")
    if known:
        have = Message(
            "its actions are for {number} to {number_high}", number=known[0], number_high=known[-1]
        )
    return TrickbookError(
        Message(
            "{step} may be answered by {what} without an action: {reason}; write limits of `number:` that "
            "depend on options and numbers of cards only",
            step=step,
            what=Message("numbers") if answer is None else answer,
            reason=have,
        )
    )


def next_actions(actions: Actions, choice: Choice, chosen: Chosen = ()) -> list[int]:
    """Return the legal actions, sorted, after those chosen so far."""
    if choice.listed:
        rests = [rest for move in choice.listed if (rest := _rest(move, chosen)) is not None]
        return sorted({actions.done if not rest else number for rest in rests for number in rest or (0,)})
    found = set(_rest(choice.offered, chosen) or ()) if len(chosen) < choice.most else set()
    whole = len(chosen) >= max(choice.least, 1) if chosen else choice.instead is not None
    return sorted(found | ({actions.done} if whole else set()))


def _rest(move: Chosen, chosen: Chosen) -> Chosen | None:
    """Return a move without what is chosen already; None if it does not hold all of that."""
    if not chosen:
        return move
    left = Counter(move)
    left.subtract(chosen)
    return None if min(left.values()) < 0 else tuple(left.elements())


def choose(actions: Actions, choice: Choice, chosen: Chosen, action: int) -> tuple[Chosen, str | None]:
    """Return what is chosen after a legal action, and the move once it is complete."""
    if action == actions.done and not chosen:
        return (), choice.listed.get((action,), choice.instead)
    more = chosen if action == actions.done else tuple(sorted((*chosen, action)))
    if action != actions.done and next_actions(actions, choice, more) not in ([], [actions.done]):
        return more, None
    return (), choice.listed.get(more) or " ".join(actions.labels[number] for number in more)
