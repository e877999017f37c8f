"""A session against bots: set up the table, show it until the player leaves, and save the game."""

from __future__ import annotations

import locale
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.analysis.translations import require_catalogues
from trickbook.bots import seated_players as at_table
from trickbook.cli.output_files import write_text
from trickbook.cli.record_files import errors_located, record_text
from trickbook.cli.ruleset_argument import open_ruleset
from trickbook.cli.truncation import shell_line
from trickbook.problems import TrickbookError, visible
from trickbook.records.parser import apart
from trickbook.replays import replay
from trickbook.replays.start import rules_of
from trickbook.seat.texts import translate
from trickbook.terminal.local_table import MAX_SEED, LocalTable
from trickbook.terminal.match_recorder import MatchRecorder
from trickbook.terminal.stepper_text import SteppedGame

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.terminal.table_interface import TableInterface

BOTS: Final = ("duck",)


def play_locally(called: dict[str, Any]) -> None:
    """Play against bots. The game is saved however the session ends."""
    rules, game = _recorded(called["source"]) if called["source"] else _begun(called)
    require_catalogues(rules.resolved, called["lang"])
    if called["source"] and (game.turn is None or called["deal"] or called["trick"] is not None):
        _looked_at(SteppedGame(rules, game, called["lang"]), called)
        return
    seats, own = len(game.scores), called["seat"] or 0
    if own >= seats:
        raise click.UsageError(f"there is no seat {own}; seats are numbered 0 to {seats - 1}")
    bots = called["bots"] or BOTS
    names = [bots[place % len(bots)] for place in range(seats)]
    keeper = MatchRecorder(called["record"] or called["source"], write_text)
    with at_table(names, rules, seats) as players:
        table = LocalTable(rules, game, keeper, seat=own, bots=players, names=names, language=called["lang"])
        try:
            show_table(table, called)
        finally:
            _farewell(keeper, called)


def _begun(called: dict[str, Any]) -> tuple[Ruleset, Game]:
    """A new game."""
    rules = open_ruleset(called["name"], called["options"], called["players"], called["house"])
    return rules, rules.new_game(
        seed=secrets.randbelow(MAX_SEED) if called["seed"] is None else called["seed"]
    )


def _recorded(path: Path) -> tuple[Ruleset, Game]:
    """The game of a record, up to its last move."""
    text = record_text(path)
    with errors_located(path, text):
        rules = rules_of(apart(text), None, path.parent)
        return rules, replay(text, rules, beside=path.parent)


def _farewell(keeper: MatchRecorder, called: dict[str, Any]) -> None:
    """Print where the matches are saved, and how to continue an unfinished one."""
    lang = called["lang"]
    try:
        path = keeper.leave()
    except TrickbookError as error:
        _finished(keeper.before, lang)
        click.echo(translate(lang, "terminal.lost", why=visible(str(error))), err=True)
        click.get_current_context().exit(1)
    _finished([*keeper.before, *([path] if path and keeper.over else [])], lang)
    if path is None or keeper.over:
        return
    again = ["trickbook", "sit", "--from", str(path)]
    again += ["--seat", str(called["seat"])] if called["seat"] else []
    again += ["--bots", ",".join(called["bots"])] if called["bots"] else []
    again += ["--lang", lang] if lang != "en" else []
    again += [f"--{flag}" for flag in ("letters", "plain") if called[flag]]
    click.echo(translate(lang, "terminal.kept", file=visible(str(path)), call=shell_line(again)))


def _finished(files: Iterable[Path], lang: str) -> None:
    """Print where the finished matches are saved."""
    for path in files:
        click.echo(translate(lang, "terminal.finished", file=visible(str(path))))


def _looked_at(past: SteppedGame, called: dict[str, Any]) -> None:
    """Review what was played."""
    if called["plain"]:
        from trickbook.terminal.line_stepper import step_in_lines

        step_in_lines(past, called["deal"], called["trick"])
        return
    from trickbook.terminal.screen import run_stepper_app

    run_stepper_app(past, called["deal"], called["trick"], signs=_signs(called))


# Shown


def show_table(table: TableInterface, called: dict[str, Any]) -> None:
    """Show a table, on the screen or line by line."""
    if called["plain"]:
        from trickbook.terminal.line_mode import run_in_lines

        run_in_lines(table, called["lang"])
        return
    from trickbook.terminal.screen import run_table_app

    run_table_app(table, called["lang"], signs=_signs(called))


def _signs(called: dict[str, Any]) -> bool:
    """Return whether the output can encode the suit signs."""
    return not called["letters"] and locale.getencoding().casefold().replace("-", "") == "utf8"
