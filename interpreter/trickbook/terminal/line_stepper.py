"""Looking back, line by line: a game that was played, moment by moment."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, visible
from trickbook.terminal.stepper_text import moment_lines, stepper_narrator

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.terminal.stepper_text import SteppedGame

PROMPT: Final = "> "

MAX_DIGITS: Final = 6
"""No deal and no trick has a longer number."""


def step_in_lines(past: SteppedGame, deal: int | None, trick: int | None) -> None:
    """Look at a game over standard input and output."""
    run_line_stepper(past, past.at(deal, trick), sys.stdin.readline, _write, echo=not sys.stdin.isatty())


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def run_line_stepper(
    past: SteppedGame,
    found: dict[str, Any],
    read: Callable[[], str],
    write: Callable[[str], None],
    *,
    echo: bool,
) -> None:
    """Tell a moment, and go to the one that is asked for, until no more lines come."""
    voice = stepper_narrator(found, past.language, signs=False)
    write(f"{visible(voice.about['title'])}\n{voice.say('look_how')}\n")
    while True:
        found = past.tried(found["at"])
        for line in moment_lines(voice, found):
            write(f"{line}\n")
        while True:
            write(PROMPT)
            typed = read()
            write(typed if echo and typed else "" if typed else "\n")
            if not typed or typed.strip().casefold() in ("q", "quit"):
                return
            try:
                found = _gone(past, found, typed.split())
                break
            except TrickbookError as error:
                write(f"{error}\n")


def _gone(past: SteppedGame, found: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """The moment that is asked for: the next, the one before, or that of a trick or a deal."""
    match words:
        case [] | ["next" | "n"]:
            spot = found["next"]
        case ["back" | "b"]:
            spot = found["previous"]
        case ["trick" | "t", number] if _small(number):
            return past.at(found["at"]["deal"], int(number))
        case ["deal" | "d", number] if _small(number):
            return past.at(int(number), None)
        case _:
            raise TrickbookError(stepper_narrator(found, past.language, signs=False).say("look_how"))
    if spot is None:
        raise TrickbookError(stepper_narrator(found, past.language, signs=False).say("look_end"))
    return past.at(spot["deal"], spot["trick"], spot["play"])


def _small(number: str) -> bool:
    """Whether this is a number that could be that of a deal or a trick."""
    return number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS
