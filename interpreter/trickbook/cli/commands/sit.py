"""``trickbook sit``: a seat at a table, on a screen or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.cards.chance import SEEDS
from trickbook.cli.language import parse_language
from trickbook.cli.output_files import OutputPath, require_writable
from trickbook.cli.parameters import Number, parse_bots, parse_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

DUMB: Final = ("", "dumb", "unknown")
"""Values of TERM for terminals that cannot move the cursor."""


def parse_players(ctx: click.Context, param: click.Parameter, given: str | None) -> Sequence[str] | None:
    """Parse the bots, if given."""
    return None if given is None else parse_bots(ctx, param, given)


@click.command("sit")
@click.argument("name", metavar="[NAME|FILE]", required=False)
@click.option("--players", type=Number(), help="Number of players.  [default: the usual number]")
@click.option("--seat", type=Number(0), help="Your seat.  [default: the first; any with --join]")
@click.option("--bots", callback=parse_players, help="Bots in the other seats.  [default: duck]")
@click.option("--seed", type=Number(0, SEEDS - 1), help="Seed: the same seed deals the same cards.")
@click.option(
    "--option", "options", multiple=True, callback=parse_settings, help="Set an option: name=value."
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Apply a house rule.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="Continue the game of a record.")
@click.option("--record", type=OutputPath(), help="Save the game to a file after every move.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option("--join", metavar="URL", help="Link of a table, or of a server on which to create one.")
@click.option("--as", "person", help="Your name at the table, with --join.  [default: your login]")
@click.option("--unlisted", is_flag=True, help="Keep the table that --join creates out of the lobby.")
@click.option("--take-back", is_flag=True, help="Let players at that table take moves back, if all agree.")
@click.option("--clock", type=Number(0), help="Seconds after which a bot moves there; 0 is never.")
@click.option("--watch", is_flag=True, help="Join as a spectator, with --join.")
@click.option("--lang", callback=parse_language, help="Language: en or zh.  [default: that of the locale]")
@click.option("--letters", is_flag=True, help="Show suits as letters.")
@click.option("--plain", is_flag=True, help="Line by line, for screen readers, simple terminals and pipes.")
def command(**called: Any) -> None:
    """Play at a table in the terminal, against bots or with friends over the network.

    Each card in your hand has a key: press it to choose the card, and Enter to play it. --plain asks line by
    line. If you leave early, the game is saved to a file; continue it with --from.

    --join takes an invitation link; together with the name of a game it creates a table on that server.
    """
    _together(called)
    _fit_new_table(called)
    from trickbook.cli.table_session import play_locally, play_remotely

    if not called["plain"]:
        _screen()
    if called["join"]:
        play_remotely(called)
    else:
        play_locally(called)


def _together(called: dict[str, Any]) -> None:
    """Check that the options go together."""
    named = [key for key in ("name", "source", "join") if called[key]]
    if not named:
        raise click.UsageError(
            "nothing to play: name a game of `trickbook list`, a record (--from) or a table (--join)"
        )
    fixed = [key for key in ("name", "players", "seed", "options", "house", "join") if called[key]]
    if called["source"] and fixed:
        raise click.UsageError("--from takes the game and its settings from the record; leave out the others")
    if called["watch"] and (called["name"] or not called["join"]):
        raise click.UsageError("--watch needs a table: give its link with --join, and no game")
    if called["join"] and (called["record"] or called["seed"] is not None):
        raise click.UsageError(
            "--join does not go with --record or --seed: the server deals and saves the game"
        )
    if called["record"] and called["record"] != called["source"]:
        require_writable(called["record"], force=called["force"])


def _fit_new_table(called: dict[str, Any]) -> None:
    """Check that options for a new table come with one, and go together."""
    for_one = called["unlisted"] or called["take_back"] or called["clock"] is not None
    if for_one and not (called["join"] and called["name"]):
        raise click.UsageError(
            "--unlisted, --take-back and --clock are for a new table: name a game, and a server with --join"
        )
    if called["take_back"] and not called["unlisted"]:
        raise click.UsageError("moves are taken back at unlisted tables only; add --unlisted")


def _screen() -> None:
    """Check that the terminal can show a table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("there is no terminal to draw a table on; use --plain to play line by line")
    if os.environ.get("TERM", "") in DUMB and os.name != "nt":
        raise click.UsageError("this terminal cannot draw a table; use --plain to play line by line")
    import trickbook.terminal.screen  # noqa: F401 - what is missing is told before anything is dealt
