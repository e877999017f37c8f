"""The operations of the language: what a term does with the values of its parts.

A built-in word that stands for a value of the state is an operation of its own, under its own name.
"""

from __future__ import annotations

from enum import StrEnum, auto
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


class Operation(StrEnum):
    """An operation by its name, which for most is the word or the sign that stands for it in expressions."""

    # What is read from the state; OWN_ reads the one of the player
    PILE = auto()
    OWN_PILE = auto()
    SLOT = auto()
    OWN_SLOT = auto()
    OWN_ANSWER = auto()
    OWN_ANSWERED = auto()
    PARAMETER = auto()

    # Sets and conditions
    AND = auto()
    OR = auto()
    NOT = auto()
    IS = auto()
    LESS_THAN = "<"
    AT_MOST = "<="
    MORE_THAN = ">"
    AT_LEAST = ">="
    HAS = auto()
    HAS_NO = auto()
    HAS_ALL = auto()
    HAS_ONLY = auto()
    IF = auto()

    # Numbers
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "div"
    REMAINDER = "mod"
    POWER = "^"
    LESSER = auto()
    GREATER = auto()
    SIZE = auto()
    NORM = auto()
    COUNT = auto()

    # Cards as they are printed
    WORTH = auto()
    RANK = auto()
    HIGHEST = auto()
    LOWEST = auto()
    SUIT = auto()
    COPIES = auto()
    TWINS = auto()
    MELDS = auto()
    TOPS = auto()

    # Cards by the orders of the ruleset
    ORDERS = auto()
    RANK_IN_ORDER = auto()
    HIGHEST_IN_ORDER = auto()
    LOWEST_IN_ORDER = auto()
    SUIT_IN_ORDER = auto()
    LED_SUIT_IN_ORDER = auto()
    COLUMN_COMPARISON = auto()

    # Choices
    NUMBER_OF_CHOICE = auto()
    CHOICE_OF_NUMBER = auto()
    CYCLE_BY_DEAL = auto()
    CYCLE_BY_ROUND = auto()
    CYCLE_BY_DEALER = auto()

    # Seats; the second part is asked of each seat of the first
    ONWARD = auto()
    ANY_OF_SEATS = auto()
    ALL_OF_SEATS = auto()
    COUNT_OF_SEATS = auto()
    TOTAL_OF_SEATS = auto()
    HIGHEST_OF_SEATS = auto()
    LOWEST_OF_SEATS = auto()
    MEDIAN_OF_SEATS = auto()
    WHERE = auto()
    WHOSE = auto()


ONCE_ANSWERED: Final = "once answered"
"""The detail of an `and` whose first part is only that the answer which its second compares is there."""

COMPARISONS: Final = (Operation.LESS_THAN, Operation.AT_MOST, Operation.MORE_THAN, Operation.AT_LEAST)
"""The operations that compare two numbers by which is larger."""

PILES: Final = frozenset({Operation.PILE, Operation.OWN_PILE})
"""The operations that read a pile."""

SLOTS: Final = frozenset({Operation.SLOT, Operation.OWN_SLOT, Operation.OWN_ANSWER})
"""The operations that read the value in a slot of a fact or an answer."""

REMEMBERED: Final = SLOTS | {Operation.OWN_ANSWERED}
"""The operations that rest on a slot of a fact or an answer."""

IN_ORDER: Final[Mapping[str, Operation]] = MappingProxyType(
    {
        "rank": Operation.RANK_IN_ORDER,
        "highest": Operation.HIGHEST_IN_ORDER,
        "lowest": Operation.LOWEST_IN_ORDER,
        "suit": Operation.SUIT_IN_ORDER,
    }
)
"""The operations on cards by the orders of the ruleset, by the word of their phrase."""

CYCLES: Final[Mapping[str, Operation]] = MappingProxyType(
    {
        "deal": Operation.CYCLE_BY_DEAL,
        "round": Operation.CYCLE_BY_ROUND,
        "dealer": Operation.CYCLE_BY_DEALER,
    }
)
"""The operations that give the value whose turn it is, by what they count."""

OF_SEATS: Final[Mapping[str, Operation]] = MappingProxyType(
    {
        "any": Operation.ANY_OF_SEATS,
        "all": Operation.ALL_OF_SEATS,
        "count": Operation.COUNT_OF_SEATS,
        "total": Operation.TOTAL_OF_SEATS,
        "highest": Operation.HIGHEST_OF_SEATS,
        "lowest": Operation.LOWEST_OF_SEATS,
        "median": Operation.MEDIAN_OF_SEATS,
    }
)
"""The operations on what each of several seats answers, by the word of their phrase."""

ASKING_SEATS: Final = frozenset({*OF_SEATS.values(), Operation.WHERE, Operation.WHOSE})
"""The operations whose second part is asked of each seat of the first."""
