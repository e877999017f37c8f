"""``trickbook sit``: a seat at a table, on a screen or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.cards.chance import SEEDS
from trickbook.cli.number_types import Number
from trickbook.cli.output_files import OutputPath, require_writable
from trickbook.cli.parameters import parse_bots, parse_settings
from trickbook.problems import nearest, shown
from trickbook.seat.texts import language_of, languages

if TYPE_CHECKING:
    from collections.abc import Sequence

DUMB: Final = ("", "dumb", "unknown")
"""Terminals that can do no more than write on."""


def parse_language(_ctx: click.Context, _param: click.Parameter, given: str) -> str:
    """Read a language; it must be known."""
    found = language_of(given)
    if found is None:
        near, known = nearest(given, languages()), ", ".join(languages())
        hint = f"did you mean '{near}'?" if near else f"there are {known}"
        raise click.BadParameter(f"no table speaks {shown(given)}; {hint}")
    return found


def parse_players(ctx: click.Context, param: click.Parameter, given: str | None) -> Sequence[str] | None:
    """Read who plays, if it is said."""
    return None if given is None else parse_bots(ctx, param, given)


@click.command("sit")
@click.argument("name", metavar="[NAME|FILE]", required=False)
@click.option("--players", type=Number(), help="How many play; the ruleset knows the usual number.")
@click.option("--seat", type=Number(0), help="Your seat.  [default: the first, or any at --join]")
@click.option("--bots", callback=parse_players, help="Who plays with you.  [default: duck]")
@click.option("--seed", type=Number(0, SEEDS - 1), help="The same seed deals the same cards.")
@click.option(
    "--option", "options", multiple=True, callback=parse_settings, help="Set an option, as name=value."
)
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Lay a house rule over it.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="Go on with the game of a record.")
@click.option("--deal", type=Number(1), help="Look at this deal of the record, play by play.")
@click.option("--trick", type=Number(0), help="Look at this trick; 0 is what comes before the first.")
@click.option("--record", type=OutputPath(), help="Keep the game in a file, after every move.")
@click.option("--force", is_flag=True, help="Let --record replace a file.")
@click.option("--join", metavar="URL", help="A server's table, or a server to lay one at.")
@click.option("--as", "person", help="What you are called at --join.  [default: your login]")
@click.option("--watch", is_flag=True, help="Look on at --join, without a seat.")
@click.option(
    "--lang", callback=parse_language, default="en", show_default=True, help="The language: en or zh."
)
@click.option("--letters", is_flag=True, help="Letters for suits, where the terminal has no signs.")
@click.option("--plain", is_flag=True, help="Line by line: for screen readers, simple terminals, pipes.")
def command(**called: Any) -> None:
    """Sit down at a table and play, against bots or with friends far away.

    The cards in your hand have keys: one chooses a card, Enter plays it. --plain asks for them line by line.
    Whoever leaves before the end finds the game in a file, and goes on with --from. --join takes the link of
    an invitation; with the name of a game it lays a table at that server. A finished match, or any with
    --deal and --trick, is stepped through play by play, with what each card would have meant.
    """
    _together(called)
    from trickbook.cli.table_session import play_locally, play_remotely

    if not called["plain"]:
        _screen()
    if called["join"]:
        play_remotely(called)
    else:
        play_locally(called)


def _together(called: dict[str, Any]) -> None:
    """See that what is asked for goes together."""
    named = [key for key in ("name", "source", "join") if called[key]]
    if not named:
        raise click.UsageError(
            "what is to be played? Name a game of `trickbook list`, a record (--from) or a table (--join)"
        )
    fixed = [key for key in ("name", "players", "seed", "options", "house", "join") if called[key]]
    if called["source"] and fixed:
        raise click.UsageError(
            "a record says what is played: --from goes without a game, and what is set of one"
        )
    if not called["source"] and (called["deal"] is not None or called["trick"] is not None):
        raise click.UsageError("--deal and --trick look at a record: name it with --from")
    if called["watch"] and (called["name"] or not called["join"]):
        raise click.UsageError("--watch looks on at a table: give its link with --join")
    if called["join"] and (called["record"] or called["seed"] is not None):
        raise click.UsageError(
            "--join goes without --record and --seed: the server deals, and keeps the game"
        )
    if called["record"] and called["record"] != called["source"]:
        require_writable(called["record"], force=called["force"])


def _screen() -> None:
    """See that there is a screen to play on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("there is no terminal to draw a table on; --plain plays line by line")
    if os.environ.get("TERM", "") in DUMB and os.name != "nt":
        raise click.UsageError("this terminal can draw no table; --plain plays line by line")
    import trickbook.terminal.screen  # noqa: F401 - what is missing is told before anything is dealt
