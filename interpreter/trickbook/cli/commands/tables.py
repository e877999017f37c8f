"""``trickbook tables``: look after the tables of a server."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from rich.text import Text

from trickbook.cli.commands.serve import DATA, STORE_VARIABLE, store_address
from trickbook.cli.output_files import OutputPath, require_writable, write_text
from trickbook.cli.terminal_text import columns, standard_output
from trickbook.problems import TrickbookError, visible
from trickbook.server.store import backups, inspection
from trickbook.server.store.database import STORE_FILE
from trickbook.server.store.lifetimes import CLOSED, DELETED

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.store.database import Database
    from trickbook.server.store.inspection import TableSummary

HEADINGS: Final = ("table", "game", "state", "matches", "records", "moves", "unused")
"""The columns of the list."""

RULES_FILE: Final = "rules.yaml"
"""The name of a sent ruleset beside its records."""


def _data(work: Callable[..., None]) -> Callable[..., None]:
    """The option for the folder of a server."""
    return click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        default=DATA,
        show_default=True,
        callback=lambda _ctx, _param, given: given.expanduser(),
        help="Folder of the server's tables.",
    )(work)


def _place(work: Callable[..., None]) -> Callable[..., None]:
    """The options for the folder of a server, or for a store that several servers share."""

    @wraps(work)
    def placed(*, data: Path, shared: str | None, **given: Any) -> None:
        work(place=shared or data, **given)

    shared = click.option(
        "--store",
        "shared",
        envvar=STORE_VARIABLE,
        show_envvar=True,
        callback=lambda *given: store_address(given[-1]),
        help="The store in PostgreSQL, in place of a folder.",
    )
    return _data(shared(placed))


_yes = click.option("--yes", is_flag=True, help="Do not ask.")


def _confirm(question: str, *, yes: bool) -> None:
    """Ask, once it is clear that it can be done, unless the answer was given before."""
    if not yes:
        click.confirm(question, abort=True)


@click.group("tables")
def command() -> None:
    """List, close, delete, export, back up and restore the tables of a server."""


@command.command("list")
@_place
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_(*, place: Path | str, as_json: bool) -> None:
    """List the tables, the oldest first.

    `unused` counts the days of the server since somebody sat there. The records of an ended table are kept.
    """
    with inspection.visited_store(place) as database:
        found = inspection.summaries(database)
    for one in found:
        if one.game is None:
            click.echo(
                f"Damaged: {inspection.damage_message(one.name, 'its rules or last use cannot be read')}",
                err=True,
            )
    if as_json:
        click.echo(json.dumps([_written(one) for one in found], indent=2))
        return
    console = standard_output()
    for line in columns([[*map(Text, HEADINGS)], *map(_cells, found)], right=range(3, 7)):
        console.print(line)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _written(one: TableSummary) -> dict[str, Any]:
    return {"state": one.state, **one._asdict()}


def _cells(one: TableSummary) -> list[Text]:
    unused = "" if one.unused is None else f"{one.unused:.1f} d"
    game = "(sent)" if one.sent else visible(one.game or "")
    counts = (one.matches, one.records, one.moves)
    return [Text(cell) for cell in (visible(one.name), game, one.state, *map(str, counts), unused)]


@command.command("show")
@_place
@click.argument("table")
def show(*, place: Path | str, table: str) -> None:
    """Show one table as JSON: its seats, rules and matches. Cards and tokens are never shown."""
    with inspection.visited_store(place) as database:
        (found,) = inspection.named_summaries(database, [table])
        inspection.check_rows(database, table)
        told = {**_written(found), **inspection.table_details(database, table)}
    click.echo(json.dumps(told, indent=2, ensure_ascii=False))


@command.command("close")
@_place
@click.argument("tables", nargs=-1, required=True, metavar="TABLE…")
def close(*, place: Path | str, tables: tuple[str, ...]) -> None:
    """End tables, and keep the records of their finished matches. Players there are sent away."""
    _end(place, tables, CLOSED, "Ended")


@command.command("delete")
@_place
@click.argument("tables", nargs=-1, required=True, metavar="TABLE…")
@_yes
def delete(*, place: Path | str, tables: tuple[str, ...], yes: bool) -> None:
    """End tables, and delete their records, too."""
    _end(place, tables, DELETED, "Deleted", yes=yes)


def _end(place: Path | str, tables: tuple[str, ...], mark: float, done: str, *, yes: bool = True) -> None:
    """Mark tables; delete what is to go, unless a server is running that does it."""
    from trickbook.server.store.store import FolderInUseError, open_store

    with inspection.visited_store(place) as database:
        for one in inspection.named_summaries(database, tables):
            if mark == CLOSED and one.unused is None:
                raise TrickbookError(f"table {visible(one.name)} has ended already")
        _confirm("Delete these tables with all their records?", yes=yes)
        inspection.mark_tables(database, tables, mark)
    if isinstance(place, str):
        click.echo(
            f"The servers end {_counted(len(tables), 'table')} within half a minute, or when one starts."
        )
        return
    try:
        with closing(open_store(place)) as store:
            inspection.delete_marked(store.writing, tables)
    except FolderInUseError:
        click.echo(f"The running server ends {_counted(len(tables), 'table')} within half a minute.")
    else:
        click.echo(f"{done}: {', '.join(map(visible, tables))}")


@command.command("export")
@_place
@click.argument("tables", nargs=-1, metavar="[TABLE…]")
@click.option("--out", type=OutputPath(), required=True, help="Folder to write to; each table gets its own.")
def export(*, place: Path | str, tables: tuple[str, ...], out: Path) -> None:
    """Write the records of finished matches, with the rulesets that were sent; of all tables by default."""
    count, damaged = 0, list[str]()
    with inspection.visited_store(place) as database:
        inspection.named_summaries(database, tables)
        for name in tables or [one.name for one in inspection.summaries(database) if one.records]:
            try:
                inspection.check_rows(database, name)
            except TrickbookError as error:
                damaged.append(str(error))
            else:
                count += _write_table(database, name, out / name)
    click.echo(f"Written to {visible(str(out))}: {_counted(count, 'record')}.")
    if damaged:
        raise TrickbookError("\n".join(damaged))


def _write_table(database: Database, name: str, folder: Path) -> int:
    """Write the records of a table, and the ruleset that was sent; return how many records there are."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrickbookError(f"{folder} cannot be written: {error.strerror}") from None
    if (text := inspection.sent_ruleset(database, name)) is not None:
        write_text(folder / RULES_FILE, text)
    records = inspection.kept_records(database, name)
    for number, record in records:
        write_text(folder / f"match-{number}.record", record)
    return len(records)


@command.command("backup")
@_data
@click.argument("file", type=OutputPath())
@click.option("--force", is_flag=True, help="Replace the file.")
def backup(*, data: Path, file: Path, force: bool) -> None:
    """Copy the store to a file, whole and consistent; moves wait meanwhile. PostgreSQL has its own `pg_dump`.

    The file tells which cards come: keep it as safe as the store.
    """
    require_writable(file, force=force)
    if file.resolve() == (data / STORE_FILE).resolve():
        raise TrickbookError(f"{visible(str(file))} is the store itself; name another file")
    try:
        with inspection.visited_folder(data) as database:
            backups.copy_store(database, file)
            count = backups.count_tables(file)
    except OSError as error:
        raise TrickbookError(f"{file} cannot be written: {error.strerror}") from None
    click.echo(f"Written to {visible(str(file))}: {_counted(count, 'table')}.")


@command.command("restore")
@_data
@click.argument("file", type=click.Path(path_type=Path))
@_yes
def restore(*, data: Path, file: Path, yes: bool) -> None:
    """Put a backup in the place of the store, which is kept beside it. The server must be stopped.

    It asks unless the folder is new or empty. Moves made after the backup are only in the store that is set
    aside.
    """
    from trickbook.server.store.store import locked

    try:
        backups.check_backup(file)
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        empty = not any(data.iterdir())
        with closing(locked(data)):
            if not empty:
                _confirm("Put this backup in the place of the store?", yes=yes)
            aside = backups.put_back(data, file)
    except (OSError, sqlite3.Error) as error:
        raise TrickbookError(f"{visible(str(file))} cannot be put back: {error}") from None
    back = _counted(backups.count_tables(data / STORE_FILE), "table")
    click.echo(f"Put back from {visible(str(file))}: {back}.")
    if aside is not None:
        click.echo(f"The store before it is {visible(str(aside))}.")
