"""``trickbook sit``: a seat at a table, on a screen or line by line."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from trickbook.console.messages import usage_error
from trickbook.console.output_files import OutputPath, require_writable
from trickbook.console.parameters import (
    FORCE,
    HOUSE_RULES,
    PLAYERS,
    SEED,
    SETTINGS,
    Number,
    argument,
    command,
    option,
    parse_bots,
    record,
    switch,
)
from trickbook.texts.message import Message

DUMB: Final = ("", "dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""


@dataclass(frozen=True)
class Session:
    """The game or the table, and how it is shown."""

    name: str = argument("[NAME|FILE]", default="")
    players: int | None = PLAYERS
    seat: int | None = option("--seat", "Your seat.  [default: the first; any with --join]", Number(0))
    bots: tuple[str, ...] | None = option(
        "--bots", "Bots in the other seats.  [default: duck]", callback=parse_bots
    )
    seed: int | None = SEED
    options: dict[str, str] = SETTINGS
    house: tuple[str, ...] = HOUSE_RULES
    source: Path | None = option("--from", "Continue the game of a record.", click.Path(path_type=Path))
    record: Path | None = option("--record", "Save the game to a file after every move.", OutputPath())
    force: bool = FORCE
    join: str = option(
        "--join",
        "Link of a table, or of a server on which to create one.",
        metavar="URL",
        default="",
        show_default=False,
    )
    person: str | None = option("--as", "Your name at the table, with --join.  [default: your login]")
    unlisted: bool = switch("--unlisted", "Keep the table that --join creates out of the lobby.")
    take_back: bool = switch("--take-back", "Let players at that table take moves back, if all agree.")
    clock: int | None = option("--clock", "Seconds after which a bot moves there; 0 is never.", Number(0))
    watch: bool = switch("--watch", "Join as a spectator, with --join.")
    letters: bool = switch("--letters", "Show suits as letters.")
    plain: bool = switch("--plain", "Line by line, for screen readers, simple terminals and pipes.")


@command("sit")
def sit(*, called: Session = record(Session)) -> None:
    """Play at a table in the terminal, against bots or with friends over the network.

    Each card in your hand has a key: press it to choose the card, and Enter to play it. --plain asks line by
    line. If you leave early, the game is saved to a file; continue it with --from.

    --join takes an invitation link; together with the name of a game it creates a table on that server.
    """
    _together(called)
    _fit_new_table(called)
    from trickbook.cli.table_session import play_locally, play_remotely

    if not called.plain:
        _screen()
    if called.join:
        play_remotely(called)
    else:
        play_locally(called)


def _together(called: Session) -> None:
    """Check that the options go together."""
    named = [key for key in ("name", "source", "join") if getattr(called, key)]
    if not named:
        raise usage_error(
            Message("nothing to play: name a game of `trickbook list`, a record (--from) or a table (--join)")
        )
    if "://" in (called.name or ""):
        raise usage_error(Message("a table's link goes behind --join: --join {address}", address=called.name))
    fixed = [key for key in ("name", "players", "seed", "options", "house", "join") if getattr(called, key)]
    if called.source and fixed:
        raise usage_error(
            Message("--from takes the game and its settings from the record; leave out the others")
        )
    if called.watch and (called.name or not called.join):
        raise usage_error(Message("--watch needs a table: give its link with --join, and no game"))
    if called.join and (called.record or called.seed is not None):
        raise usage_error(
            Message("--join does not go with --record or --seed: the server deals and saves the game")
        )
    if called.record and called.record != called.source:
        require_writable(called.record, force=called.force)


def _fit_new_table(called: Session) -> None:
    """Check that options for a new table come with one, and go together."""
    for_one = called.unlisted or called.take_back or called.clock is not None
    if for_one and not (called.join and called.name):
        raise usage_error(
            Message(
                "--unlisted, --take-back and --clock are for a new table: name a game, and a "
                "server with --join"
            )
        )
    if called.take_back and not called.unlisted:
        raise usage_error(Message("moves are taken back at unlisted tables only; add --unlisted"))


def _screen() -> None:
    """Check that the terminal can show a table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise usage_error(
            Message("there is no terminal to draw a table on; use --plain to play line by line")
        )
    if os.environ.get("TERM", "") in DUMB and os.name != "nt":
        raise usage_error(Message("this terminal cannot draw a table; use --plain to play line by line"))
    import trickbook.terminal.screen  # noqa: F401 - what is missing is told before anything is dealt
