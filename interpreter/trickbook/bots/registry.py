"""Players by name: built-in ones, and outside ones by the command that starts them."""

from __future__ import annotations

import re
import shlex
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.bots.duck import duck
from trickbook.bots.montecarlo import ismcts, montecarlo
from trickbook.bots.outside_player import OutsidePlayer
from trickbook.bots.playouts import random
from trickbook.bots.process import terminate_as_interrupt
from trickbook.bots.turn import Budget
from trickbook.problems import TrickbookError, nearest, shown
from trickbook.texts.message import Message, every

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.bots.turn import Bot
    from trickbook.ruleset import Ruleset

BOTS: Final[Mapping[str, Bot]] = MappingProxyType(
    {"duck": duck, "ismcts": ismcts(), "montecarlo": montecarlo(), "random": random}
)
"""The built-in players by name."""

TREE_SEARCH: Final = "ismcts"
"""The player that searches a tree of moves."""

BUDGETED: Final[Mapping[str, Callable[[Budget], Bot]]] = MappingProxyType(
    {TREE_SEARCH: ismcts, "montecarlo": montecarlo}
)
"""The players that take a budget."""

MAX_PLAYOUTS: Final = 1_000_000
"""The largest budget of playouts."""

OUTSIDE_PREFIX: Final = "exec"
"""The beginning of an outside player's name."""

DEFAULT_TIMEOUT: Final = 10_000
"""The milliseconds that an outside player has for a move, by default."""

MAX_TIMEOUT: Final = 3_600_000
"""The longest timeout: an hour."""

TIMEOUT_FORM: Final = re.compile(r"(?P<number>[0-9]{1,9})(?P<unit>ms|s)")
"""How a timeout is written."""

BUDGET_FORM: Final = re.compile(r"(?P<number>[1-9][0-9]{0,6})(?P<unit>ms|s|)")
"""How a budget is written: playouts, or a time."""


class OutsideCommand(NamedTuple):
    """An outside player's command, and the milliseconds that it has for a move."""

    words: tuple[str, ...]
    patience: int


def parse_players(text: str) -> tuple[str, ...]:
    """Parse a list of players separated by commas; TrickbookError for an unknown one."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        check_player(name)
    return names


@lru_cache(maxsize=256)
def check_player(name: str) -> OutsideCommand | None:
    """Check a player's name; return the command if it is an outside player."""
    if _built_in(name) is not None:
        return None
    if is_program(name):
        return _command(name)
    near = nearest(name, BOTS)
    there = every([*BOTS, f"{OUTSIDE_PREFIX}:COMMAND"])
    likely = f"{OUTSIDE_PREFIX}:{name}" if re.search(r"[ /\\.]", name) else near
    hint = Message("there are {list}", list=there)
    if likely:
        hint = Message("did you mean {word}?", word=f"'{likely}'")
    raise TrickbookError(Message("there is no player {name}; {hint}", name=f"'{name}'", hint=hint))


def is_program(name: str) -> bool:
    """Return whether a player's name is the command of a program."""
    return name.startswith((f"{OUTSIDE_PREFIX}:", f"{OUTSIDE_PREFIX}@"))


def named_budget(name: str) -> Budget | None:
    """Return the budget in a player's name; None if there is none, TrickbookError for a malformed one."""
    head, limited, budget = name.partition("@")
    if head not in BUDGETED or not limited:
        return None
    found = BUDGET_FORM.fullmatch(budget)
    number = int(found["number"]) if found else 0
    if not found or (not found["unit"] and number > MAX_PLAYOUTS):
        message = Message(
            "{text} is no budget: a number of playouts, as 300, up to {number}, "
            "or a time for a turn, as 500ms and 2s, up to {number_high}s",
            text=shown(budget),
            number=f"{MAX_PLAYOUTS:,}",
            number_high=MAX_TIMEOUT // 1000,
        )
        raise TrickbookError(message)
    if not found["unit"]:
        return Budget(number)
    milliseconds = number * (1000 if found["unit"] == "s" else 1)
    if milliseconds > MAX_TIMEOUT:
        longest = MAX_TIMEOUT // 1000
        raise TrickbookError(
            Message("a turn takes {number}s at most, not {text}", number=longest, text=budget)
        )
    return Budget(milliseconds=milliseconds)


def _built_in(name: str) -> Bot | None:
    """Return a built-in player, perhaps with its budget; TrickbookError for a malformed budget."""
    budget = named_budget(name)
    return BUDGETED[name.partition("@")[0]](budget) if budget else BOTS.get(name)


def _command(name: str) -> OutsideCommand:
    """Parse the name of an outside player: its command, perhaps with a timeout before it."""
    head, colon, command = name.partition(":")
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        message = Message("{name} names no command: {reason}", name=shown(name), reason=str(error))
        raise TrickbookError(message) from None
    if not colon or not words:
        example = f"{OUTSIDE_PREFIX}:python bot.py"
        raise TrickbookError(
            Message("{name} names no command, as {text} does", name=shown(name), text=example)
        )
    _, limited, limit = head.partition("@")
    found = TIMEOUT_FORM.fullmatch(limit)
    if limited and not found:
        raise TrickbookError(Message("{text} is no time limit, as 500ms and 2s are", text=shown(limit)))
    patience = int(found["number"]) * (1000 if found["unit"] == "s" else 1) if found else DEFAULT_TIMEOUT
    if not 1 <= patience <= MAX_TIMEOUT:
        longest = MAX_TIMEOUT // 1000
        raise TrickbookError(
            Message("a time limit is from 1ms to {number}s, not {text}", number=longest, text=limit)
        )
    return OutsideCommand(words, patience)


@contextmanager
def seated_players(names: Sequence[str], rules: Ruleset, players: int) -> Iterator[list[Bot]]:
    """Create the players of a table, by name; outside players have one process each while this lasts."""
    with ExitStack() as stack:
        if any(map(check_player, names)):
            stack.enter_context(terminate_as_interrupt())
        yield [_seat(stack, name, seat, rules, players) for seat, name in enumerate(names)]


def _seat(stack: ExitStack, name: str, seat: int, rules: Ruleset, players: int) -> Bot:
    bot, command = _built_in(name), check_player(name)
    if command is None:
        return bot or BOTS[name]
    outside = OutsidePlayer(name, command.words, command.patience, seat)
    stack.callback(outside.close)
    outside.greet(rules, players)
    return outside
