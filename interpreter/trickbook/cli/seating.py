"""Seating: a table is made ready, shown until somebody leaves, and the game is kept."""

from __future__ import annotations

import asyncio
import getpass
import locale
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.bots import seated as at_table
from trickbook.cli.calling import opened
from trickbook.cli.cutting import typed
from trickbook.cli.keeping import write
from trickbook.cli.replaying import placed, text_of
from trickbook.loading import shipped
from trickbook.problems import MissingError, TrickbookError, visible
from trickbook.records.parser import apart
from trickbook.replays import replay
from trickbook.replays.start import rules_of
from trickbook.sitting.texts import say
from trickbook.terminal.invitations import Invitation, forget, invited, remember, remembered
from trickbook.terminal.keeping import Keeper
from trickbook.terminal.local import SHORT, Local
from trickbook.terminal.moments import Past

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from trickbook.game.game import Game
    from trickbook.ruleset import Ruleset
    from trickbook.server.client import Ticket
    from trickbook.terminal.tables import Table

BOTS: Final = ("duck",)

STALE: Final = "bad-token"
"""What a server says of a seat that was given up before the first deal, and is somebody else's now."""

TRIES: Final = 10
"""Of so many seats that one has had it is tried whether they still are one's own."""


# Against bots


def alone(called: dict[str, Any]) -> None:
    """Play against bots; whatever ends it, the game is kept."""
    rules, game = _recorded(called["source"]) if called["source"] else _begun(called)
    if called["source"] and (game.turn is None or called["deal"] or called["trick"] is not None):
        _looked_at(Past(rules, game, called["lang"]), called)
        return
    seats, own = len(game.scores), called["seat"] or 0
    if own >= seats:
        raise click.UsageError(f"there is no seat {own}; seats are numbered 0 to {seats - 1}")
    bots = called["bots"] or BOTS
    names = [bots[place % len(bots)] for place in range(seats)]
    keeper = Keeper(called["record"] or called["source"], write)
    with at_table(names, rules, seats) as players:
        table = Local(rules, game, keeper, seat=own, bots=players, names=names, language=called["lang"])
        try:
            _shown(table, called)
        finally:
            _farewell(keeper, called)


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


def _farewell(keeper: Keeper, called: dict[str, Any]) -> None:
    """Tell where the matches are, and how one that is not over is gone on with."""
    lang = called["lang"]
    try:
        path = keeper.leave()
    except TrickbookError as error:
        _finished(keeper.before, lang)
        click.echo(say(lang, "terminal.lost", why=visible(str(error))), err=True)
        click.get_current_context().exit(1)
    _finished([*keeper.before, *([path] if path and keeper.over else [])], lang)
    if path is None or keeper.over:
        return
    again = ["trickbook", "sit", "--from", str(path)]
    again += ["--seat", str(called["seat"])] if called["seat"] else []
    again += ["--bots", ",".join(called["bots"])] if called["bots"] else []
    again += ["--lang", lang] if lang != "en" else []
    again += [f"--{flag}" for flag in ("letters", "plain") if called[flag]]
    click.echo(say(lang, "terminal.kept", file=visible(str(path)), call=typed(again)))


def _finished(files: Iterable[Path], lang: str) -> None:
    """Tell where the matches that are over are."""
    for path in files:
        click.echo(say(lang, "terminal.finished", file=visible(str(path))))


def _looked_at(past: Past, called: dict[str, Any]) -> None:
    """Look at what was played."""
    if called["plain"]:
        from trickbook.terminal.looking import look

        look(past, called["deal"], called["trick"])
        return
    from trickbook.terminal.screen import look as show

    show(past, called["deal"], called["trick"], signs=_signs(called))


# At a server


def joined(called: dict[str, Any]) -> None:
    """Play at a server's table, where one has a seat already or is given one."""
    try:
        import trickbook.server.client  # noqa: F401 - is it there?
    except ImportError as missing:
        raise MissingError("tables far away need websockets: pip install 'trickbook[table]'") from missing

    where = invited(called["join"])
    ticket = _laid(where, called) if called["name"] else _seat(where, called)
    for _ in range(TRIES):
        if _let_in(ticket, where, called):
            return
        ticket = _seat(where, called)
    _visit(ticket, called)


def _let_in(ticket: Ticket, where: Invitation, called: dict[str, Any]) -> bool:
    """Sit at a table until one leaves; not if the seat is another's by now, which then is forgotten."""
    from trickbook.server.client import RefusedError

    try:
        _visit(ticket, called)
    except RefusedError as error:
        if error.code != STALE or called["watch"]:
            raise
        forget(ticket.token or "")
        if ticket.token == where.token:
            raise
        return False
    return True


def _visit(ticket: Ticket, called: dict[str, Any]) -> None:
    """Sit at a table until one leaves, and tell how to come back."""
    from trickbook.terminal.joined import Joined

    link = f"{ticket.url}/#table={ticket.table}"
    link += f"&invitation={ticket.invitation}" if ticket.invitation else ""
    note = say(called["lang"], "terminal.invite", link=link) if called["name"] else ""
    table = Joined(ticket, called["lang"], note)
    try:
        _shown(table, called)
    finally:
        if table.about and not called["watch"]:
            remember(ticket.url, ticket.table, called["person"], table.seat, ticket.token)
    if not called["watch"]:
        again = ["trickbook", "sit", "--join", link, *(["--plain"] if called["plain"] else [])]
        again += ["--as", called["person"]] if called["person"] else []
        click.echo(say(called["lang"], "terminal.left", call=typed(again)))


def _laid(where: Invitation, called: dict[str, Any]) -> Ticket:
    """A new table, with a seat for oneself."""
    from trickbook.server import client

    ticket = asyncio.run(client.lay(where.server, **_wanted(called)))
    remember(where.server, ticket.table, called["person"], ticket.seat, ticket.token)
    return ticket


def _seat(where: Invitation, called: dict[str, Any]) -> Ticket:
    """The seat that one has had at a table by the name that is given, or the one of the link, or another."""
    from trickbook.server import client

    if where.table is None:
        raise TrickbookError(
            f"{where.server} is a server: name a table there, as #table=…, or a game to lay one"
        )
    had = remembered(where.server, where.table, called["person"])
    if called["watch"]:
        return client.Ticket(where.server, where.table, None, where.secret, where.secret)
    if had:
        return client.Ticket(where.server, where.table, had["seat"], had["token"], where.secret)
    if where.token:  # it is remembered once one is let in with it
        return client.Ticket(where.server, where.table, None, where.token, where.secret)
    asked = client.sit(where.server, where.table, _person(called), called["seat"], where.secret)
    ticket = asyncio.run(asked)
    remember(where.server, where.table, called["person"], ticket.seat, ticket.token)
    return ticket


def _wanted(called: dict[str, Any]) -> dict[str, Any]:
    """The table that is to be laid: a shipped game, or the text of a file."""
    rules = opened(called["name"], called["options"], called["players"], called["house"])
    text = None if called["name"] in shipped() else Path(called["name"]).read_text("utf-8")
    others = called["bots"] or ["open"]
    seats = [others[place % len(others)] for place in range(rules.usual - 1)]
    return {
        **({"game": called["name"]} if text is None else {"text": text}),
        "house": list(called["house"]),
        "options": called["options"],
        "players": rules.usual,
        "name": _person(called),
        "seats": ["me", *seats],
        "listed": True,
        "lang": called["lang"],
    }


def _person(called: dict[str, Any]) -> str:
    """What one is called."""
    with suppress(OSError, KeyError, ImportError):
        return str(called["person"] or getpass.getuser())
    return "?"


# Shown


def _shown(table: Table, called: dict[str, Any]) -> None:
    """Show a table, on the screen or in lines."""
    if called["plain"]:
        from trickbook.terminal.plain import talk

        talk(table, called["lang"])
        return
    from trickbook.terminal.screen import show

    show(table, called["lang"], signs=_signs(called))


def _signs(called: dict[str, Any]) -> bool:
    """Whether the signs of suits can be shown."""
    return not called["letters"] and locale.getencoding().casefold().replace("-", "") == "utf8"
