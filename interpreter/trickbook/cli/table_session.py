"""A session at a table in the terminal: against bots, or at a server, whose seat is remembered."""

from __future__ import annotations

import asyncio
import getpass
import locale
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.analysis.translations import require_catalogues
from trickbook.bots import seated_players as at_table
from trickbook.console.input_files import errors_located, open_ruleset, record_text
from trickbook.console.messages import chosen_language, shell_line, usage_error
from trickbook.console.output_files import write_text
from trickbook.loading import shipped
from trickbook.problems import RulesetError, TrickbookError, needs, shown, visible
from trickbook.records.parser import parse_record
from trickbook.replays import replay
from trickbook.replays.start import rules_of
from trickbook.seat.texts import translate
from trickbook.source import fetch
from trickbook.terminal.local_table import MAX_SEED, LocalTable
from trickbook.terminal.match_recorder import MatchRecorder
from trickbook.terminal.server_data import (
    Invitation,
    forget_seat,
    parsed_invitation,
    remember_seat,
    remembered_seat,
)
from trickbook.texts.catalogue import in_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.cli.sit import Session
    from trickbook.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.server.client import Ticket
    from trickbook.terminal import TableInterface

BOTS: Final = ("duck",)

MAX_TRIES: Final = 10
"""The largest number of remembered seats to try."""

STALE_SEAT: Final = "bad-token"
"""The server's code for a remembered seat that now belongs to another player."""


def play_locally(called: Session) -> None:
    """Play against bots. The game is saved however the session ends."""
    rules, game = _record_game(called.source) if called.source else _new_game(called)
    require_catalogues(rules.resolved, chosen_language())
    seats, own = len(game.scores), called.seat or 0
    if own >= seats:
        raise usage_error(
            Message(
                "there is no seat {seat}; seats are numbered 0 to {number_high}",
                seat=own,
                number_high=seats - 1,
            )
        )
    bots = called.bots or BOTS
    names = [bots[place % len(bots)] for place in range(seats)]
    keeper = MatchRecorder(called.record or called.source, write_text)
    with at_table(names, rules, seats) as players:
        table = LocalTable(
            rules, game, keeper, seat=own, bots=players, names=names, language=chosen_language()
        )
        try:
            _show_table(table, called)
        finally:
            _farewell(keeper, called)


def _new_game(called: Session) -> tuple[Ruleset, Game]:
    """A new game."""
    rules = open_ruleset(called.name, called.options, called.players, called.house)
    return rules, rules.new_game(seed=secrets.randbelow(MAX_SEED) if called.seed is None else called.seed)


def _record_game(path: Path) -> tuple[Ruleset, Game]:
    """The game of a record, up to its last move."""
    text = record_text(path)
    with errors_located(path, text):
        rules = rules_of(parse_record(text), None, path.parent)
        game = replay(text, rules, beside=path.parent)
    if game.turn is None:
        raise TrickbookError(
            Message(
                "the match in {file} is over. To step through it, run `trickbook serve` and choose “Review a "
                "record” in the browser; `trickbook why` explains its cards and points",
                file=shown(str(path)),
            )
        )
    return rules, game


def _farewell(keeper: MatchRecorder, called: Session) -> None:
    """Print where the matches are saved, and how to continue an unfinished one."""
    lang = chosen_language()
    try:
        path = keeper.leave()
    except TrickbookError as error:
        _print_finished(keeper.before, lang)
        click.echo(translate(lang, "terminal.lost", why=visible(in_language(error.message, lang))), err=True)
        click.get_current_context().exit(1)
    _print_finished([*keeper.before, *([path] if path and keeper.over else [])], lang)
    if path is None or keeper.over:
        return
    again = ["trickbook", "sit", "--from", str(path)]
    again += ["--seat", str(called.seat)] if called.seat else []
    again += ["--bots", ",".join(called.bots)] if called.bots else []
    again += ["--lang", lang] if lang != "en" else []
    again += [f"--{flag}" for flag in ("letters", "plain") if getattr(called, flag)]
    click.echo(translate(lang, "terminal.kept", file=visible(str(path)), call=shell_line(again)))


def _print_finished(files: Iterable[Path], lang: str) -> None:
    """Print where the finished matches are saved."""
    for path in files:
        click.echo(translate(lang, "terminal.finished", file=visible(str(path))))


def _show_table(table: TableInterface, called: Session) -> None:
    """Show a table, on the screen or line by line."""
    if called.plain:
        from trickbook.terminal.line_mode import run_in_lines

        run_in_lines(table, chosen_language())
        return
    from trickbook.terminal.screen import run_table_app

    run_table_app(table, chosen_language(), signs=_has_signs(called))


def _has_signs(called: Session) -> bool:
    """Return whether the output can encode the suit signs."""
    return not called.letters and locale.getencoding().casefold().replace("-", "") == "utf8"


def play_remotely(called: Session) -> None:
    """Play at a server's table, in a remembered or a new seat."""
    with needs(Message("remote tables need websockets: run `make terminal` in your clone of Trickbook")):
        import trickbook.server.client  # noqa: F401 - checks that it is installed

    where = parsed_invitation(called.join)
    ticket = _new_table(where, called) if called.name else _take_seat(where, called)
    for _ in range(MAX_TRIES):
        if _try_visit(ticket, where, called):
            return
        ticket = _take_seat(where, called)
    _visit(ticket, called)


def _try_visit(ticket: Ticket, where: Invitation, called: Session) -> bool:
    """Play until the player leaves. False if the seat now belongs to another; it is then forgotten."""
    from trickbook.server.client import RefusedError

    try:
        _visit(ticket, called)
    except RefusedError as error:
        if error.code != STALE_SEAT or called.watch:
            raise
        forget_seat(ticket.token or "")
        if ticket.token == where.token:
            raise
        return False
    return True


def _visit(ticket: Ticket, called: Session) -> None:
    """Play until the player leaves, and print how to reconnect."""
    from trickbook.terminal.remote_table import RemoteTable

    link = f"{ticket.url}/#table={ticket.table}"
    link += f"&invitation={ticket.invitation}" if ticket.invitation else ""
    note = translate(chosen_language(), "terminal.invite", link=link) if called.name else ""
    table = RemoteTable(ticket, chosen_language(), note)
    try:
        _show_table(table, called)
    finally:
        if table.about and not called.watch:
            remember_seat(ticket.url, ticket.table, called.person, table.seat, ticket.token)
    if not called.watch:
        again = ["trickbook", "sit", "--join", link, *(["--plain"] if called.plain else [])]
        again += ["--as", called.person] if called.person else []
        click.echo(translate(chosen_language(), "terminal.left", call=shell_line(again)))


def _new_table(where: Invitation, called: Session) -> Ticket:
    """Create a table with a seat for the player."""
    from trickbook.server import client

    ticket = asyncio.run(client.create_table(where.server, **_table_request(called)))
    remember_seat(where.server, ticket.table, called.person, ticket.seat, ticket.token)
    return ticket


def _take_seat(where: Invitation, called: Session) -> Ticket:
    """The player's remembered seat at the table, the seat of the link, or a new one."""
    from trickbook.server import client

    if where.table is None:
        raise TrickbookError(
            Message(
                "{server} is a server: add #table=… for a table there, or name a game to create one",
                server=where.server,
            )
        )
    had = remembered_seat(where.server, where.table, called.person)
    if called.watch:
        return client.Ticket(where.server, where.table, None, where.secret, where.secret)
    if had:
        return client.Ticket(where.server, where.table, had["seat"], had["token"], where.secret)
    if where.token:  # remembered after the server accepts it
        return client.Ticket(where.server, where.table, None, where.token, where.secret)
    asked = client.take_seat(where.server, where.table, _person(called), called.seat, where.secret)
    ticket = asyncio.run(asked)
    remember_seat(where.server, where.table, called.person, ticket.seat, ticket.token)
    return ticket


def _table_request(called: Session) -> dict[str, Any]:
    """The table to create: a shipped game, or the text of a file. RulesetError if that cannot be read."""
    rules = open_ruleset(called.name, called.options, called.players, called.house)
    text, problems = (None, ()) if called.name in shipped() else fetch(called.name)
    if problems:
        raise RulesetError(problems)
    others = called.bots or ["open"]
    seats = [others[place % len(others)] for place in range(rules.usual - 1)]
    return {
        **({"game": called.name} if text is None else {"text": text}),
        "house": list(called.house),
        "options": called.options,
        "players": rules.usual,
        "name": _person(called),
        "seats": ["me", *seats],
        "listed": not called.unlisted,
        "take_back": called.take_back,
        "clock": called.clock,
        "lang": chosen_language(),
    }


def _person(called: Session) -> str:
    """The player's name."""
    with suppress(OSError, KeyError, ImportError):
        return str(called.person or getpass.getuser())
    return "?"
