"""A record stepped through line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, visible
from trickbook.terminal.line_mode import PROMPT, write_text
from trickbook.terminal.stepper_text import moment_lines, stepper_narrator

if TYPE_CHECKING:
    from trickbook.terminal.stepper_text import SteppedGame

MAX_DIGITS: Final = 6
"""No deal and no trick has a longer number."""


def step_in_lines(game: SteppedGame, deal: int | None, trick: int | None) -> None:
    """Step through a game over standard input and output until ``quit`` or the end of the input."""
    moment = game.at(deal, trick)
    narrator = stepper_narrator(moment, game.language, signs=False)
    messages = {"how": narrator.say("look_how"), "end": narrator.say("look_end")}
    write_text(f"{visible(narrator.about['title'])}\n{messages['how']}\n")
    while True:
        moment = game.tried(moment["at"])
        write_text("".join(f"{line}\n" for line in moment_lines(narrator, moment)))
        while True:
            typed = _typed()
            if not typed or typed.strip().casefold() in ("q", "quit"):
                return
            try:
                moment = _gone(game, moment, typed.split(), messages)
                break
            except TrickbookError as error:
                write_text(f"{error}\n")


def _typed() -> str:
    """The next line; a line from a pipe is written down too."""
    write_text(PROMPT)
    typed = sys.stdin.readline()
    write_text("\n" if not typed else "" if sys.stdin.isatty() else typed)
    return typed


def _gone(
    game: SteppedGame, moment: dict[str, Any], words: list[str], messages: dict[str, str]
) -> dict[str, Any]:
    """The moment that somebody asks for: the next, the one before, or that of a trick or a deal."""
    match words:
        case [] | ["next" | "n"]:
            found = game.step(moment, "on")
        case ["back" | "b"]:
            found = game.step(moment, "back")
        case ["trick" | "t", number] if _small(number):
            return game.at(moment["at"]["deal"], int(number))
        case ["deal" | "d", number] if _small(number):
            return game.at(int(number))
        case _:
            raise TrickbookError(messages["how"])
    if found is None:
        raise TrickbookError(messages["end"])
    return found


def _small(number: str) -> bool:
    """Return whether this is a number that a deal or a trick could have."""
    return number.isascii() and number.isdecimal() and len(number) <= MAX_DIGITS
