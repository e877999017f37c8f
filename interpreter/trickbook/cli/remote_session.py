"""A session at a server's table: take a seat, play until the player leaves, and remember the seat."""

from __future__ import annotations

import asyncio
import getpass
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.cli.ruleset_argument import open_ruleset
from trickbook.cli.table_session import show_table
from trickbook.cli.truncation import shell_line
from trickbook.loading import shipped
from trickbook.problems import RulesetError, TrickbookError, needs
from trickbook.seat.texts import translate
from trickbook.source import fetch
from trickbook.terminal.invitations import Invitation, parsed_invitation
from trickbook.terminal.remembered_seats import forget_seat, remember_seat, remembered_seat

if TYPE_CHECKING:
    from trickbook.server.client import Ticket

TRIES: Final = 10
"""The largest number of remembered seats to try."""

STALE: Final = "bad-token"
"""The server's code for a remembered seat that now belongs to another player."""


def play_remotely(called: dict[str, Any]) -> None:
    """Play at a server's table, in a remembered or a new seat."""
    with needs("remote tables need websockets: run `make terminal` in your clone of Trickbook"):
        import trickbook.server.client  # noqa: F401 - checks that it is installed

    where = parsed_invitation(called["join"])
    ticket = _laid(where, called) if called["name"] else _seat(where, called)
    for _ in range(TRIES):
        if _let_in(ticket, where, called):
            return
        ticket = _seat(where, called)
    _visit(ticket, called)


def _let_in(ticket: Ticket, where: Invitation, called: dict[str, Any]) -> bool:
    """Play until the player leaves. False if the seat now belongs to another; it is then forgotten."""
    from trickbook.server.client import RefusedError

    try:
        _visit(ticket, called)
    except RefusedError as error:
        if error.code != STALE or called["watch"]:
            raise
        forget_seat(ticket.token or "")
        if ticket.token == where.token:
            raise
        return False
    return True


def _visit(ticket: Ticket, called: dict[str, Any]) -> None:
    """Play until the player leaves, and print how to reconnect."""
    from trickbook.terminal.remote_table import RemoteTable

    link = f"{ticket.url}/#table={ticket.table}"
    link += f"&invitation={ticket.invitation}" if ticket.invitation else ""
    note = translate(called["lang"], "terminal.invite", link=link) if called["name"] else ""
    table = RemoteTable(ticket, called["lang"], note)
    try:
        show_table(table, called)
    finally:
        if table.about and not called["watch"]:
            remember_seat(ticket.url, ticket.table, called["person"], table.seat, ticket.token)
    if not called["watch"]:
        again = ["trickbook", "sit", "--join", link, *(["--plain"] if called["plain"] else [])]
        again += ["--as", called["person"]] if called["person"] else []
        click.echo(translate(called["lang"], "terminal.left", call=shell_line(again)))


def _laid(where: Invitation, called: dict[str, Any]) -> Ticket:
    """Create a table with a seat for the player."""
    from trickbook.server import client

    ticket = asyncio.run(client.create_table(where.server, **_wanted(called)))
    remember_seat(where.server, ticket.table, called["person"], ticket.seat, ticket.token)
    return ticket


def _seat(where: Invitation, called: dict[str, Any]) -> Ticket:
    """The player's remembered seat at the table, the seat of the link, or a new one."""
    from trickbook.server import client

    if where.table is None:
        raise TrickbookError(
            f"{where.server} is a server: add #table=… for a table there, or name a game to create one"
        )
    had = remembered_seat(where.server, where.table, called["person"])
    if called["watch"]:
        return client.Ticket(where.server, where.table, None, where.secret, where.secret)
    if had:
        return client.Ticket(where.server, where.table, had["seat"], had["token"], where.secret)
    if where.token:  # remembered after the server accepts it
        return client.Ticket(where.server, where.table, None, where.token, where.secret)
    asked = client.take_seat(where.server, where.table, _person(called), called["seat"], where.secret)
    ticket = asyncio.run(asked)
    remember_seat(where.server, where.table, called["person"], ticket.seat, ticket.token)
    return ticket


def _wanted(called: dict[str, Any]) -> dict[str, Any]:
    """The table to create: a shipped game, or the text of a file. RulesetError if that cannot be read."""
    rules = open_ruleset(called["name"], called["options"], called["players"], called["house"])
    text, problems = (None, ()) if called["name"] in shipped() else fetch(called["name"])
    if problems:
        raise RulesetError(problems)
    others = called["bots"] or ["open"]
    seats = [others[place % len(others)] for place in range(rules.usual - 1)]
    return {
        **({"game": called["name"]} if text is None else {"text": text}),
        "house": list(called["house"]),
        "options": called["options"],
        "players": rules.usual,
        "name": _person(called),
        "seats": ["me", *seats],
        "listed": not called["unlisted"],
        "take_back": called["take_back"],
        "clock": called["clock"],
        "lang": called["lang"],
    }


def _person(called: dict[str, Any]) -> str:
    """The player's name."""
    with suppress(OSError, KeyError, ImportError):
        return str(called["person"] or getpass.getuser())
    return "?"
