"""``trickbook sit``: a seat at a table, on a screen or line by line."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.bots import seated as at_table
from trickbook.chance import SEEDS
from trickbook.cli.calling import opened, seated, settings
from trickbook.cli.cutting import typed
from trickbook.cli.keeping import Into, permit, write
from trickbook.cli.replaying import placed, text_of
from trickbook.problems import TrickbookError, nearest, shown, visible
from trickbook.replaying import replay
from trickbook.replaying.beginning import rules_of
from trickbook.replaying.written import apart
from trickbook.sitting.texts import languages, say, understood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.terminal.keeping import Keeper
    from trickbook.terminal.tables import Table

SHORT: Final = 1_000_000
"""Seeds that are drawn are less than this, so that they can be typed."""

BOTS: Final = "duck"

DUMB: Final = ("", "dumb", "unknown")
"""Terminals that can do no more than write on."""


def spoken(_ctx: click.Context, _param: click.Parameter, given: str) -> str:
    """Read a language; every one must be known."""
    found = understood(given)
    if found is None:
        near, known = nearest(given, languages()), ", ".join(languages())
        raise click.BadParameter(
            f"{shown(given)} is none of {known}" + (f"; did you mean {near}?" if near else "")
        )
    return found


@click.command("sit")
@click.argument("name", metavar="[NAME|FILE]", required=False)
@click.option("--players", type=int, help="How many play; the ruleset knows the usual number.")
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, help="Your seat.")
@click.option("--bots", callback=seated, default=BOTS, show_default=True, help="Who plays with you.")
@click.option("--seed", type=click.IntRange(0, SEEDS - 1), help="The same seed deals the same cards.")
@click.option("--option", "options", multiple=True, callback=settings, help="Set an option, as name=value.")
@click.option("--house", multiple=True, metavar="NAME|FILE", help="Lay a house rule over it.")
@click.option("--from", "source", type=click.Path(path_type=Path), help="Go on with the game of a record.")
@click.option("--record", type=Into(), help="Keep the game in a file, after every move.")
@click.option("--force", is_flag=True, help="Let --record replace a file.")
@click.option("--lang", callback=spoken, default="en", show_default=True, help="The language: en or zh.")
@click.option("--plain", is_flag=True, help="Line by line: for screen readers, simple terminals, pipes.")
def command(**called: Any) -> None:
    """Sit down at a table and play, against bots.

    The cards in your hand have keys: one chooses a card, Enter plays it. --plain asks for them line by line.
    Whoever leaves before the end finds the game in a file, and goes on with --from.
    """
    _together(called)
    rules, game = _recorded(called["source"]) if called["source"] else _begun(called)
    seats = len(game.scores)
    if called["seat"] >= seats:
        raise click.UsageError(f"there is no seat {called['seat']}; seats are numbered 0 to {seats - 1}")
    if not called["plain"]:
        _screen()
    _sit(called, rules, game)


def _together(called: dict[str, Any]) -> None:
    """See that what is asked for goes together."""
    if not called["name"] and not called["source"]:
        raise click.UsageError("what is to be played? Name a game, such as hearts, or a record with --from")
    fixed = [key for key in ("name", "players", "seed", "options", "house") if called[key]]
    if called["source"] and fixed:
        raise click.UsageError(
            "a record says itself what is played: --from goes without a game and its settings"
        )
    if called["record"] and called["record"] != called["source"]:
        permit(called["record"], force=called["force"])


def _begun(called: dict[str, Any]) -> tuple[Ruleset, Game]:
    """A new game."""
    rules = opened(called["name"], called["options"], called["players"], called["house"])
    return rules, rules.new_game(seed=secrets.randbelow(SHORT) if called["seed"] is None else called["seed"])


def _recorded(path: Path) -> tuple[Ruleset, Game]:
    """The game of a record, as far as it has come."""
    text = text_of(path)
    with placed(path, text):
        rules = rules_of(apart(text), None, path.parent)
        return rules, replay(text, rules, beside=path.parent)


def _screen() -> None:
    """See that there is a screen to play on."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("there is no terminal to draw a table on; --plain plays line by line")
    if os.environ.get("TERM", "") in DUMB and os.name != "nt":
        raise click.UsageError("this terminal can draw no table; --plain plays line by line")


def _sit(called: dict[str, Any], rules: Ruleset, game: Game) -> None:
    """Play until somebody leaves; then the game is kept."""
    from trickbook.terminal.keeping import Keeper
    from trickbook.terminal.local import Local

    bots: Sequence[str] = called["bots"]
    names = [bots[place % len(bots)] for place in range(len(game.scores))]
    keeper = Keeper(called["record"] or called["source"], write)
    stopped: TrickbookError | KeyboardInterrupt | None = None
    with at_table(names, rules, len(names)) as players:
        about = {"seat": called["seat"], "bots": players, "names": names, "language": called["lang"]}
        table = Local(rules, game, keeper, **about)
        try:
            _shown(table, called)
        except (TrickbookError, KeyboardInterrupt) as error:
            stopped = error
    _farewell(keeper, called)
    if stopped:
        raise stopped


def _shown(table: Table, called: dict[str, Any]) -> None:
    """Show a table, on the screen or in lines."""
    if called["plain"]:
        from trickbook.terminal.plain import talk

        talk(table, called["lang"])
        return
    from trickbook.terminal.screen import show

    show(table, called["lang"])


def _farewell(keeper: Keeper, called: dict[str, Any]) -> None:
    """Tell where the game is, and how it is gone on with."""
    lang = called["lang"]
    try:
        path = keeper.leave()
    except TrickbookError as error:
        click.echo(say(lang, "terminal.lost", why=visible(str(error))), err=True)
        click.get_current_context().exit(1)
    if path is None:
        return
    if keeper.over:
        click.echo(say(lang, "terminal.finished", file=visible(str(path))))
        return
    again = ["trickbook", "sit", "--from", str(path)]
    again += ["--seat", str(called["seat"])] if called["seat"] else []
    again += ["--bots", ",".join(called["bots"])] if called["bots"] != (BOTS,) else []
    again += ["--lang", lang] if lang != "en" else []
    again += ["--plain"] if called["plain"] else []
    click.echo(say(lang, "terminal.kept", file=visible(str(path)), call=typed(again)))
